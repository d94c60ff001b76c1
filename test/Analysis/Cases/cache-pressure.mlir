// Cache pressure of loops through JSON: a row per cache whose backing store has the
// cache's scope, from device-wide bytes (A1.2.2). H200: l2 holds 50000000 B before gmem.
//
// RUN: tf-opt %s --tf-analyze='function=@fits analysis=memory emit=json' | FileCheck %s --check-prefix=FITS
// RUN: tf-opt %s --tf-analyze='function=@exceeds analysis=memory emit=json' | FileCheck %s --check-prefix=EXCEEDS
// RUN: tf-opt %s --tf-analyze='function=@incomplete analysis=memory level=cta emit=json' | FileCheck %s --check-prefix=LOWER
// RUN: sed -e 's/nvidia.h200_sxm/test.no_l2/' -e '/^.facts.memory.l2.capacity.$/,/^$/c [facts.memory.l2.capacity]\nstatus = "unavailable"\nconditions = "none"\n' %hardware/nvidia/h200_sxm.toml > %t.toml
// RUN: sed -e 's/nvidia.h200_sxm/test.no_l2/' %s > %t.mlir
// RUN: tf-opt %t.mlir --document=%t.toml --tf-analyze='function=@fits analysis=memory emit=json' | FileCheck %s --check-prefix=UNKNOWN
// RUN: tf-opt %s --tf-analyze='function=@fits analysis=memory emit=table' | FileCheck %s --check-prefix=TABLE
//
// @fits: x 10*7*4 = 280 B in 5 windows of 56 B, acc, n and the sum 56 B each: 448 B.
// FITS: "cache-pressure": [
// FITS-NEXT: {
// FITS-NEXT: "backing_level": "gmem",
// FITS-NEXT: "cache_level": "l2",
// FITS-NEXT: "capacity_bytes": 50000000,
// FITS-NEXT: "device_bytes": 448,
// FITS-NEXT: "status": "fits"
// FITS-NEXT: }
// FITS-NEXT: ]
// FITS: "known": true
//
// A cache whose capacity is not published:
// UNKNOWN: "capacity_bytes": null,
// UNKNOWN-NEXT: "device_bytes": 448,
// UNKNOWN-NEXT: "status": "unknown"
//
// What the loop moves without reuse: 5 times 56 B in of x, 112 of acc and n, 112 out.
// TABLE: loop k {{.*}}1400
//
// @exceeds: x alone is 4096*4096*4 = 67108864 B.
// EXCEEDS: "capacity_bytes": 50000000,
// EXCEEDS-NEXT: "device_bytes": 67
// EXCEEDS-NEXT: "status": "exceeds"
//
// @incomplete: one bool for each of 4 threads takes a byte each, 4 B, more than the 1 B
// that 8 bools written and read come to: that row is dropped, the record is a lower
// bound, and so is the cache's status. Left are 16 B of x and the 4 bools of u, 1 B.
// LOWER: "capacity_bytes": 50000000,
// LOWER-NEXT: "device_bytes": 17,
// LOWER-NEXT: "status": "lower-bound"
// LOWER: "footprints": [
// LOWER-NOT: "buffer": "q
// LOWER: "known": false

#t = #hir.mesh<[#hir.topology<"thread", 4>], #hir.layout<(4) : (1)>, ["t"]>
module @Pressure attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 2>, #hir.topology<"thread", 4>]
} {
  func.func @fits(%x: tensor<10x7xf32>, %y: tensor<2x7xf32>) -> tensor<2x7xf32> {
    %r = hir.grid_region %k = 0 to 10 step 2 iter_args(%acc = %y) -> (tensor<2x7xf32>) {
      %w = hir.slice %x[%k, 0] [2, 7] [1, 1] : tensor<10x7xf32>
      %n = hir.neg %w : tensor<2x7xf32>
      %s = hir.add %acc, %n : tensor<2x7xf32>, tensor<2x7xf32>
      hir.yield %s : tensor<2x7xf32>
    }
    return %r : tensor<2x7xf32>
  }
  func.func @exceeds(%x: tensor<4096x4096xf32>, %y: tensor<1x4096xf32>) -> tensor<1x4096xf32> {
    %r = hir.grid_region %k = 0 to 4096 step 1 iter_args(%acc = %y) -> (tensor<1x4096xf32>) {
      %w = hir.slice %x[%k, 0] [1, 4096] [1, 1] : tensor<4096x4096xf32>
      %s = hir.add %acc, %w : tensor<1x4096xf32>, tensor<1x4096xf32>
      hir.yield %s : tensor<1x4096xf32>
    }
    return %r : tensor<1x4096xf32>
  }
  func.func @incomplete(%x: tensor<4xf32>, %o: tensor<4xi1>) -> tensor<4xi1> {
    %r = hir.mesh_scope #t at(%i) args(%p = %x, %d = %o) : (tensor<4xf32>, tensor<4xi1>) -> (tensor<4xi1>) {
      %l = hir.grid_region %k = 0 to 1 step 1 iter_args(%acc = %d) -> (tensor<4xi1>) {
        %v = hir.slice %p[%i] [1] [1] : tensor<4xf32>
        %q = hir.cmp lt %v, %v : tensor<1xf32>, tensor<1xf32>
        %u = hir.insert_slice %q into %acc[%i] : tensor<1xi1>, tensor<4xi1>
        hir.yield %u : tensor<4xi1>
      }
      hir.yield %l : tensor<4xi1>
    }
    return %r : tensor<4xi1>
  }
}
