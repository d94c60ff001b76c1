// `hir.topk`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 2) : (4, 2, 1)>, [split(0), broadcast], #m>>
func.func @kept(%x: tensor<4x9xf32, #e0>) -> (tensor<4x2xf32, #e1>, tensor<4x2xi64, #e1>) {
  %r, %r1 = hir.topk %x k 2 : tensor<4x9xf32, #e0>
  return %r, %r1 : tensor<4x2xf32, #e1>, tensor<4x2xi64, #e1>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @split(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split by mesh axis 'v' along a dimension that result 0 reduces, and shares of this op do not combine; reshard operand 0 first}}
  %r = hir.topk %x k 2 : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @partial(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.topk %x k 2 : tensor<4x9xf32, #e0>
  return
}
