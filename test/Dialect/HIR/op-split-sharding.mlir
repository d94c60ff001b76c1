// `hir.split`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 3, 3) : (9, 3, 1)>, [partial<sum>, split(1)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [partial<sum>, split(1)], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 3, 3) : (9, 3, 1)>, [partial<max>, split(1)], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [partial<max>, split(1)], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 3, 3) : (9, 3, 1)>, [partial<min>, split(1)], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [partial<min>, split(1)], #m>>
func.func @other_axis(%x: tensor<6x9xf32, #e0>) -> (tensor<3x9xf32, #e1>, tensor<3x9xf32, #e1>) {
  %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6x9xf32, #e0>
  return %r, %r1 : tensor<3x9xf32, #e1>, tensor<3x9xf32, #e1>
}
func.func @sum(%x: tensor<6x9xf32, #e2>) -> (tensor<3x9xf32, #e3>, tensor<3x9xf32, #e3>) {
  %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6x9xf32, #e2>
  return %r, %r1 : tensor<3x9xf32, #e3>, tensor<3x9xf32, #e3>
}
func.func @max(%x: tensor<6x9xf32, #e4>) -> (tensor<3x9xf32, #e5>, tensor<3x9xf32, #e5>) {
  %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6x9xf32, #e4>
  return %r, %r1 : tensor<3x9xf32, #e5>, tensor<3x9xf32, #e5>
}
func.func @min(%x: tensor<6x9xf32, #e6>) -> (tensor<3x9xf32, #e7>, tensor<3x9xf32, #e7>) {
  %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6x9xf32, #e6>
  return %r, %r1 : tensor<3x9xf32, #e7>, tensor<3x9xf32, #e7>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
func.func @cut_axis(%x: tensor<6x9xf32, #e0>) {
  // expected-error @below {{result 1 is not walked one element at a time on axis 0, where operand 0 is split by mesh axis 'u'; reshard operand 0 first}}
  %r = hir.split %x {axis = 0, num = 3} : tensor<6x9xf32, #e0>
  return
}
