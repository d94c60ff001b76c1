// func.call is inlined as hir.call is, and a weight keeps its name.
// RUN: tf-opt %s --tf-analyze=analysis=compute-cost,memory | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost budget=2' -verify-diagnostics

// Each of two calls multiplies 3x5 by 5x5: 2 * 3 * 5 * 5 = 150 flops.
// CHECK: # compute-cost flops=f32:300@300
// CHECK: func.func @f(%x: tensor<3x5xf32>, %w: tensor<5x5xf32> {hir.const = "w"})
// CHECK: linalg.matmul ins(%x, %w : {{.*}}compute-cost flops=f32:150@150
// CHECK: linalg.matmul ins(%{{.*}}, %w : {{.*}}compute-cost flops=f32:150@150
// CHECK-NOT: call
module @Calls attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func private @layer(%x: tensor<3x5xf32>, %w: tensor<5x5xf32>) -> tensor<3x5xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<3x5xf32>
    %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
    %y = linalg.matmul ins(%x, %w : tensor<3x5xf32>, tensor<5x5xf32>) outs(%i : tensor<3x5xf32>) -> tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }
  // Two calls of an empty, a fill and a product.
  // expected-error @+1 {{the view of 'f' has 6 measured ops and tensor constants, more than the budget of 2}}
  func.func @f(%x: tensor<3x5xf32>, %w: tensor<5x5xf32> {hir.const = "w"}) -> tensor<3x5xf32> {
    %y = call @layer(%x, %w) : (tensor<3x5xf32>, tensor<5x5xf32>) -> tensor<3x5xf32>
    %z = call @layer(%y, %w) : (tensor<3x5xf32>, tensor<5x5xf32>) -> tensor<3x5xf32>
    return %z : tensor<3x5xf32>
  }
}
