// One buffer read in sibling inner loops, in a mesh scope and in the loop itself: the
// row is the exact union (A2.1-c1).
//
// RUN: tf-opt %s --tf-analyze='function=@f analysis=memory emit=json' | FileCheck %s
//
// By hand, x has 31 f32. On one trip of k = 0, 1, 2: loop i reads x[2i, 2i+2) for
// i = 0, 1, 2, that is [0, 6); loop j reads x[5j + k, 5j + k + 3) for j = 0, 1; each of
// 4 positions reads x[7w, 7w + 2); k itself reads x[10k, 10k + 1).
// Over k: [0, 6); j = 0: [0, 5), j = 1: [5, 10); w: {0,1, 7,8, 14,15, 21,22}; {0, 10, 20}.
// Union: [0, 11), 14, 15, 20, 21, 22 -> 16 elements, 64 B, for the device.
// One CTA has one w: with w = 2 or 3, [0, 11), 20 and two more, 14 elements, 56 B.
// Without reuse, one CTA, 3 trips: i 3*2, j 2*3, w 2, k 1 -> 15 a trip, 45, 180 B.
// CHECK: "buffer": "x{{(:[0-9]+)?}}",
// CHECK-NEXT: "bytes": 56,
// CHECK-NEXT: "device_bytes": 64,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 180
// CHECK: "known": true
// CHECK-NEXT: },
// CHECK-NEXT: "value": "k
//
// RUN: tf-opt %s --tf-analyze='function=@own analysis=memory' | FileCheck %s --check-prefix=OWN
// @own: a position's own part of 12 f32 split over u and broadcast over v is one of 2
// values, whatever v is: 2 * 24 B written and read, though 4 positions do it (ir.md 4).
// OWN: %n = hir.neg {{.*}}traffic=gmem:r48/w48@r24/w24
// The update goes to 4 places.
// OWN: %e = hir.insert_slice {{.*}}traffic=gmem:r48/w96@r24/w24

#uv = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(2, 2) : (2, 1)>, ["u", "v"]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["w"]>
module @Scopes attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 4>]
} {
  func.func @f(%x: tensor<31xf32>, %a0: tensor<2xf32>, %b0: tensor<3xf32>, %c0: tensor<8xf32>, %d0: tensor<1xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<8xf32>, tensor<1xf32>) {
    %ra, %rb, %rc, %rd = hir.grid_region %k = 0 to 3 step 1 iter_args(%a = %a0, %b = %b0, %c = %c0, %d = %d0) -> (tensor<2xf32>, tensor<3xf32>, tensor<8xf32>, tensor<1xf32>) {
      %ri = hir.grid_region %i = 0 to 6 step 2 iter_args(%ai = %a) -> (tensor<2xf32>) {
        %wi = hir.slice %x[%i] [2] [1] : tensor<31xf32>
        %ni = hir.add %ai, %wi : tensor<2xf32>, tensor<2xf32>
        hir.yield %ni : tensor<2xf32>
      }
      %rj = hir.grid_region %j = 0 to 10 step 5 iter_args(%bj = %b) -> (tensor<3xf32>) {
        %jk = arith.addi %j, %k : index
        %wj = hir.slice %x[%jk] [3] [1] : tensor<31xf32>
        %nj = hir.add %bj, %wj : tensor<3xf32>, tensor<3xf32>
        hir.yield %nj : tensor<3xf32>
      }
      %rw = hir.mesh_scope #cta at(%w) args(%p = %x, %o = %c) : (tensor<31xf32>, tensor<8xf32>) -> (tensor<8xf32>) {
        %c7 = arith.constant 7 : index
        %c2 = arith.constant 2 : index
        %at = arith.muli %w, %c7 : index
        %to = arith.muli %w, %c2 : index
        %ww = hir.slice %p[%at] [2] [1] : tensor<31xf32>
        %nw = hir.neg %ww : tensor<2xf32>
        %uw = hir.insert_slice %nw into %o[%to] : tensor<2xf32>, tensor<8xf32>
        hir.yield %uw : tensor<8xf32>
      }
      %c10 = arith.constant 10 : index
      %k10 = arith.muli %k, %c10 : index
      %wk = hir.slice %x[%k10] [1] [1] : tensor<31xf32>
      %nk = hir.add %d, %wk : tensor<1xf32>, tensor<1xf32>
      hir.yield %ri, %rj, %rw, %nk : tensor<2xf32>, tensor<3xf32>, tensor<8xf32>, tensor<1xf32>
    }
    return %ra, %rb, %rc, %rd : tensor<2xf32>, tensor<3xf32>, tensor<8xf32>, tensor<1xf32>
  }
  func.func @own(%x: tensor<12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6) : (6, 1)>, [split(0), broadcast], #uv>>>, %y: tensor<24xf32>) -> tensor<24xf32> {
    %r = hir.mesh_scope #uv at(%u, %v) args(%p = %x, %o = %y) : (tensor<12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6) : (6, 1)>, [split(0), broadcast], #uv>>>, tensor<24xf32>) -> (tensor<24xf32>) {
      %c12 = arith.constant 12 : index
      %c6 = arith.constant 6 : index
      %a = arith.muli %u, %c12 : index
      %b = arith.muli %v, %c6 : index
      %at = arith.addi %a, %b : index
      %l = hir.local %p at "cta" : tensor<12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6) : (6, 1)>, [split(0), broadcast], #uv>>>
      %n = hir.neg %l : tensor<6xf32>
      %e = hir.insert_slice %n into %o[%at] : tensor<6xf32>, tensor<24xf32>
      hir.yield %e : tensor<24xf32>
    }
    return %r : tensor<24xf32>
  }
}
