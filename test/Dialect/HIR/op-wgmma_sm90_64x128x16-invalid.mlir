// `hir.wgmma_sm90_64x128x16`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @shape(%a: tensor<65x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have shape [64, 16], got [65, 16]}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<65x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @global(%a: tensor<64x16xbf16>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must live in 'smem' or 'rmem', got 'gmem'; reshard it first}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xbf16>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @tensor_memory(%a: tensor<64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<tmem>>) {
  // expected-error @below {{operand 1 must live in 'smem' or 'rmem', got 'tmem'; reshard it first}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<tmem>>
  return
}

// -----

func.func @rank(%a: tensor<1x64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have rank 2, got rank 3}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<1x64x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @integers(%a: tensor<64x16xi32, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xi32, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}

// -----

func.func @elements(%a: tensor<64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xf16, #hir.encoding<smem>>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'bf16' and 'f16'}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xbf16, #hir.encoding<smem>>, tensor<16x128xf16, #hir.encoding<smem>>
  return
}

// -----

func.func @to(%a: tensor<64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{cannot produce 'i64'; 'to' names a floating-point element type}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b to i64 : tensor<64x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}
