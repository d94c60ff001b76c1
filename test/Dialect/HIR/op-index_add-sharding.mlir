// `hir.index_add`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @columns(%d: tensor<11x9xf32, #e0>, %i: tensor<5xi64>, %s: tensor<5x9xf32, #e1>) -> tensor<11x9xf32, #e0> {
  %r = hir.index_add %d, %i, %s : tensor<11x9xf32, #e0>, tensor<5xi64>, tensor<5x9xf32, #e1>
  return %r : tensor<11x9xf32, #e0>
}
func.func @by_source(%d: tensor<11x9xf32>, %i: tensor<5xi64>, %s: tensor<5x9xf32, #e1>) -> tensor<11x9xf32, #e0> {
  %r = hir.index_add %d, %i, %s : tensor<11x9xf32>, tensor<5xi64>, tensor<5x9xf32, #e1>
  return %r : tensor<11x9xf32, #e0>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6, 9) : (54, 9, 1)>, [split(0), broadcast], #m>>
func.func @rows(%d: tensor<12x9xf32, #e0>, %i: tensor<5xi64>, %s: tensor<5x9xf32>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.index_add %d, %i, %s : tensor<12x9xf32, #e0>, tensor<5xi64>, tensor<5x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
func.func @source_rows(%d: tensor<12x9xf32>, %i: tensor<6xi64>, %s: tensor<6x9xf32, #e0>) {
  // expected-error @below {{result 0 is not walked one element at a time on axis 0, where operand 2 is split by mesh axis 'u'; reshard operand 2 first}}
  %r = hir.index_add %d, %i, %s : tensor<12x9xf32>, tensor<6xi64>, tensor<6x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(12, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%d: tensor<12x9xf32, #e0>, %i: tensor<5xi64>, %s: tensor<5x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.index_add %d, %i, %s : tensor<12x9xf32, #e0>, tensor<5xi64>, tensor<5x9xf32, #e1>
  return
}
