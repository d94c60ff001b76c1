// `hir.reshape`: row-major regrouping.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: neither work nor movement.
// CHECK: hir.reshape %x to [2, 3, 5, 7] : tensor<6x35xf32>
// CHECK: hir.reshape %x to [#n, 2, 3] : tensor<?x6xf32, #gmem>
// COST: %r0 = hir.reshape{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<6x35xf32>) -> tensor<2x3x5x7xf32> {
    %r = hir.reshape %x to [2, 3, 5, 7] : tensor<6x35xf32>
    return %r : tensor<2x3x5x7xf32>
  }
  func.func @to_rank0(%x: tensor<1x1xf32>) -> tensor<f32> {
    %r = hir.reshape %x to [] : tensor<1x1xf32>
    return %r : tensor<f32>
  }
  func.func @from_rank0(%x: tensor<f32>) -> tensor<1x1xf32> {
    %r = hir.reshape %x to [1, 1] : tensor<f32>
    return %r : tensor<1x1xf32>
  }
  func.func @empty(%x: tensor<0x5xf32>) -> tensor<7x0xf32> {
    %r = hir.reshape %x to [7, 0] : tensor<0x5xf32>
    return %r : tensor<7x0xf32>
  }
  func.func @symbolic(%x: tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.reshape %x to [#n, 2, 3] : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_merge(%x: tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 6)>, [#n]>]>> {
    %r = hir.reshape %x to [#hir.dim_expr<affine_map<()[s0] -> (s0 * 6)>, [#n]>] : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 6)>, [#n]>]>>
  }
  func.func @symbolic_swap(%x: tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>) -> tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>> {
    %r = hir.reshape %x to [#k, #n] : tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>
    return %r : tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>>
  }
  func.func @storage(%x: tensor<6xi1, #hir.encoding<rmem>>) -> tensor<2x3xi1, #hir.encoding<rmem>> {
    %r = hir.reshape %x to [2, 3] : tensor<6xi1, #hir.encoding<rmem>>
    return %r : tensor<2x3xi1, #hir.encoding<rmem>>
  }
  func.func @cost(%x: tensor<6x35xf32>) -> (tensor<210xf32>) {
    %r0 = hir.reshape %x to [210] : tensor<6x35xf32>
    return %r0 : tensor<210xf32>
  }
}
