// `hir.full_like`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar(%t: f32) {
  // expected-error @below {{needs a tensor operand; scalars are computed with 'arith'}}
  %r = hir.full_like %t : f32
  return
}
