// `hir.quant`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 21) : (42, 21, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3) : (6, 3, 1)>, [split(0), broadcast], #m>>
func.func @rows(%x: tensor<4x21xf32, #e0>) -> (tensor<4x21xf8E4M3FN, #e0>, tensor<4x3xf32, #e1>) {
  %r, %r1 = hir.quant %x {group = 7} : tensor<4x21xf32, #e0>
  return %r, %r1 : tensor<4x21xf8E4M3FN, #e0>, tensor<4x3xf32, #e1>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 7) : (21, 7, 1)>, [broadcast, split(1)], #m>>
func.func @groups(%x: tensor<4x21xf32, #e0>) {
  // expected-error @below {{result 1 is not walked one element at a time on axis 1, where operand 0 is split by mesh axis 'v'; reshard operand 0 first}}
  %r = hir.quant %x {group = 7} : tensor<4x21xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 21) : (21, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%x: tensor<4x21xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.quant %x {group = 7} : tensor<4x21xf32, #e0>
  return
}
