// Looking up one token moves one row of the table.
//
// RUN: tf-opt %s --tf-analyze | FileCheck %s
//
// By hand: a row is 2048*2 = 4096 B, the index 8 B. (4104 + 4096)/4800 = 1.7 -> 2 ns.

// CHECK: # traffic traffic=gmem:r4104/w4096@r4104/w4096
// CHECK: # roofline ideal-ns=2 bound-by=memory
// CHECK: hir.index_select
// CHECK-SAME: tensor<1x2048xbf16>
// CHECK-NOT: flops
// CHECK-SAME: traffic traffic=gmem:r4104/w4096@r4104/w4096

module @Embedding attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%table: tensor<151936x2048xbf16>, %ids: tensor<1xi64>) -> tensor<1x2048xbf16> {
    %x = hir.index_select %table, %ids {dim = 0} : tensor<151936x2048xbf16>, tensor<1xi64>
    return %x : tensor<1x2048xbf16>
  }
}
