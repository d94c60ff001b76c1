// `hir.not`: one operand, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: n = 35.
// CHECK: hir.not %x : tensor<5x7xi1>
// COST: %r0 = hir.not{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r5/w0,result:r0/w5{{$}}
// COST: %r1 = hir.not{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}
// COST: %r2 = hir.not{{.*}}; compute-cost service=predicate:1@1; traffic{{.*}}operands=0:r1/w0,result:r0/w1{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xi1>) -> tensor<5x7xi1> {
    %r = hir.not %x : tensor<5x7xi1>
    return %r : tensor<5x7xi1>
  }
  func.func @rank0(%x: tensor<i1>) -> tensor<i1> {
    %r = hir.not %x : tensor<i1>
    return %r : tensor<i1>
  }
  func.func @empty(%x: tensor<5x0xi1>) -> tensor<5x0xi1> {
    %r = hir.not %x : tensor<5x0xi1>
    return %r : tensor<5x0xi1>
  }
  func.func @symbolic(%x: tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.not %x : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xi1, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<5x7xi1, #hir.encoding<rmem>>) -> tensor<5x7xi1, #hir.encoding<rmem>> {
    %r = hir.not %x : tensor<5x7xi1, #hir.encoding<rmem>>
    return %r : tensor<5x7xi1, #hir.encoding<rmem>>
  }
  func.func @umat(%x: tensor<5x7xi1, #hir.encoding<umat>>) -> tensor<5x7xi1, #hir.encoding<umat>> {
    %r = hir.not %x : tensor<5x7xi1, #hir.encoding<umat>>
    return %r : tensor<5x7xi1, #hir.encoding<umat>>
  }
  func.func @layout(%x: tensor<5x7xi1, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xi1, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.not %x : tensor<5x7xi1, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xi1, #hir.encoding<smem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  func.func @cost(%x: tensor<5x7xi1>, %z: tensor<5x0xi1>, %t: tensor<i1>) -> (tensor<5x7xi1>, tensor<5x0xi1>, tensor<i1>) {
    %r0 = hir.not %x : tensor<5x7xi1>
    %r1 = hir.not %z : tensor<5x0xi1>
    %r2 = hir.not %t : tensor<i1>
    return %r0, %r1, %r2 : tensor<5x7xi1>, tensor<5x0xi1>, tensor<i1>
  }
}
