// `hir.rope`: rotary position embedding.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 3*(96 + 48) = 432 and 3*(208 + 208) = 1248 flops; 3 of 11 table rows of 16 B, and all 11 for 13 positions.
// CHECK: hir.rope %q, %k, %c, %s, %p {hir.names = ["r", "r1"]} : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
// COST: %r0{{.*}} = hir.rope{{.*}}; compute-cost flops=bf16:432@432; traffic{{.*}}operands=0:r192/w0,1:r96/w0,2:r48/w0,3:r48/w0,4:r24/w0,result:r0/w288{{$}}
// COST: %r1{{.*}} = hir.rope{{.*}}; compute-cost flops=bf16:1248@1248; traffic{{.*}}operands=0:r416/w0,1:r416/w0,2:r176/w0,3:r176/w0,4:r104/w0,result:r0/w832{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>) {
    %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
    return %r, %r1 : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>
  }
  func.func @f32(%q: tensor<1x3x4x8xf32>, %k: tensor<1x3x2x8xf32>, %c: tensor<11x8xf32>, %s: tensor<11x8xf32>, %p: tensor<3xi32>) -> (tensor<1x3x4x8xf32>, tensor<1x3x2x8xf32>) {
    %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xf32>, tensor<1x3x2x8xf32>, tensor<11x8xf32>, tensor<11x8xf32>, tensor<3xi32>
    return %r, %r1 : tensor<1x3x4x8xf32>, tensor<1x3x2x8xf32>
  }
  func.func @empty(%q: tensor<1x0x4x8xbf16>, %k: tensor<1x0x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<0xi64>) -> (tensor<1x0x4x8xbf16>, tensor<1x0x2x8xbf16>) {
    %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x0x4x8xbf16>, tensor<1x0x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<0xi64>
    return %r, %r1 : tensor<1x0x4x8xbf16>, tensor<1x0x2x8xbf16>
  }
  func.func @symbolic(%q: tensor<1x?x4x8xbf16, #hir.encoding<gmem, dims = [#n]>>, %k: tensor<1x?x2x8xbf16, #hir.encoding<gmem, dims = [#n]>>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>) -> (tensor<1x?x4x8xbf16, #hir.encoding<gmem, dims = [#n]>>, tensor<1x?x2x8xbf16, #hir.encoding<gmem, dims = [#n]>>) {
    %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x?x4x8xbf16, #hir.encoding<gmem, dims = [#n]>>, tensor<1x?x2x8xbf16, #hir.encoding<gmem, dims = [#n]>>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>
    return %r, %r1 : tensor<1x?x4x8xbf16, #hir.encoding<gmem, dims = [#n]>>, tensor<1x?x2x8xbf16, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @positions_elsewhere(%q: tensor<1x3x4x8xbf16, #hir.encoding<smem>>, %k: tensor<1x3x2x8xbf16, #hir.encoding<smem>>, %c: tensor<11x8xbf16, #hir.encoding<smem>>, %s: tensor<11x8xbf16, #hir.encoding<smem>>, %p: tensor<3xi64>) -> (tensor<1x3x4x8xbf16, #hir.encoding<smem>>, tensor<1x3x2x8xbf16, #hir.encoding<smem>>) {
    %r, %r1 = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16, #hir.encoding<smem>>, tensor<1x3x2x8xbf16, #hir.encoding<smem>>, tensor<11x8xbf16, #hir.encoding<smem>>, tensor<11x8xbf16, #hir.encoding<smem>>, tensor<3xi64>
    return %r, %r1 : tensor<1x3x4x8xbf16, #hir.encoding<smem>>, tensor<1x3x2x8xbf16, #hir.encoding<smem>>
  }
  func.func @cost(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<11x8xbf16>, %s: tensor<11x8xbf16>, %p: tensor<3xi64>, %q1: tensor<2x13x1x8xbf16>, %k1: tensor<2x13x1x8xbf16>, %p1: tensor<13xi64>) -> (tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<2x13x1x8xbf16>, tensor<2x13x1x8xbf16>) {
    %r0, %r0b = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<3xi64>
    %r1, %r1b = hir.rope %q1, %k1, %c, %s, %p1 : tensor<2x13x1x8xbf16>, tensor<2x13x1x8xbf16>, tensor<11x8xbf16>, tensor<11x8xbf16>, tensor<13xi64>
    return %r0, %r0b, %r1, %r1b : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<2x13x1x8xbf16>, tensor<2x13x1x8xbf16>
  }
}
