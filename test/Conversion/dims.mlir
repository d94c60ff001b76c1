// Dimensions of an encoding bind in structured ops, which follow their destinations.
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory dims=ctx=7' | FileCheck %s

// 2 * 7 * 5 * 3 = 210 flops; reads 7*3*4 = 84, 60 and the accumulator of 140.
// CHECK: %y = linalg.matmul {{.*}}outs(%z : tensor<7x5xf32>) -> tensor<7x5xf32> {{.*}}flops=f32:210@210; traffic traffic=gmem:r284/w140@r284/w140
#ctx = #hir.encoding<gmem, dims = [#hir.dim<"ctx", 1, 64>]>
module @Dims attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?x3xf32, #ctx>, %w: tensor<3x5xf32>, %z: tensor<?x5xf32, #ctx>) -> tensor<?x5xf32, #ctx> {
    %y = linalg.matmul ins(%x, %w : tensor<?x3xf32, #ctx>, tensor<3x5xf32>) outs(%z : tensor<?x5xf32, #ctx>) -> tensor<?x5xf32, #ctx>
    return %y : tensor<?x5xf32, #ctx>
  }
}
