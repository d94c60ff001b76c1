// `hir.or`: disjunctions, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 results of the 5x7 result; a broadcast operand is read once.
// CHECK: hir.or %a, %b : tensor<5x7xi1>, tensor<7xi1>
// COST: %r0 = hir.or{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r5/w0,1:r1/w0,result:r0/w5{{$}}
// COST: %r1 = hir.or{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r5/w0,1:r1/w0,result:r0/w5{{$}}
// COST: %r2 = hir.or{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}
// COST: %r3 = hir.or{{.*}}; compute-cost service=predicate:1@1; traffic{{.*}}operands=0:r1/w0,1:r1/w0,result:r0/w1{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xi1>, %b: tensor<7xi1>) -> tensor<5x7xi1> {
    %r = hir.or %a, %b : tensor<5x7xi1>, tensor<7xi1>
    return %r : tensor<5x7xi1>
  }
  func.func @both_broadcast(%a: tensor<5x1xi1>, %b: tensor<7xi1>) -> tensor<5x7xi1> {
    %r = hir.or %a, %b : tensor<5x1xi1>, tensor<7xi1>
    return %r : tensor<5x7xi1>
  }
  func.func @scalar(%a: tensor<5x7xi1>, %b: i1) -> tensor<5x7xi1> {
    %r = hir.or %a, %b : tensor<5x7xi1>, i1
    return %r : tensor<5x7xi1>
  }
  func.func @scalar_first(%a: i1, %b: tensor<7xi1>) -> tensor<7xi1> {
    %r = hir.or %a, %b : i1, tensor<7xi1>
    return %r : tensor<7xi1>
  }
  func.func @rank0(%a: tensor<i1>, %b: tensor<i1>) -> tensor<i1> {
    %r = hir.or %a, %b : tensor<i1>, tensor<i1>
    return %r : tensor<i1>
  }
  func.func @rank0_broadcast(%a: tensor<i1>, %b: tensor<3xi1>) -> tensor<3xi1> {
    %r = hir.or %a, %b : tensor<i1>, tensor<3xi1>
    return %r : tensor<3xi1>
  }
  func.func @empty(%a: tensor<0x7xi1>, %b: tensor<1x7xi1>) -> tensor<0x7xi1> {
    %r = hir.or %a, %b : tensor<0x7xi1>, tensor<1x7xi1>
    return %r : tensor<0x7xi1>
  }
  func.func @symbolic(%a: tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<7xi1>) -> tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.or %a, %b : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, tensor<7xi1>
    return %r : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_both(%a: tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.or %a, %b : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
  }
  // `umat` abstains.
  func.func @storage(%a: tensor<5x7xi1, #hir.encoding<smem>>, %b: tensor<7xi1, #hir.encoding<umat>>) -> tensor<5x7xi1, #hir.encoding<smem>> {
    %r = hir.or %a, %b : tensor<5x7xi1, #hir.encoding<smem>>, tensor<7xi1, #hir.encoding<umat>>
    return %r : tensor<5x7xi1, #hir.encoding<smem>>
  }
  func.func @all_umat(%a: tensor<7xi1, #hir.encoding<umat>>, %b: i1) -> tensor<7xi1, #hir.encoding<umat>> {
    %r = hir.or %a, %b : tensor<7xi1, #hir.encoding<umat>>, i1
    return %r : tensor<7xi1, #hir.encoding<umat>>
  }
  func.func @equal_layouts(%a: tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.or %a, %b : tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  // Else the result is row-major.
  func.func @unequal_layouts(%a: tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xi1>) -> tensor<5x7xi1> {
    %r = hir.or %a, %b : tensor<5x7xi1, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xi1>
    return %r : tensor<5x7xi1>
  }
  func.func @cost(%a: tensor<5x7xi1>, %b: tensor<7xi1>, %c: i1, %z: tensor<0x7xi1>, %t: tensor<i1>) -> (tensor<5x7xi1>, tensor<5x7xi1>, tensor<0x7xi1>, tensor<i1>) {
    %r0 = hir.or %a, %b : tensor<5x7xi1>, tensor<7xi1>
    %r1 = hir.or %a, %c : tensor<5x7xi1>, i1
    %r2 = hir.or %z, %b : tensor<0x7xi1>, tensor<7xi1>
    %r3 = hir.or %t, %t : tensor<i1>, tensor<i1>
    return %r0, %r1, %r2, %r3 : tensor<5x7xi1>, tensor<5x7xi1>, tensor<0x7xi1>, tensor<i1>
  }
}
