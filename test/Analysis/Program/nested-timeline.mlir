// A loop in a loop on the timeline: an occurrence states the trips and stride of its
// innermost loop and its interval in the first outer trip.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,performance' | FileCheck %s
//
// By hand, f32, 1001 elements, 4004 B; one CTA moves 36.36 B a nanosecond.
//   sq 8008 B -> 221 ns; sum 12012 B -> 331 ns, 5 trips 1655 ns; ex 8008 B -> 221 ns
//   (its 1001 results of the special unit take 32). The outer body: 221 + 1655 + 221 =
//   2097 ns, 3 trips 6291 ns.
//   flops (1001 + 5*1001)*3 = 18018; special 3003.

// CHECK-DAG: # compute-cost flops=f32:18018@18018 service=special:3003@3003
// CHECK-DAG: # performance root=Nested::f predicted-ns=6291 waves=1
// CHECK: %sq = hir.square {{.*}}performance=[2097t+0,2097t+221)*3
// CHECK: %sum = hir.add {{.*}}performance=[331t+221,331t+552)*5
// CHECK: %ex = hir.exp {{.*}}performance=[2097t+1876,2097t+2097)*3

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
module @Nested attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<3x1001xf32>, %y: tensor<1x1001xf32>) -> tensor<1x1001xf32> {
    %r = hir.mesh_scope #cta at(%t) args(%a = %x, %b = %y) : (tensor<3x1001xf32>, tensor<1x1001xf32>) -> (tensor<1x1001xf32>) {
      %q = hir.grid_region %i = 0 to 3 step 1 iter_args(%o = %b) -> (tensor<1x1001xf32>) {
        %w = hir.slice %a[%i, 0] [1, 1001] [1, 1] : tensor<3x1001xf32>
        %sq = hir.square %w : tensor<1x1001xf32>
        %p = hir.grid_region %j = 0 to 5 step 1 iter_args(%acc = %o) -> (tensor<1x1001xf32>) {
          %sum = hir.add %acc, %sq : tensor<1x1001xf32>, tensor<1x1001xf32>
          hir.yield %sum : tensor<1x1001xf32>
        }
        %ex = hir.exp %p : tensor<1x1001xf32>
        hir.yield %ex : tensor<1x1001xf32>
      }
      hir.yield %q : tensor<1x1001xf32>
    }
    return %r : tensor<1x1001xf32>
  }
}
