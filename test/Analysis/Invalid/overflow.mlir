// Counts that leave 64 bits are refused, never wrapped.
//
// RUN: not tf-opt %s --tf-analyze 2>%t | count 0
// RUN: FileCheck %s < %t

module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<4000000000x4000000000xbf16>, %y: tensor<4000000000x3xbf16>) -> tensor<4000000000x3xbf16> {
    // CHECK: overflow.mlir:[[@LINE+2]]:{{[0-9]+}}: error: cannot count the work of 'hir.matmul': the work of the op does not fit in 64 bits{{$}}
    // CHECK-NOT: error:
    %r = hir.matmul %x, %y : tensor<4000000000x4000000000xbf16>, tensor<4000000000x3xbf16>
    return %r : tensor<4000000000x3xbf16>
  }
}
