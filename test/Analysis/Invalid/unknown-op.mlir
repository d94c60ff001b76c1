// An op that no dialect here knows: one error at its line, nothing on stdout.
//
// RUN: not tf-opt %s --tf-analyze 2>%t | count 0
// RUN: FileCheck %s < %t

module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    // CHECK: unknown-op.mlir:[[@LINE+2]]:{{[0-9]+}}: error: custom op 'hir.cube' is unknown
    // CHECK-NOT: error:
    %y = hir.cube %x : tensor<5x7xf32>
    return %y : tensor<5x7xf32>
  }
}
