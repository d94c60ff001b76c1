// RUN: tf-opt %s --tf-analyze='analysis=memory level=cta emit=json' | FileCheck %s

// One buffer read by ops that two meshes share out, outside any scope. Block x of six is
// (r, c) = (x floordiv 2, x mod 2) in the first: it adds rows [4 * r, 4 * r + 4) of %p, and
// multiplies rows [2 * x, 2 * x + 2), which lie among them. One block reaches 4 rows of ten
// f32, 160 bytes, all of them 12 rows, 480; without reuse one block reads 4 + 2 rows in each
// of 2 trips, 480.
#pairs = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["r", "c"]>
#line = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["x"]>
#four = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 10) : (40, 10, 1)>, [split(0), broadcast], #pairs>>
#two = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 2, 10) : (20, 10, 1)>, [split(0)], #line>>
module @TwoMeshes attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f, hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%p: tensor<12x10xf32>, %a: tensor<12x10xf32, #four>, %b: tensor<12x10xf32, #two>) -> (tensor<12x10xf32, #four>, tensor<12x10xf32, #two>) {
    %r:2 = hir.grid_region %k = 0 to 2 step 1 iter_args(%s = %a, %t = %b) -> (tensor<12x10xf32, #four>, tensor<12x10xf32, #two>) {
      %u = hir.add %p, %s : tensor<12x10xf32>, tensor<12x10xf32, #four>
      %v = hir.mul %p, %t : tensor<12x10xf32>, tensor<12x10xf32, #two>
      hir.yield %u, %v : tensor<12x10xf32, #four>, tensor<12x10xf32, #two>
    }
    return %r#0, %r#1 : tensor<12x10xf32, #four>, tensor<12x10xf32, #two>
  }
}
// CHECK: "buffer": "p:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 160,
// CHECK-NEXT: "device_bytes": 480,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 480
