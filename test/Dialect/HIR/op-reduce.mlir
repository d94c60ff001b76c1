// `hir.reduce`: reduction over axes.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: m = 35; a mean divides once per result; an empty sum still writes its zeros.
// CHECK: hir.reduce sum %x axes [1] : tensor<5x7xf32>
// CHECK: hir.reduce sum %x axes [0] {keepdim = true} : tensor<5x7xf32>
// COST: %r0 = hir.reduce{{.*}}; compute-cost flops=f32:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r1 = hir.reduce{{.*}}; compute-cost flops=f32:40@40; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r2 = hir.reduce{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w28{{$}}
// COST: %r3 = hir.reduce{{.*}}; compute-cost service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w4{{$}}
// COST: %r4 = hir.reduce{{.*}}; compute-cost flops=f32:35@35 service=predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r5 = hir.reduce{{.*}}; compute-cost service=integer:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r6 = hir.reduce{{.*}}; compute-cost service=integer:40@40; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r7 = hir.reduce{{.*}}; compute-cost service=integer:35@35,predicate:35@35; traffic{{.*}}operands=0:r140/w0,result:r0/w20{{$}}
// COST: %r8 = hir.reduce{{.*}}; compute-cost flops=bf16:42@42; traffic{{.*}}operands=0:r70/w0,result:r0/w14{{$}}
// COST: %r9 = hir.reduce{{.*}}; compute-cost flops=f32:5@5; traffic{{.*}}operands=0:r0/w0,result:r0/w20{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @sum(%x: tensor<5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce sum %x axes [1] : tensor<5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @mean(%x: tensor<5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce mean %x axes [1] : tensor<5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @max(%x: tensor<5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce max %x axes [1] : tensor<5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @min(%x: tensor<5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce min %x axes [1] : tensor<5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @abs_max(%x: tensor<5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce abs_max %x axes [1] : tensor<5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @keepdim(%x: tensor<5x7xf32>) -> tensor<1x7xf32> {
    %r = hir.reduce sum %x axes [0] {keepdim = true} : tensor<5x7xf32>
    return %r : tensor<1x7xf32>
  }
  func.func @negative(%x: tensor<3x5x7xf32>) -> tensor<5xf32> {
    %r = hir.reduce max %x axes [-1, 0] : tensor<3x5x7xf32>
    return %r : tensor<5xf32>
  }
  func.func @all(%x: tensor<5x7xi32>) -> tensor<i32> {
    %r = hir.reduce sum %x axes [0, 1] : tensor<5x7xi32>
    return %r : tensor<i32>
  }
  func.func @empty(%x: tensor<5x0xf32>) -> tensor<5xf32> {
    %r = hir.reduce sum %x axes [1] : tensor<5x0xf32>
    return %r : tensor<5xf32>
  }
  func.func @empty_result(%x: tensor<0x7xf32>) -> tensor<0xf32> {
    %r = hir.reduce sum %x axes [1] : tensor<0x7xf32>
    return %r : tensor<0xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.reduce sum %x axes [1] : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_reduced(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<7xf32> {
    %r = hir.reduce sum %x axes [0] : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<7xf32>
  }
  func.func @storage(%x: tensor<5x7xbf16, #hir.encoding<rmem>>) -> tensor<7xbf16, #hir.encoding<rmem>> {
    %r = hir.reduce min %x axes [0] : tensor<5x7xbf16, #hir.encoding<rmem>>
    return %r : tensor<7xbf16, #hir.encoding<rmem>>
  }
  func.func @cost(%x: tensor<5x7xf32>, %i: tensor<5x7xi32>, %b: tensor<5x7xbf16>, %z: tensor<5x0xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<7xf32>, tensor<f32>, tensor<5x1xf32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<7xbf16>, tensor<5xf32>) {
    %r0 = hir.reduce sum %x axes [1] : tensor<5x7xf32>
    %r1 = hir.reduce mean %x axes [1] : tensor<5x7xf32>
    %r2 = hir.reduce max %x axes [0] : tensor<5x7xf32>
    %r3 = hir.reduce min %x axes [0, 1] : tensor<5x7xf32>
    %r4 = hir.reduce abs_max %x axes [1] {keepdim = true} : tensor<5x7xf32>
    %r5 = hir.reduce sum %i axes [1] : tensor<5x7xi32>
    %r6 = hir.reduce mean %i axes [1] : tensor<5x7xi32>
    %r7 = hir.reduce abs_max %i axes [1] : tensor<5x7xi32>
    %r8 = hir.reduce mean %b axes [-2] : tensor<5x7xbf16>
    %r9 = hir.reduce mean %z axes [1] : tensor<5x0xf32>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 : tensor<5xf32>, tensor<5xf32>, tensor<7xf32>, tensor<f32>, tensor<5x1xf32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<7xbf16>, tensor<5xf32>
  }
}
