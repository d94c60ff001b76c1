// `hir.concat`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @shape(%a: tensor<5x7xf32>, %b: tensor<3x6xf32>) {
  // expected-error @below {{operands 0 and 1 of shapes [5, 7] and [3, 6] differ on axis 1}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5x7xf32>, tensor<3x6xf32>
  return
}

// -----

func.func @rank(%a: tensor<5x7xf32>, %b: tensor<7xf32>) {
  // expected-error @below {{operand 1 must have rank 2, got rank 1 [7]}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5x7xf32>, tensor<7xf32>
  return
}

// -----

func.func @axis(%a: tensor<5x7xf32>, %b: tensor<3x7xf32>) {
  // expected-error @below {{axis 2 is outside a value of rank 2; use a number in [-2, 2)}}
  %r = hir.concat %a, %b {axis = 2} : tensor<5x7xf32>, tensor<3x7xf32>
  return
}

// -----

func.func @rank0(%a: tensor<f32>, %b: tensor<f32>) {
  // expected-error @below {{axis 0 is outside a value of rank 0}}
  %r = hir.concat %a, %b {axis = 0} : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @elements(%a: tensor<5xf32>, %b: tensor<3xbf16>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5xf32>, tensor<3xbf16>
  return
}

// -----

func.func @scalar(%a: f32, %b: tensor<5xf32>) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.concat %a, %b {axis = 0} : f32, tensor<5xf32>
  return
}

// -----

func.func @storage(%a: tensor<5xf32, #hir.encoding<smem>>, %b: tensor<5xf32>) {
  // expected-error @below {{operands 0 and 1 must live in one storage, got 'smem' and 'gmem'}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5xf32, #hir.encoding<smem>>, tensor<5xf32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @form(%a: tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<min affine_map<()[s0] -> (8, s0)>, [#n]>]>>, %b: tensor<5xf32>) {
  // expected-error @below {{the joined extent of axis 0 has no form; bind the dimensions first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<min affine_map<()[s0] -> (8, s0)>, [#n]>]>>, tensor<5xf32>
  return
}
