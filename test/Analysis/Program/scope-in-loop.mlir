// A scope inside a loop: the loop's index enters as an argument.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,performance' | FileCheck %s
//
// By hand, f32. x 5x28; on each of 5 trips 4 CTAs take 7 elements of one row each.
//   s: 28 flops a trip, 7 a CTA; r and w 112, 28 a CTA. d: r and w the same.
//   Over 5 trips: flops 140@35, r 1120@280, w 1120@280. The window's starts: row 8 B, one
//   value for all CTAs, column 4*8: 40 a trip, 16 a CTA; in 2 ops, 5 trips 400@160.
//   Times: (28 + 28)/36.36 = 1.54 -> 2 ns each: stride 4, 20 ns.

// CHECK-DAG: # compute-cost flops=f32:140@35
// CHECK-DAG: # traffic traffic=gmem:r1120/w1120@r280/w280,rmem:r400/w0@r160/w0
// CHECK-DAG: # performance root=ScopeInLoop::f predicted-ns=20 waves=1
// CHECK: %s = hir.square {{.*}}compute-cost flops=f32:28@7; traffic traffic=gmem:r112/w112@r28/w28; performance=[4t+0,4t+2)*5
// CHECK: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r112/w112@r28/w28,rmem:r40/w0@r16/w0; performance=[4t+2,4t+4)*5

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["m"]>
module @ScopeInLoop attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 4>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<5x28xf32>, %y: tensor<5x28xf32>) -> tensor<5x28xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%c = %y) -> (tensor<5x28xf32>) {
      %q = hir.mesh_scope #cta at(%m) args(%i = %k, %a = %x, %b = %c) : (index, tensor<5x28xf32>, tensor<5x28xf32>) -> (tensor<5x28xf32>) {
        %col = affine.apply affine_map<(j) -> (j * 7)>(%m)
        %w = hir.slice %a[%i, %col] [1, 7] [1, 1] : tensor<5x28xf32>
        %s = hir.square %w : tensor<1x7xf32>
        %d = hir.insert_slice %s into %b[%i, %col] : tensor<1x7xf32>, tensor<5x28xf32>
        hir.yield %d : tensor<5x28xf32>
      }
      hir.yield %q : tensor<5x28xf32>
    }
    return %r : tensor<5x28xf32>
  }
}
