// A broadcast operand is read at its own size.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand: 4096*4096*4 = 67108864 B and 4096*4 = 16384 B: r 67125248, w 67108864.

// CHECK: %y = hir.add {{.*}}compute-cost flops=f32:16777216@16777216; traffic traffic=gmem:r67125248/w67108864@r67125248/w67108864

module @Broadcast attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%x: tensor<4096x4096xf32>, %b: tensor<4096xf32>) -> tensor<4096x4096xf32> {
    %y = hir.add %x, %b : tensor<4096x4096xf32>, tensor<4096xf32>
    return %y : tensor<4096x4096xf32>
  }
}
