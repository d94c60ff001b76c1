// A program in MLIR's own dialects, measured in the system's mlir-opt, which registers
// those dialects for itself.
//
// REQUIRES: plugin
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-analyze{emit=ir analysis=compute-cost})' | FileCheck %s
//
// 2*3*5*7 = 210 flops.
// CHECK: linalg.matmul {hir.compute_cost = {flops = {f32 = 210 : i64}
module @Linalg attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<3x7xf32>, %w: tensor<7x5xf32>, %y: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %z = linalg.matmul ins(%x, %w : tensor<3x7xf32>, tensor<7x5xf32>) outs(%y : tensor<3x5xf32>) -> tensor<3x5xf32>
    return %z : tensor<3x5xf32>
  }
}
