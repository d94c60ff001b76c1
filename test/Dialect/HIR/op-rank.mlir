// `hir.rank`: the rank as a number.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: neither work nor movement.
// CHECK: hir.rank %x : tensor<5x7xf32>
// COST: %r0 = hir.rank{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#n = #hir.dim<"n", 1, 65>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<max>], #m>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xf32>) -> i64 {
    %r = hir.rank %x : tensor<5x7xf32>
    return %r : i64
  }
  func.func @rank0(%x: tensor<f32>) -> i64 {
    %r = hir.rank %x : tensor<f32>
    return %r : i64
  }
  func.func @empty(%x: tensor<0xf32>) -> i64 {
    %r = hir.rank %x : tensor<0xf32>
    return %r : i64
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> i64 {
    %r = hir.rank %x : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : i64
  }
  func.func @sharded(%x: tensor<4x9xf32, #e0>) -> i64 {
    %r = hir.rank %x : tensor<4x9xf32, #e0>
    return %r : i64
  }
  func.func @partial(%x: tensor<4x9xf32, #e1>) -> i64 {
    %r = hir.rank %x : tensor<4x9xf32, #e1>
    return %r : i64
  }
  func.func @cost(%x: tensor<5x7xf32>) -> (i64) {
    %r0 = hir.rank %x : tensor<5x7xf32>
    return %r0 : i64
  }
}
