// `hir.split`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @divide(%x: tensor<7xf32>) {
  // expected-error @below {{'num' is 2, which does not divide axis 0 of extent 7}}
  %r = hir.split %x {axis = 0, num = 2} : tensor<7xf32>
  return
}

// -----

func.func @zero(%x: tensor<7xf32>) {
  // expected-error @below {{'num' is 0, which does not divide axis 0 of extent 7}}
  %r = hir.split %x {axis = 0, num = 0} : tensor<7xf32>
  return
}

// -----

func.func @parts(%x: tensor<4611686018427387904xf32>) {
  // expected-error @below {{'num' is 4611686018427387904; a split makes at most 1048576 parts, so reshape or slice instead}}
  %r = hir.split %x {axis = 0, num = 4611686018427387904} : tensor<4611686018427387904xf32>
  return
}

// -----

func.func @axis(%x: tensor<7xf32>) {
  // expected-error @below {{axis 1 is outside a value of rank 1; use a number in [-1, 1)}}
  %r = hir.split %x {axis = 1, num = 1} : tensor<7xf32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) {
  // expected-error @below {{axis 0 must be static to be cut; bind its dimension first}}
  %r = hir.split %x {axis = 0, num = 2} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.split %x {axis = 0, num = 1} : f32
  return
}
