// `hir.exp`: one operand, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: n = 35.
// CHECK: hir.exp %x : tensor<5x7xf32>
// COST: %r0 = hir.exp{{.*}}; compute-cost service=special:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w140{{$}}
// COST: %r1 = hir.exp{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}
// COST: %r2 = hir.exp{{.*}}; compute-cost service=special:1@1; traffic{{.*}}operands=0:r4/w0,result:r0/w4{{$}}
// COST: %r3 = hir.exp{{.*}}; compute-cost service=special:35@35; traffic{{.*}}operands=0:r70/w0,result:r0/w70{{$}}
// COST: %r4 = hir.exp{{.*}}; compute-cost service=special:35@35; traffic{{.*}}operands=0:r70/w0,result:r0/w70{{$}}
// COST: %r5 = hir.exp{{.*}}; compute-cost service=special:35@35; traffic{{.*}}operands=0:r35/w0,result:r0/w35{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.exp %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
    %r = hir.exp %x : tensor<f32>
    return %r : tensor<f32>
  }
  func.func @empty(%x: tensor<5x0xf32>) -> tensor<5x0xf32> {
    %r = hir.exp %x : tensor<5x0xf32>
    return %r : tensor<5x0xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.exp %x : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<5x7xf32, #hir.encoding<rmem>>) -> tensor<5x7xf32, #hir.encoding<rmem>> {
    %r = hir.exp %x : tensor<5x7xf32, #hir.encoding<rmem>>
    return %r : tensor<5x7xf32, #hir.encoding<rmem>>
  }
  func.func @umat(%x: tensor<5x7xf32, #hir.encoding<umat>>) -> tensor<5x7xf32, #hir.encoding<umat>> {
    %r = hir.exp %x : tensor<5x7xf32, #hir.encoding<umat>>
    return %r : tensor<5x7xf32, #hir.encoding<umat>>
  }
  func.func @layout(%x: tensor<5x7xf32, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xf32, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.exp %x : tensor<5x7xf32, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xf32, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  func.func @elements_bf16(%x: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.exp %x : tensor<5x7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @elements_f16(%x: tensor<5x7xf16>) -> tensor<5x7xf16> {
    %r = hir.exp %x : tensor<5x7xf16>
    return %r : tensor<5x7xf16>
  }
  func.func @elements_f8e4m3fn(%x: tensor<5x7xf8E4M3FN>) -> tensor<5x7xf8E4M3FN> {
    %r = hir.exp %x : tensor<5x7xf8E4M3FN>
    return %r : tensor<5x7xf8E4M3FN>
  }
  func.func @cost(%x: tensor<5x7xf32>, %z: tensor<5x0xf32>, %t: tensor<f32>, %xbf16: tensor<5x7xbf16>, %xf16: tensor<5x7xf16>, %xf8e4m3fn: tensor<5x7xf8E4M3FN>) -> (tensor<5x7xf32>, tensor<5x0xf32>, tensor<f32>, tensor<5x7xbf16>, tensor<5x7xf16>, tensor<5x7xf8E4M3FN>) {
    %r0 = hir.exp %x : tensor<5x7xf32>
    %r1 = hir.exp %z : tensor<5x0xf32>
    %r2 = hir.exp %t : tensor<f32>
    %r3 = hir.exp %xbf16 : tensor<5x7xbf16>
    %r4 = hir.exp %xf16 : tensor<5x7xf16>
    %r5 = hir.exp %xf8e4m3fn : tensor<5x7xf8E4M3FN>
    return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<5x7xf32>, tensor<5x0xf32>, tensor<f32>, tensor<5x7xbf16>, tensor<5x7xf16>, tensor<5x7xf8E4M3FN>
  }
}
