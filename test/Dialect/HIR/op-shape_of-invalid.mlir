// `hir.shape_of`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.shape_of %x : f32
  return
}
