// `hir.layer_norm`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @rows(%x: tensor<4x9xf32, #e0>, %w: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<4x9xf32, #e0> {
  %r = hir.layer_norm %x, %w, %b : tensor<4x9xf32, #e0>, tensor<9xf32>, tensor<9xf32>
  return %r : tensor<4x9xf32, #e0>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 2, 2, 9) : (36, 18, 9, 1)>, [split(1), broadcast], #m>>
func.func @split(%x: tensor<6x4x9xf32, #e0>, %w: tensor<4x9xf32>, %b: tensor<4x9xf32>) {
  // expected-error @below {{operand 0 is split on axis 1 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.layer_norm %x, %w, %b {axis = 1} : tensor<6x4x9xf32, #e0>, tensor<4x9xf32>, tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3) : (3, 1)>, [broadcast, split(0)], #m>>
func.func @bias(%x: tensor<4x9xf32>, %w: tensor<9xf32>, %b: tensor<9xf32, #e0>) {
  // expected-error @below {{operand 2 is split on axis 0 by mesh axis 'v', which this op does not walk one element at a time; reshard operand 2 first}}
  %r = hir.layer_norm %x, %w, %b : tensor<4x9xf32>, tensor<9xf32>, tensor<9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%x: tensor<4x9xf32, #e0>, %w: tensor<9xf32>, %b: tensor<9xf32>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.layer_norm %x, %w, %b : tensor<4x9xf32, #e0>, tensor<9xf32>, tensor<9xf32>
  return
}
