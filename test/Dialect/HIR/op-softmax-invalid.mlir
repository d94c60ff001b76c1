// `hir.softmax`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @axis(%x: tensor<5x7xf32>) {
  // expected-error @below {{axis 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.softmax %x {axis = 2} : tensor<5x7xf32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>) {
  // expected-error @below {{axis -1 is outside a value of rank 0}}
  %r = hir.softmax %x : tensor<f32>
  return
}

// -----

func.func @integers(%x: tensor<5xi32>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'; insert 'hir.cast'}}
  %r = hir.softmax %x : tensor<5xi32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.softmax %x : f32
  return
}
