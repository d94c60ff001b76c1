// `hir.stack`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 2, 9) : (36, 18, 9, 1)>, [split(1), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3, 2) : (18, 6, 2, 1)>, [broadcast, split(1)], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 9) : (36, 9, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 9) : (36, 9, 1)>, [broadcast, partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 9) : (36, 9, 1)>, [broadcast, partial<min>], #m>>
func.func @split(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) -> tensor<2x4x9xf32, #e1> {
  %r = hir.stack %a, %b {axis = 0} : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return %r : tensor<2x4x9xf32, #e1>
}
func.func @one_split(%a: tensor<4x9xf32>, %b: tensor<4x9xf32, #e2>) -> tensor<4x9x2xf32, #e3> {
  %r = hir.stack %a, %b {axis = 2} : tensor<4x9xf32>, tensor<4x9xf32, #e2>
  return %r : tensor<4x9x2xf32, #e3>
}
func.func @sum(%a: tensor<4x9xf32, #e4>, %b: tensor<4x9xf32, #e4>) -> tensor<2x4x9xf32, #e5> {
  %r = hir.stack %a, %b {axis = 0} : tensor<4x9xf32, #e4>, tensor<4x9xf32, #e4>
  return %r : tensor<2x4x9xf32, #e5>
}
func.func @max(%a: tensor<4x9xf32, #e6>, %b: tensor<4x9xf32, #e6>) -> tensor<2x4x9xf32, #e7> {
  %r = hir.stack %a, %b {axis = 0} : tensor<4x9xf32, #e6>, tensor<4x9xf32, #e6>
  return %r : tensor<2x4x9xf32, #e7>
}
func.func @min(%a: tensor<4x9xf32, #e8>, %b: tensor<4x9xf32, #e8>) -> tensor<2x4x9xf32, #e9> {
  %r = hir.stack %a, %b {axis = 0} : tensor<4x9xf32, #e8>, tensor<4x9xf32, #e8>
  return %r : tensor<2x4x9xf32, #e9>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @sum_and_whole(%a: tensor<5x9xf32>, %b: tensor<5x9xf32, #e0>) {
  // expected-error @below {{operand 1 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.stack %a, %b {axis = 0} : tensor<5x9xf32>, tensor<5x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 9) : (18, 9, 1)>, [broadcast, split(0)], #m>>
func.func @conflict(%a: tensor<6x9xf32, #e0>, %b: tensor<6x9xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 split one dimension by different mesh axes, 'u' and 'v'; reshard one of them first}}
  %r = hir.stack %a, %b {axis = 0} : tensor<6x9xf32, #e0>, tensor<6x9xf32, #e1>
  return
}
