// `hir.cache_update`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 11, 2, 2, 5) : (220, 20, 10, 5, 1)>, [split(2), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 2, 2, 5) : (140, 20, 10, 5, 1)>, [split(2), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 4, 5) : (140, 20, 5, 1)>, [broadcast, split(0)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 11, 4, 5) : (220, 20, 5, 1)>, [broadcast, split(0)], #m>>
func.func @heads(%c: tensor<3x11x4x5xbf16, #e0>, %p: index, %s: index, %n: tensor<3x7x4x5xbf16, #e1>) -> tensor<3x11x4x5xbf16, #e0> {
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x4x5xbf16, #e0>, index, index, tensor<3x7x4x5xbf16, #e1>
  return %r : tensor<3x11x4x5xbf16, #e0>
}
func.func @batch_by_new(%c: tensor<3x11x4x5xbf16>, %p: index, %s: index, %n: tensor<3x7x4x5xbf16, #e2>) -> tensor<3x11x4x5xbf16, #e3> {
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x4x5xbf16>, index, index, tensor<3x7x4x5xbf16, #e2>
  return %r : tensor<3x11x4x5xbf16, #e3>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 4, 4, 5) : (240, 80, 20, 5, 1)>, [broadcast, split(1)], #m>>
func.func @rows(%c: tensor<3x12x4x5xbf16, #e0>, %p: index, %s: index, %n: tensor<3x7x4x5xbf16>) {
  // expected-error @below {{operand 0 is split on axis 1 by mesh axis 'v', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x12x4x5xbf16, #e0>, index, index, tensor<3x7x4x5xbf16>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 2, 4, 5) : (120, 40, 20, 5, 1)>, [broadcast, split(1)], #m>>
func.func @new_rows(%c: tensor<3x12x4x5xbf16>, %p: index, %s: index, %n: tensor<3x6x4x5xbf16, #e0>) {
  // expected-error @below {{operand 3 is split on axis 1 by mesh axis 'v', which this op does not walk one element at a time; reshard operand 3 first}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x12x4x5xbf16>, index, index, tensor<3x6x4x5xbf16, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 12, 4, 5) : (240, 20, 5, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 6, 4, 5) : (120, 20, 5, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%c: tensor<3x12x4x5xbf16, #e0>, %p: index, %s: index, %n: tensor<3x6x4x5xbf16, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.cache_update %c, %p, %s, %n : tensor<3x12x4x5xbf16, #e0>, index, index, tensor<3x6x4x5xbf16, #e1>
  return
}
