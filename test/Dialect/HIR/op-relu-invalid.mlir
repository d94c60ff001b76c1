// `hir.relu`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar(%x: f32) {
  // expected-error @below {{needs a tensor operand; scalars are computed with 'arith'}}
  %r = hir.relu %x : f32
  return
}

// -----

func.func @outside_the_set(%x: tensor<5xf64>) {
  // expected-error @below {{operand 0 has element type 'f64'; the element types are f32, f16, bf16, f8E4M3FN, f8E8M0FNU, f4E2M1FN, i32, i64,}}
  %r = hir.relu %x : tensor<5xf64>
  return
}

// -----

func.func @no_dimension(%x: tensor<?xf32>) {
  // expected-error @below {{operand 0 has type 'tensor<?xf32>', in which a '?' has no dimension; name it with #hir.encoding<..., dims = [...]>}}
  %r = hir.relu %x : tensor<?xf32>
  return
}

// -----

func.func @truth(%x: tensor<5xi1>) {
  // expected-error @below {{operand 0 has element type 'i1', wanted a number (use 'hir.and', 'hir.or', 'hir.not' on i1)}}
  %r = hir.relu %x : tensor<5xi1>
  return
}
