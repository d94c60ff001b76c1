// `hir.rms_norm`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @weight(%x: tensor<5x7xf32>, %w: tensor<5xf32>) {
  // expected-error @below {{operand 1 must have the shape of the normalised axes [7], got [5]}}
  %r = hir.rms_norm %x, %w : tensor<5x7xf32>, tensor<5xf32>
  return
}

// -----

func.func @elements(%x: tensor<5x7xf32>, %w: tensor<7xbf16>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'bf16'}}
  %r = hir.rms_norm %x, %w : tensor<5x7xf32>, tensor<7xbf16>
  return
}

// -----

func.func @integers(%x: tensor<5x7xi32>, %w: tensor<7xi32>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.rms_norm %x, %w : tensor<5x7xi32>, tensor<7xi32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>, %w: tensor<f32>) {
  // expected-error @below {{axis -1 is outside a value of rank 0}}
  %r = hir.rms_norm %x, %w : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @scalar_weight(%x: tensor<7xf32>, %w: f32) {
  // expected-error @below {{operand 1 must be a tensor, got 'f32'}}
  %r = hir.rms_norm %x, %w : tensor<7xf32>, f32
  return
}
