// `hir.reduce`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2) : (2, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2) : (2, 1)>, [split(0), partial<sum>], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 1) : (1, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<sum>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2) : (2, 1)>, [split(0), partial<max>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 1) : (1, 1)>, [broadcast, partial<max>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<max>], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2) : (2, 1)>, [split(0), partial<min>], #m>>
#e11 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 1) : (1, 1)>, [broadcast, partial<min>], #m>>
#e12 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), partial<min>], #m>>
func.func @kept(%x: tensor<4x9xf32, #e0>) -> tensor<4xf32, #e1> {
  %r = hir.reduce abs_max %x axes [1] : tensor<4x9xf32, #e0>
  return %r : tensor<4xf32, #e1>
}
func.func @split_sum(%x: tensor<4x9xf32, #e2>) -> tensor<4xf32, #e3> {
  %r = hir.reduce sum %x axes [1] : tensor<4x9xf32, #e2>
  return %r : tensor<4xf32, #e3>
}
func.func @keepdim_sum(%x: tensor<4x9xf32, #e4>) -> tensor<4x1xf32, #e5> {
  %r = hir.reduce sum %x axes [1] {keepdim = true} : tensor<4x9xf32, #e4>
  return %r : tensor<4x1xf32, #e5>
}
func.func @partial_sum(%x: tensor<4x9xf32, #e6>) -> tensor<4xf32, #e3> {
  %r = hir.reduce sum %x axes [1] : tensor<4x9xf32, #e6>
  return %r : tensor<4xf32, #e3>
}
func.func @split_mean(%x: tensor<4x9xf32, #e2>) -> tensor<4xf32, #e3> {
  %r = hir.reduce mean %x axes [1] : tensor<4x9xf32, #e2>
  return %r : tensor<4xf32, #e3>
}
func.func @keepdim_mean(%x: tensor<4x9xf32, #e4>) -> tensor<4x1xf32, #e5> {
  %r = hir.reduce mean %x axes [1] {keepdim = true} : tensor<4x9xf32, #e4>
  return %r : tensor<4x1xf32, #e5>
}
func.func @partial_mean(%x: tensor<4x9xf32, #e6>) -> tensor<4xf32, #e3> {
  %r = hir.reduce mean %x axes [1] : tensor<4x9xf32, #e6>
  return %r : tensor<4xf32, #e3>
}
func.func @split_max(%x: tensor<4x9xf32, #e2>) -> tensor<4xf32, #e7> {
  %r = hir.reduce max %x axes [1] : tensor<4x9xf32, #e2>
  return %r : tensor<4xf32, #e7>
}
func.func @keepdim_max(%x: tensor<4x9xf32, #e4>) -> tensor<4x1xf32, #e8> {
  %r = hir.reduce max %x axes [1] {keepdim = true} : tensor<4x9xf32, #e4>
  return %r : tensor<4x1xf32, #e8>
}
func.func @partial_max(%x: tensor<4x9xf32, #e9>) -> tensor<4xf32, #e7> {
  %r = hir.reduce max %x axes [1] : tensor<4x9xf32, #e9>
  return %r : tensor<4xf32, #e7>
}
func.func @split_min(%x: tensor<4x9xf32, #e2>) -> tensor<4xf32, #e10> {
  %r = hir.reduce min %x axes [1] : tensor<4x9xf32, #e2>
  return %r : tensor<4xf32, #e10>
}
func.func @keepdim_min(%x: tensor<4x9xf32, #e4>) -> tensor<4x1xf32, #e11> {
  %r = hir.reduce min %x axes [1] {keepdim = true} : tensor<4x9xf32, #e4>
  return %r : tensor<4x1xf32, #e11>
}
func.func @partial_min(%x: tensor<4x9xf32, #e12>) -> tensor<4xf32, #e10> {
  %r = hir.reduce min %x axes [1] : tensor<4x9xf32, #e12>
  return %r : tensor<4xf32, #e10>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
func.func @split_abs_max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is split by mesh axis 'v' along a dimension that result 0 reduces, and shares of this op do not combine; reshard operand 0 first}}
  %r = hir.reduce abs_max %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @sum_of_max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce sum %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
func.func @mean_of_min(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<min> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce mean %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @max_of_sum(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce max %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<min>], #m>>
func.func @max_of_min(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<min> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce max %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @min_of_max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce min %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @abs_max_of_max(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce abs_max %x axes [1] : tensor<4x9xf32, #e0>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
func.func @abs_max_of_sum(%x: tensor<4x9xf32, #e0>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.reduce abs_max %x axes [1] : tensor<4x9xf32, #e0>
  return
}
