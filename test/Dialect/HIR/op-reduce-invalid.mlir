// `hir.reduce`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @kind(%x: tensor<5xf32>) {
  // expected-error @below {{has the kind 'product'; the kinds are sum, mean, max, min, abs_max}}
  %r = hir.reduce product %x axes [0] : tensor<5xf32>
  return
}

// -----

func.func @axes(%x: tensor<5xf32>) {
  // expected-error @below {{needs at least one axis}}
  %r = hir.reduce sum %x axes [] : tensor<5xf32>
  return
}

// -----

func.func @outside(%x: tensor<5x7xf32>) {
  // expected-error @below {{reduced axis 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.reduce sum %x axes [2] : tensor<5x7xf32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>) {
  // expected-error @below {{reduced axis 0 is outside a value of rank 0}}
  %r = hir.reduce sum %x axes [0] : tensor<f32>
  return
}

// -----

func.func @twice(%x: tensor<5x7xf32>) {
  // expected-error @below {{axis 1 is listed twice}}
  %r = hir.reduce sum %x axes [1, -1] : tensor<5x7xf32>
  return
}

// -----

func.func @truth(%x: tensor<5xi1>) {
  // expected-error @below {{operand 0 has element type i1, wanted a number}}
  %r = hir.reduce max %x axes [0] : tensor<5xi1>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.reduce sum %x axes [0] : f32
  return
}
