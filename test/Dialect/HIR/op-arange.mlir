// `hir.arange`: an arithmetic progression.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: neither work nor movement.
// CHECK: hir.arange : tensor<7xi64>
// CHECK: hir.arange {start = 3 : i64, step = 2 : i64} : tensor<7xf32>
// COST: %r0 = hir.arange{{.*}}; compute-cost; traffic{{.*}}operands=result:r0/w0{{$}}

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#n = #hir.dim<"n", 1, 65>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3) : (3, 1)>, [split(0), split(1)], #m>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain() -> tensor<7xi64> {
    %r = hir.arange : tensor<7xi64>
    return %r : tensor<7xi64>
  }
  func.func @empty() -> tensor<0xi64> {
    %r = hir.arange : tensor<0xi64>
    return %r : tensor<0xi64>
  }
  func.func @symbolic() -> tensor<?xi32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.arange : tensor<?xi32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?xi32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage() -> tensor<7xi64, #hir.encoding<umat>> {
    %r = hir.arange : tensor<7xi64, #hir.encoding<umat>>
    return %r : tensor<7xi64, #hir.encoding<umat>>
  }
  func.func @float() -> tensor<7xf32> {
    %r = hir.arange {start = 3, step = 2} : tensor<7xf32>
    return %r : tensor<7xf32>
  }
  func.func @backwards() -> tensor<9xi32> {
    %r = hir.arange {start = 9, step = -1} : tensor<9xi32>
    return %r : tensor<9xi32>
  }
  func.func @sharded() -> tensor<6xi64, #e0> {
    %r = hir.arange : tensor<6xi64, #e0>
    return %r : tensor<6xi64, #e0>
  }
  func.func @cost() -> (tensor<7xi64>) {
    %r0 = hir.arange : tensor<7xi64>
    return %r0 : tensor<7xi64>
  }
}
