// `hir.mma_sm80_16x8x16`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 8, 16) : (0, 16, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 8, 8) : (0, 8, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(16, 2, 8) : (8, 0, 1)>, [split(1), broadcast], #m>>
#e3 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(16, 8) : (8, 1)>, [partial<sum>, broadcast], #m>>
func.func @m(%a: tensor<16x16xbf16, #e0>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) -> tensor<16x8xf32, #e1> {
  %r = hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #e0>, tensor<16x8xbf16, #hir.encoding<smem>>
  return %r : tensor<16x8xf32, #e1>
}
func.func @k(%a: tensor<16x16xbf16, #e2>, %b: tensor<16x8xbf16, #e1>) -> tensor<16x8xf32, #e3> {
  %r = hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #e2>, tensor<16x8xbf16, #e1>
  return %r : tensor<16x8xf32, #e3>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(16, 16) : (16, 1)>, [broadcast, partial<max>], #m>>
func.func @max(%a: tensor<16x16xbf16, #e0>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xbf16, #e0>, tensor<16x8xbf16, #hir.encoding<smem>>
  return
}
