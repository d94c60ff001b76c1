// `hir.rope`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @rank(%q: tensor<3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 0 must have rank 4, got rank 3 [3, 4, 8]}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @batch(%q: tensor<1x3x4x8xbf16>, %k: tensor<2x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 1 disagree in batch: axis 0 of operand 0 has extent 1, axis 0 of operand 1 has 2}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<2x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @sequence(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x5x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 1 disagree in sequence}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x5x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @rotated(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x6xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 1 disagree in the rotated dimension}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x6xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @table(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x4xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 2 disagree in the rotated dimension: axis 3 of operand 0 has extent 8, axis 1 of operand 2 has 4}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x4xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @tables(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<12x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 2 and 3 disagree in table rows}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<12x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @positions(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<5xi64>) {
  // expected-error @below {{operands 0 and 4 disagree in sequence}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<5xi64>
  return
}

// -----

func.func @position_elements(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xf32>) {
  // expected-error @below {{operand 4 must hold i32 or i64 indices, got 'f32'}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xf32>
  return
}

// -----

func.func @position_rank(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<1x3xi64>) {
  // expected-error @below {{operand 4 must have rank 1, got rank 2 [1, 3]}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<1x3xi64>
  return
}

// -----

func.func @table_elements(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xf32>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 3 must have one element type, got 'bf16' and 'f32'}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xf32>, tensor<3xi64>
  return
}

// -----

func.func @integers(%q: tensor<1x3x4x8xi32>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xi32>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

func.func @storage(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16, #hir.encoding<smem>>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operands 0 and 2 must live in one storage, got 'gmem' and 'smem'}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16, #hir.encoding<smem>>, tensor<11x8xbf16>, tensor<3xi64>
  return
}
