// Three CTAs fill a vector, four windows each, through a loop that carries it: what
// leaves the scope is one value.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand, f32, 60 elements; one trip of a CTA handles 5.
//   s: 15 flops a trip, 5 a CTA; r and w 60, 20 a CTA. d: r and w the same.
//   Over 4 trips: flops 60@20, r 480@160, w 480@160. The start varies along m: 24 B in
//   each of 2 ops, 8 a CTA: rmem r 192@64.
//   Peak, at d: x and y 240 each, the carried vector 240, d 240, s in 3 CTAs 60: 1020.

// CHECK-DAG: # compute-cost flops=f32:60@20
// CHECK-DAG: # traffic traffic=gmem:r480/w480@r160/w160,rmem:r192/w0@r64/w0
// CHECK-DAG: # peak-footprint=gmem:1020
// CHECK: %s = hir.square {{.*}}compute-cost flops=f32:15@5; traffic traffic=gmem:r60/w60@r20/w20
// CHECK: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r60/w60@r20/w20,rmem:r24/w0@r8/w0

#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["m"]>
module @UnionInLoop attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<60xf32>, %y: tensor<60xf32>) -> tensor<60xf32> {
    %r = hir.mesh_scope #cta at(%m) args(%a = %x, %b = %y) : (tensor<60xf32>, tensor<60xf32>) -> (tensor<60xf32>) {
      %q = hir.grid_region %k = 0 to 20 step 5 iter_args(%c = %b) -> (tensor<60xf32>) {
        %at = affine.apply affine_map<(i, j) -> (i * 20 + j)>(%m, %k)
        %w = hir.slice %a[%at] [5] [1] : tensor<60xf32>
        %s = hir.square %w : tensor<5xf32>
        %d = hir.insert_slice %s into %c[%at] : tensor<5xf32>, tensor<60xf32>
        hir.yield %d : tensor<60xf32>
      }
      hir.yield %q : tensor<60xf32>
    }
    return %r : tensor<60xf32>
  }
}
