// `hir.transpose`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @twice(%x: tensor<5x7xf32>) {
  // expected-error @below {{perm [0, 0] is no permutation of the 2 axes of operand 0}}
  %r = hir.transpose %x perm [0, 0] : tensor<5x7xf32>
  return
}

// -----

func.func @short(%x: tensor<5x7xf32>) {
  // expected-error @below {{perm [0] is no permutation of the 2 axes of operand 0}}
  %r = hir.transpose %x perm [0] : tensor<5x7xf32>
  return
}

// -----

func.func @outside(%x: tensor<5x7xf32>) {
  // expected-error @below {{perm [0, 2] is no permutation of the 2 axes of operand 0}}
  %r = hir.transpose %x perm [0, 2] : tensor<5x7xf32>
  return
}

// -----

func.func @alias(%x: tensor<5x7xf32>) {
  // expected-error @below {{perm [1, -1] is no permutation of the 2 axes of operand 0}}
  %r = hir.transpose %x perm [1, -1] : tensor<5x7xf32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.transpose %x perm [] : f32
  return
}
