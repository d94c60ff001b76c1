// `hir.cast`: conversion of the element type.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; 35 elements of 4 bits are 18 B and of 1 bit 5 B.
// CHECK: hir.cast %x to bf16 : tensor<5x7xf32>
// COST: %r0 = hir.cast{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,result:r0/w70{{$}}
// COST: %r1 = hir.cast{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,result:r0/w18{{$}}
// COST: %r2 = hir.cast{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,result:r0/w5{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @f32_to_bf16(%x: tensor<5x7xf32>) -> tensor<5x7xbf16> {
    %r = hir.cast %x to bf16 : tensor<5x7xf32>
    return %r : tensor<5x7xbf16>
  }
  func.func @f32_to_f8e4m3fn(%x: tensor<5x7xf32>) -> tensor<5x7xf8E4M3FN> {
    %r = hir.cast %x to f8E4M3FN : tensor<5x7xf32>
    return %r : tensor<5x7xf8E4M3FN>
  }
  func.func @bf16_to_f4e2m1fn(%x: tensor<5x7xbf16>) -> tensor<5x7xf4E2M1FN> {
    %r = hir.cast %x to f4E2M1FN : tensor<5x7xbf16>
    return %r : tensor<5x7xf4E2M1FN>
  }
  func.func @f32_to_f8e8m0fnu(%x: tensor<5x7xf32>) -> tensor<5x7xf8E8M0FNU> {
    %r = hir.cast %x to f8E8M0FNU : tensor<5x7xf32>
    return %r : tensor<5x7xf8E8M0FNU>
  }
  func.func @i32_to_f32(%x: tensor<5x7xi32>) -> tensor<5x7xf32> {
    %r = hir.cast %x to f32 : tensor<5x7xi32>
    return %r : tensor<5x7xf32>
  }
  func.func @f16_to_i64(%x: tensor<5x7xf16>) -> tensor<5x7xi64> {
    %r = hir.cast %x to i64 : tensor<5x7xf16>
    return %r : tensor<5x7xi64>
  }
  func.func @i1_to_i32(%x: tensor<5x7xi1>) -> tensor<5x7xi32> {
    %r = hir.cast %x to i32 : tensor<5x7xi1>
    return %r : tensor<5x7xi32>
  }
  func.func @f32_to_i1(%x: tensor<5x7xf32>) -> tensor<5x7xi1> {
    %r = hir.cast %x to i1 : tensor<5x7xf32>
    return %r : tensor<5x7xi1>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<bf16> {
    %r = hir.cast %x to bf16 : tensor<f32>
    return %r : tensor<bf16>
  }
  func.func @empty(%x: tensor<0x7xf32>) -> tensor<0x7xbf16> {
    %r = hir.cast %x to bf16 : tensor<0x7xf32>
    return %r : tensor<0x7xbf16>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xbf16, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.cast %x to bf16 : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xbf16, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<5xf32, #hir.encoding<smem>>) -> tensor<5xbf16, #hir.encoding<smem>> {
    %r = hir.cast %x to bf16 : tensor<5xf32, #hir.encoding<smem>>
    return %r : tensor<5xbf16, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<5x7xf32>) -> (tensor<5x7xbf16>, tensor<5x7xf4E2M1FN>, tensor<5x7xi1>) {
    %r0 = hir.cast %x to bf16 : tensor<5x7xf32>
    %r1 = hir.cast %x to f4E2M1FN : tensor<5x7xf32>
    %r2 = hir.cast %x to i1 : tensor<5x7xf32>
    return %r0, %r1, %r2 : tensor<5x7xbf16>, tensor<5x7xf4E2M1FN>, tensor<5x7xi1>
  }
}
