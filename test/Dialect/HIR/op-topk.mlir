// `hir.topk`: the k largest or smallest elements.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 55 comparisons whatever k is; the scanned axis is read whole. Values and indices are summed.
// CHECK: hir.topk %x k 3 {hir.names = ["r", "r1"]} : tensor<5x11xf32>
// CHECK: hir.topk %x k 2 {axis = 0 : i64, hir.names = ["r", "r1"], largest = false, sorted = false} : tensor<5x11xf32>
// CHECK: hir.topk %x k #k {hir.names = ["r", "r1"]} : tensor<5x11xf32>
// COST: %r0{{.*}} = hir.topk{{.*}}; compute-cost service=predicate:55@55; traffic{{.*}}operands=0:r220/w0,result:r0/w180{{$}}
// COST: %r1{{.*}} = hir.topk{{.*}}; compute-cost service=predicate:55@55; traffic{{.*}}operands=0:r220/w0,result:r0/w264{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x11xf32>) -> (tensor<5x3xf32>, tensor<5x3xi64>) {
    %r, %r1 = hir.topk %x k 3 : tensor<5x11xf32>
    return %r, %r1 : tensor<5x3xf32>, tensor<5x3xi64>
  }
  func.func @axis(%x: tensor<5x11xf32>) -> (tensor<2x11xf32>, tensor<2x11xi64>) {
    %r, %r1 = hir.topk %x k 2 {axis = 0, largest = false, sorted = false} : tensor<5x11xf32>
    return %r, %r1 : tensor<2x11xf32>, tensor<2x11xi64>
  }
  func.func @all(%x: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi64>) {
    %r, %r1 = hir.topk %x k 7 : tensor<7xi32>
    return %r, %r1 : tensor<7xi32>, tensor<7xi64>
  }
  func.func @none(%x: tensor<7xf32>) -> (tensor<0xf32>, tensor<0xi64>) {
    %r, %r1 = hir.topk %x k 0 : tensor<7xf32>
    return %r, %r1 : tensor<0xf32>, tensor<0xi64>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> (tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x2xi64, #hir.encoding<gmem, dims = [#n]>>) {
    %r, %r1 = hir.topk %x k 2 : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r, %r1 : tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x2xi64, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_k(%x: tensor<5x11xf32>) -> (tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<5x?xi64, #hir.encoding<gmem, dims = [#k]>>) {
    %r, %r1 = hir.topk %x k #k : tensor<5x11xf32>
    return %r, %r1 : tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<5x?xi64, #hir.encoding<gmem, dims = [#k]>>
  }
  func.func @symbolic_axis(%x: tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>) -> (tensor<3xf32>, tensor<3xi64>) {
    %r, %r1 = hir.topk %x k 3 : tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r, %r1 : tensor<3xf32>, tensor<3xi64>
  }
  func.func @storage(%x: tensor<7xbf16, #hir.encoding<rmem>>) -> (tensor<2xbf16, #hir.encoding<rmem>>, tensor<2xi64, #hir.encoding<rmem>>) {
    %r, %r1 = hir.topk %x k 2 : tensor<7xbf16, #hir.encoding<rmem>>
    return %r, %r1 : tensor<2xbf16, #hir.encoding<rmem>>, tensor<2xi64, #hir.encoding<rmem>>
  }
  func.func @cost(%x: tensor<5x11xf32>) -> (tensor<5x3xf32>, tensor<5x3xi64>, tensor<2x11xf32>, tensor<2x11xi64>) {
    %r0, %r0b = hir.topk %x k 3 : tensor<5x11xf32>
    %r1, %r1b = hir.topk %x k 2 {axis = 0} : tensor<5x11xf32>
    return %r0, %r0b, %r1, %r1b : tensor<5x3xf32>, tensor<5x3xi64>, tensor<2x11xf32>, tensor<2x11xi64>
  }
}
