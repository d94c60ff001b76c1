// `hir.floordiv`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @broadcast(%a: tensor<5x7xi32>, %b: tensor<5xi32>) {
  // expected-error @below {{operand 1 of shape [5] does not broadcast: axis 0 has extent 5 where the other operands have 7}}
  %r = hir.floordiv %a, %b : tensor<5x7xi32>, tensor<5xi32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @symbolic(%a: tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<5x7xi32>) {
  // expected-error @below {{operand 1 of shape [5, 7] does not broadcast: axis 0 has extent 5 where the other operands have n}}
  %r = hir.floordiv %a, %b : tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, tensor<5x7xi32>
  return
}

// -----

func.func @elements(%a: tensor<5x7xf32>, %b: tensor<5x7xbf16>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.floordiv %a, %b : tensor<5x7xf32>, tensor<5x7xbf16>
  return
}

// -----

func.func @storage(%a: tensor<5x7xi32, #hir.encoding<smem>>, %b: tensor<7xi32>) {
  // expected-error @below {{operands 0 and 1 must live in one storage, got 'smem' and 'gmem'; 'hir.reshard' one of them}}
  %r = hir.floordiv %a, %b : tensor<5x7xi32, #hir.encoding<smem>>, tensor<7xi32>
  return
}

// -----

func.func @scalars(%a: i32, %b: i32) {
  // expected-error @below {{needs a tensor operand; scalars are computed with 'arith'}}
  %r = hir.floordiv %a, %b : i32, i32
  return
}

// -----

func.func @float(%a: tensor<5xf32>, %b: tensor<5xf32>) {
  // expected-error @below {{operand 0 has element type 'f32', wanted i32, i64 or index}}
  %r = hir.floordiv %a, %b : tensor<5xf32>, tensor<5xf32>
  return
}
