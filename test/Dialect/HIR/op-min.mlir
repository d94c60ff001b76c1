// `hir.min`: minima, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 results of the 5x7 result; a broadcast operand is read once.
// CHECK: hir.min %a, %b : tensor<5x7xf32>, tensor<7xf32>
// COST: %r0 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r28/w0,result:r0/w140{{$}}
// COST: %r1 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r4/w0,result:r0/w140{{$}}
// COST: %r2 = hir.min{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}
// COST: %r3 = hir.min{{.*}}; compute-cost service=predicate:1@1; traffic{{.*}}operands=0:r4/w0,1:r4/w0,result:r0/w4{{$}}
// COST: %r4 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r140/w0,result:r0/w140{{$}}
// COST: %r5 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r280/w0,1:r280/w0,result:r0/w280{{$}}
// COST: %r6 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r70/w0,1:r70/w0,result:r0/w70{{$}}
// COST: %r7 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r35/w0,1:r35/w0,result:r0/w35{{$}}
// COST: %r8 = hir.min{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r18/w0,1:r18/w0,result:r0/w18{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xf32>, %b: tensor<7xf32>) -> tensor<5x7xf32> {
    %r = hir.min %a, %b : tensor<5x7xf32>, tensor<7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @both_broadcast(%a: tensor<5x1xf32>, %b: tensor<7xf32>) -> tensor<5x7xf32> {
    %r = hir.min %a, %b : tensor<5x1xf32>, tensor<7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @scalar(%a: tensor<5x7xf32>, %b: f32) -> tensor<5x7xf32> {
    %r = hir.min %a, %b : tensor<5x7xf32>, f32
    return %r : tensor<5x7xf32>
  }
  func.func @scalar_first(%a: f32, %b: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.min %a, %b : f32, tensor<7xf32>
    return %r : tensor<7xf32>
  }
  func.func @rank0(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %r = hir.min %a, %b : tensor<f32>, tensor<f32>
    return %r : tensor<f32>
  }
  func.func @rank0_broadcast(%a: tensor<f32>, %b: tensor<3xf32>) -> tensor<3xf32> {
    %r = hir.min %a, %b : tensor<f32>, tensor<3xf32>
    return %r : tensor<3xf32>
  }
  func.func @empty(%a: tensor<0x7xf32>, %b: tensor<1x7xf32>) -> tensor<0x7xf32> {
    %r = hir.min %a, %b : tensor<0x7xf32>, tensor<1x7xf32>
    return %r : tensor<0x7xf32>
  }
  func.func @symbolic(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<7xf32>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.min %a, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<7xf32>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_both(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.min %a, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  // `umat` abstains.
  func.func @storage(%a: tensor<5x7xf32, #hir.encoding<smem>>, %b: tensor<7xf32, #hir.encoding<umat>>) -> tensor<5x7xf32, #hir.encoding<smem>> {
    %r = hir.min %a, %b : tensor<5x7xf32, #hir.encoding<smem>>, tensor<7xf32, #hir.encoding<umat>>
    return %r : tensor<5x7xf32, #hir.encoding<smem>>
  }
  func.func @all_umat(%a: tensor<7xf32, #hir.encoding<umat>>, %b: f32) -> tensor<7xf32, #hir.encoding<umat>> {
    %r = hir.min %a, %b : tensor<7xf32, #hir.encoding<umat>>, f32
    return %r : tensor<7xf32, #hir.encoding<umat>>
  }
  func.func @equal_layouts(%a: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.min %a, %b : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  // Else the result is row-major.
  func.func @unequal_layouts(%a: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.min %a, %b : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @elements_i32(%a: tensor<5x7xi32>, %b: tensor<5x7xi32>) -> tensor<5x7xi32> {
    %r = hir.min %a, %b : tensor<5x7xi32>, tensor<5x7xi32>
    return %r : tensor<5x7xi32>
  }
  func.func @elements_i64(%a: tensor<5x7xi64>, %b: tensor<5x7xi64>) -> tensor<5x7xi64> {
    %r = hir.min %a, %b : tensor<5x7xi64>, tensor<5x7xi64>
    return %r : tensor<5x7xi64>
  }
  func.func @elements_bf16(%a: tensor<5x7xbf16>, %b: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.min %a, %b : tensor<5x7xbf16>, tensor<5x7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @elements_f8e4m3fn(%a: tensor<5x7xf8E4M3FN>, %b: tensor<5x7xf8E4M3FN>) -> tensor<5x7xf8E4M3FN> {
    %r = hir.min %a, %b : tensor<5x7xf8E4M3FN>, tensor<5x7xf8E4M3FN>
    return %r : tensor<5x7xf8E4M3FN>
  }
  func.func @elements_f4e2m1fn(%a: tensor<5x7xf4E2M1FN>, %b: tensor<5x7xf4E2M1FN>) -> tensor<5x7xf4E2M1FN> {
    %r = hir.min %a, %b : tensor<5x7xf4E2M1FN>, tensor<5x7xf4E2M1FN>
    return %r : tensor<5x7xf4E2M1FN>
  }
  func.func @cost(%a: tensor<5x7xf32>, %b: tensor<7xf32>, %c: f32, %z: tensor<0x7xf32>, %t: tensor<f32>, %xi32: tensor<5x7xi32>, %xi64: tensor<5x7xi64>, %xbf16: tensor<5x7xbf16>, %xf8e4m3fn: tensor<5x7xf8E4M3FN>, %xf4e2m1fn: tensor<5x7xf4E2M1FN>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<0x7xf32>, tensor<f32>, tensor<5x7xi32>, tensor<5x7xi64>, tensor<5x7xbf16>, tensor<5x7xf8E4M3FN>, tensor<5x7xf4E2M1FN>) {
    %r0 = hir.min %a, %b : tensor<5x7xf32>, tensor<7xf32>
    %r1 = hir.min %a, %c : tensor<5x7xf32>, f32
    %r2 = hir.min %z, %b : tensor<0x7xf32>, tensor<7xf32>
    %r3 = hir.min %t, %t : tensor<f32>, tensor<f32>
    %r4 = hir.min %xi32, %xi32 : tensor<5x7xi32>, tensor<5x7xi32>
    %r5 = hir.min %xi64, %xi64 : tensor<5x7xi64>, tensor<5x7xi64>
    %r6 = hir.min %xbf16, %xbf16 : tensor<5x7xbf16>, tensor<5x7xbf16>
    %r7 = hir.min %xf8e4m3fn, %xf8e4m3fn : tensor<5x7xf8E4M3FN>, tensor<5x7xf8E4M3FN>
    %r8 = hir.min %xf4e2m1fn, %xf4e2m1fn : tensor<5x7xf4E2M1FN>, tensor<5x7xf4E2M1FN>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<0x7xf32>, tensor<f32>, tensor<5x7xi32>, tensor<5x7xi64>, tensor<5x7xbf16>, tensor<5x7xf8E4M3FN>, tensor<5x7xf4E2M1FN>
  }
}
