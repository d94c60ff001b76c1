// RUN: tf-opt %s -split-input-file -verify-diagnostics

// What the assembly of an op cannot say, its generic form can.

func.func @one(%x: tensor<1x3x17x19xf32>) -> tensor<1x5x17x19xf32> {
  // expected-error@+1 {{'hir.conv2d' op reads an input, weights and optionally a bias, got 1 operands}}
  %r = hir.conv2d %x : tensor<1x3x17x19xf32>
  return %r : tensor<1x5x17x19xf32>
}

// -----

func.func @four(%x: tensor<1x3x17x19xf32>, %w: tensor<5x3x1x1xf32>) -> tensor<1x5x17x19xf32> {
  // expected-error@+1 {{'hir.conv2d' op reads an input, weights and optionally a bias, got 4 operands}}
  %r = hir.conv2d %x, %w, %w, %w : tensor<1x3x17x19xf32>, tensor<5x3x1x1xf32>, tensor<5x3x1x1xf32>, tensor<5x3x1x1xf32>
  return %r : tensor<1x5x17x19xf32>
}

// -----

func.func @wide(%x: tensor<7x11xf32>) -> tensor<4x11xf32> {
  // expected-error@+2 {{'hir.slice' op failed to infer returned types}}
  // expected-error@+1 {{'hir.slice' op has the extent 18446744073709551620 : i128; an extent is an i64, a #hir.dim or a #hir.dim_expr}}
  %r = "hir.slice"(%x) <{static_starts = array<i64: 0, 0>, sizes = [18446744073709551620 : i128, 11 : i64], strides = array<i64: 1, 1>}> : (tensor<7x11xf32>) -> tensor<4x11xf32>
  return %r : tensor<4x11xf32>
}

// -----

func.func @text(%x: tensor<7x11xf32>) -> tensor<77xf32> {
  // expected-error@+2 {{'hir.reshape' op failed to infer returned types}}
  // expected-error@+1 {{'hir.reshape' op has the extent "a"; an extent is an i64, a #hir.dim or a #hir.dim_expr}}
  %r = "hir.reshape"(%x) <{shape = ["a"]}> : (tensor<7x11xf32>) -> tensor<77xf32>
  return %r : tensor<77xf32>
}
