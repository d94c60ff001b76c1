// `hir.zeros`: a tensor of zeros, whose type is stated.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; the result is written. 15 elements of 4 bits are 8 B.
// CHECK: hir.zeros : tensor<5x7xf32>
// COST: %r0 = hir.zeros{{.*}}; compute-cost; traffic{{.*}}operands=result:r0/w140{{$}}
// COST: %r1 = hir.zeros{{.*}}; compute-cost; traffic{{.*}}operands=result:r0/w8{{$}}
// COST: %r2 = hir.zeros{{.*}}; compute-cost; traffic{{.*}}operands=result:r0/w0{{$}}
// COST: %r3 = hir.zeros{{.*}}; compute-cost; traffic{{.*}}operands=result:r0/w4{{$}}

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#n = #hir.dim<"n", 1, 65>
#e0 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain() -> tensor<5x7xf32> {
    %r = hir.zeros : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @rank0() -> tensor<bf16> {
    %r = hir.zeros : tensor<bf16>
    return %r : tensor<bf16>
  }
  func.func @empty() -> tensor<0x7xi32> {
    %r = hir.zeros : tensor<0x7xi32>
    return %r : tensor<0x7xi32>
  }
  func.func @symbolic() -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.zeros : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage() -> tensor<5x7xf32, #hir.encoding<rmem>> {
    %r = hir.zeros : tensor<5x7xf32, #hir.encoding<rmem>>
    return %r : tensor<5x7xf32, #hir.encoding<rmem>>
  }
  func.func @truths() -> tensor<9xi1> {
    %r = hir.zeros : tensor<9xi1>
    return %r : tensor<9xi1>
  }
  func.func @sharded() -> tensor<4x9xf32, #e0> {
    %r = hir.zeros : tensor<4x9xf32, #e0>
    return %r : tensor<4x9xf32, #e0>
  }
  func.func @partial() -> tensor<4x9xf32, #e1> {
    %r = hir.zeros : tensor<4x9xf32, #e1>
    return %r : tensor<4x9xf32, #e1>
  }
  func.func @cost() -> (tensor<5x7xf32>, tensor<3x5xf4E2M1FN>, tensor<0x7xf32>, tensor<f32>) {
    %r0 = hir.zeros : tensor<5x7xf32>
    %r1 = hir.zeros : tensor<3x5xf4E2M1FN>
    %r2 = hir.zeros : tensor<0x7xf32>
    %r3 = hir.zeros : tensor<f32>
    return %r0, %r1, %r2, %r3 : tensor<5x7xf32>, tensor<3x5xf4E2M1FN>, tensor<0x7xf32>, tensor<f32>
  }
}
