// A product whose contracted dimension is split over 5 CTAs: each writes a partial sum,
// and completing it costs communication that nobody prices.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand, f32. a 13x35, b 35x11, 7 of K for each CTA.
//   p: 2*13*11*35 = 10010 flops, one CTA 2002; r a 1820 + b 1540 = 3360, one CTA 364 +
//   308 = 672; w 13*11*4 = 572 in each of 5 CTAs, 2860.
//   The reshards stay in gmem and move nothing.
//   Peak, at the product: a 1820, b 1540 persistent, placed a and b as much, 5 partial
//   results 2860: 9580.

// CHECK-DAG: # compute-cost flops=f32:10010@2002
// CHECK-DAG: # traffic traffic=gmem:r3360/w2860@r672/w572
// CHECK-DAG: # peak-footprint=gmem:9580
// CHECK-DAG: # advisory="{{.*}}communication
// CHECK-DAG: partial<sum>
// CHECK: %p = hir.matmul {{.*}}compute-cost flops=f32:10010@2002; traffic traffic=gmem:r3360/w2860@r672/w572

#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["t"]>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(13, 5, 7) : (35, 7, 1)>, [split(1)], #cta>>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 7, 11) : (77, 11, 1)>, [split(0)], #cta>>
#sum = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(13, 11) : (11, 1)>, [partial<sum>], #cta>>
module @SplitK attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 5>],
  hir.entry = @f
} {
  func.func @f(%a: tensor<13x35xf32>, %b: tensor<35x11xf32>) -> tensor<13x11xf32> {
    %r = hir.mesh_scope #cta at(%t) args(%x = %a, %y = %b) : (tensor<13x35xf32>, tensor<35x11xf32>) -> (tensor<13x11xf32>) {
      %xs = hir.reshard %x to <gmem, layout = #hir.shard<[13, 35 over t], #cta>> : tensor<13x35xf32>
      %ys = hir.reshard %y to <gmem, layout = #hir.shard<[35 over t, 11], #cta>> : tensor<35x11xf32>
      %p = hir.matmul %xs, %ys : tensor<13x35xf32, #cols>, tensor<35x11xf32, #rows>
      %q = hir.reshard %p to <gmem> : tensor<13x11xf32, #sum>
      hir.yield %q : tensor<13x11xf32>
    }
    return %r : tensor<13x11xf32>
  }
}
