// `hir.wgmma_sm90_64x128x16`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 32, 16) : (0, 16, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 32, 128) : (0, 128, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(64, 2, 8) : (8, 0, 1)>, [split(1), broadcast], #m>>
#e3 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 8, 128) : (0, 128, 1)>, [split(0), broadcast], #m>>
#e4 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(64, 128) : (128, 1)>, [partial<sum>, broadcast], #m>>
func.func @m(%a: tensor<64x16xbf16, #e0>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) -> tensor<64x128xf32, #e1> {
  %r = hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #e0>, tensor<16x128xbf16, #hir.encoding<smem>>
  return %r : tensor<64x128xf32, #e1>
}
func.func @k(%a: tensor<64x16xbf16, #e2>, %b: tensor<16x128xbf16, #e3>) -> tensor<64x128xf32, #e4> {
  %r = hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #e2>, tensor<16x128xbf16, #e3>
  return %r : tensor<64x128xf32, #e4>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(64, 16) : (16, 1)>, [broadcast, partial<max>], #m>>
func.func @max(%a: tensor<64x16xbf16, #e0>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xbf16, #e0>, tensor<16x128xbf16, #hir.encoding<smem>>
  return
}
