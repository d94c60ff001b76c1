// `hir.argmax`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @axis(%x: tensor<5xf32>) {
  // expected-error @below {{axis 1 is outside a value of rank 1; use a number in [-1, 1)}}
  %r = hir.argmax %x {axis = 1} : tensor<5xf32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>) {
  // expected-error @below {{axis -1 is outside a value of rank 0}}
  %r = hir.argmax %x : tensor<f32>
  return
}

// -----

func.func @truth(%x: tensor<5xi1>) {
  // expected-error @below {{operand 0 has element type i1, wanted a number}}
  %r = hir.argmax %x : tensor<5xi1>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.argmax %x : f32
  return
}
