// `hir.index_select`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3) : (3, 1)>, [split(0), broadcast], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 3, 3) : (27, 9, 3, 1)>, [split(0), split(2)], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
func.func @columns(%x: tensor<11x9xf32, #e0>, %i: tensor<5xi64>) -> tensor<5x9xf32, #e1> {
  %r = hir.index_select %x, %i : tensor<11x9xf32, #e0>, tensor<5xi64>
  return %r : tensor<5x9xf32, #e1>
}
func.func @indices(%x: tensor<11x9xf32>, %i: tensor<6xi64, #e2>) -> tensor<6x9xf32, #e3> {
  %r = hir.index_select %x, %i : tensor<11x9xf32>, tensor<6xi64, #e2>
  return %r : tensor<6x9xf32, #e3>
}
func.func @both(%x: tensor<11x9xf32, #e0>, %i: tensor<6xi64, #e2>) -> tensor<6x9xf32, #e4> {
  %r = hir.index_select %x, %i : tensor<11x9xf32, #e0>, tensor<6xi64, #e2>
  return %r : tensor<6x9xf32, #e4>
}
func.func @sum(%x: tensor<11x9xf32, #e5>, %i: tensor<5xi64>) -> tensor<5x9xf32, #e6> {
  %r = hir.index_select %x, %i : tensor<11x9xf32, #e5>, tensor<5xi64>
  return %r : tensor<5x9xf32, #e6>
}
func.func @max(%x: tensor<11x9xf32, #e7>, %i: tensor<5xi64>) -> tensor<5x9xf32, #e8> {
  %r = hir.index_select %x, %i : tensor<11x9xf32, #e7>, tensor<5xi64>
  return %r : tensor<5x9xf32, #e8>
}
func.func @min(%x: tensor<11x9xf32, #e9>, %i: tensor<5xi64>) -> tensor<5x9xf32, #e10> {
  %r = hir.index_select %x, %i : tensor<11x9xf32, #e9>, tensor<5xi64>
  return %r : tensor<5x9xf32, #e10>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6, 9) : (54, 9, 1)>, [split(0), broadcast], #m>>
func.func @rows(%x: tensor<12x9xf32, #e0>, %i: tensor<5xi64>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.index_select %x, %i : tensor<12x9xf32, #e0>, tensor<5xi64>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5) : (1)>, [broadcast, partial<max>], #m>>
func.func @partial_indices(%x: tensor<11x9xf32>, %i: tensor<5xi64, #e0>) {
  // expected-error @below {{operand 1 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.index_select %x, %i : tensor<11x9xf32>, tensor<5xi64, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 2, 3) : (6, 3, 1)>, [split(1), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3) : (3, 1)>, [split(0), broadcast], #m>>
func.func @one_axis(%x: tensor<11x6xf32, #e0>, %i: tensor<6xi64, #e1>) {
  // expected-error @below {{operands 0 and 1 use mesh axis 'u' for two different dimensions; reshard one of them first}}
  %r = hir.index_select %x, %i : tensor<11x6xf32, #e0>, tensor<6xi64, #e1>
  return
}
