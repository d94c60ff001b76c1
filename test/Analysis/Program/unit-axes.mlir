// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory function=@scoped' | FileCheck %s --check-prefix=SCOPED
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory function=@threads' | FileCheck %s --check-prefix=THREADS
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory function=@free' | FileCheck %s --check-prefix=FREE

// An axis of extent 1 has the coordinate 0 and changes nothing (ir.md 2.3), whether the
// mesh of a shard has one, that of the scope, or both.
//
// @scoped: 15 CTAs of the scope (3, 1, 5), each with one of 15 rows of 7 f32, which the
// shards number by (5, 3) and by (1, 15, 1): 105 elements at 1 flop, 420 bytes; one CTA
// computes 7 and moves 28.
// SCOPED: %z = hir.neg {{.*}}compute-cost flops=f32:105@7; traffic traffic=gmem:r420/w420@r28/w28
// SCOPED: %v = hir.neg {{.*}}compute-cost flops=f32:105@7; traffic traffic=gmem:r420/w420@r28/w28
#scope = #hir.mesh<[#hir.topology<"cta", 15>, #hir.topology<"thread", 2>], #hir.layout<(3, 1, 5, 2) : (10, 10, 2, 1)>, ["i", "q", "j", "t"]>
#grid = #hir.mesh<[#hir.topology<"cta", 15>], #hir.layout<(3, 1, 5) : (5, 1, 1)>, ["i", "q", "j"]>
#pairs = #hir.mesh<[#hir.topology<"cta", 15>], #hir.layout<(5, 3) : (3, 1)>, ["a", "b"]>
#line = #hir.mesh<[#hir.topology<"cta", 15>], #hir.layout<(1, 15, 1) : (7, 1, 0)>, ["u", "x", "w"]>
#byPairs = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 7) : (21, 7, 1)>, [split(0), split(1)], #pairs>>
#byLine = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(15, 7) : (7, 1)>, [broadcast, split(0), broadcast], #line>>
// @threads: one CTA's row lies half with either thread: 14 elements a CTA are 7 a thread.
// Per CTA it is 14 of 210, 56 bytes of 840.
// THREADS: %z = hir.neg {{.*}}compute-cost flops=f32:210@14; traffic traffic=gmem:r840/w840@r56/w56
#byThread = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 1, 5, 2, 7) : (70, 70, 14, 7, 1)>, [split(0), split(1), split(2), split(3)], #scope>>
// @free: the same rows outside any scope.
// FREE: %z = hir.neg {{.*}}compute-cost flops=f32:105@7; traffic traffic=gmem:r420/w420@r28/w28
module @UnitAxes attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 15>, #hir.topology<"thread", 2>]} {
  func.func @scoped(%x: tensor<15x7xf32, #byPairs>, %y: tensor<15x7xf32, #byLine>) -> (tensor<15x7xf32, #byPairs>, tensor<15x7xf32, #byLine>) {
    %r:2 = hir.mesh_scope #grid at(%i, %q, %j) args(%c = %x, %d = %y) : (tensor<15x7xf32, #byPairs>, tensor<15x7xf32, #byLine>) -> (tensor<15x7xf32, #byPairs>, tensor<15x7xf32, #byLine>) {
      %z = hir.neg %c : tensor<15x7xf32, #byPairs>
      %v = hir.neg %d : tensor<15x7xf32, #byLine>
      hir.yield %z, %v : tensor<15x7xf32, #byPairs>, tensor<15x7xf32, #byLine>
    }
    return %r#0, %r#1 : tensor<15x7xf32, #byPairs>, tensor<15x7xf32, #byLine>
  }

  func.func @threads(%x: tensor<30x7xf32, #byThread>) -> tensor<30x7xf32, #byThread> {
    %r = hir.mesh_scope #grid at(%i, %q, %j) args(%c = %x) : (tensor<30x7xf32, #byThread>) -> (tensor<30x7xf32, #byThread>) {
      %z = hir.neg %c : tensor<30x7xf32, #byThread>
      hir.yield %z : tensor<30x7xf32, #byThread>
    }
    return %r : tensor<30x7xf32, #byThread>
  }

  func.func @free(%y: tensor<15x7xf32, #byLine>) -> tensor<15x7xf32, #byLine> {
    %z = hir.neg %y : tensor<15x7xf32, #byLine>
    return %z : tensor<15x7xf32, #byLine>
  }
}
