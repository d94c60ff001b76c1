// `hir.where`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 1) : (2, 1, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3) : (3, 1)>, [broadcast, split(0)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
func.func @split(%c: tensor<4x9xi1, #e0>, %a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32>) -> tensor<4x9xf32, #e0> {
  %r = hir.where %c, %a, %b : tensor<4x9xi1, #e0>, tensor<4x9xf32, #e0>, tensor<4x9xf32>
  return %r : tensor<4x9xf32, #e0>
}
func.func @two_axes(%c: tensor<4x1xi1, #e1>, %a: tensor<9xf32, #e2>, %b: f32) -> tensor<4x9xf32, #e3> {
  %r = hir.where %c, %a, %b : tensor<4x1xi1, #e1>, tensor<9xf32, #e2>, f32
  return %r : tensor<4x9xf32, #e3>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%c: tensor<4x9xi1>, %a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 1 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.where %c, %a, %b : tensor<4x9xi1>, tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @partial_condition(%c: tensor<4x9xi1, #e0>, %a: tensor<4x9xf32>, %b: tensor<4x9xf32>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.where %c, %a, %b : tensor<4x9xi1, #e0>, tensor<4x9xf32>, tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 9) : (18, 9, 1)>, [broadcast, split(0)], #m>>
func.func @conflict(%c: tensor<6x9xi1, #e0>, %a: tensor<6x9xf32, #e1>, %b: tensor<6x9xf32>) {
  // expected-error @below {{operands 0 and 1 split one dimension by different mesh axes, 'u' and 'v'; reshard one of them first}}
  %r = hir.where %c, %a, %b : tensor<6x9xi1, #e0>, tensor<6x9xf32, #e1>, tensor<6x9xf32>
  return
}
