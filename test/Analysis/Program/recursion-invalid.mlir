// RUN: not tf-opt %s --tf-check-program 2>&1 | FileCheck %s

// The cycle alone is named, with a note at each call that is part of it. Nothing is
// printed to stdout after a failure.
// CHECK: [[@LINE+8]]:3: error: recursion is not measured: 'g' -> 'h' -> 'g'
// CHECK: note: 'h' is called here
// CHECK: note: this call closes the cycle
// CHECK-NOT: module
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> { %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  func.func @g(%x: tensor<7xf32>) -> tensor<7xf32> {
    %a = hir.call @h(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  func.func @h(%x: tensor<7xf32>) -> tensor<7xf32> {
    %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
}
