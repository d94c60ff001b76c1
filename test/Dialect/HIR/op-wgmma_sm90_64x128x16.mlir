// `hir.wgmma_sm90_64x128x16`: one tile instruction.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 2*64*128*16 = 262144 flops; 2048 and 4096 B read, 32768 B written.
// CHECK: hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #smem>, tensor<16x128xbf16, #smem>
// COST: %r0 = hir.wgmma_sm90_64x128x16{{.*}}; compute-cost flops=bf16:262144@262144; traffic{{.*}}operands=0:r2048/w0,1:r4096/w0,result:r0/w32768{{$}}

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) -> tensor<64x128xf32, #hir.encoding<rmem>> {
    %r = hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
    return %r : tensor<64x128xf32, #hir.encoding<rmem>>
  }
  func.func @registers(%a: tensor<64x16xbf16, #hir.encoding<rmem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) -> tensor<64x128xf32, #hir.encoding<rmem>> {
    %r = hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #hir.encoding<rmem>>, tensor<16x128xbf16, #hir.encoding<smem>>
    return %r : tensor<64x128xf32, #hir.encoding<rmem>>
  }
  func.func @same_type(%a: tensor<64x16xbf16, #hir.encoding<rmem>>, %b: tensor<16x128xbf16, #hir.encoding<rmem>>) -> tensor<64x128xbf16, #hir.encoding<rmem>> {
    %r = hir.wgmma_sm90_64x128x16 %a, %b : tensor<64x16xbf16, #hir.encoding<rmem>>, tensor<16x128xbf16, #hir.encoding<rmem>>
    return %r : tensor<64x128xbf16, #hir.encoding<rmem>>
  }
  func.func @cost(%a: tensor<64x16xbf16, #hir.encoding<smem>>, %b: tensor<16x128xbf16, #hir.encoding<smem>>) -> (tensor<64x128xf32, #hir.encoding<rmem>>) {
    %r0 = hir.wgmma_sm90_64x128x16 %a, %b to f32 : tensor<64x16xbf16, #hir.encoding<smem>>, tensor<16x128xbf16, #hir.encoding<smem>>
    return %r0 : tensor<64x128xf32, #hir.encoding<rmem>>
  }
}
