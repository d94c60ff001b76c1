// `hir.cast`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<min>], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [dynamic, broadcast], #m>>
func.func @split(%x: tensor<4x9xf32, #e0>) -> tensor<4x9xbf16, #e0> {
  %r = hir.cast %x to bf16 : tensor<4x9xf32, #e0>
  return %r : tensor<4x9xbf16, #e0>
}
// Data movement passes any partial.
func.func @sum(%x: tensor<4x9xf32, #e1>) -> tensor<4x9xbf16, #e1> {
  %r = hir.cast %x to bf16 : tensor<4x9xf32, #e1>
  return %r : tensor<4x9xbf16, #e1>
}
// Data movement passes any partial.
func.func @max(%x: tensor<4x9xf32, #e2>) -> tensor<4x9xbf16, #e2> {
  %r = hir.cast %x to bf16 : tensor<4x9xf32, #e2>
  return %r : tensor<4x9xbf16, #e2>
}
// Data movement passes any partial.
func.func @min(%x: tensor<4x9xf32, #e3>) -> tensor<4x9xbf16, #e3> {
  %r = hir.cast %x to bf16 : tensor<4x9xf32, #e3>
  return %r : tensor<4x9xbf16, #e3>
}
func.func @dynamic(%x: tensor<4x9xf32, #e4>) -> tensor<4x9xbf16, #e4> {
  %r = hir.cast %x to bf16 : tensor<4x9xf32, #e4>
  return %r : tensor<4x9xbf16, #e4>
}
