// Attributes: the forms that are accepted and the one form that is printed.
//
// RUN: tf-opt %s | FileCheck %s
// RUN: tf-opt %s | tf-opt | FileCheck %s
//
// By hand, of the author's form: 1536 over (w, t) with 6 and 8 positions is 6 * 8 * 32,
// mesh axes first in the order written; over (t, w) it is 8 * 6 * 32; 48 over (w, t)
// leaves no residual; an axis that is not named is broadcast.

#ctx = #hir.dim<"ctx", 1, 65537>
#batch = #hir.dim<"batch", 1, 9>
#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>

// CHECK-DAG: #[[MESH:cta[0-9_]*]] = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// CHECK-DAG: #[[SUM:[a-z0-9_]+]] = #hir.dim_expr<#{{.*}}, [#batch, #ctx]>
// CHECK-DAG: #[[MIN:[a-z0-9_]+]] = #hir.dim_expr<min #{{.*}}, [#ctx]>
// CHECK-DAG: affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG: affine_map<()[s0] -> (512, s0 floordiv 4)>

// CHECK: module attributes {
module attributes {
  // CHECK-SAME: a.dim = #ctx
  a.dim = #ctx,
  // CHECK-SAME: b.constant = 7 : i64
  b.constant = #hir.dim_expr<affine_map<()[s0] -> (s0 - s0 + 7)>, [#ctx]>,
  // One dimension and nothing else is that dimension.
  // CHECK-SAME: c.plain = #ctx
  c.plain = #hir.dim_expr<affine_map<()[s0] -> ((s0 * 4) floordiv 4)>, [#ctx]>,
  // Equal expressions are one attribute, whatever the order of their dimensions.
  // CHECK-SAME: d.sum = #[[SUM]]
  d.sum = #hir.dim_expr<affine_map<()[a, b] -> (a + b)>, [#ctx, #batch]>,
  // CHECK-SAME: d.turned = #[[SUM]]
  d.turned = #hir.dim_expr<affine_map<()[a, b] -> (b + a)>, [#ctx, #batch]>,
  // CHECK-SAME: e.max_constant = 7 : i64
  e.max_constant = #hir.dim_expr<max affine_map<()[] -> (7, 3)>, []>,
  // Constants of a minimum fold, and what is written twice stands once.
  // CHECK-SAME: e.min = #[[MIN]]
  e.min = #hir.dim_expr<min affine_map<()[c] -> (c floordiv 4, 700, 512, c floordiv 4)>, [#ctx]>,
  // CHECK-SAME: e.min_constant = 3 : i64
  e.min_constant = #hir.dim_expr<min affine_map<()[] -> (7, 3)>, []>,
  // CHECK-SAME: f.layout = #hir.layout<(2, 4, 3) : (12, 3, 1)>
  f.layout = #hir.layout<(2, 4, 3) : (12, 3, 1)>,
  // CHECK-SAME: f.layout_open = #hir.layout<(2, 4, 3)>
  f.layout_open = #hir.layout<(2, 4, 3)>,
  // CHECK-SAME: f.layout_rank0 = #hir.layout<() : ()>
  f.layout_rank0 = #hir.layout<() : ()>,
  // CHECK-SAME: f.layout_symbolic = #hir.layout<(#ctx, 3) : (3, 1)>
  f.layout_symbolic = #hir.layout<(#ctx, 3) : (3, 1)>,
  // CHECK-SAME: g.composed = #hir.composed<inner = none, offset = 120, outer = #hir.layout<(12) : (1)>>
  g.composed = #hir.composed<inner = none, offset = 120, outer = #hir.layout<(12) : (1)>>,
  // CHECK-SAME: g.inner = #hir.composed<inner = #hir.layout<(12) : (2)>, offset = 0, outer = none>
  g.inner = #hir.composed<inner = #hir.layout<(12) : (2)>, offset = 0, outer = none>,
  // CHECK-SAME: h.open_level = #hir.topology<"cta", ?>
  h.open_level = #hir.topology<"cta", ?>,
  // CHECK-SAME: h.slice = #{{[a-z0-9_]+}}
  h.slice = #hir.mesh<[#hir.topology<"cta", 132>], #hir.composed<inner = none, offset = 120, outer = #hir.layout<(12) : (1)>>, ["t"]>,
  // CHECK-SAME: i.sugar = #hir.shard<#hir.layout<(1, 6, 8, 32)>, [split(1), split(2)], #[[MESH]]>
  i.sugar = #hir.shard<[1, 1536 over (w, t)], #m>,
  // CHECK-SAME: i.sugar_broadcast = #hir.shard<#hir.layout<(5, 8, 3)>, [broadcast, split(1)], #[[MESH]]>
  i.sugar_broadcast = #hir.shard<[5, 24 over t], #m>,
  // CHECK-SAME: i.sugar_exact = #hir.shard<#hir.layout<(6, 8)>, [split(0), split(1)], #[[MESH]]>
  i.sugar_exact = #hir.shard<[48 over (w, t)], #m>,
  // CHECK-SAME: i.sugar_order = #hir.shard<#hir.layout<(1, 8, 6, 32)>, [split(2), split(1)], #[[MESH]]>
  i.sugar_order = #hir.shard<[1, 1536 over (t, w)], #m>,
  // CHECK-SAME: j.shard = #hir.shard<#hir.layout<(48, 5) : (5, 1)>, [split(0), split(0)], #[[MESH]]>
  j.shard = #hir.shard<#hir.layout<(48, 5) : (5, 1)>, [split(0), split(0)], #m>,
  // CHECK-SAME: j.shard_partial = #hir.shard<#hir.layout<(6, 5) : (5, 1)>, [split(0), partial<max>], #[[MESH]]>
  j.shard_partial = #hir.shard<#hir.layout<(6, 5) : (5, 1)>, [split(0), partial<max>], #m>,
  // CHECK-SAME: j.shard_sum = #hir.shard<#hir.layout<(5) : (1)>, [dynamic, partial<sum>], #[[MESH]]>
  j.shard_sum = #hir.shard<#hir.layout<(5) : (1)>, [dynamic, partial<sum>], #m>,
  // Names are printed as they are read.
  // CHECK-SAME: k.amx = #hir.amx<device = "d\22e", architecture = "f\\g">
  k.amx = #hir.amx<device = "d\"e", architecture = "f\\g">,
  // CHECK-SAME: k.amx_default = #hir.amx<>
  k.amx_default = #hir.amx<>,
  // CHECK-SAME: k.cuda = #hir.cuda<device = "a\22b">
  k.cuda = #hir.cuda<device = "a\"b">,
  // CHECK-SAME: k.range = #hir.range<"q\22r", 1, 5>
  k.range = #hir.range<"q\"r", 1, 5>,
  // CHECK-SAME: k.topology = #hir.topology<"c\22d\0A", 4>
  k.topology = #hir.topology<"c\"d\n", 4>
} {
  // CHECK: @types(tensor<4x?xf32, #{{.*}}>, tensor<f8E8M0FNU>, tensor<3xindex, #umat>, tensor<7xf4E2M1FN, #host>, tensor<8xi1, #tmem>, tensor<4x5xf16, #smem_layout>)
  func.func private @types(tensor<4x?xf32, #hir.encoding<gmem, dims = [#ctx]>>, tensor<f8E8M0FNU>, tensor<3xindex, #hir.encoding<umat>>, tensor<7xf4E2M1FN, #hir.encoding<host>>, tensor<8xi1, #hir.encoding<tmem>>, tensor<4x5xf16, #hir.encoding<smem, layout = #hir.layout<(4, 5) : (1, 4)>>>)
}
