// `hir.full_like`: a tensor of one value, shaped like another.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: the template is not read; the result is written.
// CHECK: hir.full_like %t : tensor<5x7xf32>
// CHECK: hir.full_like %t {value = 2.000000e+00 : f64} : tensor<f32>
// COST: %r0 = hir.full_like{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w140{{$}}
// COST: %r1 = hir.full_like{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%t: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.full_like %t : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @rank0(%t: tensor<f32>) -> tensor<f32> {
    %r = hir.full_like %t {value = 2.0} : tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%t: tensor<0x7xf32>) -> tensor<0x7xf32> {
    %r = hir.full_like %t : tensor<0x7xf32>
    return %r : tensor<0x7xf32>
  }
  func.func @symbolic(%t: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.full_like %t : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%t: tensor<5xbf16, #hir.encoding<smem>>) -> tensor<5xbf16, #hir.encoding<smem>> {
    %r = hir.full_like %t : tensor<5xbf16, #hir.encoding<smem>>
    return %r : tensor<5xbf16, #hir.encoding<smem>>
  }
  func.func @integers(%t: tensor<5xi32>) -> tensor<5xi32> {
    %r = hir.full_like %t {value = 3.0} : tensor<5xi32>
    return %r : tensor<5xi32>
  }
  func.func @layout(%t: tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>>) -> tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>> {
    %r = hir.full_like %t : tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>>
    return %r : tensor<5x5xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 5) : (1, 5)>>>
  }
  func.func @cost(%t: tensor<5x7xf32>, %z: tensor<0xf32>) -> (tensor<5x7xf32>, tensor<0xf32>) {
    %r0 = hir.full_like %t {value = 1.0} : tensor<5x7xf32>
    %r1 = hir.full_like %z : tensor<0xf32>
    return %r0, %r1 : tensor<5x7xf32>, tensor<0xf32>
  }
}
