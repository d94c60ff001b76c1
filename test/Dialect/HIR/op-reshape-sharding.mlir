// `hir.reshape`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3) : (12, 3, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 32) : (32, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 8) : (32, 8, 1)>, [split(0), broadcast], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(8, 3) : (3, 1)>, [broadcast, partial<sum>], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 9) : (36, 9, 1)>, [split(0), partial<max>], #m>>
#e5 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 32) : (0, 1)>, [split(0), broadcast], #m>>
#e6 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 4, 8) : (0, 8, 1)>, [split(0), broadcast], #m>>
// G stays (2, 4, 3): every position lies inside the one new axis.
func.func @keeps_domain(%x: tensor<8x3xf32, #e0>) -> tensor<24xf32, #e0> {
  %r = hir.reshape %x to [24] : tensor<8x3xf32, #e0>
  return %r : tensor<24xf32, #e0>
}
func.func @and_back(%x: tensor<24xf32, #e0>) -> tensor<8x3xf32, #e0> {
  %r = hir.reshape %x to [8, 3] : tensor<24xf32, #e0>
  return %r : tensor<8x3xf32, #e0>
}
// 64 = 2 * 32 becomes 2 * 4 and 8: 2 divides 8.
func.func @cuts_after_split(%x: tensor<64xf32, #e1>) -> tensor<8x8xf32, #e2> {
  %r = hir.reshape %x to [8, 8] : tensor<64xf32, #e1>
  return %r : tensor<8x8xf32, #e2>
}
// G is kept: an axis of 1 needs no position.
func.func @leading_one(%x: tensor<8x3xf32, #e0>) -> tensor<1x8x3xf32, #e0> {
  %r = hir.reshape %x to [1, 8, 3] : tensor<8x3xf32, #e0>
  return %r : tensor<1x8x3xf32, #e0>
}
func.func @partial(%x: tensor<8x3xf32, #e3>) -> tensor<8x3x1xf32, #e3> {
  %r = hir.reshape %x to [8, 3, 1] : tensor<8x3xf32, #e3>
  return %r : tensor<8x3x1xf32, #e3>
}
func.func @partial_max(%x: tensor<8x9xf32, #e4>) -> tensor<72xf32, #e4> {
  %r = hir.reshape %x to [72] : tensor<8x9xf32, #e4>
  return %r : tensor<72xf32, #e4>
}
func.func @local_store(%x: tensor<64xf32, #e5>) -> tensor<8x8xf32, #e6> {
  %r = hir.reshape %x to [8, 8] : tensor<64xf32, #e5>
  return %r : tensor<8x8xf32, #e6>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(12, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @across(%x: tensor<12x9xf32, #e0>) {
  // expected-error @below {{reshape from [12, 9] to [27, 4] cannot carry its shard}}
  %r = hir.reshape %x to [27, 4] : tensor<12x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 10240) : (30720, 10240, 1)>, [broadcast, split(1)], #m>>
func.func @inside(%x: tensor<3x30720xf32, #e0>) {
  // expected-error @below {{reshape from [3, 30720] to [3, 4, 7680] cannot carry its shard}}
  %r = hir.reshape %x to [3, 4, 7680] : tensor<3x30720xf32, #e0>
  return
}
