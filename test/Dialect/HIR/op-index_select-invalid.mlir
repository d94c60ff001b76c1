// `hir.index_select`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @rank(%x: tensor<11x7xf32>, %i: tensor<5x1xi64>) {
  // expected-error @below {{operand 1 must have rank 1, got rank 2 [5, 1]}}
  %r = hir.index_select %x, %i : tensor<11x7xf32>, tensor<5x1xi64>
  return
}

// -----

func.func @elements(%x: tensor<11x7xf32>, %i: tensor<5xf32>) {
  // expected-error @below {{operand 1 must hold i32 or i64 indices, got 'f32'}}
  %r = hir.index_select %x, %i : tensor<11x7xf32>, tensor<5xf32>
  return
}

// -----

func.func @dim(%x: tensor<11x7xf32>, %i: tensor<5xi64>) {
  // expected-error @below {{dim 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.index_select %x, %i {dim = 2} : tensor<11x7xf32>, tensor<5xi64>
  return
}

// -----

func.func @rank0(%x: tensor<f32>, %i: tensor<5xi64>) {
  // expected-error @below {{dim 0 is outside a value of rank 0}}
  %r = hir.index_select %x, %i : tensor<f32>, tensor<5xi64>
  return
}

// -----

func.func @scalar(%x: f32, %i: tensor<5xi64>) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.index_select %x, %i : f32, tensor<5xi64>
  return
}

// -----

func.func @scalar_index(%x: tensor<11xf32>, %i: i64) {
  // expected-error @below {{operand 1 must be a tensor, got 'i64'}}
  %r = hir.index_select %x, %i : tensor<11xf32>, i64
  return
}
