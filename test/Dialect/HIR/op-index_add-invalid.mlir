// `hir.index_add`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @indices(%d: tensor<11x7xf32>, %i: tensor<4xi64>, %s: tensor<5x7xf32>) {
  // expected-error @below {{operand 2 has extent 5 on axis 0, wanted 4 from operand 1}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<4xi64>, tensor<5x7xf32>
  return
}

// -----

func.func @columns(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x6xf32>) {
  // expected-error @below {{operand 2 has extent 6 on axis 1, wanted 7 from operand 0}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x6xf32>
  return
}

// -----

func.func @rank(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5xf32>) {
  // expected-error @below {{operand 2 must have rank 2, got rank 1 [5]}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5xf32>
  return
}

// -----

func.func @index_rank(%d: tensor<11x7xf32>, %i: tensor<5x1xi64>, %s: tensor<5x7xf32>) {
  // expected-error @below {{operand 1 must have rank 1, got rank 2 [5, 1]}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5x1xi64>, tensor<5x7xf32>
  return
}

// -----

func.func @index_elements(%d: tensor<11x7xf32>, %i: tensor<5xf32>, %s: tensor<5x7xf32>) {
  // expected-error @below {{operand 1 must hold i32 or i64 indices, got 'f32'}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5xf32>, tensor<5x7xf32>
  return
}

// -----

func.func @elements(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xbf16>) {
  // expected-error @below {{operands 0 and 2 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xbf16>
  return
}

// -----

func.func @dim(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xf32>) {
  // expected-error @below {{dim -3 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.index_add %d, %i, %s {dim = -3} : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
  return
}
