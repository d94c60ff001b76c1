// `hir.slice`: a window.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: a dynamic start is one index of 8 B; static starts, source and result move nothing.
// CHECK: hir.slice %x[2, 0] [5, 13] [1, 1] : tensor<11x13xf32>
// CHECK: hir.slice %x[%i, 0] [5, 13] [1, 1] : tensor<11x13xf32>
// COST: %r0 = hir.slice{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r8/w0,result:r0/w0{{$}}
// COST: %r1 = hir.slice{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<11x13xf32>) -> tensor<5x13xf32> {
    %r = hir.slice %x[2, 0] [5, 13] [1, 1] : tensor<11x13xf32>
    return %r : tensor<5x13xf32>
  }
  func.func @strided(%x: tensor<11x13xf32>) -> tensor<5x7xf32> {
    %r = hir.slice %x[1, 0] [5, 7] [2, 2] : tensor<11x13xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @dynamic(%x: tensor<11x13xf32>, %i: index) -> tensor<5x13xf32> {
    %r = hir.slice %x[%i, 0] [5, 13] [1, 1] : tensor<11x13xf32>
    return %r : tensor<5x13xf32>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
    %r = hir.slice %x[] [] [] : tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%x: tensor<11xf32>) -> tensor<0xf32> {
    %r = hir.slice %x[11] [0] [1] : tensor<11xf32>
    return %r : tensor<0xf32>
  }
  func.func @of_empty(%x: tensor<0xf32>) -> tensor<0xf32> {
    %r = hir.slice %x[0] [0] [1] : tensor<0xf32>
    return %r : tensor<0xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %i: index) -> tensor<3x7xf32> {
    %r = hir.slice %x[%i, 0] [3, 7] [1, 1] : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<3x7xf32>
  }
  func.func @symbolic_size(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.slice %x[0, 1] [#n, 5] [1, 1] : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<11xf32, #hir.encoding<smem>>) -> tensor<5xf32, #hir.encoding<smem>> {
    %r = hir.slice %x[2] [5] [1] : tensor<11xf32, #hir.encoding<smem>>
    return %r : tensor<5xf32, #hir.encoding<smem>>
  }
  func.func @no_layout(%x: tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>>) -> tensor<5x3xf32> {
    %r = hir.slice %x[0, 0] [5, 3] [1, 1] : tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>>
    return %r : tensor<5x3xf32>
  }
  func.func @cost(%x: tensor<11x13xf32>, %i: index) -> (tensor<5x13xf32>, tensor<5x7xf32>) {
    %r0 = hir.slice %x[%i, 0] [5, 13] [1, 1] : tensor<11x13xf32>
    %r1 = hir.slice %x[2, 3] [5, 7] [1, 1] : tensor<11x13xf32>
    return %r0, %r1 : tensor<5x13xf32>, tensor<5x7xf32>
  }
}
