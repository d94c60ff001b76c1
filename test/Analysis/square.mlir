// One row block per CTA: a sharded elementwise op. Figures derived by hand (H200, level cta):
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
//
//   square: compute-cost flops f32 33792 whole, 256 per CTA; traffic gmem read 135168 write 135168
//   whole, 1024 and 1024 per CTA; roofline 57 ns, memory; timeline [0,57), one wave.
//   peak gmem: x 135168 + placed 135168 + sq 135168 = 405504, persistent 135168.

// CHECK-DAG: # compute-cost flops=f32:33792@256
// CHECK-DAG: # traffic traffic=gmem:r135168/w135168@r1024/w1024
// CHECK-DAG: # peak-footprint=gmem:405504
// CHECK-DAG: # roofline ideal-ns=57 bound-by=memory
// CHECK-DAG: # performance root=Square::kernel predicted-ns=57 waves=1
// CHECK: %sq = hir.square {{.*}}compute-cost flops=f32:33792@256; traffic traffic=gmem:r135168/w135168@r1024/w1024; roofline ideal-ns=57 bound-by=memory; performance=[0,57)

#cta = #hir.mesh<[#hir.topology<"cta", 132>], #hir.layout<(132) : (1)>, ["block"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(132, 256) : (256, 1)>, [split(0)], #cta>>
module @Square attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 132>],
  hir.entry = @kernel
} {
  func.func @kernel(%x: tensor<33792xf32>) -> tensor<33792xf32, #rows> {
    %y = hir.mesh_scope #cta at(%b) args(%a = %x) : (tensor<33792xf32>) -> (tensor<33792xf32, #rows>) {
      %placed = hir.reshard %a to <gmem, layout = #hir.shard<[33792 over block], #cta>> : tensor<33792xf32>
      %sq = hir.square %placed : tensor<33792xf32, #rows>
      hir.yield %sq : tensor<33792xf32, #rows>
    }
    return %y : tensor<33792xf32, #rows>
  }
}
