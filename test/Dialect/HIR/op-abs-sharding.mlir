// `hir.abs`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 3, 2, 9) : (0, 0, 9, 1)>, [split(0), split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [dynamic, broadcast], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3) : (12, 3, 1)>, [split(0), broadcast], #m>>
func.func @split(%x: tensor<4x9xf32, #e0>) -> tensor<4x9xf32, #e0> {
  %r = hir.abs %x : tensor<4x9xf32, #e0>
  return %r : tensor<4x9xf32, #e0>
}
func.func @two_splits(%x: tensor<12x9xf32, #e1>) -> tensor<12x9xf32, #e1> {
  %r = hir.abs %x : tensor<12x9xf32, #e1>
  return %r : tensor<12x9xf32, #e1>
}
func.func @dynamic(%x: tensor<4x9xf32, #e2>) -> tensor<4x9xf32, #e2> {
  %r = hir.abs %x : tensor<4x9xf32, #e2>
  return %r : tensor<4x9xf32, #e2>
}
// One and the same encoding and shape: it passes through as it is.
func.func @other_factoring(%x: tensor<24xf32, #e3>) -> tensor<24xf32, #e3> {
  %r = hir.abs %x : tensor<24xf32, #e3>
  return %r : tensor<24xf32, #e3>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
func.func @sum(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.abs %x : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
func.func @max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.abs %x : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<min>], #m>>
func.func @min(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<min> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.abs %x : tensor<4x9xf32, #e0>
  return
}
