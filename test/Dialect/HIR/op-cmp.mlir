// `hir.cmp`: comparisons, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 results of the 5x7 result; a broadcast operand is read once.
// CHECK: hir.cmp lt %a, %b : tensor<5x7xf32>, tensor<7xf32>
// COST: %r0 = hir.cmp{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r28/w0,result:r0/w5{{$}}
// COST: %r1 = hir.cmp{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r4/w0,result:r0/w5{{$}}
// COST: %r2 = hir.cmp{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}
// COST: %r3 = hir.cmp{{.*}}; compute-cost service=predicate:1@1; traffic{{.*}}operands=0:r4/w0,1:r4/w0,result:r0/w1{{$}}
// COST: %r4 = hir.cmp{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,1:r140/w0,result:r0/w5{{$}}
// COST: %r5 = hir.cmp{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r70/w0,1:r70/w0,result:r0/w5{{$}}
// COST: %r6 = hir.cmp{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r5/w0,1:r5/w0,result:r0/w5{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xf32>, %b: tensor<7xf32>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xf32>, tensor<7xf32>
    return %r : tensor<5x7xi1>
  }
  func.func @both_broadcast(%a: tensor<5x1xf32>, %b: tensor<7xf32>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x1xf32>, tensor<7xf32>
    return %r : tensor<5x7xi1>
  }
  func.func @scalar(%a: tensor<5x7xf32>, %b: f32) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xf32>, f32
    return %r : tensor<5x7xi1>
  }
  func.func @scalar_first(%a: f32, %b: tensor<7xf32>) -> tensor<7xi1> {
    %r = hir.cmp lt %a, %b : f32, tensor<7xf32>
    return %r : tensor<7xi1>
  }
  func.func @rank0(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
    %r = hir.cmp lt %a, %b : tensor<f32>, tensor<f32>
    return %r : tensor<i1>
  }
  func.func @rank0_broadcast(%a: tensor<f32>, %b: tensor<3xf32>) -> tensor<3xi1> {
    %r = hir.cmp lt %a, %b : tensor<f32>, tensor<3xf32>
    return %r : tensor<3xi1>
  }
  func.func @empty(%a: tensor<0x7xf32>, %b: tensor<1x7xf32>) -> tensor<0x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<0x7xf32>, tensor<1x7xf32>
    return %r : tensor<0x7xi1>
  }
  func.func @symbolic(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<7xf32>) -> tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.cmp lt %a, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<7xf32>
    return %r : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_both(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.cmp lt %a, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
  }
  // `umat` abstains.
  func.func @storage(%a: tensor<5x7xf32, #hir.encoding<smem>>, %b: tensor<7xf32, #hir.encoding<umat>>) -> tensor<5x7xi1, #hir.encoding<smem>> {
    %r = hir.cmp lt %a, %b : tensor<5x7xf32, #hir.encoding<smem>>, tensor<7xf32, #hir.encoding<umat>>
    return %r : tensor<5x7xi1, #hir.encoding<smem>>
  }
  func.func @all_umat(%a: tensor<7xf32, #hir.encoding<umat>>, %b: f32) -> tensor<7xi1, #hir.encoding<umat>> {
    %r = hir.cmp lt %a, %b : tensor<7xf32, #hir.encoding<umat>>, f32
    return %r : tensor<7xi1, #hir.encoding<umat>>
  }
  func.func @equal_layouts(%a: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.cmp lt %a, %b : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  // Else the result is row-major.
  func.func @unequal_layouts(%a: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xf32>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xf32>
    return %r : tensor<5x7xi1>
  }
  func.func @elements_i32(%a: tensor<5x7xi32>, %b: tensor<5x7xi32>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xi32>, tensor<5x7xi32>
    return %r : tensor<5x7xi1>
  }
  func.func @elements_bf16(%a: tensor<5x7xbf16>, %b: tensor<5x7xbf16>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xbf16>, tensor<5x7xbf16>
    return %r : tensor<5x7xi1>
  }
  func.func @elements_i1(%a: tensor<5x7xi1>, %b: tensor<5x7xi1>) -> tensor<5x7xi1> {
    %r = hir.cmp lt %a, %b : tensor<5x7xi1>, tensor<5x7xi1>
    return %r : tensor<5x7xi1>
  }
  func.func @cost(%a: tensor<5x7xf32>, %b: tensor<7xf32>, %c: f32, %z: tensor<0x7xf32>, %t: tensor<f32>, %xi32: tensor<5x7xi32>, %xbf16: tensor<5x7xbf16>, %xi1: tensor<5x7xi1>) -> (tensor<5x7xi1>, tensor<5x7xi1>, tensor<0x7xi1>, tensor<i1>, tensor<5x7xi1>, tensor<5x7xi1>, tensor<5x7xi1>) {
    %r0 = hir.cmp lt %a, %b : tensor<5x7xf32>, tensor<7xf32>
    %r1 = hir.cmp lt %a, %c : tensor<5x7xf32>, f32
    %r2 = hir.cmp lt %z, %b : tensor<0x7xf32>, tensor<7xf32>
    %r3 = hir.cmp lt %t, %t : tensor<f32>, tensor<f32>
    %r4 = hir.cmp lt %xi32, %xi32 : tensor<5x7xi32>, tensor<5x7xi32>
    %r5 = hir.cmp lt %xbf16, %xbf16 : tensor<5x7xbf16>, tensor<5x7xbf16>
    %r6 = hir.cmp lt %xi1, %xi1 : tensor<5x7xi1>, tensor<5x7xi1>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<5x7xi1>, tensor<5x7xi1>, tensor<0x7xi1>, tensor<i1>, tensor<5x7xi1>, tensor<5x7xi1>, tensor<5x7xi1>
  }
}
