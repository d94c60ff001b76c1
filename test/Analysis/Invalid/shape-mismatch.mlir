// A contraction whose extents differ: both numbers and both operands are named.
//
// RUN: not tf-opt %s --tf-analyze 2>%t | count 0
// RUN: FileCheck %s < %t

module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%a: tensor<3x5xbf16>, %b: tensor<7x11xbf16>) -> tensor<3x11xbf16> {
    // CHECK: shape-mismatch.mlir:[[@LINE+2]]:{{[0-9]+}}: error: 'hir.matmul' op operands 0 and 1 disagree in the contracted dimension: axis 1 of operand 0 has extent 5, axis 0 of operand 1 has 7{{$}}
    // CHECK-NOT: error:
    %c = hir.matmul %a, %b : tensor<3x5xbf16>, tensor<7x11xbf16>
    return %c : tensor<3x11xbf16>
  }
}
