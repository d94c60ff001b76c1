// `hir.where`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @condition(%c: tensor<7xi32>, %a: tensor<7xf32>, %b: tensor<7xf32>) {
  // expected-error @below {{operand 0, the condition, has element type 'i32', wanted i1}}
  %r = hir.where %c, %a, %b : tensor<7xi32>, tensor<7xf32>, tensor<7xf32>
  return
}

// -----

func.func @elements(%c: tensor<7xi1>, %a: tensor<7xf32>, %b: tensor<7xbf16>) {
  // expected-error @below {{operands 1 and 2 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.where %c, %a, %b : tensor<7xi1>, tensor<7xf32>, tensor<7xbf16>
  return
}

// -----

func.func @shape(%c: tensor<5xi1>, %a: tensor<7xf32>, %b: tensor<7xf32>) {
  // expected-error @below {{operand 1 of shape [7] does not broadcast: axis 0 has extent 7 where the other operands have 5}}
  %r = hir.where %c, %a, %b : tensor<5xi1>, tensor<7xf32>, tensor<7xf32>
  return
}

// -----

func.func @scalars(%c: i1, %a: f32, %b: f32) {
  // expected-error @below {{needs a tensor operand; scalars are computed with 'arith'}}
  %r = hir.where %c, %a, %b : i1, f32, f32
  return
}

// -----

func.func @storage(%c: tensor<7xi1, #hir.encoding<smem>>, %a: tensor<7xf32, #hir.encoding<rmem>>, %b: tensor<7xf32, #hir.encoding<rmem>>) {
  // expected-error @below {{operands 0 and 1 must live in one storage, got 'smem' and 'rmem'; 'hir.reshard' one of them}}
  %r = hir.where %c, %a, %b : tensor<7xi1, #hir.encoding<smem>>, tensor<7xf32, #hir.encoding<rmem>>, tensor<7xf32, #hir.encoding<rmem>>
  return
}
