// `hir.concat`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(8, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(8, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(8, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
#e11 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(8, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
func.func @other_axis(%a: tensor<5x9xf32, #e0>, %b: tensor<3x9xf32, #e1>) -> tensor<8x9xf32, #e2> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e0>, tensor<3x9xf32, #e1>
  return %r : tensor<8x9xf32, #e2>
}
func.func @one_split(%a: tensor<5x9xf32, #e0>, %b: tensor<3x9xf32>) -> tensor<8x9xf32, #e2> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e0>, tensor<3x9xf32>
  return %r : tensor<8x9xf32, #e2>
}
func.func @sum(%a: tensor<5x9xf32, #e3>, %b: tensor<3x9xf32, #e4>) -> tensor<8x9xf32, #e5> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e3>, tensor<3x9xf32, #e4>
  return %r : tensor<8x9xf32, #e5>
}
func.func @max(%a: tensor<5x9xf32, #e6>, %b: tensor<3x9xf32, #e7>) -> tensor<8x9xf32, #e8> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e6>, tensor<3x9xf32, #e7>
  return %r : tensor<8x9xf32, #e8>
}
func.func @min(%a: tensor<5x9xf32, #e9>, %b: tensor<3x9xf32, #e10>) -> tensor<8x9xf32, #e11> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e9>, tensor<3x9xf32, #e10>
  return %r : tensor<8x9xf32, #e11>
}
// A replicated value is its own maximum.
func.func @max_and_whole(%a: tensor<5x9xf32, #e6>, %b: tensor<3x9xf32>) -> tensor<8x9xf32, #e8> {
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e6>, tensor<3x9xf32>
  return %r : tensor<8x9xf32, #e8>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
func.func @joined_axis(%a: tensor<6x9xf32, #e0>, %b: tensor<3x9xf32>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<6x9xf32, #e0>, tensor<3x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 9) : (27, 9, 1)>, [split(0), broadcast], #m>>
func.func @second(%a: tensor<3x9xf32>, %b: tensor<6x9xf32, #e0>) {
  // expected-error @below {{operand 1 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 1 first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<3x9xf32>, tensor<6x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @sum_and_whole(%a: tensor<5x9xf32, #e0>, %b: tensor<3x9xf32>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e0>, tensor<3x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @two_reductions(%a: tensor<5x9xf32, #e0>, %b: tensor<3x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e0>, tensor<3x9xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @partial_and_split(%a: tensor<5x9xf32, #e0>, %b: tensor<3x9xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<5x9xf32, #e0>, tensor<3x9xf32, #e1>
  return
}

// -----

// Symbolic extents: two unknowns are not one extent, and nothing says where an operand after one
// starts.
#n = #hir.dim<"n", 1, 5>
#n4 = #hir.dim_expr<affine_map<()[n] -> (n * 4)>, [#n]>
#n8 = #hir.dim_expr<affine_map<()[n] -> (n * 8)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#open = #hir.encoding<gmem, dims = [#n]>
#open4 = #hir.encoding<gmem, dims = [#n4]>
#split = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n) : (#n, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_axis(%a: tensor<?xf32, #split>, %b: tensor<?xf32, #split>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 't', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<?xf32, #split>, tensor<?xf32, #split>
  return
}

// -----

#n = #hir.dim<"n", 1, 5>
#n4 = #hir.dim_expr<affine_map<()[n] -> (n * 4)>, [#n]>
#n8 = #hir.dim_expr<affine_map<()[n] -> (n * 8)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#open = #hir.encoding<gmem, dims = [#n]>
#open4 = #hir.encoding<gmem, dims = [#n4]>
#split = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n) : (#n, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_second(%a: tensor<?xf32, #open>, %b: tensor<?xf32, #split>) {
  // expected-error @below {{operand 1 is split on axis 0 by mesh axis 't', which this op does not walk one element at a time; reshard operand 1 first}}
  %r = hir.concat %a, %b {axis = 0} : tensor<?xf32, #open>, tensor<?xf32, #split>
  return
}

// -----

#n = #hir.dim<"n", 1, 5>
#n4 = #hir.dim_expr<affine_map<()[n] -> (n * 4)>, [#n]>
#n8 = #hir.dim_expr<affine_map<()[n] -> (n * 8)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#open = #hir.encoding<gmem, dims = [#n]>
#open4 = #hir.encoding<gmem, dims = [#n4]>
#split = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n) : (#n, 1)>, [split(0)], #cta>, dims = [#n4]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n, 3) : (#hir.dim_expr<affine_map<()[n] -> (n * 3)>, [#n]>, 3, 1)>, [split(0)], #cta>, dims = [#n4]>
#joined = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n, 6) : (#hir.dim_expr<affine_map<()[n] -> (n * 6)>, [#n]>, 6, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_other_axis(%a: tensor<?x3xf32, #rows>, %b: tensor<?x3xf32, #rows>) -> tensor<?x6xf32, #joined> {
  %r = hir.concat %a, %b {axis = 1} : tensor<?x3xf32, #rows>, tensor<?x3xf32, #rows>
  return %r : tensor<?x6xf32, #joined>
}
// Nothing is joined to the whole axis.
func.func @symbolic_alone(%a: tensor<?xf32, #split>, %none: tensor<0xf32>) -> (tensor<?xf32, #split>, tensor<?xf32, #split>, tensor<?xf32, #split>) {
  %r = hir.concat %a {axis = 0} : tensor<?xf32, #split>
  %s = hir.concat %a, %none {axis = 0} : tensor<?xf32, #split>, tensor<0xf32>
  %t = hir.concat %none, %a {axis = 0} : tensor<0xf32>, tensor<?xf32, #split>
  return %r, %s, %t : tensor<?xf32, #split>, tensor<?xf32, #split>, tensor<?xf32, #split>
}
