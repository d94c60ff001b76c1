// A device that no document describes: named, at the module that names it.
//
// RUN: not tf-opt %s --tf-analyze 2>%t | count 0
// RUN: FileCheck %s < %t

// CHECK: unknown-device.mlir:[[@LINE+2]]:{{[0-9]+}}: error: cannot resolve 'hir.target': unknown ID: no device document has the ID 'nvidia.h300_sxm'; there are 
// CHECK-NOT: error:
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h300_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %y = hir.square %x : tensor<5x7xf32>
    return %y : tensor<5x7xf32>
  }
}
