// `hir.transpose`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 2) : (4, 2, 1)>, [split(1), broadcast], #m>>
#e2 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 6, 3, 3, 5) : (0, 15, 0, 5, 1)>, [split(0), split(2)], #m>>
#e3 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(3, 3, 5, 2, 6) : (0, 30, 6, 0, 1)>, [split(3), split(0)], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 2) : (4, 2, 1)>, [split(1), partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 2) : (4, 2, 1)>, [split(1), partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<min>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 2) : (4, 2, 1)>, [split(1), partial<min>], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 4) : (8, 4, 1)>, [split(0), broadcast], #m>>
#e11 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 2) : (4, 2, 1)>, [split(1), broadcast], #m>>
#e12 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [dynamic, broadcast], #m>>
#e13 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 4) : (4, 1)>, [dynamic, broadcast], #m>>
func.func @split(%x: tensor<4x9xf32, #e0>) -> tensor<9x4xf32, #e1> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x9xf32, #e0>
  return %r : tensor<9x4xf32, #e1>
}
func.func @two(%x: tensor<12x9x5xf32, #e2>) -> tensor<9x5x12xf32, #e3> {
  %r = hir.transpose %x perm [1, 2, 0] : tensor<12x9x5xf32, #e2>
  return %r : tensor<9x5x12xf32, #e3>
}
func.func @sum(%x: tensor<4x9xf32, #e4>) -> tensor<9x4xf32, #e5> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x9xf32, #e4>
  return %r : tensor<9x4xf32, #e5>
}
func.func @max(%x: tensor<4x9xf32, #e6>) -> tensor<9x4xf32, #e7> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x9xf32, #e6>
  return %r : tensor<9x4xf32, #e7>
}
func.func @min(%x: tensor<4x9xf32, #e8>) -> tensor<9x4xf32, #e9> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x9xf32, #e8>
  return %r : tensor<9x4xf32, #e9>
}
// Equal shapes, and yet nothing passes through unchanged.
func.func @square(%x: tensor<4x4xf32, #e10>) -> tensor<4x4xf32, #e11> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x4xf32, #e10>
  return %r : tensor<4x4xf32, #e11>
}
func.func @dynamic(%x: tensor<4x9xf32, #e12>) -> tensor<9x4xf32, #e13> {
  %r = hir.transpose %x perm [1, 0] : tensor<4x9xf32, #e12>
  return %r : tensor<9x4xf32, #e13>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3, 5) : (60, 15, 5, 1)>, [split(0), broadcast], #m>>
func.func @other_factoring(%x: tensor<24x5xf32, #e0>) {
  // expected-error @below {{operand 0 is sharded by #hir.layout<(2, 4, 3, 5) : (60, 15, 5, 1)>, which is not the canonical factoring of its shape [24, 5]; reshard it first}}
  %r = hir.transpose %x perm [1, 0] : tensor<24x5xf32, #e0>
  return
}
