// `hir.arange`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar() {
  // expected-error @below {{makes a tensor, but its result type is 'i64'}}
  %r = hir.arange : i64
  return
}

// -----

func.func @rank() {
  // expected-error @below {{counts along one axis, but its result type is 'tensor<5x7xi64>'}}
  %r = hir.arange : tensor<5x7xi64>
  return
}
