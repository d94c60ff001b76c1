// Starts known at run time only take the widest legal value: the choice, inside the
// op's own contract, that reaches most (ir.md 8; A2.1: a non-affine index keeps the
// widest legal access).
//
// RUN: tf-opt %s --tf-analyze='function=@one analysis=memory emit=json' | FileCheck %s --check-prefix=ONE
// RUN: tf-opt %s --tf-analyze='function=@each analysis=memory emit=json' | FileCheck %s --check-prefix=EACH
// RUN: tf-opt %s --tf-analyze='function=@rows analysis=memory emit=json' | FileCheck %s --check-prefix=ROWS
//
// By hand, x has 17 rows of 3 f32, 12 B each, and a window 4 rows, 48 B.
// @one: the start is one number over all 5 trips: 48 B touched, 240 without reuse.
// ONE: "buffer": "x{{(:[0-9]+)?}}"
// ONE-NEXT: "bytes": 48,
// ONE-NEXT: "device_bytes": 48,
// ONE-NEXT: "level": "gmem",
// ONE-NEXT: "repeated_bytes": 240
// ONE: "known": true
//
// @each: k * k is not affine and another number on each of the 5 trips: 20 rows, of
// which x has 17: 204 B touched, 240 without reuse.
// EACH: "buffer": "x{{(:[0-9]+)?}}"
// EACH-NEXT: "bytes": 204,
// EACH-NEXT: "device_bytes": 204,
// EACH-NEXT: "level": "gmem",
// EACH-NEXT: "repeated_bytes": 240
// EACH: "known": true
//
// @rows: 2 indices, the same on each trip, choose 2 of 17 rows: 24 B and 120 B.
// ROWS: "buffer": "x{{(:[0-9]+)?}}"
// ROWS-NEXT: "bytes": 24,
// ROWS-NEXT: "device_bytes": 24,
// ROWS-NEXT: "level": "gmem",
// ROWS-NEXT: "repeated_bytes": 120
// ROWS: "known": true

module @Unknown attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
  func.func @one(%x: tensor<17x3xf32>, %at: index, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %y) -> (tensor<4x3xf32>) {
      %w = hir.slice %x[%at, 0] [4, 3] [1, 1] : tensor<17x3xf32>
      %s = hir.add %acc, %w : tensor<4x3xf32>, tensor<4x3xf32>
      hir.yield %s : tensor<4x3xf32>
    }
    return %r : tensor<4x3xf32>
  }
  func.func @each(%x: tensor<17x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %y) -> (tensor<4x3xf32>) {
      %at = arith.muli %k, %k : index
      %w = hir.slice %x[%at, 0] [4, 3] [1, 1] : tensor<17x3xf32>
      %s = hir.add %acc, %w : tensor<4x3xf32>, tensor<4x3xf32>
      hir.yield %s : tensor<4x3xf32>
    }
    return %r : tensor<4x3xf32>
  }
  func.func @rows(%x: tensor<17x3xf32>, %ids: tensor<2xi64>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %y) -> (tensor<2x3xf32>) {
      %w = hir.index_select %x, %ids {dim = 0} : tensor<17x3xf32>, tensor<2xi64>
      %s = hir.add %acc, %w : tensor<2x3xf32>, tensor<2x3xf32>
      hir.yield %s : tensor<2x3xf32>
    }
    return %r : tensor<2x3xf32>
  }
}
