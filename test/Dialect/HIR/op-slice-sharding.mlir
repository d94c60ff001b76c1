// `hir.slice`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 5) : (10, 5, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
#e3 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 9, 1)>, [split(0), broadcast], #m>>
#e4 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 5) : (0, 5, 1)>, [split(0), broadcast], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 5) : (5, 1)>, [broadcast, partial<sum>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 5) : (5, 1)>, [broadcast, partial<max>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 5) : (5, 1)>, [broadcast, partial<min>], #m>>
func.func @other_axis(%x: tensor<4x9xf32, #e0>) -> tensor<4x5xf32, #e1> {
  %r = hir.slice %x[0, 2] [4, 5] [1, 1] : tensor<4x9xf32, #e0>
  return %r : tensor<4x5xf32, #e1>
}
func.func @whole(%x: tensor<4x9xf32, #e2>) -> tensor<4x9xf32, #e2> {
  %r = hir.slice %x[0, 0] [4, 9] [1, 1] : tensor<4x9xf32, #e2>
  return %r : tensor<4x9xf32, #e2>
}
func.func @dynamic_other(%x: tensor<4x9xf32, #e3>, %i: index) -> tensor<4x5xf32, #e4> {
  %r = hir.slice %x[0, %i] [4, 5] [1, 1] : tensor<4x9xf32, #e3>
  return %r : tensor<4x5xf32, #e4>
}
func.func @sum(%x: tensor<4x9xf32, #e5>) -> tensor<2x5xf32, #e6> {
  %r = hir.slice %x[1, 2] [2, 5] [1, 1] : tensor<4x9xf32, #e5>
  return %r : tensor<2x5xf32, #e6>
}
func.func @max(%x: tensor<4x9xf32, #e7>) -> tensor<2x5xf32, #e8> {
  %r = hir.slice %x[1, 2] [2, 5] [1, 1] : tensor<4x9xf32, #e7>
  return %r : tensor<2x5xf32, #e8>
}
func.func @min(%x: tensor<4x9xf32, #e9>) -> tensor<2x5xf32, #e10> {
  %r = hir.slice %x[1, 2] [2, 5] [1, 1] : tensor<4x9xf32, #e9>
  return %r : tensor<2x5xf32, #e10>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @narrowed(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.slice %x[0, 0] [2, 9] [1, 1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @moved(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.slice %x[1, 0] [3, 9] [1, 1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @dynamic(%x: tensor<4x9xf32, #e0>, %i: index) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.slice %x[%i, 0] [4, 9] [1, 1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
func.func @strided(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.slice %x[0, 0] [2, 9] [2, 1] : tensor<4x9xf32, #e0>
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
#two = #hir.dim_expr<affine_map<()[n] -> (n * 2)>, [#n]>
#split8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #two) : (#two, 1)>, [split(0)], #cta>, dims = [#n8]>
func.func @symbolic_narrowed(%x: tensor<?xf32, #split8>) {
  // expected-error @below {{operand 0 is split on axis 0 by mesh axis 't', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.slice %x[0] [#n4] [1] : tensor<?xf32, #split8>
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
#narrow = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, #n, 2) : (#hir.dim_expr<affine_map<()[n] -> (n * 2)>, [#n]>, 2, 1)>, [split(0)], #cta>, dims = [#n4]>
func.func @symbolic_whole(%x: tensor<?xf32, #split>, %y: tensor<?x3xf32, #rows>) -> (tensor<?xf32, #split>, tensor<?x2xf32, #narrow>) {
  %r = hir.slice %x[0] [#n4] [1] : tensor<?xf32, #split>
  %s = hir.slice %y[0, 1] [#n4, 2] [1, 1] : tensor<?x3xf32, #rows>
  return %r, %s : tensor<?xf32, #split>, tensor<?x2xf32, #narrow>
}
