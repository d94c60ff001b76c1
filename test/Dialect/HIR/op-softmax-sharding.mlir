// `hir.softmax`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (3, 0, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3, 5) : (60, 15, 5, 1)>, [split(0), broadcast], #m>>
func.func @rows(%x: tensor<4x9xf32, #e0>) -> tensor<4x9xf32, #e0> {
  %r = hir.softmax %x : tensor<4x9xf32, #e0>
  return %r : tensor<4x9xf32, #e0>
}
func.func @columns(%x: tensor<4x9xf32, #e1>) -> tensor<4x9xf32, #e1> {
  %r = hir.softmax %x {axis = 0} : tensor<4x9xf32, #e1>
  return %r : tensor<4x9xf32, #e1>
}
// One encoding and one shape: passed through as it is.
func.func @other_factoring(%x: tensor<24x5xf32, #e2>) -> tensor<24x5xf32, #e2> {
  %r = hir.softmax %x : tensor<24x5xf32, #e2>
  return %r : tensor<24x5xf32, #e2>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @split(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split on axis 1 by mesh axis 'v', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.softmax %x : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3, 5) : (60, 15, 5, 1)>, [split(0), broadcast], #m>>
func.func @split_of_factoring(%x: tensor<24x5xf32, #e0>) {
  // expected-error @below {{which is not the canonical factoring of its shape [24, 5]; reshard it first}}
  %r = hir.softmax %x {axis = 0} : tensor<24x5xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @sum(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.softmax %x : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.softmax %x : tensor<4x9xf32, #e0>
  return
}
