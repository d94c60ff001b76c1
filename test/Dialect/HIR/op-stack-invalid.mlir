// `hir.stack`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @shape(%a: tensor<5x7xf32>, %b: tensor<3x7xf32>) {
  // expected-error @below {{operands 0 and 1 of shapes [5, 7] and [3, 7] differ on axis 0}}
  %r = hir.stack %a, %b {axis = 0} : tensor<5x7xf32>, tensor<3x7xf32>
  return
}

// -----

func.func @axis(%a: tensor<5xf32>, %b: tensor<5xf32>) {
  // expected-error @below {{axis 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.stack %a, %b {axis = 2} : tensor<5xf32>, tensor<5xf32>
  return
}

// -----

func.func @scalar(%a: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.stack %a {axis = 0} : f32
  return
}

// -----

func.func @elements(%a: tensor<5xf32>, %b: tensor<5xi32>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'i32'; insert 'hir.cast'}}
  %r = hir.stack %a, %b {axis = 0} : tensor<5xf32>, tensor<5xi32>
  return
}
