// `hir.split`: a tensor cut into equal parts.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; the operand is read once, each part written.
// CHECK: hir.split %x {hir.names = ["r", "r1"], num = 2 : i64} : tensor<6x7xf32>
// CHECK: hir.split %x {axis = -1 : i64, hir.names = ["r", "r1", "r2"], num = 3 : i64} : tensor<5x9xf32>
// COST: %r0{{.*}} = hir.split{{.*}}; compute-cost; traffic{{.*}}operands=0:r168/w0,result:r0/w168{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<6x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
    %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6x7xf32>
    return %r, %r1 : tensor<3x7xf32>, tensor<3x7xf32>
  }
  func.func @negative(%x: tensor<5x9xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) {
    %r, %r1, %r2 = hir.split %x {axis = -1, num = 3} : tensor<5x9xf32>
    return %r, %r1, %r2 : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>
  }
  func.func @whole(%x: tensor<5xf32>) -> tensor<5xf32> {
    %r = hir.split %x {axis = 0, num = 1} : tensor<5xf32>
    return %r : tensor<5xf32>
  }
  func.func @empty(%x: tensor<0x7xf32>) -> (tensor<0x7xf32>, tensor<0x7xf32>) {
    %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<0x7xf32>
    return %r, %r1 : tensor<0x7xf32>, tensor<0x7xf32>
  }
  func.func @symbolic(%x: tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>) -> (tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>) {
    %r, %r1 = hir.split %x {axis = 1, num = 2} : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r, %r1 : tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<6xf32, #hir.encoding<smem>>) -> (tensor<3xf32, #hir.encoding<smem>>, tensor<3xf32, #hir.encoding<smem>>) {
    %r, %r1 = hir.split %x {axis = 0, num = 2} : tensor<6xf32, #hir.encoding<smem>>
    return %r, %r1 : tensor<3xf32, #hir.encoding<smem>>, tensor<3xf32, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<6x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
    %r0, %r0b = hir.split %x {axis = 0, num = 2} : tensor<6x7xf32>
    return %r0, %r0b : tensor<3x7xf32>, tensor<3x7xf32>
  }
}
