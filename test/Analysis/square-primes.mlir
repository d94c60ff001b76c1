// One block of rows per CTA on a 7 x 11 mesh: a sharded elementwise op, both axes
// split, and a value that stays whole beside it.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
//
// Figures by hand. x 91x143 f32 = 13013 elements, 52052 B; a CTA owns 13x13 = 169, 676 B.
//   sq: f32 13013 whole, 169 a CTA; gmem r and w 52052 whole, 676 a CTA.
//   biased: bias [143] is not sharded; a CTA adds the 13 of its columns: gmem r
//     52052 + 572 = 52624 whole, 676 + 52 = 728 a CTA; w 52052 and 676.
//   peak gmem: x 52052 + bias 572 persistent = 52624; at sq placed and sq, 104104;
//     at biased sq and biased, 104104: 156728.
//   Times: sq (676 + 676)/36.36 = 37.2 -> 38; biased (728 + 676)/36.36 = 38.6 -> 39.
//   Roofline: 2*13013/67000 -> 1; (104676 + 104104)/4800 = 43.5 -> 44.

// CHECK-DAG: # compute-cost flops=f32:26026@338
// CHECK-DAG: # traffic traffic=gmem:r104676/w104104@r1404/w1352
// CHECK-DAG: # peak-footprint=gmem:156728
// CHECK-DAG: # roofline ideal-ns=44 bound-by=memory
// CHECK-DAG: # performance root=SquarePrimes::kernel predicted-ns=77 waves=1
// CHECK: %sq = hir.square {{.*}}compute-cost flops=f32:13013@169; traffic traffic=gmem:r52052/w52052@r676/w676; roofline ideal-ns=22 bound-by=memory; performance=[0,38)
// CHECK: %biased = hir.add {{.*}}compute-cost flops=f32:13013@169; traffic traffic=gmem:r52624/w52052@r728/w676; roofline ideal-ns=22 bound-by=memory; performance=[38,77)

#cta = #hir.mesh<[#hir.topology<"cta", 77>], #hir.layout<(7, 11) : (11, 1)>, ["r", "c"]>
#blocks = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 13, 11, 13) : (1859, 143, 13, 1)>, [split(0), split(2)], #cta>>
module @SquarePrimes attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 77>],
  hir.entry = @kernel
} {
  func.func @kernel(%x: tensor<91x143xf32>, %bias: tensor<143xf32>) -> tensor<91x143xf32, #blocks> {
    %y = hir.mesh_scope #cta at(%r, %c) args(%a = %x, %b = %bias) : (tensor<91x143xf32>, tensor<143xf32>) -> (tensor<91x143xf32, #blocks>) {
      %placed = hir.reshard %a to <gmem, layout = #hir.shard<[91 over r, 143 over c], #cta>> : tensor<91x143xf32>
      %sq = hir.square %placed : tensor<91x143xf32, #blocks>
      %biased = hir.add %sq, %b : tensor<91x143xf32, #blocks>, tensor<143xf32>
      hir.yield %biased : tensor<91x143xf32, #blocks>
    }
    return %y : tensor<91x143xf32, #blocks>
  }
}
