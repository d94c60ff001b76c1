// `hir.insert_slice`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @larger(%u: tensor<12xf32>, %d: tensor<11xf32>, %i: index) {
  // expected-error @below {{operand 0 of shape [12] does not fit operand 1 of shape [11] on axis 0}}
  %r = hir.insert_slice %u into %d[%i] : tensor<12xf32>, tensor<11xf32>
  return
}

// -----

func.func @leaves(%u: tensor<5xf32>, %d: tensor<11xf32>) {
  // expected-error @below {{a window of 5 elements from 7 leaves axis 0 of extent 11}}
  %r = hir.insert_slice %u into %d[7] : tensor<5xf32>, tensor<11xf32>
  return
}

// -----

func.func @negative(%u: tensor<5xf32>, %d: tensor<11xf32>) {
  // expected-error @below {{start -2 is negative}}
  %r = hir.insert_slice %u into %d[-2] : tensor<5xf32>, tensor<11xf32>
  return
}

// -----

func.func @rank(%u: tensor<5xf32>, %d: tensor<11x5xf32>) {
  // expected-error @below {{operand 0 must have rank 2, got rank 1 [5]}}
  %r = hir.insert_slice %u into %d[0, 0] : tensor<5xf32>, tensor<11x5xf32>
  return
}

// -----

func.func @starts(%u: tensor<5xf32>, %d: tensor<11xf32>) {
  // expected-error @below {{needs one start per axis, got 2 for rank 1}}
  %r = hir.insert_slice %u into %d[0, 0] : tensor<5xf32>, tensor<11xf32>
  return
}

// -----

func.func @elements(%u: tensor<5xbf16>, %d: tensor<11xf32>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'bf16' and 'f32'; insert 'hir.cast'}}
  %r = hir.insert_slice %u into %d[0] : tensor<5xbf16>, tensor<11xf32>
  return
}

// -----

func.func @scalar(%u: f32, %d: tensor<11xf32>) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.insert_slice %u into %d[0] : f32, tensor<11xf32>
  return
}
