// `hir.insert_slice`: a container with one window overwritten.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: the window is read from the update and written; the container is not read.
// CHECK: hir.insert_slice %u into %d[2, 0] : tensor<5x13xf32>, tensor<11x13xf32>
// CHECK: hir.insert_slice %u into %d[%i, 0] : tensor<5x13xf32>, tensor<11x13xf32>
// COST: %r0 = hir.insert_slice{{.*}}; compute-cost; traffic{{.*}}operands=0:r260/w0,1:r0/w0,2:r8/w0,result:r0/w260{{$}}
// COST: %r1 = hir.insert_slice{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,1:r0/w0,result:r0/w140{{$}}
// COST: %r2 = hir.insert_slice{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%u: tensor<5x13xf32>, %d: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %r = hir.insert_slice %u into %d[2, 0] : tensor<5x13xf32>, tensor<11x13xf32>
    return %r : tensor<11x13xf32>
  }
  func.func @dynamic(%u: tensor<5x13xf32>, %d: tensor<11x13xf32>, %i: index) -> tensor<11x13xf32> {
    %r = hir.insert_slice %u into %d[%i, 0] : tensor<5x13xf32>, tensor<11x13xf32>
    return %r : tensor<11x13xf32>
  }
  func.func @whole(%u: tensor<5xf32>, %d: tensor<5xf32>) -> tensor<5xf32> {
    %r = hir.insert_slice %u into %d[0] : tensor<5xf32>, tensor<5xf32>
    return %r : tensor<5xf32>
  }
  func.func @rank0(%u: tensor<f32>, %d: tensor<f32>) -> tensor<f32> {
    %r = hir.insert_slice %u into %d[] : tensor<f32>, tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%u: tensor<0x13xf32>, %d: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %r = hir.insert_slice %u into %d[11, 0] : tensor<0x13xf32>, tensor<11x13xf32>
    return %r : tensor<11x13xf32>
  }
  func.func @symbolic(%u: tensor<5x7xf32>, %d: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %i: index) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.insert_slice %u into %d[%i, 0] : tensor<5x7xf32>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  // The result lives where the container does.
  func.func @other_storage(%u: tensor<5xf32, #hir.encoding<rmem>>, %d: tensor<11xf32>, %i: index) -> tensor<11xf32> {
    %r = hir.insert_slice %u into %d[%i] : tensor<5xf32, #hir.encoding<rmem>>, tensor<11xf32>
    return %r : tensor<11xf32>
  }
  func.func @container_storage(%u: tensor<5xf32>, %d: tensor<11xf32, #hir.encoding<smem>>) -> tensor<11xf32, #hir.encoding<smem>> {
    %r = hir.insert_slice %u into %d[3] : tensor<5xf32>, tensor<11xf32, #hir.encoding<smem>>
    return %r : tensor<11xf32, #hir.encoding<smem>>
  }
  func.func @cost(%u: tensor<5x13xf32>, %d: tensor<11x13xf32>, %i: index, %w: tensor<5x7xf32>, %e: tensor<0x13xf32>) -> (tensor<11x13xf32>, tensor<11x13xf32>, tensor<11x13xf32>) {
    %r0 = hir.insert_slice %u into %d[%i, 0] : tensor<5x13xf32>, tensor<11x13xf32>
    %r1 = hir.insert_slice %w into %d[2, 3] : tensor<5x7xf32>, tensor<11x13xf32>
    %r2 = hir.insert_slice %e into %d[0, 0] : tensor<0x13xf32>, tensor<11x13xf32>
    return %r0, %r1, %r2 : tensor<11x13xf32>, tensor<11x13xf32>, tensor<11x13xf32>
  }
}
