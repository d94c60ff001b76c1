// `hir.repeat_interleave`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @zero(%x: tensor<4xf32>) {
  // expected-error @below {{'repeats' is 0, wanted at least 1}}
  %r = hir.repeat_interleave %x {repeats = 0, axis = 0} : tensor<4xf32>
  return
}

// -----

func.func @axis(%x: tensor<4xf32>) {
  // expected-error @below {{axis 1 is outside a value of rank 1; use a number in [-1, 1)}}
  %r = hir.repeat_interleave %x {repeats = 2, axis = 1} : tensor<4xf32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.repeat_interleave %x {repeats = 2, axis = 0} : f32
  return
}

// -----

func.func @overflow(%x: tensor<4611686018427387904xf4E2M1FN>) {
  // expected-error @below {{the repeated extent of axis 0 has no form in 64 bits; bind the dimensions first}}
  %r = hir.repeat_interleave %x {repeats = 4, axis = 0} : tensor<4611686018427387904xf4E2M1FN>
  return
}
