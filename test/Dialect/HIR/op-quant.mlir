// `hir.quant`: quantisation with one scale per group.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 2*105 + 15 = 225 flops and 3*105 comparisons; 105 B of values and 15 scales.
// CHECK: hir.quant %x {hir.names = ["r", "r1"]} : tensor<5x256xbf16>
// CHECK: hir.quant %x {group = 7 : i64, hir.names = ["r", "r1"]} : tensor<5x21xf32>
// COST: %r0{{.*}} = hir.quant{{.*}}; compute-cost flops=f32:225@225 service=predicate:315@315; traffic{{.*}}operands=0:r420/w0,result:r0/w165{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x256xbf16>) -> (tensor<5x256xf8E4M3FN>, tensor<5x2xf32>) {
    %r, %r1 = hir.quant %x : tensor<5x256xbf16>
    return %r, %r1 : tensor<5x256xf8E4M3FN>, tensor<5x2xf32>
  }
  func.func @group(%x: tensor<5x21xf32>) -> (tensor<5x21xf8E4M3FN>, tensor<5x3xf32>) {
    %r, %r1 = hir.quant %x {group = 7} : tensor<5x21xf32>
    return %r, %r1 : tensor<5x21xf8E4M3FN>, tensor<5x3xf32>
  }
  func.func @rank1(%x: tensor<7xf32>) -> (tensor<7xf8E4M3FN>, tensor<1xf32>) {
    %r, %r1 = hir.quant %x {group = 7} : tensor<7xf32>
    return %r, %r1 : tensor<7xf8E4M3FN>, tensor<1xf32>
  }
  func.func @empty(%x: tensor<0x7xf32>) -> (tensor<0x7xf8E4M3FN>, tensor<0x1xf32>) {
    %r, %r1 = hir.quant %x {group = 7} : tensor<0x7xf32>
    return %r, %r1 : tensor<0x7xf8E4M3FN>, tensor<0x1xf32>
  }
  func.func @symbolic(%x: tensor<?x14xf32, #hir.encoding<gmem, dims = [#n]>>) -> (tensor<?x14xf8E4M3FN, #hir.encoding<gmem, dims = [#n]>>, tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>) {
    %r, %r1 = hir.quant %x {group = 7} : tensor<?x14xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r, %r1 : tensor<?x14xf8E4M3FN, #hir.encoding<gmem, dims = [#n]>>, tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<14xf32, #hir.encoding<rmem>>) -> (tensor<14xf8E4M3FN, #hir.encoding<rmem>>, tensor<2xf32, #hir.encoding<rmem>>) {
    %r, %r1 = hir.quant %x {group = 7} : tensor<14xf32, #hir.encoding<rmem>>
    return %r, %r1 : tensor<14xf8E4M3FN, #hir.encoding<rmem>>, tensor<2xf32, #hir.encoding<rmem>>
  }
  func.func @cost(%x: tensor<5x21xf32>) -> (tensor<5x21xf8E4M3FN>, tensor<5x3xf32>) {
    %r0, %r0b = hir.quant %x {group = 7} : tensor<5x21xf32>
    return %r0, %r0b : tensor<5x21xf8E4M3FN>, tensor<5x3xf32>
  }
}
