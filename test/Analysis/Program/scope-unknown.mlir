// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json unknown-ops=note' | FileCheck %s
// RUN: not tf-opt %s --tf-check-program 2>&1 | FileCheck %s --check-prefix=REFUSE

// An op without a model inside a loop makes the loop unknown, and the loop around it; a
// loop beside them stays known (A2.1-c5).
// REFUSE: error: no analysis has a model of 'math.atan'
// CHECK: "loops": [
// CHECK: "known": false
// CHECK: "value": "i"
// CHECK: "known": false
// CHECK: "value": "j"
// CHECK: "known": true
// CHECK: "value": "k"
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.grid_region %i = 0 to 3 step 1 iter_args(%a = %x) -> (tensor<7xf32>) {
      %s = hir.grid_region %j = 0 to 3 step 1 iter_args(%b = %a) -> (tensor<7xf32>) {
        %n = hir.neg %b : tensor<7xf32>
        %c = math.atan %n : tensor<7xf32>
        hir.yield %c : tensor<7xf32>
      }
      hir.yield %s : tensor<7xf32>
    }
    %t = hir.grid_region %k = 0 to 3 step 1 iter_args(%a = %r) -> (tensor<7xf32>) {
      %n = hir.neg %a : tensor<7xf32>
      hir.yield %n : tensor<7xf32>
    }
    return %t : tensor<7xf32>
  }
}
