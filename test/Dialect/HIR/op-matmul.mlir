// `hir.matmul`: matrix product.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 2*5*3*7 = 210, 2*2*11*5*3*7 = 4620 flops of the operands' type; an empty contraction still writes its zeros.
// CHECK: hir.matmul %a, %b : tensor<5x7xf32>, tensor<7x3xf32>
// CHECK: hir.matmul %a, %b to f32 : tensor<2x5x7xbf16>, tensor<7x3xbf16>
// COST: %r0 = hir.matmul{{.*}}; compute-cost flops=f32:210@210; traffic{{.*}}operands=0:r140/w0,1:r84/w0,result:r0/w60{{$}}
// COST: %r1 = hir.matmul{{.*}}; compute-cost flops=bf16:4620@4620; traffic{{.*}}operands=0:r140/w0,1:r462/w0,result:r0/w1320{{$}}
// COST: %r2 = hir.matmul{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w60{{$}}
// COST: %r3 = hir.matmul{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}
// COST: %r4 = hir.matmul{{.*}}; compute-cost flops=fp8e4m3:210@210; traffic{{.*}}operands=0:r35/w0,1:r21/w0,result:r0/w30{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) -> tensor<5x3xf32> {
    %r = hir.matmul %a, %b : tensor<5x7xf32>, tensor<7x3xf32>
    return %r : tensor<5x3xf32>
  }
  func.func @batched(%a: tensor<2x5x7xf32>, %b: tensor<2x7x3xf32>) -> tensor<2x5x3xf32> {
    %r = hir.matmul %a, %b : tensor<2x5x7xf32>, tensor<2x7x3xf32>
    return %r : tensor<2x5x3xf32>
  }
  func.func @batch_broadcast(%a: tensor<2x1x5x7xf32>, %b: tensor<11x7x3xf32>) -> tensor<2x11x5x3xf32> {
    %r = hir.matmul %a, %b : tensor<2x1x5x7xf32>, tensor<11x7x3xf32>
    return %r : tensor<2x11x5x3xf32>
  }
  func.func @weights(%a: tensor<2x5x7xbf16>, %b: tensor<7x3xbf16>) -> tensor<2x5x3xf32> {
    %r = hir.matmul %a, %b to f32 : tensor<2x5x7xbf16>, tensor<7x3xbf16>
    return %r : tensor<2x5x3xf32>
  }
  func.func @fp8(%a: tensor<5x7xf8E4M3FN>, %b: tensor<7x3xf8E4M3FN>) -> tensor<5x3xbf16> {
    %r = hir.matmul %a, %b to bf16 : tensor<5x7xf8E4M3FN>, tensor<7x3xf8E4M3FN>
    return %r : tensor<5x3xbf16>
  }
  func.func @f4(%a: tensor<5x7xf4E2M1FN>, %b: tensor<7x3xf4E2M1FN>) -> tensor<5x3xf32> {
    %r = hir.matmul %a, %b to f32 : tensor<5x7xf4E2M1FN>, tensor<7x3xf4E2M1FN>
    return %r : tensor<5x3xf32>
  }
  func.func @no_contraction(%a: tensor<5x0xf32>, %b: tensor<0x3xf32>) -> tensor<5x3xf32> {
    %r = hir.matmul %a, %b : tensor<5x0xf32>, tensor<0x3xf32>
    return %r : tensor<5x3xf32>
  }
  func.func @empty(%a: tensor<0x7xf32>, %b: tensor<7x3xf32>) -> tensor<0x3xf32> {
    %r = hir.matmul %a, %b : tensor<0x7xf32>, tensor<7x3xf32>
    return %r : tensor<0x3xf32>
  }
  func.func @symbolic(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<7x3xf32>) -> tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.matmul %a, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<7x3xf32>
    return %r : tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_contraction(%a: tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<5x3xf32> {
    %r = hir.matmul %a, %b : tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<5x3xf32>
  }
  func.func @symbolic_all(%a: tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>, %b: tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>>) -> tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #n]>> {
    %r = hir.matmul %a, %b : tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #k]>>, tensor<?x?xf32, #hir.encoding<gmem, dims = [#k, #n]>>
    return %r : tensor<?x?xf32, #hir.encoding<gmem, dims = [#n, #n]>>
  }
  func.func @storage(%a: tensor<5x7xf32, #hir.encoding<smem>>, %b: tensor<7x3xf32, #hir.encoding<smem>>) -> tensor<5x3xf32, #hir.encoding<smem>> {
    %r = hir.matmul %a, %b : tensor<5x7xf32, #hir.encoding<smem>>, tensor<7x3xf32, #hir.encoding<smem>>
    return %r : tensor<5x3xf32, #hir.encoding<smem>>
  }
  func.func @umat(%a: tensor<5x7xf32, #hir.encoding<rmem>>, %b: tensor<7x3xf32, #hir.encoding<umat>>) -> tensor<5x3xf32, #hir.encoding<rmem>> {
    %r = hir.matmul %a, %b : tensor<5x7xf32, #hir.encoding<rmem>>, tensor<7x3xf32, #hir.encoding<umat>>
    return %r : tensor<5x3xf32, #hir.encoding<rmem>>
  }
  func.func @cost(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>, %c: tensor<2x1x5x7xbf16>, %d: tensor<11x7x3xbf16>, %e: tensor<5x0xf32>, %f: tensor<0x3xf32>, %g: tensor<0x7xf32>, %h: tensor<5x7xf8E4M3FN>, %i: tensor<7x3xf8E4M3FN>) -> (tensor<5x3xf32>, tensor<2x11x5x3xf32>, tensor<5x3xf32>, tensor<0x3xf32>, tensor<5x3xbf16>) {
    %r0 = hir.matmul %a, %b : tensor<5x7xf32>, tensor<7x3xf32>
    %r1 = hir.matmul %c, %d to f32 : tensor<2x1x5x7xbf16>, tensor<11x7x3xbf16>
    %r2 = hir.matmul %e, %f : tensor<5x0xf32>, tensor<0x3xf32>
    %r3 = hir.matmul %g, %b : tensor<0x7xf32>, tensor<7x3xf32>
    %r4 = hir.matmul %h, %i to bf16 : tensor<5x7xf8E4M3FN>, tensor<7x3xf8E4M3FN>
    return %r0, %r1, %r2, %r3, %r4 : tensor<5x3xf32>, tensor<2x11x5x3xf32>, tensor<5x3xf32>, tensor<0x3xf32>, tensor<5x3xbf16>
  }
}
