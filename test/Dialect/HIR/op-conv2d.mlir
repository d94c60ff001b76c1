// `hir.conv2d`: two-dimensional convolution.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 2*715*27, 2*27*2, 2*100*27 and 2*150*9 flops: padding taps count, the bias does not.
// A stride of 2 under one tap reaches 3*3 of 5*5 in each of 2 channels: 72 B.
// CHECK: hir.conv2d %x, %w : tensor<1x3x11x13xf32>, tensor<5x3x3x3xf32>
// CHECK: hir.conv2d %x, %w, %b padding [1, 1] : tensor<1x3x11x13xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>
// CHECK: hir.conv2d %x, %w stride [2, 3] padding [1, 0] dilation [1, 2] : tensor<2x3x11x13xf32>, tensor<5x3x3x2xf32>
// CHECK: hir.conv2d %x, %w groups 2 : tensor<1x6x7x7xf32>, tensor<4x3x3x3xf32>
// CHECK: hir.conv2d %x, %w stride [2, 1] padding [1, 0] to f32 : tensor<1x3x7x7xbf16>, tensor<5x3x3x3xbf16>
// COST: %r0 = hir.conv2d{{.*}}; compute-cost flops=f32:38610@38610; traffic{{.*}}operands=0:r1716/w0,1:r540/w0,2:r20/w0,result:r0/w2860{{$}}
// COST: %r1 = hir.conv2d{{.*}}; compute-cost flops=f32:108@108; traffic{{.*}}operands=0:r72/w0,1:r24/w0,result:r0/w108{{$}}
// COST: %r2 = hir.conv2d{{.*}}; compute-cost flops=f32:5400@5400; traffic{{.*}}operands=0:r1176/w0,1:r432/w0,result:r0/w400{{$}}
// COST: %r3 = hir.conv2d{{.*}}; compute-cost flops=bf16:2700@2700; traffic{{.*}}operands=0:r588/w0,1:r108/w0,result:r0/w600{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<1x3x11x13xf32>, %w: tensor<5x3x3x3xf32>) -> tensor<1x5x9x11xf32> {
    %r = hir.conv2d %x, %w : tensor<1x3x11x13xf32>, tensor<5x3x3x3xf32>
    return %r : tensor<1x5x9x11xf32>
  }
  func.func @bias(%x: tensor<1x3x11x13xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x5x11x13xf32> {
    %r = hir.conv2d %x, %w, %b padding [1, 1] : tensor<1x3x11x13xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>
    return %r : tensor<1x5x11x13xf32>
  }
  // (11+2-3)/2+1 = 6, (13-3)/3+1 = 4.
  func.func @strided(%x: tensor<2x3x11x13xf32>, %w: tensor<5x3x3x2xf32>) -> tensor<2x5x6x4xf32> {
    %r = hir.conv2d %x, %w stride [2, 3] padding [1, 0] dilation [1, 2] groups 1 : tensor<2x3x11x13xf32>, tensor<5x3x3x2xf32>
    return %r : tensor<2x5x6x4xf32>
  }
  func.func @groups(%x: tensor<1x6x7x7xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32> {
    %r = hir.conv2d %x, %w groups 2 : tensor<1x6x7x7xf32>, tensor<4x3x3x3xf32>
    return %r : tensor<1x4x5x5xf32>
  }
  func.func @depthwise(%x: tensor<1x6x7x7xf32>, %w: tensor<6x1x3x3xf32>) -> tensor<1x6x5x5xf32> {
    %r = hir.conv2d %x, %w groups 6 : tensor<1x6x7x7xf32>, tensor<6x1x3x3xf32>
    return %r : tensor<1x6x5x5xf32>
  }
  func.func @to(%x: tensor<1x3x7x7xbf16>, %w: tensor<5x3x3x3xbf16>) -> tensor<1x5x5x5xf32> {
    %r = hir.conv2d %x, %w to f32 : tensor<1x3x7x7xbf16>, tensor<5x3x3x3xbf16>
    return %r : tensor<1x5x5x5xf32>
  }
  func.func @any_order(%x: tensor<1x3x7x7xbf16>, %w: tensor<5x3x3x3xbf16>) -> tensor<1x5x4x5xf32> {
    %r = hir.conv2d %x, %w to f32 padding [1, 0] stride [2, 1] : tensor<1x3x7x7xbf16>, tensor<5x3x3x3xbf16>
    return %r : tensor<1x5x4x5xf32>
  }
  func.func @symbolic_batch(%x: tensor<?x3x7x7xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<5x3x3x3xf32>) -> tensor<?x5x5x5xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.conv2d %x, %w : tensor<?x3x7x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<5x3x3x3xf32>
    return %r : tensor<?x5x5x5xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @empty(%x: tensor<0x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) -> tensor<0x5x5x5xf32> {
    %r = hir.conv2d %x, %w : tensor<0x3x7x7xf32>, tensor<5x3x3x3xf32>
    return %r : tensor<0x5x5x5xf32>
  }
  func.func @storage(%x: tensor<1x3x7x7xf32, #hir.encoding<smem>>, %w: tensor<5x3x3x3xf32, #hir.encoding<smem>>) -> tensor<1x5x5x5xf32, #hir.encoding<smem>> {
    %r = hir.conv2d %x, %w : tensor<1x3x7x7xf32, #hir.encoding<smem>>, tensor<5x3x3x3xf32, #hir.encoding<smem>>
    return %r : tensor<1x5x5x5xf32, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<1x3x11x13xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>, %y: tensor<1x2x5x5xf32>, %v: tensor<3x2x1x1xf32>, %z: tensor<1x6x7x7xf32>, %u: tensor<4x3x3x3xf32>, %d: tensor<1x6x7x7xbf16>, %e: tensor<6x1x3x3xbf16>) -> (tensor<1x5x11x13xf32>, tensor<1x3x3x3xf32>, tensor<1x4x5x5xf32>, tensor<1x6x5x5xf32>) {
    %r0 = hir.conv2d %x, %w, %b padding [1, 1] : tensor<1x3x11x13xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>
    %r1 = hir.conv2d %y, %v stride [2, 2] : tensor<1x2x5x5xf32>, tensor<3x2x1x1xf32>
    %r2 = hir.conv2d %z, %u groups 2 : tensor<1x6x7x7xf32>, tensor<4x3x3x3xf32>
    %r3 = hir.conv2d %d, %e groups 6 to f32 : tensor<1x6x7x7xbf16>, tensor<6x1x3x3xbf16>
    return %r0, %r1, %r2, %r3 : tensor<1x5x11x13xf32>, tensor<1x3x3x3xf32>, tensor<1x4x5x5xf32>, tensor<1x6x5x5xf32>
  }
}
