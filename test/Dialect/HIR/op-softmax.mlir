// `hir.softmax`: exponentials over their sum.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 3m flops in f32, m exponentials, m comparisons, m = 35 and 105.
// CHECK: hir.softmax %x : tensor<5x7xf32>
// CHECK: hir.softmax %x {axis = 0 : i64} : tensor<5x7xbf16>
// COST: %r0 = hir.softmax{{.*}}; compute-cost flops=f32:105@105 service=predicate:35@35,special:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w140{{$}}
// COST: %r1 = hir.softmax{{.*}}; compute-cost flops=f32:315@315 service=predicate:105@105,special:105@105; traffic{{.*}}operands=0:r210/w0,result:r0/w210{{$}}
// COST: %r2 = hir.softmax{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.softmax %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @axis(%x: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.softmax %x {axis = 0} : tensor<5x7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @negative(%x: tensor<3x5x7xf16>) -> tensor<3x5x7xf16> {
    %r = hir.softmax %x {axis = -2} : tensor<3x5x7xf16>
    return %r : tensor<3x5x7xf16>
  }
  func.func @empty(%x: tensor<5x0xf32>) -> tensor<5x0xf32> {
    %r = hir.softmax %x : tensor<5x0xf32>
    return %r : tensor<5x0xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.softmax %x {axis = 0} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<7xf32, #hir.encoding<smem>>) -> tensor<7xf32, #hir.encoding<smem>> {
    %r = hir.softmax %x : tensor<7xf32, #hir.encoding<smem>>
    return %r : tensor<7xf32, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<5x7xf32>, %y: tensor<3x5x7xbf16>, %z: tensor<5x0xf32>) -> (tensor<5x7xf32>, tensor<3x5x7xbf16>, tensor<5x0xf32>) {
    %r0 = hir.softmax %x : tensor<5x7xf32>
    %r1 = hir.softmax %y {axis = 1} : tensor<3x5x7xbf16>
    %r2 = hir.softmax %z : tensor<5x0xf32>
    return %r0, %r1, %r2 : tensor<5x7xf32>, tensor<3x5x7xbf16>, tensor<5x0xf32>
  }
}
