// `hir.shape_of`: the shape as an unmaterialised tensor.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: neither work nor movement.
// CHECK: hir.shape_of %x : tensor<5x7xf32>
// COST: %r0 = hir.shape_of{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#n = #hir.dim<"n", 1, 65>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xf32>) -> tensor<2xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<5x7xf32>
    return %r : tensor<2xi64, #hir.encoding<umat>>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<0xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<f32>
    return %r : tensor<0xi64, #hir.encoding<umat>>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<2xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<2xi64, #hir.encoding<umat>>
  }
  func.func @storage(%x: tensor<5xf32, #hir.encoding<smem>>) -> tensor<1xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<5xf32, #hir.encoding<smem>>
    return %r : tensor<1xi64, #hir.encoding<umat>>
  }
  func.func @sharded(%x: tensor<4x9xf32, #e0>) -> tensor<2xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<4x9xf32, #e0>
    return %r : tensor<2xi64, #hir.encoding<umat>>
  }
  func.func @no_layout(%x: tensor<1xf32, #hir.encoding<gmem, layout = #hir.composed<inner = none, offset = 3, outer = #hir.layout<(1) : (1)>>>>) -> tensor<1xi64, #hir.encoding<umat>> {
    %r = hir.shape_of %x : tensor<1xf32, #hir.encoding<gmem, layout = #hir.composed<inner = none, offset = 3, outer = #hir.layout<(1) : (1)>>>>
    return %r : tensor<1xi64, #hir.encoding<umat>>
  }
  func.func @cost(%x: tensor<5x7xf32>) -> (tensor<2xi64, #hir.encoding<umat>>) {
    %r0 = hir.shape_of %x : tensor<5x7xf32>
    return %r0 : tensor<2xi64, #hir.encoding<umat>>
  }
}
