// Whether a reshard needs what other units own is decided by positions, not by the meshes
// that name them (ir.md 7): each function reshards rows of x.
//
// RUN: tf-opt %s --tf-analyze='function=@regrouped analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@renamed analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@single analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@refined analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@scoped analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@partials analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@never analysis=memory' | FileCheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@swapped analysis=memory' | FileCheck %s --check-prefix=GATHERS
// RUN: tf-opt %s --tf-analyze='function=@coarser analysis=memory' | FileCheck %s --check-prefix=GATHERS
// RUN: tf-opt %s --tf-analyze='function=@threads analysis=memory' | FileCheck %s --check-prefix=GATHERS
// RUN: tf-opt %s --tf-analyze='function=@part analysis=memory' | FileCheck %s --check-prefix=GATHERS
// RUN: tf-opt %s --tf-analyze='function=@fewer analysis=memory' | FileCheck %s --check-prefix=COMBINES

// NONE-NOT: advisory
// NONE: func.func
// GATHERS: # advisory="y:[[#]] gathers the shares of x:[[#]] within gmem; this communication is not priced"
// COMBINES: # advisory="y:[[#]] combines the partial results of x:[[#]] within gmem; this communication is not priced"

#six = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["c"]>
#new = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["d"]>
#one = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(1, 6) : (6, 1)>, ["o", "c"]>
#by3 = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["a", "b"]>
#by2 = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["a", "b"]>
#fine = #hir.mesh<[#hir.topology<"cta", 6>, #hir.topology<"thread", 5>], #hir.layout<(6, 5) : (5, 1)>, ["c", "t"]>
#thread = #hir.mesh<[#hir.topology<"thread", 5>], #hir.layout<(5) : (1)>, ["t"]>
// Rows of 7 of 60: position p has [10p, 10p + 10).
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 10, 7) : (70, 7, 1)>, [split(0)], #six>>
#rowsNew = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 10, 7) : (70, 7, 1)>, [split(0)], #new>>
#rowsOne = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 10, 7) : (70, 7, 1)>, [broadcast, split(0)], #one>>
#rows3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 10, 7) : (210, 70, 7, 1)>, [split(0), split(1)], #by3>>
#rows2 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 10, 7) : (140, 70, 7, 1)>, [split(0), split(1)], #by2>>
#rows2swapped = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 10, 7) : (210, 70, 7, 1)>, [split(1), split(0)], #by2>>
#rows2coarse = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 20, 7) : (140, 7, 1)>, [split(0), broadcast], #by2>>
#rowsFine = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 5, 2, 7) : (70, 14, 7, 1)>, [split(0), split(1)], #fine>>
#rowsThread = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 12, 7) : (84, 7, 1)>, [split(0)], #thread>>
#half3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 30, 7) : (210, 7, 1)>, [split(0), broadcast], #by3>>
#sum6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(60, 7) : (7, 1)>, [partial<sum>], #six>>
#sum3 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(60, 7) : (7, 1)>, [partial<sum>, partial<sum>], #by3>>
#sumSplit = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 30, 7) : (210, 7, 1)>, [split(0), partial<sum>], #by3>>
module @Meshes attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 5>]
} {
  // 3a + b, and 2a + b, are the position that c is: the rows stay. 2 x 3 and 3 x 2 share
  // no digits, but the same positions have the same rows.
  func.func @regrouped(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rows2> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over (a, b), 7], #by3>> : tensor<60x7xf32, #rows>
    %z = hir.reshard %y to <gmem, layout = #hir.shard<[60 over (a, b), 7], #by2>> : tensor<60x7xf32, #rows3>
    return %z : tensor<60x7xf32, #rows2>
  }
  func.func @renamed(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rowsNew> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over d, 7], #new>> : tensor<60x7xf32, #rows>
    return %y : tensor<60x7xf32, #rowsNew>
  }
  // An axis of one position divides nothing.
  func.func @single(%x: tensor<60x7xf32, #rowsOne>) -> tensor<60x7xf32, #rows> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over c, 7], #six>> : tensor<60x7xf32, #rowsOne>
    return %y : tensor<60x7xf32, #rows>
  }
  // Each thread takes two of its CTA's ten rows.
  func.func @refined(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rowsFine> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over (c, t), 7], #fine>> : tensor<60x7xf32, #rows>
    return %y : tensor<60x7xf32, #rowsFine>
  }
  // The same with the positions of a scope: 10 rows lie within the 30 that a has.
  func.func @scoped(%x: tensor<60x7xf32, #half3>) -> tensor<60x7xf32, #rows> {
    %r = hir.mesh_scope #six at(%p) args(%v = %x) : (tensor<60x7xf32, #half3>) -> (tensor<60x7xf32, #rows>) {
      %y = hir.reshard %v to <gmem, layout = #hir.shard<[60 over c, 7], #six>> : tensor<60x7xf32, #half3>
      hir.yield %y : tensor<60x7xf32, #rows>
    }
    return %r : tensor<60x7xf32, #rows>
  }
  // Every position keeps its addend.
  func.func @partials(%x: tensor<60x7xf32, #sum6>) -> tensor<60x7xf32, #sum3> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<#hir.layout<(60, 7)>, [partial<sum>, partial<sum>], #by3>> : tensor<60x7xf32, #sum6>
    return %y : tensor<60x7xf32, #sum3>
  }
  // A loop of 0 trips gathers nothing.
  func.func @never(%x: tensor<60x7xf32, #rows>, %i: tensor<60x7xf32>) -> tensor<60x7xf32> {
    %r = hir.grid_region %k = 0 to 0 step 1 iter_args(%acc = %i) -> (tensor<60x7xf32>) {
      %y = hir.reshard %x to <gmem> : tensor<60x7xf32, #rows>
      %n = hir.mul %y, %acc : tensor<60x7xf32>, tensor<60x7xf32>
      hir.yield %n : tensor<60x7xf32>
    }
    return %r : tensor<60x7xf32>
  }

  // Position 1 is (0, 1): it had rows from 10 and takes those from 30.
  func.func @swapped(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rows2swapped> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over (b, a), 7], #by2>> : tensor<60x7xf32, #rows>
    return %y : tensor<60x7xf32, #rows2swapped>
  }
  // 20 rows where there were 10.
  func.func @coarser(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rows2coarse> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over a, 7], #by2>> : tensor<60x7xf32, #rows>
    return %y : tensor<60x7xf32, #rows2coarse>
  }
  // Thread 4 of every CTA takes rows from 48, which the last CTA has.
  func.func @threads(%x: tensor<60x7xf32, #rows>) -> tensor<60x7xf32, #rowsThread> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over t, 7], #thread>> : tensor<60x7xf32, #rows>
    return %y : tensor<60x7xf32, #rowsThread>
  }
  // A CTA's ten rows were its threads', two each.
  func.func @part(%x: tensor<60x7xf32, #rowsFine>) -> tensor<60x7xf32, #rows> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[60 over c, 7], #six>> : tensor<60x7xf32, #rowsFine>
    return %y : tensor<60x7xf32, #rows>
  }
  // Six addends become three.
  func.func @fewer(%x: tensor<60x7xf32, #sum6>) -> tensor<60x7xf32, #sumSplit> {
    %y = hir.reshard %x to <gmem, layout = #hir.shard<#hir.layout<(2, 30, 7)>, [split(0), partial<sum>], #by3>> : tensor<60x7xf32, #sum6>
    return %y : tensor<60x7xf32, #sumSplit>
  }
}
