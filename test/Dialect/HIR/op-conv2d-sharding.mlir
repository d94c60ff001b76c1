// `hir.conv2d`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 7, 7) : (294, 147, 49, 7, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 5, 5, 5) : (250, 125, 25, 5, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 3, 3, 3) : (81, 27, 9, 3, 1)>, [split(0), broadcast], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 2, 3, 5, 5) : (150, 75, 25, 5, 1)>, [split(1), broadcast], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3) : (3, 1)>, [split(0), broadcast], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 7, 7) : (294, 98, 49, 7, 1)>, [broadcast, split(1)], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 2, 3, 3) : (54, 18, 9, 3, 1)>, [broadcast, split(1)], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 5, 5, 5) : (125, 25, 5, 1)>, [broadcast, partial<sum>], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3, 3) : (54, 27, 9, 3, 1)>, [split(0), broadcast], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 2, 2, 5, 5) : (100, 50, 25, 5, 1)>, [split(1), broadcast], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 1, 3, 3) : (18, 9, 9, 3, 1)>, [broadcast, split(0)], #m>>
#e11 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 5, 5) : (150, 50, 25, 5, 1)>, [broadcast, split(1)], #m>>
#e12 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 3, 3) : (27, 9, 3, 1)>, [broadcast, split(2)], #m>>
func.func @batch(%x: tensor<4x3x7x7xf32, #e0>, %w: tensor<5x3x3x3xf32>) -> tensor<4x5x5x5xf32, #e1> {
  %r = hir.conv2d %x, %w : tensor<4x3x7x7xf32, #e0>, tensor<5x3x3x3xf32>
  return %r : tensor<4x5x5x5xf32, #e1>
}
func.func @filters(%x: tensor<1x3x7x7xf32>, %w: tensor<6x3x3x3xf32, #e2>) -> tensor<1x6x5x5xf32, #e3> {
  %r = hir.conv2d %x, %w : tensor<1x3x7x7xf32>, tensor<6x3x3x3xf32, #e2>
  return %r : tensor<1x6x5x5xf32, #e3>
}
func.func @bias(%x: tensor<1x3x7x7xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32, #e4>) -> tensor<1x6x5x5xf32, #e3> {
  %r = hir.conv2d %x, %w, %b : tensor<1x3x7x7xf32>, tensor<6x3x3x3xf32>, tensor<6xf32, #e4>
  return %r : tensor<1x6x5x5xf32, #e3>
}
func.func @channels(%x: tensor<1x6x7x7xf32, #e5>, %w: tensor<5x6x3x3xf32, #e6>) -> tensor<1x5x5x5xf32, #e7> {
  %r = hir.conv2d %x, %w : tensor<1x6x7x7xf32, #e5>, tensor<5x6x3x3xf32, #e6>
  return %r : tensor<1x5x5x5xf32, #e7>
}
func.func @filters_of_groups(%x: tensor<1x6x7x7xf32>, %w: tensor<4x3x3x3xf32, #e8>) -> tensor<1x4x5x5xf32, #e9> {
  %r = hir.conv2d %x, %w groups 2 : tensor<1x6x7x7xf32>, tensor<4x3x3x3xf32, #e8>
  return %r : tensor<1x4x5x5xf32, #e9>
}
// Every channel is its own group: both splits are one.
func.func @depthwise(%x: tensor<1x6x7x7xf32, #e5>, %w: tensor<6x1x3x3xf32, #e10>) -> tensor<1x6x5x5xf32, #e11> {
  %r = hir.conv2d %x, %w groups 6 : tensor<1x6x7x7xf32, #e5>, tensor<6x1x3x3xf32, #e10>
  return %r : tensor<1x6x5x5xf32, #e11>
}
func.func @taps(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32, #e12>) -> tensor<1x5x5x5xf32, #e7> {
  %r = hir.conv2d %x, %w : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32, #e12>
  return %r : tensor<1x5x5x5xf32, #e7>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 4, 7) : (168, 56, 28, 7, 1)>, [split(2), broadcast], #m>>
func.func @rows(%x: tensor<1x3x8x7xf32, #e0>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{operand 0 is split on axis 2 by mesh axis 'u', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.conv2d %x, %w : tensor<1x3x8x7xf32, #e0>, tensor<5x3x3x3xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 2, 7, 7) : (294, 98, 49, 7, 1)>, [broadcast, split(1)], #m>>
func.func @channels_of_groups(%x: tensor<1x6x7x7xf32, #e0>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{operand 0 is split on axis 1 by mesh axis 'v', which this op does not walk one element at a time; reshard operand 0 first}}
  %r = hir.conv2d %x, %w groups 2 : tensor<1x6x7x7xf32, #e0>, tensor<4x3x3x3xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(1, 3, 7, 7) : (147, 49, 7, 1)>, [broadcast, partial<sum>], #m>>
func.func @partial(%x: tensor<1x3x7x7xf32, #e0>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.conv2d %x, %w : tensor<1x3x7x7xf32, #e0>, tensor<5x3x3x3xf32>
  return
}
