// A reshard within one storage level moves nothing; one that combines partial results or
// gathers shares says that its communication is not priced (ir.md 7).
//
// RUN: tf-opt %s --tf-analyze='function=@complete analysis=memory' | FileCheck %s --check-prefix=COMPLETE
// RUN: tf-opt %s --tf-analyze='function=@gather analysis=memory' | FileCheck %s --check-prefix=GATHER
// RUN: tf-opt %s --tf-analyze='function=@other analysis=memory' | FileCheck %s --check-prefix=OTHER
// RUN: tf-opt %s --tf-analyze='function=@own analysis=memory' | FileCheck %s --check-prefix=OWN

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["a", "b"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 12) : (84, 12, 1)>, [broadcast, split(0)], #cta>>
#grid = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 2, 6) : (84, 12, 6, 1)>, [split(2), split(0)], #cta>>
#part = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(12) : (1)>, [broadcast, partial<sum>], #cta>>
module @Communication attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 6>]
} {
  // COMPLETE: # advisory="y:[[#]] combines the partial results of x:[[#]] within gmem; this communication is not priced"
  // COMPLETE: %y = hir.reshard {{.*}}; traffic{{$}}
  func.func @complete(%x: tensor<12xf32, #part>) -> tensor<12xf32> {
    %y = hir.reshard %x to <gmem> : tensor<12xf32, #part>
    return %y : tensor<12xf32>
  }

  // GATHER: # advisory="y:[[#]] gathers the shares of x:[[#]] within gmem; this communication is not priced"
  func.func @gather(%x: tensor<21x12xf32, #rows>) -> tensor<21x12xf32> {
    %y = hir.reshard %x to <gmem> : tensor<21x12xf32, #rows>
    return %y : tensor<21x12xf32>
  }

  // A split moved to another axis: every unit needs what others own.
  // OTHER: # advisory="y:[[#]] gathers the shares of x:[[#]] within gmem; this communication is not priced"
  func.func @other(%x: tensor<21x12xf32, #rows>) -> tensor<21x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(21, 3, 4) : (12, 4, 1)>, [broadcast, split(1)], #cta>>> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[21, 12 over b], #cta>> : tensor<21x12xf32, #rows>
    return %y : tensor<21x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(21, 3, 4) : (12, 4, 1)>, [broadcast, split(1)], #cta>>>
  }

  // A unit that keeps part of what it has asks nobody: replicated to rows, rows to rows
  // and columns.
  // OWN-NOT: advisory
  // OWN: hir.reshard
  func.func @own(%x: tensor<21x12xf32>) -> tensor<21x12xf32, #grid> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[21 over b, 12], #cta>> : tensor<21x12xf32>
    %z = hir.reshard %y to <gmem, layout = #hir.shard<[21 over b, 12 over a], #cta>> : tensor<21x12xf32, #rows>
    return %z : tensor<21x12xf32, #grid>
  }
}
