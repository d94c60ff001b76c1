// `hir.transpose`: permutation of axes.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; 105 elements of 4 B are read and written.
// CHECK: hir.transpose %x perm [2, 0, 1] : tensor<3x5x7xf32>
// COST: %r0 = hir.transpose{{.*}}; compute-cost; traffic{{.*}}operands=0:r420/w0,result:r0/w420{{$}}
// COST: %r1 = hir.transpose{{.*}}; compute-cost; traffic{{.*}}operands=0:r8/w0,result:r0/w8{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<3x5x7xf32>) -> tensor<7x3x5xf32> {
    %r = hir.transpose %x perm [2, 0, 1] : tensor<3x5x7xf32>
    return %r : tensor<7x3x5xf32>
  }
  func.func @negative(%x: tensor<3x5x7xf32>) -> tensor<7x3x5xf32> {
    %r = hir.transpose %x perm [-1, 0, -2] : tensor<3x5x7xf32>
    return %r : tensor<7x3x5xf32>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
    %r = hir.transpose %x perm [] : tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%x: tensor<0x5xf32>) -> tensor<5x0xf32> {
    %r = hir.transpose %x perm [1, 0] : tensor<0x5xf32>
    return %r : tensor<5x0xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<7x?xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.transpose %x perm [1, 0] : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<7x?xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @two_symbols(%x: tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>) -> tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>> {
    %r = hir.transpose %x perm [1, 0] : tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>
    return %r : tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>>
  }
  func.func @storage(%x: tensor<5x7xi1, #hir.encoding<smem>>) -> tensor<7x5xi1, #hir.encoding<smem>> {
    %r = hir.transpose %x perm [1, 0] : tensor<5x7xi1, #hir.encoding<smem>>
    return %r : tensor<7x5xi1, #hir.encoding<smem>>
  }
  // A layout is never copied across a change of shape.
  func.func @no_layout(%x: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<7x5xf32> {
    %r = hir.transpose %x perm [1, 0] : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<7x5xf32>
  }
  func.func @cost(%x: tensor<3x5x7xf32>, %y: tensor<5x3xf4E2M1FN>) -> (tensor<7x3x5xf32>, tensor<3x5xf4E2M1FN>) {
    %r0 = hir.transpose %x perm [2, 0, 1] : tensor<3x5x7xf32>
    %r1 = hir.transpose %y perm [1, 0] : tensor<5x3xf4E2M1FN>
    return %r0, %r1 : tensor<7x3x5xf32>, tensor<3x5xf4E2M1FN>
  }
}
