// `hir.insert_slice`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 3, 3) : (3, 0, 1)>, [broadcast, split(1)], #m>>
func.func @other_axis(%u: tensor<2x9xf32, #e0>, %d: tensor<4x9xf32, #e1>, %i: index) -> tensor<4x9xf32, #e1> {
  %r = hir.insert_slice %u into %d[%i, 0] : tensor<2x9xf32, #e0>, tensor<4x9xf32, #e1>
  return %r : tensor<4x9xf32, #e1>
}
func.func @from_registers(%u: tensor<2x9xf32, #e2>, %d: tensor<4x9xf32, #e1>) -> tensor<4x9xf32, #e1> {
  %r = hir.insert_slice %u into %d[1, 0] : tensor<2x9xf32, #e2>, tensor<4x9xf32, #e1>
  return %r : tensor<4x9xf32, #e1>
}
func.func @update_split(%u: tensor<2x9xf32, #e0>, %d: tensor<4x9xf32>) -> tensor<4x9xf32, #e1> {
  %r = hir.insert_slice %u into %d[1, 0] : tensor<2x9xf32, #e0>, tensor<4x9xf32>
  return %r : tensor<4x9xf32, #e1>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @windowed_axis(%u: tensor<2x9xf32>, %d: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 1 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 1 first}}
  %r = hir.insert_slice %u into %d[1, 0] : tensor<2x9xf32>, tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 9) : (9, 1)>, [split(0), broadcast], #m>>
func.func @windowed_update(%u: tensor<2x9xf32, #e0>, %d: tensor<4x9xf32>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.insert_slice %u into %d[1, 0] : tensor<2x9xf32, #e0>, tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%u: tensor<2x9xf32, #e0>, %d: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.insert_slice %u into %d[1, 0] : tensor<2x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#n = #hir.dim<"n", 1, 5>
#n4 = #hir.dim_expr<affine_map<()[n] -> (n * 4)>, [#n]>
#n8 = #hir.dim_expr<affine_map<()[n] -> (n * 8)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#open = #hir.encoding<gmem, dims = [#n]>
#open4 = #hir.encoding<gmem, dims = [#n4]>
#split = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n) : (#n, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_window(%u: tensor<?xf32, #open>, %x: tensor<?xf32, #split>) {
  // expected-error @below {{operand 1 is split on axis 0 by mesh axis 't', which this op does not walk one element at a time; reshard operand 1 first}}
  %r = hir.insert_slice %u into %x[0] : tensor<?xf32, #open>, tensor<?xf32, #split>
  return
}

// -----

#n = #hir.dim<"n", 1, 5>
#n4 = #hir.dim_expr<affine_map<()[n] -> (n * 4)>, [#n]>
#n8 = #hir.dim_expr<affine_map<()[n] -> (n * 8)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#open = #hir.encoding<gmem, dims = [#n]>
#open4 = #hir.encoding<gmem, dims = [#n4]>
#split = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n) : (#n, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_whole(%u: tensor<?xf32, #open4>, %x: tensor<?xf32, #split>) -> tensor<?xf32, #split> {
  %r = hir.insert_slice %u into %x[0] : tensor<?xf32, #open4>, tensor<?xf32, #split>
  return %r : tensor<?xf32, #split>
}
