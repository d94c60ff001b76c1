// RUN: tf-opt %s --tf-inline-view --tf-compute-cost --tf-memory | FileCheck %s --check-prefix=BOTH
// RUN: tf-opt %s --tf-inline-view --tf-roofline --tf-compute-cost | FileCheck %s --check-prefix=ROOF
// RUN: tf-opt %s --tf-inline-view --tf-performance | FileCheck %s --check-prefix=TIME
// RUN: tf-opt %s --tf-inline-view --tf-roofline --tf-strip-records > %t.stripped
// RUN: tf-opt %s --tf-inline-view > %t.view
// RUN: diff %t.view %t.stripped
// RUN: tf-opt %t.view --tf-roofline | FileCheck %s --check-prefix=ROOF
// RUN: not tf-opt %s --tf-inline-view --tf-analyze 2>&1 | FileCheck %s --check-prefix=SUBJECT
// RUN: not tf-opt %s --tf-compute-cost 2>&1 | FileCheck %s --check-prefix=NOVIEW
// RUN: tf-opt %s > %t.authored
// RUN: tf-opt %s --tf-check-program | diff %t.authored -

// A pass runs its closure on a view and leaves records as attributes; what an earlier
// pass wrote and this one does not own stays as it was (A2-c28): memory requires nothing,
// so the compute cost before it is untouched.
// BOTH: func.func @f
// BOTH-SAME: hir.compute_cost = {
// BOTH-SAME: hir.extents = {}
// BOTH-SAME: hir.memory = {
// BOTH-SAME: hir.origin = "M::f"
// BOTH-SAME: hir.traffic = {
// BOTH: hir.neg
// BOTH-SAME: hir.compute_cost = {
// BOTH-SAME: hir.traffic = {
// ROOF: func.func @f
// ROOF-SAME: hir.compute_cost
// ROOF-SAME: hir.memory
// ROOF-SAME: hir.roofline
// ROOF: hir.neg
// ROOF-SAME: hir.compute_cost
// ROOF-SAME: hir.roofline
// TIME: func.func @f
// TIME-SAME: hir.performance_summary
// TIME: hir.neg
// TIME-SAME: hir.performance
// A view is no subject of the composed operation (A2-c16).
// SUBJECT: error: 'f' is a view or a specialised copy of 'M::f'; analyse the authored function, or run the single-family passes on the view
// NOVIEW: error: holds no view; make one with --tf-inline-view first
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["p"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<7x11xf32>) -> tensor<7x11xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<7x11xf32>) -> (tensor<7x11xf32>) {
      %n = hir.neg %a {hir.constraint = "keep"} : tensor<7x11xf32>
      hir.yield %n : tensor<7x11xf32>
    }
    return %r : tensor<7x11xf32>
  }
}
