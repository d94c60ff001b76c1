// `hir.slice`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @leaves(%x: tensor<11xf32>) {
  // expected-error @below {{a window of 5 elements from 7 with stride 1 leaves axis 0 of extent 11}}
  %r = hir.slice %x[7] [5] [1] : tensor<11xf32>
  return
}

// -----

func.func @stride_leaves(%x: tensor<11xf32>) {
  // expected-error @below {{a window of 6 elements from 1 with stride 2 leaves axis 0 of extent 11}}
  %r = hir.slice %x[1] [6] [2] : tensor<11xf32>
  return
}

// -----

func.func @larger(%x: tensor<11xf32>, %i: index) {
  // expected-error @below {{a window of 12 elements does not fit axis 0 of extent 11}}
  %r = hir.slice %x[%i] [12] [1] : tensor<11xf32>
  return
}

// -----

func.func @negative(%x: tensor<11xf32>) {
  // expected-error @below {{start -1 is negative; windows start inside the tensor}}
  %r = hir.slice %x[-1] [5] [1] : tensor<11xf32>
  return
}

// -----

func.func @zero_stride(%x: tensor<11xf32>) {
  // expected-error @below {{stride 0 of axis 0 must be at least 1}}
  %r = hir.slice %x[0] [5] [0] : tensor<11xf32>
  return
}

// -----

func.func @negative_size(%x: tensor<11xf32>) {
  // expected-error @below {{size -5 of axis 0 must not be negative}}
  %r = hir.slice %x[0] [-5] [1] : tensor<11xf32>
  return
}

// -----

func.func @starts(%x: tensor<11x13xf32>) {
  // expected-error @below {{needs one start per axis, got 1 for rank 2}}
  %r = hir.slice %x[0] [5, 5] [1, 1] : tensor<11x13xf32>
  return
}

// -----

func.func @sizes(%x: tensor<11x13xf32>) {
  // expected-error @below {{needs one size and one stride per axis, got 1 and 2 for rank 2}}
  %r = hir.slice %x[0, 0] [5] [1, 1] : tensor<11x13xf32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.slice %x[] [] [] : f32
  return
}
