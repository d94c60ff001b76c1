// `hir.reshard`: another storage, layout or distribution.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: within one storage nothing moves; across storages source and result do.
// CHECK: hir.reshard %x to <smem> : tensor<4x9xf32>
// CHECK: hir.reshard %x to <layout = #hir.layout<(5, 7) : (1, 5)>> : tensor<5x7xf32>
// COST: %r0 = hir.reshard{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,result:r0/w140{{$}}
// COST: %r1 = hir.reshard{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}
// COST: %r2 = hir.reshard{{.*}}; compute-cost; traffic{{.*}}operands=0:r8/w0,result:r0/w8{{$}}

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#n = #hir.dim<"n", 1, 65>
#e0 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (18, 9, 1)>, [split(0), broadcast], #m>>
#e1 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 3, 3) : (0, 3, 0, 1)>, [split(0), split(2)], #m>>
#e2 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 9, 1)>, [split(0), broadcast], #m>>
#e3 = #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(2, 3, 2) : (0, 0, 1)>, [split(0), split(1)], #m>>
#e4 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 1, 2)>, [split(0), broadcast], #m>>
#e5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 9) : (9, 1)>, [broadcast, partial<sum>], #m>>
#e6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 3) : (9, 3, 1)>, [broadcast, split(1)], #m>>
#e7 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 4, 3) : (12, 3, 1)>, [split(0), broadcast], #m>>
#e8 = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 2, #n) : (0, #n, 1)>, [split(0), broadcast], #m>, dims = [#n]>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @storage(%x: tensor<4x9xf32>) -> tensor<4x9xf32, #hir.encoding<smem>> {
    %r = hir.reshard %x to <smem> : tensor<4x9xf32>
    return %r : tensor<4x9xf32, #hir.encoding<smem>>
  }
  func.func @back(%x: tensor<4x9xf32, #hir.encoding<smem>>) -> tensor<4x9xf32> {
    %r = hir.reshard %x to <gmem> : tensor<4x9xf32, #hir.encoding<smem>>
    return %r : tensor<4x9xf32>
  }
  func.func @rank0(%x: tensor<f32>) -> tensor<f32, #hir.encoding<rmem>> {
    %r = hir.reshard %x to <rmem> : tensor<f32>
    return %r : tensor<f32, #hir.encoding<rmem>>
  }
  func.func @empty(%x: tensor<0x9xf32>) -> tensor<0x9xf32, #hir.encoding<smem>> {
    %r = hir.reshard %x to <smem> : tensor<0x9xf32>
    return %r : tensor<0x9xf32, #hir.encoding<smem>>
  }
  func.func @symbolic(%x: tensor<?x9xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x9xf32, #hir.encoding<smem, dims = [#n]>> {
    %r = hir.reshard %x to <smem> : tensor<?x9xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x9xf32, #hir.encoding<smem, dims = [#n]>>
  }
  // The storage is the source's by default.
  func.func @layout(%x: tensor<5x7xf32>) -> tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.reshard %x to <layout = #hir.layout<(5, 7) : (1, 5)>> : tensor<5x7xf32>
    return %r : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  // Unmaterialised and row-major: no layout.
  func.func @row_major(%x: tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xf32> {
    %r = hir.reshard %x to <gmem, layout = #hir.layout<(5, 7)>> : tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xf32>
  }
  // Row-major over the whole domain in gmem.
  func.func @whole_domain(%x: tensor<4x9xf32>) -> tensor<4x9xf32, #e0> {
    %r = hir.reshard %x to <layout = #hir.shard<#hir.layout<(2, 2, 9)>, [split(0), broadcast], #m>> : tensor<4x9xf32>
    return %r : tensor<4x9xf32, #e0>
  }
  // 0 on split positions elsewhere; the author's form is factored.
  func.func @per_participant(%x: tensor<4x9xf32>) -> tensor<4x9xf32, #e1> {
    %r = hir.reshard %x to <smem, layout = #hir.shard<[4 over u, 9 over v], #m>> : tensor<4x9xf32>
    return %r : tensor<4x9xf32, #e1>
  }
  // Strides follow the storage, whatever the source.
  func.func @from_shared(%x: tensor<4x9xf32, #e2>) -> tensor<4x9xf32, #e0> {
    %r = hir.reshard %x to <gmem, layout = #hir.shard<[4 over u, 9], #m>> : tensor<4x9xf32, #e2>
    return %r : tensor<4x9xf32, #e0>
  }
  func.func @two_on_one(%x: tensor<12xf32>) -> tensor<12xf32, #e3> {
    %r = hir.reshard %x to <rmem, layout = #hir.shard<[12 over (u, v)], #m>> : tensor<12xf32>
    return %r : tensor<12xf32, #e3>
  }
  // Strides written out are kept.
  func.func @verbatim(%x: tensor<4x9xf32>) -> tensor<4x9xf32, #e4> {
    %r = hir.reshard %x to <smem, layout = #hir.shard<#hir.layout<(2, 2, 9) : (0, 1, 2)>, [split(0), broadcast], #m>> : tensor<4x9xf32>
    return %r : tensor<4x9xf32, #e4>
  }
  func.func @complete(%x: tensor<4x9xf32, #e5>) -> tensor<4x9xf32> {
    %r = hir.reshard %x to <gmem> : tensor<4x9xf32, #e5>
    return %r : tensor<4x9xf32>
  }
  func.func @scatter(%x: tensor<4x9xf32, #e5>) -> tensor<4x9xf32, #e6> {
    %r = hir.reshard %x to <layout = #hir.shard<[4, 9 over v], #m>> : tensor<4x9xf32, #e5>
    return %r : tensor<4x9xf32, #e6>
  }
  func.func @gather(%x: tensor<24xf32, #e7>) -> tensor<24xf32> {
    %r = hir.reshard %x to <gmem> : tensor<24xf32, #e7>
    return %r : tensor<24xf32>
  }
  // Replicated everywhere is spelled without a layout.
  func.func @replicated(%x: tensor<4x9xf32, #e0>) -> tensor<4x9xf32> {
    %r = hir.reshard %x to <layout = #hir.shard<#hir.layout<(4, 9)>, [broadcast, broadcast], #m>> : tensor<4x9xf32, #e0>
    return %r : tensor<4x9xf32>
  }
  func.func @symbolic_split(%x: tensor<4x?xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<4x?xf32, #e8> {
    %r = hir.reshard %x to <smem, layout = #hir.shard<[4 over u, #n], #m>> : tensor<4x?xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<4x?xf32, #e8>
  }
  func.func @cost(%x: tensor<5x7xf32>, %y: tensor<3x5xf4E2M1FN, #hir.encoding<smem>>) -> (tensor<5x7xf32, #hir.encoding<smem>>, tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<3x5xf4E2M1FN, #hir.encoding<rmem>>) {
    %r0 = hir.reshard %x to <smem> : tensor<5x7xf32>
    %r1 = hir.reshard %x to <layout = #hir.layout<(5, 7) : (1, 5)>> : tensor<5x7xf32>
    %r2 = hir.reshard %y to <rmem> : tensor<3x5xf4E2M1FN, #hir.encoding<smem>>
    return %r0, %r1, %r2 : tensor<5x7xf32, #hir.encoding<smem>>, tensor<5x7xf32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<3x5xf4E2M1FN, #hir.encoding<rmem>>
  }
}
