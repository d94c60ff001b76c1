// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s

// An index that a scope or loop yields, and one that was cast or divided rounding up, is placed
// exactly (ir.md 8). Each window has 3 rows of 5 elements, 60 B, and %k runs over 0 .. 6; an
// index known at run time only would choose 7 windows apart, 420 B.
#cta = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["c"]>

// CHECK: "loops": [
// Starts ceil(k / 2) = 0 1 1 2 2 3 3: rows 0 to 5, 6 * 5 * 4 = 120 B.
// CHECK: "buffer": "ceil:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 120,
// Starts k, through i32, i8 and i64: rows 0 to 8, 9 * 5 * 4 = 180 B.
// CHECK: "buffer": "narrow:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 180,
// The last trip's number is 4, whatever %k is: 3 * 5 * 4 = 60 B.
// CHECK: "buffer": "of_loop:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 60,
// Starts 2k: rows 0 to 14, 15 * 5 * 4 = 300 B.
// CHECK: "buffer": "of_scope:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 300,
// 50k does not stay within an i8 (50 * 3 = 150): unknown, 7 windows.
// CHECK: "buffer": "wraps:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 420,
module @Indices attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 2>], hir.entry = @f} {
  func.func @f(%of_scope: tensor<41x5xf32>, %of_loop: tensor<41x5xf32>, %ceil: tensor<41x5xf32>, %narrow: tensor<41x5xf32>, %wraps: tensor<41x5xf32>, %b: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c50 = arith.constant 50 : index
    %r = hir.grid_region %k = 0 to 7 step 1 iter_args(%acc = %b) -> (tensor<3x5xf32>) {
      %i0 = hir.mesh_scope #cta at(%c) args(%kk = %k) : (index) -> (index) {
        %twice = affine.apply affine_map<(d0) -> (d0 * 2)>(%kk)
        hir.yield %twice : index
      }
      %w0 = hir.slice %of_scope[%i0, 0] [3, 5] [1, 1] : tensor<41x5xf32>
      %i1, %kept = hir.grid_region %j = 0 to 5 step 2 iter_args(%at = %c0, %same = %c0) -> (index, index) {
        hir.yield %j, %same : index, index
      }
      %i1k = arith.addi %i1, %kept : index
      %w1 = hir.slice %of_loop[%i1k, 0] [3, 5] [1, 1] : tensor<41x5xf32>
      %i2 = arith.ceildivui %k, %c2 : index
      %w2 = hir.slice %ceil[%i2, 0] [3, 5] [1, 1] : tensor<41x5xf32>
      %k32 = arith.index_castui %k : index to i32
      %k8 = arith.trunci %k32 : i32 to i8
      %k64 = arith.extui %k8 : i8 to i64
      %i3 = arith.index_cast %k64 : i64 to index
      %w3 = hir.slice %narrow[%i3, 0] [3, 5] [1, 1] : tensor<41x5xf32>
      %far = arith.muli %k, %c50 : index
      %far8 = arith.index_cast %far : index to i8
      %i4 = arith.index_cast %far8 : i8 to index
      %w4 = hir.slice %wraps[%i4, 0] [3, 5] [1, 1] : tensor<41x5xf32>
      %s0 = hir.add %w0, %w1 : tensor<3x5xf32>, tensor<3x5xf32>
      %s1 = hir.add %w2, %w3 : tensor<3x5xf32>, tensor<3x5xf32>
      %s2 = hir.add %s0, %s1 : tensor<3x5xf32>, tensor<3x5xf32>
      %s3 = hir.add %s2, %w4 : tensor<3x5xf32>, tensor<3x5xf32>
      hir.yield %s3 : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}
