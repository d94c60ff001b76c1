// `hir.matmul`: which shards pass, with which result, and which are refused.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 6) : (12, 6, 1)>, [split(0), broadcast], #m>>
#e2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 3) : (6, 3, 1)>, [split(1), broadcast], #m>>
#e3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 3) : (6, 3, 1)>, [split(1), broadcast], #m>>
#e4 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 3, 6) : (18, 6, 1)>, [broadcast, split(0)], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 6) : (6, 1)>, [broadcast, partial<sum>], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (18, 9, 3, 1)>, [split(0), split(2)], #m>>
#e8 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 6) : (12, 6, 1)>, [split(0), partial<sum>], #m>>
#e9 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 3, 2) : (6, 2, 1)>, [broadcast, split(1)], #m>>
#e10 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 3, 2) : (12, 6, 2, 1)>, [split(0), split(2)], #m>>
#e11 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 9) : (36, 9, 1)>, [split(0), broadcast], #m>>
#e12 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 9, 6) : (54, 6, 1)>, [split(0), broadcast], #m>>
#e13 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 6) : (24, 6, 1)>, [split(0), broadcast], #m>>
#e14 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 3, 2) : (12, 6, 2, 1)>, [split(1), split(2)], #m>>
#e15 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 2, 5) : (30, 10, 5, 1)>, [split(0), split(1)], #m>>
#e16 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 5) : (5, 1)>, [partial<sum>, partial<sum>], #m>>
#e17 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e18 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 6) : (6, 1)>, [broadcast, partial<sum>], #m>>
#e19 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 9, 1)>, [split(0), broadcast], #m>>
#e20 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 6) : (0, 6, 1)>, [split(0), broadcast], #m>>
#e21 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, dynamic], #m>>
#e22 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 6) : (6, 1)>, [broadcast, dynamic], #m>>
func.func @m(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32>) -> tensor<4x6xf32, #e1> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32>
  return %r : tensor<4x6xf32, #e1>
}
func.func @n(%a: tensor<4x9xf32>, %b: tensor<9x6xf32, #e2>) -> tensor<4x6xf32, #e3> {
  %r = hir.matmul %a, %b : tensor<4x9xf32>, tensor<9x6xf32, #e2>
  return %r : tensor<4x6xf32, #e3>
}
func.func @k(%a: tensor<4x9xf32, #e4>, %b: tensor<9x6xf32, #e5>) -> tensor<4x6xf32, #e6> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e4>, tensor<9x6xf32, #e5>
  return %r : tensor<4x6xf32, #e6>
}
func.func @k_of_one(%a: tensor<4x9xf32, #e4>, %b: tensor<9x6xf32>) -> tensor<4x6xf32, #e6> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e4>, tensor<9x6xf32>
  return %r : tensor<4x6xf32, #e6>
}
func.func @m_and_k(%a: tensor<4x9xf32, #e7>, %b: tensor<9x6xf32, #e5>) -> tensor<4x6xf32, #e8> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e7>, tensor<9x6xf32, #e5>
  return %r : tensor<4x6xf32, #e8>
}
func.func @m_and_n(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e9>) -> tensor<4x6xf32, #e10> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e9>
  return %r : tensor<4x6xf32, #e10>
}
func.func @batch(%a: tensor<2x4x9xf32, #e11>, %b: tensor<2x9x6xf32, #e12>) -> tensor<2x4x6xf32, #e13> {
  %r = hir.matmul %a, %b : tensor<2x4x9xf32, #e11>, tensor<2x9x6xf32, #e12>
  return %r : tensor<2x4x6xf32, #e13>
}
func.func @batch_of_one(%a: tensor<2x4x9xf32, #e11>, %b: tensor<9x6xf32>) -> tensor<2x4x6xf32, #e13> {
  %r = hir.matmul %a, %b : tensor<2x4x9xf32, #e11>, tensor<9x6xf32>
  return %r : tensor<2x4x6xf32, #e13>
}
func.func @k_by_two(%a: tensor<4x12xf32, #e14>, %b: tensor<12x5xf32, #e15>) -> tensor<4x5xf32, #e16> {
  %r = hir.matmul %a, %b : tensor<4x12xf32, #e14>, tensor<12x5xf32, #e15>
  return %r : tensor<4x5xf32, #e16>
}
func.func @sum(%a: tensor<4x9xf32, #e17>, %b: tensor<9x6xf32>) -> tensor<4x6xf32, #e6> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e17>, tensor<9x6xf32>
  return %r : tensor<4x6xf32, #e6>
}
func.func @sum_right(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e18>) -> tensor<4x6xf32, #e8> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e18>
  return %r : tensor<4x6xf32, #e8>
}
func.func @to(%a: tensor<4x9xbf16, #e19>, %b: tensor<9x6xbf16, #hir.encoding<smem>>) -> tensor<4x6xf32, #e20> {
  %r = hir.matmul %a, %b to f32 : tensor<4x9xbf16, #e19>, tensor<9x6xbf16, #hir.encoding<smem>>
  return %r : tensor<4x6xf32, #e20>
}
func.func @dynamic(%a: tensor<4x9xf32, #e21>, %b: tensor<9x6xf32>) -> tensor<4x6xf32, #e22> {
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e21>, tensor<9x6xf32>
  return %r : tensor<4x6xf32, #e22>
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 6) : (6, 1)>, [broadcast, partial<sum>], #m>>
func.func @both_sums(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
func.func @max(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32>) {
  // expected-error @below {{operand 0 is partial<max> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 3, 2) : (6, 2, 1)>, [broadcast, split(1)], #m>>
func.func @sum_and_split(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e1>) {
  // expected-error @below {{operand 0 is partial<sum> along mesh axis 'v', which this op does not commute with; complete it with 'hir.reshard' first}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 2, 3) : (6, 3, 1)>, [split(1), broadcast], #m>>
func.func @one_axis_twice(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 use mesh axis 'u' for two different dimensions; reshard one of them first}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 2) : (6, 2, 1)>, [broadcast, split(1)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 6) : (18, 6, 1)>, [split(0), broadcast], #m>>
func.func @two_axes_for_k(%a: tensor<4x6xf32, #e0>, %b: tensor<6x6xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 split one dimension by different mesh axes, 'v' and 'u'; reshard one of them first}}
  %r = hir.matmul %a, %b : tensor<4x6xf32, #e0>, tensor<6x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 3) : (6, 3, 1)>, [split(1), split(2)], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 6) : (12, 6, 1)>, [split(1), split(0)], #m>>
func.func @order_of_axes(%a: tensor<4x6xf32, #e0>, %b: tensor<6x6xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 split one dimension by different mesh axes, 'u', 'v' and 'v', 'u'; reshard one of them first}}
  %r = hir.matmul %a, %b : tensor<4x6xf32, #e0>, tensor<6x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, dynamic], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 3, 2) : (6, 2, 1)>, [broadcast, split(1)], #m>>
func.func @dynamic_and_split(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e1>) {
  // expected-error @below {{operand 0 is dynamic along mesh axis 'v' and operand 1 is distributed along it; reshard one of them first}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e1>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(9, 6) : (6, 1)>, [split(1)], #hir.mesh<[#hir.topology<"thread", 6>], #hir.layout<(6) : (1)>, ["t"]>>>
func.func @two_meshes(%a: tensor<4x9xf32, #e0>, %b: tensor<9x6xf32, #e1>) {
  // expected-error @below {{operands 0 and 1 are sharded over two meshes}}
  %r = hir.matmul %a, %b : tensor<4x9xf32, #e0>, tensor<9x6xf32, #e1>
  return
}
