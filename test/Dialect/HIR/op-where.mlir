// `hir.where`: selection by a condition.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 selections; 35 truth values are 5 B.
// CHECK: hir.where %c, %a, %b : tensor<5x7xi1>, tensor<5x7xf32>, tensor<5x7xf32>
// COST: %r0 = hir.where{{.*}}; compute-cost service=select:35@35; traffic{{.*}}operands=0:r5/w0,1:r140/w0,2:r28/w0,result:r0/w140{{$}}
// COST: %r1 = hir.where{{.*}}; compute-cost service=select:35@35; traffic{{.*}}operands=0:r5/w0,1:r140/w0,2:r4/w0,result:r0/w140{{$}}
// COST: %r2 = hir.where{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,2:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%c: tensor<5x7xi1>, %a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.where %c, %a, %b : tensor<5x7xi1>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @broadcast(%c: tensor<5x1xi1>, %a: tensor<7xbf16>, %b: bf16) -> tensor<5x7xbf16> {
    %r = hir.where %c, %a, %b : tensor<5x1xi1>, tensor<7xbf16>, bf16
    return %r : tensor<5x7xbf16>
  }
  func.func @scalar_condition(%c: i1, %a: tensor<7xi32>, %b: tensor<7xi32>) -> tensor<7xi32> {
    %r = hir.where %c, %a, %b : i1, tensor<7xi32>, tensor<7xi32>
    return %r : tensor<7xi32>
  }
  func.func @rank0(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %r = hir.where %c, %a, %b : tensor<i1>, tensor<f32>, tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%c: tensor<0xi1>, %a: tensor<0xf32>, %b: tensor<1xf32>) -> tensor<0xf32> {
    %r = hir.where %c, %a, %b : tensor<0xi1>, tensor<0xf32>, tensor<1xf32>
    return %r : tensor<0xf32>
  }
  func.func @symbolic(%c: tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, %a: tensor<7xf32>, %b: f32) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.where %c, %a, %b : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, tensor<7xf32>, f32
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%c: tensor<7xi1, #hir.encoding<umat>>, %a: tensor<7xf32, #hir.encoding<smem>>, %b: tensor<7xf32, #hir.encoding<smem>>) -> tensor<7xf32, #hir.encoding<smem>> {
    %r = hir.where %c, %a, %b : tensor<7xi1, #hir.encoding<umat>>, tensor<7xf32, #hir.encoding<smem>>, tensor<7xf32, #hir.encoding<smem>>
    return %r : tensor<7xf32, #hir.encoding<smem>>
  }
  func.func @truths(%c: tensor<7xi1>, %a: tensor<7xi1>, %b: tensor<7xi1>) -> tensor<7xi1> {
    %r = hir.where %c, %a, %b : tensor<7xi1>, tensor<7xi1>, tensor<7xi1>
    return %r : tensor<7xi1>
  }
  func.func @cost(%c: tensor<5x7xi1>, %a: tensor<5x7xf32>, %b: tensor<7xf32>, %s: f32, %z: tensor<0xi1>, %y: tensor<0xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<0xf32>) {
    %r0 = hir.where %c, %a, %b : tensor<5x7xi1>, tensor<5x7xf32>, tensor<7xf32>
    %r1 = hir.where %c, %a, %s : tensor<5x7xi1>, tensor<5x7xf32>, f32
    %r2 = hir.where %z, %y, %y : tensor<0xi1>, tensor<0xf32>, tensor<0xf32>
    return %r0, %r1, %r2 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<0xf32>
  }
}
