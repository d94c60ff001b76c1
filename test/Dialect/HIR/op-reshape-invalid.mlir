// `hir.reshape`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @size(%x: tensor<5x7xf32>) {
  // expected-error @below {{cannot reshape [5, 7] of size 35 to [6, 6] of size 36}}
  %r = hir.reshape %x to [6, 6] : tensor<5x7xf32>
  return
}

// -----

func.func @negative(%x: tensor<5x7xf32>) {
  // expected-error @below {{an extent of the new shape is -1; extents are not negative}}
  %r = hir.reshape %x to [-1] : tensor<5x7xf32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @symbolic(%x: tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>) {
  // expected-error @below {{cannot reshape [n, 6] of size}}
  %r = hir.reshape %x to [6] : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.reshape %x to [1] : f32
  return
}

// -----

func.func @overflow(%x: tensor<0xf32>) {
  // expected-error @below {{does not fit in 64 bits}}
  %r = hir.reshape %x to [4611686018427387904, 4] : tensor<0xf32>
  return
}

// -----

func.func @extent(%x: tensor<6xf32>) {
  // expected-error @below {{expected an integer, #hir.dim or #hir.dim_expr as an extent, got "six"}}
  %r = hir.reshape %x to ["six"] : tensor<6xf32>
  return
}
