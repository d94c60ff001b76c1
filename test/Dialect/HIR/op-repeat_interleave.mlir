// `hir.repeat_interleave`: each element repeated along an axis.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; the 15 elements are read once, 105 written.
// CHECK: hir.repeat_interleave %x {axis = 1 : i64, repeats = 2 : i64} : tensor<3x5xf32>
// COST: %r0 = hir.repeat_interleave{{.*}}; compute-cost; traffic{{.*}}operands=0:r60/w0,result:r0/w420{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<3x5xf32>) -> tensor<3x10xf32> {
    %r = hir.repeat_interleave %x {repeats = 2, axis = 1} : tensor<3x5xf32>
    return %r : tensor<3x10xf32>
  }
  func.func @negative(%x: tensor<3x5xf32>) -> tensor<12x5xf32> {
    %r = hir.repeat_interleave %x {repeats = 4, axis = -2} : tensor<3x5xf32>
    return %r : tensor<12x5xf32>
  }
  func.func @once(%x: tensor<3xf32>) -> tensor<3xf32> {
    %r = hir.repeat_interleave %x {repeats = 1, axis = 0} : tensor<3xf32>
    return %r : tensor<3xf32>
  }
  func.func @empty(%x: tensor<0x5xf32>) -> tensor<0x5xf32> {
    %r = hir.repeat_interleave %x {repeats = 7, axis = 0} : tensor<0x5xf32>
    return %r : tensor<0x5xf32>
  }
  func.func @symbolic(%x: tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x10xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.repeat_interleave %x {repeats = 2, axis = 1} : tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x10xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_axis(%x: tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x5xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 2)>, [#n]>]>> {
    %r = hir.repeat_interleave %x {repeats = 2, axis = 0} : tensor<?x5xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x5xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 2)>, [#n]>]>>
  }
  func.func @storage(%x: tensor<3xf32, #hir.encoding<smem>>) -> tensor<6xf32, #hir.encoding<smem>> {
    %r = hir.repeat_interleave %x {repeats = 2, axis = 0} : tensor<3xf32, #hir.encoding<smem>>
    return %r : tensor<6xf32, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<3x5xf32>) -> (tensor<3x35xf32>) {
    %r0 = hir.repeat_interleave %x {repeats = 7, axis = 1} : tensor<3x5xf32>
    return %r0 : tensor<3x35xf32>
  }
}
