// A convolution whose flop count needs more than 31 bits.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand: out 4*1024*1024 = 4194304 elements, each 16*4*4 = 256 taps: 2147483648 flops.
// Windows reach the whole input: 16*1027*1027*4 = 67502656 B; filters 4*256*4 = 4096 B.

// CHECK: %y = hir.conv2d {{.*}}tensor<1x4x1024x1024xf32>; compute-cost flops=f32:2147483648@2147483648; traffic traffic=gmem:r67506752/w16777216@r67506752/w16777216

module @Conv attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%x: tensor<1x16x1027x1027xf32>, %w: tensor<4x16x4x4xf32>) -> tensor<1x4x1024x1024xf32> {
    %y = hir.conv2d %x, %w : tensor<1x16x1027x1027xf32>, tensor<4x16x4x4xf32>
    return %y : tensor<1x4x1024x1024xf32>
  }
}
