// `hir.quant`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @group(%x: tensor<5x20xf32>) {
  // expected-error @below {{'group' is 7, which does not divide the last axis of extent 20}}
  %r = hir.quant %x {group = 7} : tensor<5x20xf32>
  return
}

// -----

func.func @zero(%x: tensor<5x20xf32>) {
  // expected-error @below {{'group' is 0, which does not divide the last axis of extent 20}}
  %r = hir.quant %x {group = 0} : tensor<5x20xf32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>) {
  // expected-error @below {{operand 0 must have rank 1 or more}}
  %r = hir.quant %x : tensor<f32>
  return
}

// -----

func.func @integers(%x: tensor<128xi32>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.quant %x : tensor<128xi32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @symbolic(%x: tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>) {
  // expected-error @below {{the last axis must be static to be grouped; bind its dimension first}}
  %r = hir.quant %x : tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.quant %x : f32
  return
}
