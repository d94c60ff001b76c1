// `hir.full_like`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
#e1 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 9, 1)>, [split(0), broadcast], #m>>
func.func @split(%t: tensor<4x9xf32, #e0>) -> tensor<4x9xf32, #e0> {
  %r = hir.full_like %t : tensor<4x9xf32, #e0>
  return %r : tensor<4x9xf32, #e0>
}
func.func @local_store(%t: tensor<4x9xf32, #e1>) -> tensor<4x9xf32, #e1> {
  %r = hir.full_like %t : tensor<4x9xf32, #e1>
  return %r : tensor<4x9xf32, #e1>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%t: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.full_like %t : tensor<4x9xf32, #e0>
  return
}
