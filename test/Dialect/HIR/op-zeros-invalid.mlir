// `hir.zeros`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar() {
  // expected-error @below {{makes a tensor, but its result type is 'f32'}}
  %r = hir.zeros : f32
  return
}

// -----

func.func @elements() {
  // expected-error @below {{result 0 has element type 'f64'; the element types are}}
  %r = hir.zeros : tensor<5xf64>
  return
}

// -----

func.func @dimension() {
  // expected-error @below {{result 0 has type 'tensor<?xf32>', in which a '?' has no dimension}}
  %r = hir.zeros : tensor<?xf32>
  return
}

// -----

func.func @unranked() {
  // expected-error @below {{result 0 has type 'tensor<*xf32>'; a tensor needs a rank}}
  %r = hir.zeros : tensor<*xf32>
  return
}
