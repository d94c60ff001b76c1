// RUN: tf-opt %s --tf-inline-view --tf-compute-cost=level=thread --tf-memory --tf-print-report=format=text | FileCheck %s
// RUN: not tf-opt %s --tf-inline-view --tf-performance=level=cta --tf-compute-cost=level=thread 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: tf-opt %s --tf-inline-view --tf-performance=level=cta --tf-strip-records --tf-compute-cost=level=thread --tf-print-report=format=text | FileCheck %s --check-prefix=STRIPPED

// A record means one thing wherever it stands (A1-c1): the families of one view are of one
// level, that of the first unless another is asked for, and two are refused. Of 35 negations
// one of 5 CTAs performs 7 and each of its 7 threads one, which reads and writes 4 bytes.
//
// CHECK: analysis {{.*}} topology=thread
// CHECK: compute-cost flops=f32:35@1
// CHECK: traffic=gmem:r140/w140@r4/w4
// STRIPPED: analysis {{.*}} topology=thread
// STRIPPED: compute-cost flops=f32:35@1
// TWO: error: 'func.func' op carries records of level 'cta' and is to be measured at level 'thread'; ask for level=cta, or remove the records with --tf-strip-records first
#both = #hir.mesh<[#hir.topology<"cta", 5>, #hir.topology<"thread", 7>], #hir.layout<(5, 7) : (7, 1)>, ["c", "t"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 7) : (7, 1)>, [split(0), split(1)], #both>>
module @Levels attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>, #hir.topology<"thread", 7>], hir.entry = @f} {
  func.func @f(%x: tensor<35xf32, #rows>) -> tensor<35xf32, #rows> {
    %r = hir.mesh_scope #both at(%c, %t) args(%p = %x) : (tensor<35xf32, #rows>) -> (tensor<35xf32, #rows>) {
      %y = hir.neg %p : tensor<35xf32, #rows>
      hir.yield %y : tensor<35xf32, #rows>
    }
    return %r : tensor<35xf32, #rows>
  }
}
