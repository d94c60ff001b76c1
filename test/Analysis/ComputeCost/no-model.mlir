// (A1.2.1-c2) An op without a cost of its own is refused, at its line, by name.
//
// RUN: not tf-opt %s --tf-analyze='analysis=compute-cost' 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    // CHECK: no-model.mlir:[[@LINE+2]]:{{[0-9]+}}: error: no analysis has a model of 'arith.remf'; attach CostOpInterface and AccessRelationOpInterface to it, or leave it out of the figures with unknown-ops=note{{$}}
    // CHECK-NOT: error:
    %r = arith.remf %x, %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
}
