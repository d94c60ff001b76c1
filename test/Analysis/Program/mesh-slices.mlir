// Two scopes on disjoint slices of 8 CTAs run side by side; a third on all of them waits
// for both.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
//
// By hand, f32. Three CTAs each square 7001 elements: 56008/36.36 = 1540.2 -> 1541 ns.
// Five each square 9001: 72008/36.36 = 1980.2 -> 1981 ns. All eight add the 7001 and a
// window of the 9001: 84012/36.36 = 2310.3 -> 2311 ns, from 1981 on, to 4292.
//   flops 3*7001 + 5*9001 + 8*7001 = 122016; the squares are not distributed: each value
//   is one, r 28004 + 36004 + 2*28004 = 120016, w 28004 + 36004 + 28004 = 92012.

// CHECK-DAG: # compute-cost flops=f32:122016@
// CHECK-DAG: # traffic traffic=gmem:r120016/w92012@
// CHECK-DAG: # performance root=Slices::f predicted-ns=4292 waves=1
// CHECK: %s1 = hir.square {{.*}}compute-cost flops=f32:21003@7001; {{.*}}performance=[0,1541)
// CHECK: %s2 = hir.square {{.*}}compute-cost flops=f32:45005@9001; {{.*}}performance=[0,1981)
// CHECK: %s3 = hir.add {{.*}}compute-cost flops=f32:56008@7001; {{.*}}performance=[1981,4292)

#low = #hir.mesh<[#hir.topology<"cta", 8>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(3) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 8>], #hir.composed<inner = none, offset = 3, outer = #hir.layout<(5) : (1)>>, ["c"]>
#all = #hir.mesh<[#hir.topology<"cta", 8>], #hir.layout<(8) : (1)>, ["c"]>
module @Slices attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 8>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<7001xf32>, %y: tensor<9001xf32>) -> tensor<7001xf32> {
    %p = hir.mesh_scope #low at(%c) args(%a = %x) : (tensor<7001xf32>) -> (tensor<7001xf32>) {
      %s1 = hir.square %a : tensor<7001xf32>
      hir.yield %s1 : tensor<7001xf32>
    }
    %q = hir.mesh_scope #high at(%c) args(%a = %y) : (tensor<9001xf32>) -> (tensor<9001xf32>) {
      %s2 = hir.square %a : tensor<9001xf32>
      hir.yield %s2 : tensor<9001xf32>
    }
    %r = hir.mesh_scope #all at(%c) args(%a = %p, %b = %q) : (tensor<7001xf32>, tensor<9001xf32>) -> (tensor<7001xf32>) {
      %w = hir.slice %b[1000] [7001] [1] : tensor<9001xf32>
      %s3 = hir.add %a, %w : tensor<7001xf32>, tensor<7001xf32>
      hir.yield %s3 : tensor<7001xf32>
    }
    return %r : tensor<7001xf32>
  }
}
