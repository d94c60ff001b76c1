// `hir.local`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #hir.mesh<[#hir.topology<"cta", 2>, #hir.topology<"warp", 3>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 3) : (9, 3, 1)>, [split(1)], #hir.mesh<[#hir.topology<"warp", 3>], #hir.layout<(3) : (1)>, ["v"]>>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 0) : (0, 0, 1)>, [split(0), broadcast], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3) : (12, 3, 1)>, [split(0), broadcast], #m>>
#e5 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (0, 3, 0, 1)>, [split(0), split(2)], #m>>
// Finer entries are kept.
func.func @coarse(%x: tensor<4x9xf32, #e0>) -> tensor<2x9xf32, #e1> {
  %r = hir.local %x at "cta" : tensor<4x9xf32, #e0>
  return %r : tensor<2x9xf32, #e1>
}
func.func @fine(%x: tensor<4x9xf32, #e0>) -> tensor<2x3xf32> {
  %r = hir.local %x at "warp" : tensor<4x9xf32, #e0>
  return %r : tensor<2x3xf32>
}
// The position's own share.
func.func @partial(%x: tensor<4x9xf32, #e2>) -> tensor<2x9xf32> {
  %r = hir.local %x at "cta" : tensor<4x9xf32, #e2>
  return %r : tensor<2x9xf32>
}
func.func @empty(%x: tensor<4x0xf32, #e3>) -> tensor<2x0xf32> {
  %r = hir.local %x at "cta" : tensor<4x0xf32, #e3>
  return %r : tensor<2x0xf32>
}
func.func @other_factoring(%x: tensor<24xf32, #e4>) -> tensor<12xf32> {
  %r = hir.local %x at "cta" : tensor<24xf32, #e4>
  return %r : tensor<12xf32>
}
func.func @store(%x: tensor<4x9xf32, #e5>) -> tensor<2x3xf32, #hir.encoding<smem>> {
  %r = hir.local %x at "cta" : tensor<4x9xf32, #e5>
  return %r : tensor<2x3xf32, #hir.encoding<smem>>
}

// -----

func.func @no_shard(%x: tensor<4x9xf32>) {
  // expected-error @below {{operand 0 carries no shard, so no position has a part of its own; reshard it first}}
  %r = hir.local %x at "cta" : tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @level(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is not distributed over level 'warp'}}
  %r = hir.local %x at "warp" : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [dynamic, broadcast], #m>>
func.func @dynamic(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{has a dynamic entry, which states no distribution; reshard first}}
  %r = hir.local %x at "cta" : tensor<4x9xf32, #e0>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.local %x at "cta" : f32
  return
}
