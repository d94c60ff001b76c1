// `hir.rope`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 2, 8) : (96, 32, 16, 8, 1)>, [split(2), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 8) : (48, 16, 8, 1)>, [split(2), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 4, 8) : (96, 32, 8, 1)>, [broadcast, split(1)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 8) : (48, 16, 8, 1)>, [broadcast, split(1)], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3) : (1)>, [broadcast, split(0)], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 2, 8) : (96, 32, 16, 8, 1)>, [split(2), partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 8) : (48, 16, 8, 1)>, [broadcast, partial<sum>], #m>>
// The statements share batch and sequence only.
func.func @heads_of_q(%q: tensor<1x3x4x8xbf16, #e0>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return %r, %r1 : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16>
}
func.func @heads_of_k(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16, #e1>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e1>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e1>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return %r, %r1 : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e1>
}
func.func @sequence(%q: tensor<1x3x4x8xbf16, #e2>, %k: tensor<1x3x2x8xbf16, #e3>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64, #e4>) -> (tensor<1x3x4x8xbf16, #e2>, tensor<1x3x2x8xbf16, #e3>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e2>, tensor<1x3x2x8xbf16, #e3>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64, #e4>
  return %r, %r1 : tensor<1x3x4x8xbf16, #e2>, tensor<1x3x2x8xbf16, #e3>
}
func.func @sequence_by_positions(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64, #e4>) -> (tensor<1x3x4x8xbf16, #e2>, tensor<1x3x2x8xbf16, #e3>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64, #e4>
  return %r, %r1 : tensor<1x3x4x8xbf16, #e2>, tensor<1x3x2x8xbf16, #e3>
}
// Each has heads of its own.
func.func @heads_of_both(%q: tensor<1x3x4x8xbf16, #e0>, %k: tensor<1x3x2x8xbf16, #e1>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16, #e1>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16, #e1>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return %r, %r1 : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16, #e1>
}
func.func @sum_q(%q: tensor<1x3x4x8xbf16, #e5>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16, #e5>, tensor<1x3x2x8xbf16>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e5>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return %r, %r1 : tensor<1x3x4x8xbf16, #e5>, tensor<1x3x2x8xbf16>
}
func.func @sum_k(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16, #e6>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e6>) {
  %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e6>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return %r, %r1 : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16, #e6>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 4, 2, 4) : (96, 32, 8, 4, 1)>, [split(3), broadcast], #m>>
func.func @rotated(%q: tensor<1x3x4x8xbf16, #e0>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 0 is split on axis 3 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 6, 8) : (48, 8, 1)>, [split(0), broadcast], #m>>
func.func @table_rows(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<12x8xbf16, #e0>, %s: tensor<12x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 2 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 2 first}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<12x8xbf16, #e0>, tensor<12x8xbf16>, tensor<3xi64>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 2, 4) : (8, 4, 1)>, [split(1), broadcast], #m>>
func.func @table_columns(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16, #e0>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 2 is split on axis 1 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 2 first}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16, #e0>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 4, 8) : (96, 32, 8, 1)>, [broadcast, partial<max>], #m>>
func.func @max(%q: tensor<1x3x4x8xbf16, #e0>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #e0>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(11, 8) : (8, 1)>, [broadcast, partial<sum>], #m>>
func.func @table(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16, #e0>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) {
  // expected-error @below {{operand 2 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16, #e0>, tensor<11x8xbf16>, tensor<3xi64>
  return
}
