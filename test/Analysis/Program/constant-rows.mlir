// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s
// RUN: not tf-opt %S/Inputs/too-many-rows.mlir 2>&1 | FileCheck %s --check-prefix=MANY

// The count of a cache_update is a constant through a scope's argument, and where arithmetic
// on constants makes it (ir.md 7): 3 of the 4 rows, 3 * 2 * 5 * 4 = 120 B; 1 + 1 rows,
// 2 * 2 * 5 * 4 = 80 B; read from %new and written once, whatever the position. 200 in all.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>

// CHECK: "function_records"
// CHECK: "whole": {
// CHECK-NEXT: "gmem": {
// CHECK-NEXT: "read": 200,
// CHECK-NEXT: "write": 200
// MANY: 'hir.cache_update' op writes 5 rows, but operand 3 has 4
module @Rows attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%cache: tensor<1x16x2x5xf32>, %new: tensor<1x4x2x5xf32>, %pos: i32) -> tensor<1x16x2x5xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.addi %c1, %c1 : index
    %c3 = affine.apply affine_map<() -> (3)>()
    %z = hir.mesh_scope #cta at(%c) args(%ca = %cache, %n = %new, %p = %pos, %two = %c2, %three = %c3) : (tensor<1x16x2x5xf32>, tensor<1x4x2x5xf32>, i32, index, index) -> (tensor<1x16x2x5xf32>) {
      %u = hir.cache_update %ca, %p, %three, %n : tensor<1x16x2x5xf32>, i32, index, tensor<1x4x2x5xf32>
      %v = hir.cache_update %u, %p, %two, %n : tensor<1x16x2x5xf32>, i32, index, tensor<1x4x2x5xf32>
      hir.yield %v : tensor<1x16x2x5xf32>
    }
    return %z : tensor<1x16x2x5xf32>
  }
}
