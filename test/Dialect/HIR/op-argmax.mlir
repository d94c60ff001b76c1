// `hir.argmax`: position of the maximum.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 comparisons; indices are 8 B.
// CHECK: hir.argmax %x : tensor<5x7xf32>
// CHECK: hir.argmax %x {axis = 0 : i64} : tensor<5x7xf32>
// COST: %r0 = hir.argmax{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w40{{$}}
// COST: %r1 = hir.argmax{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w56{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xf32>) -> tensor<5xi64> {
    %r = hir.argmax %x : tensor<5x7xf32>
    return %r : tensor<5xi64>
  }
  func.func @axis(%x: tensor<5x7xf32>) -> tensor<7xi64> {
    %r = hir.argmax %x {axis = 0} : tensor<5x7xf32>
    return %r : tensor<7xi64>
  }
  func.func @one(%x: tensor<7xi32>) -> tensor<i64> {
    %r = hir.argmax %x {axis = -1} : tensor<7xi32>
    return %r : tensor<i64>
  }
  func.func @empty(%x: tensor<0x7xf32>) -> tensor<0xi64> {
    %r = hir.argmax %x : tensor<0x7xf32>
    return %r : tensor<0xi64>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?xi64, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.argmax %x : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<5x7xbf16, #hir.encoding<smem>>) -> tensor<5xi64, #hir.encoding<smem>> {
    %r = hir.argmax %x : tensor<5x7xbf16, #hir.encoding<smem>>
    return %r : tensor<5xi64, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<5x7xf32>) -> (tensor<5xi64>, tensor<7xi64>) {
    %r0 = hir.argmax %x : tensor<5x7xf32>
    %r1 = hir.argmax %x {axis = 0} : tensor<5x7xf32>
    return %r0, %r1 : tensor<5xi64>, tensor<7xi64>
  }
}
