// `hir.mma_sm80_16x8x16`: one tile instruction.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 2*16*8*16 = 4096 flops; 512 and 256 B read, 512 B written.
// CHECK: hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #smem>, tensor<16x8xbf16, #smem>
// COST: %r0 = hir.mma_sm80_16x8x16{{.*}}; compute-cost flops=bf16:4096@4096; traffic{{.*}}operands=0:r512/w0,1:r256/w0,result:r0/w512{{$}}

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) -> tensor<16x8xf32, #hir.encoding<rmem>> {
    %r = hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
    return %r : tensor<16x8xf32, #hir.encoding<rmem>>
  }
  func.func @registers(%a: tensor<16x16xbf16, #hir.encoding<rmem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) -> tensor<16x8xf32, #hir.encoding<rmem>> {
    %r = hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #hir.encoding<rmem>>, tensor<16x8xbf16, #hir.encoding<smem>>
    return %r : tensor<16x8xf32, #hir.encoding<rmem>>
  }
  func.func @same_type(%a: tensor<16x16xbf16, #hir.encoding<rmem>>, %b: tensor<16x8xbf16, #hir.encoding<rmem>>) -> tensor<16x8xbf16, #hir.encoding<rmem>> {
    %r = hir.mma_sm80_16x8x16 %a, %b : tensor<16x16xbf16, #hir.encoding<rmem>>, tensor<16x8xbf16, #hir.encoding<rmem>>
    return %r : tensor<16x8xbf16, #hir.encoding<rmem>>
  }
  func.func @cost(%a: tensor<16x16xbf16, #hir.encoding<smem>>, %b: tensor<16x8xbf16, #hir.encoding<smem>>) -> (tensor<16x8xf32, #hir.encoding<rmem>>) {
    %r0 = hir.mma_sm80_16x8x16 %a, %b to f32 : tensor<16x16xbf16, #hir.encoding<smem>>, tensor<16x8xbf16, #hir.encoding<smem>>
    return %r0 : tensor<16x8xf32, #hir.encoding<rmem>>
  }
}
