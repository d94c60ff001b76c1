// Windows that overrun their source: counts are clipped to it, the record takes the
// trip that moves most, totals sum the trips exactly, tiles and work are full, and an
// advisory names the loop or mesh axis and both extents.
//
// RUN: tf-opt %s --tf-analyze='function=@loop analysis=compute-cost,memory emit=annotated' | FileCheck %s --check-prefix=LOOP
// RUN: tf-opt %s --tf-analyze='function=@loop analysis=memory emit=json' | FileCheck %s --check-prefix=JSON
// RUN: tf-opt %s --tf-analyze='function=@mesh analysis=compute-cost,memory emit=annotated' | FileCheck %s --check-prefix=MESH
// RUN: tf-opt %s --tf-analyze='function=@nested analysis=compute-cost,memory emit=annotated' | FileCheck %s --check-prefix=NESTED
//
// By hand, @loop: x has 13 rows of 3 f32, 12 B each; windows of 5 rows start at 0, 5,
// 10 and hold 5, 5 and 3 rows. One occurrence of neg reads 60 B at most and writes a
// full tile of 60 B; over the trips it reads 156 B and writes 180 B. Work is 15 a trip,
// 45 in all. (ir.md 11.7)
// The inserts read and write 60, 60 and 36 B: 156 in all.
// LOOP-DAG: %n = hir.neg {{.*}}compute-cost flops=f32:15@15; traffic traffic=gmem:r60/w60@r60/w60
// LOOP-DAG: %u = hir.insert_slice {{.*}}traffic=gmem:r60/w60@r60/w60,rmem:r8/w0@r8/w0
// LOOP-DAG: # compute-cost flops=f32:45@45
// LOOP-DAG: # traffic traffic=gmem:r312/w336@r312/w336,rmem:r48/w0@r48/w0
// LOOP-DAG: # advisory="loop k moves window w to 15 along axis 0 of x, whose extent is 13; only what lies inside is counted"
// LOOP-DAG: # advisory="loop k moves window u to 15 along axis 0 of acc, whose extent is 13; only what lies inside is counted"
//
// What the loop touches is clipped as well, and so is what it would move without reuse.
// JSON: "buffer": "x{{(:[0-9]+)?}}"
// JSON-NEXT: "bytes": 156,
// JSON-NEXT: "device_bytes": 156,
// JSON-NEXT: "level": "gmem",
// JSON-NEXT: "repeated_bytes": 156
//
// @mesh: 4 positions take 4 of 14 rows of 4 B each: 4, 4, 4 and 2. The whole reads
// 56 B; one CTA 16 B at most.
// MESH-DAG: %n = hir.neg {{.*}}compute-cost flops=f32:16@4; traffic traffic=gmem:r56/w64@r16/w16
// MESH-DAG: # advisory="mesh axis w moves window t to 16 along axis 0 of p, whose extent is 14; only what lies inside is counted"
//
// @nested: a window of 2 rows at 0, 2, 4 inside the window [1, 6) of 5 rows: 2, 2 and
// 1 rows of 4 B; x itself would have had room for the last.
// NESTED-DAG: %n = hir.neg {{.*}}traffic traffic=gmem:r8/w8@r8/w8
// NESTED-DAG: # traffic traffic=gmem:r68/w48@r68/w48,rmem:r24/w0@r24/w0

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["w"]>
module @Ragged attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 4>]
} {
  func.func @loop(%x: tensor<13x3xf32>, %y: tensor<13x3xf32>) -> tensor<13x3xf32> {
    %r = hir.grid_region %k = 0 to 13 step 5 iter_args(%acc = %y) -> (tensor<13x3xf32>) {
      %w = hir.slice %x[%k, 0] [5, 3] [1, 1] : tensor<13x3xf32>
      %n = hir.neg %w : tensor<5x3xf32>
      %u = hir.insert_slice %n into %acc[%k, 0] : tensor<5x3xf32>, tensor<13x3xf32>
      hir.yield %u : tensor<13x3xf32>
    }
    return %r : tensor<13x3xf32>
  }
  func.func @mesh(%x: tensor<14xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
    %r = hir.mesh_scope #cta at(%w) args(%p = %x, %o = %y) : (tensor<14xf32>, tensor<16xf32>) -> (tensor<16xf32>) {
      %c = arith.constant 4 : index
      %s = arith.muli %w, %c : index
      %t = hir.slice %p[%s] [4] [1] : tensor<14xf32>
      %n = hir.neg %t : tensor<4xf32>
      %u = hir.insert_slice %n into %o[%s] : tensor<4xf32>, tensor<16xf32>
      hir.yield %u : tensor<16xf32>
    }
    return %r : tensor<16xf32>
  }
  func.func @nested(%x: tensor<7xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
    %w = hir.slice %x[1] [5] [1] : tensor<7xf32>
    %r = hir.grid_region %k = 0 to 6 step 2 iter_args(%acc = %y) -> (tensor<2xf32>) {
      %v = hir.slice %w[%k] [2] [1] : tensor<5xf32>
      %n = hir.neg %v : tensor<2xf32>
      %a = hir.add %acc, %n : tensor<2xf32>, tensor<2xf32>
      hir.yield %a : tensor<2xf32>
    }
    return %r : tensor<2xf32>
  }
}
