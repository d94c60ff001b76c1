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
//
// RUN: tf-opt %s --tf-analyze='function=@ragged analysis=memory operands=true' | FileCheck %s --check-prefix=RAGGED
// @ragged: 2 positions take 3 of 5 rows of 8 B, 3 and 2; 3 indices choose all of them:
// 40 B in all, 24 B at most for one CTA. The update is read as far as it is written.
// RAGGED: %n = hir.index_select {{.*}}traffic=gmem:r64/w48@r48/w24 operands=0:r40/w0,1:r24/w0,result:r0/w48
// RAGGED: %u = hir.insert_slice {{.*}}traffic=gmem:r40/w40@r24/w24

#cta = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["w"]>
module @Unknown attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 2>]
} {
  func.func @ragged(%x: tensor<5x2xf32>, %i: tensor<3xi64>, %y: tensor<5x2xf32>) -> tensor<5x2xf32> {
    %r = hir.mesh_scope #cta at(%w) args(%p = %x, %j = %i, %o = %y) : (tensor<5x2xf32>, tensor<3xi64>, tensor<5x2xf32>) -> (tensor<5x2xf32>) {
      %c = arith.constant 3 : index
      %s = arith.muli %w, %c : index
      %t = hir.slice %p[%s, 0] [3, 2] [1, 1] : tensor<5x2xf32>
      %n = hir.index_select %t, %j {dim = 0} : tensor<3x2xf32>, tensor<3xi64>
      %u = hir.insert_slice %n into %o[%s, 0] : tensor<3x2xf32>, tensor<5x2xf32>
      hir.yield %u : tensor<5x2xf32>
    }
    return %r : tensor<5x2xf32>
  }
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
