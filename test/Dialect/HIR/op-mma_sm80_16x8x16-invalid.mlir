// `hir.mma_sm80_16x8x16`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @shape(%a: tensor<17x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have shape [16, 16], got [17, 16]}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<17x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @global(%a: tensor<16x16xbf16>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must live in 'smem' or 'rmem', got 'gmem'; reshard it first}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xbf16>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @tensor_memory(%a: tensor<16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<tmem>>) {
  // expected-error @below {{operand 1 must live in 'smem' or 'rmem', got 'tmem'; reshard it first}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<tmem>>
  return
}

// -----

func.func @rank(%a: tensor<1x16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have rank 2, got rank 3}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<1x16x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @integers(%a: tensor<16x16xi32, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xi32, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @elements(%a: tensor<16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xf16, #hir.encoding<smem>>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'bf16' and 'f16'}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xbf16, #hir.encoding<smem>>, tensor<16x8xf16, #hir.encoding<smem>>
  return
}

// -----

func.func @to(%a: tensor<16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{cannot produce 'i64'; 'to' names a floating-point element type}}
  %r = hir.mma_sm80_16x8x16 %a, %b to i64 : tensor<16x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}
