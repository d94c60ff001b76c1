// `hir.sub`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3) : (3, 1)>, [broadcast, split(0)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
#e4 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 3, 2, 9) : (0, 0, 9, 1)>, [split(0), split(1)], #m>>
func.func @both_split(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) -> tensor<4x9xf32, #e0> {
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return %r : tensor<4x9xf32, #e0>
}
// The other operand is replicated: each position reads its own part of it.
func.func @one_split(%a: tensor<4x9xf32>, %b: tensor<4x9xf32, #e1>) -> tensor<4x9xf32, #e1> {
  %r = hir.sub %a, %b : tensor<4x9xf32>, tensor<4x9xf32, #e1>
  return %r : tensor<4x9xf32, #e1>
}
// Each operand brings one mesh axis.
func.func @two_axes(%a: tensor<4x9xf32, #e0>, %b: tensor<9xf32, #e2>) -> tensor<4x9xf32, #e3> {
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<9xf32, #e2>
  return %r : tensor<4x9xf32, #e3>
}
// Strides follow the storage: 0 on split positions.
func.func @local_store(%a: tensor<12x9xf32, #e4>, %b: tensor<12x9xf32, #hir.encoding<smem>>) -> tensor<12x9xf32, #e4> {
  %r = hir.sub %a, %b : tensor<12x9xf32, #e4>, tensor<12x9xf32, #hir.encoding<smem>>
  return %r : tensor<12x9xf32, #e4>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 9) : (18, 9, 1)>, [broadcast, split(0)], #m>>
func.func @different_axes(%a: tensor<6x9xf32, #e0>, %b: tensor<6x9xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 split one dimension by different mesh axes, 'u' and 'v'; reshard one of them first}}
  %r = hir.sub %a, %b : tensor<6x9xf32, #e0>, tensor<6x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 6) : (12, 6, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 3) : (6, 3, 1)>, [split(1), broadcast], #m>>
func.func @one_axis_twice(%a: tensor<4x6xf32, #e0>, %b: tensor<4x6xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 use mesh axis 'u' for two different dimensions; reshard one of them first}}
  %r = hir.sub %a, %b : tensor<4x6xf32, #e0>, tensor<4x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @split_and_partial(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 1 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
func.func @whole_sum(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 1 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
func.func @whole_max(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 1 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @sum_whole(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
func.func @sum_sum(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
func.func @sum_max(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @max_whole(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
func.func @max_max(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<min>], #m>>
func.func @min_min(%a: tensor<4x9xf32, #e0>, %b: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<min> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.sub %a, %b : tensor<4x9xf32, #e0>, tensor<4x9xf32, #e0>
  return
}
