// `hir.cast`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @target(%x: tensor<5xf32>) {
  // expected-error @below {{cannot cast to 'f64'; the element types are f32, f16, bf16, f8E4M3FN, f8E8M0FNU, f4E2M1FN, i32, i64,}}
  %r = hir.cast %x to f64 : tensor<5xf32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{needs a tensor operand; scalars are computed with 'arith'}}
  %r = hir.cast %x to bf16 : f32
  return
}
