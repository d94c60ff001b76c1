// `hir.cache_update`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @rank(%c: tensor<11x5xf32>, %p: index, %s: index, %n: tensor<7x5xf32>) {
  // expected-error @below {{operand 0 must have rank 4, got rank 2 [11, 5]}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<11x5xf32>, index, index, tensor<7x5xf32>
  return
}

// -----

func.func @position(%c: tensor<3x11x2x5xbf16>, %p: f32, %s: index, %n: tensor<3x7x2x5xbf16>) {
  // expected-error @below {{operand 1 must be an integer scalar, got 'f32'}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, f32, index, tensor<3x7x2x5xbf16>
  return
}

// -----

func.func @tensor_rows(%c: tensor<3x11x2x5xbf16>, %p: index, %s: tensor<1xi64>, %n: tensor<3x7x2x5xbf16>) {
  // expected-error @below {{operand 2 must be an integer scalar, got 'tensor<1xi64>'}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, tensor<1xi64>, tensor<3x7x2x5xbf16>
  return
}

// -----

func.func @truth(%c: tensor<3x11x2x5xbf16>, %p: i1, %s: index, %n: tensor<3x7x2x5xbf16>) {
  // expected-error @below {{operand 1 must be an integer scalar, got 'i1'}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, i1, index, tensor<3x7x2x5xbf16>
  return
}

// -----

func.func @heads(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x7x1x5xbf16>) {
  // expected-error @below {{operand 3 of shape [3, 7, 1, 5] must have the extents of the cache [3, 11, 2, 5] on every axis but 1}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x1x5xbf16>
  return
}

// -----

func.func @larger(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x12x2x5xbf16>) {
  // expected-error @below {{operand 3 of shape [3, 12, 2, 5] does not fit operand 0 of shape [3, 11, 2, 5] on axis 1}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x12x2x5xbf16>
  return
}

// -----

func.func @elements(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x7x2x5xf32>) {
  // expected-error @below {{operands 3 and 0 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x2x5xf32>
  return
}
