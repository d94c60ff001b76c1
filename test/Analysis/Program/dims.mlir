// RUN: tf-opt %s --tf-inline-view='dims=ctx=26,k=3,n=5,p=2' | FileCheck %s
// RUN: tf-opt %s --tf-bind-dims='dims=ctx=26,k=3,n=5,p=2' | FileCheck %s --check-prefix=BIND
// RUN: tf-opt %s --tf-bind-dims='dims=ctx=26,k=3,n=5,p=2' --tf-analyze='analysis=compute-cost emit=text' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s --tf-analyze='dims=ctx=26,k=3,n=5,p=2 analysis=compute-cost emit=text' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s --tf-bind-dims='dims=k=3' | FileCheck %s --check-prefix=PART
// RUN: tf-opt %s --tf-analyze='dims=ctx=26,k=3,n=5,p=2 analysis=compute-cost emit=json' | FileCheck %s --check-prefix=JSON

// One extent for each dimension reached (A2-c17).
// One binding passes through types, layouts, meshes, loop bounds, attributes (k of topk,
// the shape of a reshape) and topologies (A2-c20). By hand, ctx = 26, k = 3, n = 5, p = 2:
//   ctx floordiv 4 = 6; min(512, ctx * 3) = 78; n * p = 10 positions.
// The loop runs 78 / 13 = 6 times over an add of 5 * 6 = 30 elements: flops 180.
// topk scans 26 elements of each of 5 rows: predicate 130. The neg inside the scope is
// 10 * 7 = 70 elements over 10 positions, 7 a position: whole 70.
// TEXT: # compute-cost flops=f32:250@187 service=predicate:130@130
// JSON: "dims": {
// JSON-NEXT: "ctx": 26,
// JSON-NEXT: "k": 3,
// JSON-NEXT: "n": 5,
// JSON-NEXT: "p": 2
// JSON-NEXT: }

#ctx = #hir.dim<"ctx", 4, 65537>
#n = #hir.dim<"n", 1, 17>
#p = #hir.dim<"p", 1, 9>
#k = #hir.dim<"k", 1, 27>
#np = #hir.dim_expr<affine_map<()[a, b] -> (a * b)>, [#n, #p]>
#quarter = #hir.dim_expr<affine_map<()[c] -> (c floordiv 4)>, [#ctx]>
#capped = #hir.dim_expr<min affine_map<()[c] -> (512, c * 3)>, [#ctx]>
#six = #hir.dim_expr<affine_map<()[c] -> (c * 6)>, [#ctx]>
#floored = #hir.dim_expr<max affine_map<()[c] -> (11, c)>, [#k]>
#grid = #hir.mesh<[#hir.topology<"cta", #np>], #hir.layout<(#n, #p) : (#p, 1)>, ["i", "j"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(#n, #p, 7) : (#hir.dim_expr<affine_map<()[p] -> (p * 7)>, [#p]>, 7, 1)>, [split(0), split(1)], #grid>, dims = [#np]>

// CHECK: #[[CTA:.*]] = #hir.mesh<[#hir.topology<"cta", 10>], #hir.layout<(5, 2) : (2, 1)>, ["i", "j"]>
// CHECK: #[[SHARD:.*]] = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 2, 7) : (14, 7, 1)>, [split(0), split(1)], #[[CTA]]>>
// CHECK: hir.topologies = [#hir.topology<"cta", 10>]
// CHECK: func.func @f(%x: tensor<5x26xf32>, %y: tensor<5x6xf32>, %z: tensor<156xf32>, %w: tensor<11xf32>, %s: tensor<10x7xf32>)
// CHECK-SAME: -> (tensor<5x3xf32>, tensor<5x6xf32>, tensor<26x2x3xf32>, tensor<10x7xf32, #[[SHARD]]>)
// CHECK-SAME: hir.extents = {ctx = 26 : i64, k = 3 : i64, n = 5 : i64, p = 2 : i64}
// CHECK-SAME: hir.origin = "M::f"
// CHECK: hir.topk %x k 3 {hir.names = ["values", "indices"]}
// CHECK: hir.grid_region %i = 0 to 78 step 13
// CHECK: hir.reshape %z to [26, 2, 3]
// CHECK: hir.mesh_scope #[[CTA]]
// CHECK: hir.reshard %a to <gmem, layout = #hir.shard<#hir.layout<(5, 2, 7) : (14, 7, 1)>, [split(0), split(1)], #[[CTA]]>>

// BIND: hir.topologies = [#hir.topology<"cta", 10>]
// BIND: func.func @f(%x: tensor<5x26xf32>, %y: tensor<5x6xf32>, %z: tensor<156xf32>, %w: tensor<11xf32>, %s: tensor<10x7xf32>)
// BIND: k 3
// BIND: to 78 step 13
// BIND: to [26, 2, 3]
// BIND-NOT: #hir.dim

// Part of the dimensions may be bound; the rest stays open.
// PART: tensor<5x?xf32
// PART: hir.topk %x k 3
module @M attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", #np>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<5x?xf32, #hir.encoding<gmem, dims = [#ctx]>>,
               %y: tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>,
               %z: tensor<?xf32, #hir.encoding<gmem, dims = [#six]>>,
               %w: tensor<?xf32, #hir.encoding<gmem, dims = [#floored]>>,
               %s: tensor<?x7xf32, #hir.encoding<gmem, dims = [#np]>>)
      -> (tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>,
          tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#ctx]>>, tensor<?x7xf32, #rows>) {
    %values, %indices = hir.topk %x k #k : tensor<5x?xf32, #hir.encoding<gmem, dims = [#ctx]>>
    %sum = hir.grid_region %i = 0 to #capped step 13 iter_args(%acc = %y) -> (tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>) {
      %t = hir.add %acc, %y : tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>, tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>
      hir.yield %t : tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>
    }
    %m = hir.reshape %z to [#ctx, 2, 3] : tensor<?xf32, #hir.encoding<gmem, dims = [#six]>>
    %o = hir.mesh_scope #grid at(%i, %j) args(%a = %s) : (tensor<?x7xf32, #hir.encoding<gmem, dims = [#np]>>) -> (tensor<?x7xf32, #rows>) {
      %r = hir.reshard %a to <gmem, layout = #hir.shard<#hir.layout<(#n, #p, 7) : (#hir.dim_expr<affine_map<()[p] -> (p * 7)>, [#p]>, 7, 1)>, [split(0), split(1)], #grid>> : tensor<?x7xf32, #hir.encoding<gmem, dims = [#np]>>
      %q = hir.neg %r : tensor<?x7xf32, #rows>
      hir.yield %q : tensor<?x7xf32, #rows>
    }
    return %values, %sum, %m, %o : tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<5x?xf32, #hir.encoding<gmem, dims = [#quarter]>>,
          tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#ctx]>>, tensor<?x7xf32, #rows>
  }
}
