// `hir.stack`: tensors of one shape joined along a new axis.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; 35 elements of each operand, 70 of the result.
// CHECK: hir.stack %a, %b : tensor<5x7xf32>, tensor<5x7xf32>
// CHECK: hir.stack %a, %b, %c {axis = 2 : i64} : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
// COST: %r0 = hir.stack{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,1:r140/w0,result:r0/w280{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<2x5x7xf32> {
    %r = hir.stack %a, %b {axis = 0} : tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<2x5x7xf32>
  }
  func.func @last(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>, %c: tensor<5x7xf32>) -> tensor<5x7x3xf32> {
    %r = hir.stack %a, %b, %c {axis = 2} : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7x3xf32>
  }
  func.func @negative(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<5x7x2xf32> {
    %r = hir.stack %a, %b {axis = -1} : tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7x2xf32>
  }
  func.func @one(%a: tensor<5xf32>) -> tensor<1x5xf32> {
    %r = hir.stack %a {axis = 0} : tensor<5xf32>
    return %r : tensor<1x5xf32>
  }
  func.func @rank0(%a: tensor<f32>, %b: tensor<f32>) -> tensor<2xf32> {
    %r = hir.stack %a, %b {axis = 0} : tensor<f32>, tensor<f32>
    return %r : tensor<2xf32>
  }
  func.func @empty(%a: tensor<0xf32>, %b: tensor<0xf32>) -> tensor<0x2xf32> {
    %r = hir.stack %a, %b {axis = 1} : tensor<0xf32>, tensor<0xf32>
    return %r : tensor<0x2xf32>
  }
  func.func @symbolic(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x2x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.stack %a, %b {axis = 1} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x2x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%a: tensor<5xf32, #hir.encoding<rmem>>, %b: tensor<5xf32, #hir.encoding<rmem>>) -> tensor<2x5xf32, #hir.encoding<rmem>> {
    %r = hir.stack %a, %b {axis = 0} : tensor<5xf32, #hir.encoding<rmem>>, tensor<5xf32, #hir.encoding<rmem>>
    return %r : tensor<2x5xf32, #hir.encoding<rmem>>
  }
  func.func @cost(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> (tensor<5x2x7xf32>) {
    %r0 = hir.stack %a, %b {axis = 1} : tensor<5x7xf32>, tensor<5x7xf32>
    return %r0 : tensor<5x2x7xf32>
  }
}
