// `hir.layer_norm`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @weight(%x: tensor<3x5x7xf32>, %w: tensor<7xf32>, %b: tensor<5x7xf32>) {
  // expected-error @below {{operand 1 must have the shape of the normalised axes [5, 7], got [7]}}
  %r = hir.layer_norm %x, %w, %b {axis = 1} : tensor<3x5x7xf32>, tensor<7xf32>, tensor<5x7xf32>
  return
}

// -----

func.func @bias(%x: tensor<5x7xf32>, %w: tensor<7xf32>, %b: tensor<5xf32>) {
  // expected-error @below {{operand 2 must have the shape of the normalised axes [7], got [5]}}
  %r = hir.layer_norm %x, %w, %b : tensor<5x7xf32>, tensor<7xf32>, tensor<5xf32>
  return
}

// -----

func.func @axis(%x: tensor<5x7xf32>, %w: tensor<7xf32>, %b: tensor<7xf32>) {
  // expected-error @below {{axis 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.layer_norm %x, %w, %b {axis = 2} : tensor<5x7xf32>, tensor<7xf32>, tensor<7xf32>
  return
}

// -----

func.func @elements(%x: tensor<5x7xf32>, %w: tensor<7xf32>, %b: tensor<7xbf16>) {
  // expected-error @below {{operands 0 and 2 must have one element type, got 'f32' and 'bf16'}}
  %r = hir.layer_norm %x, %w, %b : tensor<5x7xf32>, tensor<7xf32>, tensor<7xbf16>
  return
}
