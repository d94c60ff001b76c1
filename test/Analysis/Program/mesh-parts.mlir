// RUN: split-file %s %t
// RUN: tf-opt %t/parts.mlir --tf-analyze='analysis=memory,compute-cost emit=annotated' | FileCheck %t/parts.mlir
// RUN: tf-opt %t/divided.mlir --tf-analyze='analysis=memory,compute-cost emit=annotated' | FileCheck %t/divided.mlir
// RUN: tf-opt %t/partial.mlir --tf-analyze='analysis=memory' -verify-diagnostics

// A shard's mesh may cut the level of a scope otherwise than the scope does, and name
// finer levels that are no scopes (ir.md 2.3, 4).

//--- parts.mlir
// The scope numbers its six blocks in one axis; the shard in two, (3, 2), and takes
// threads as well. Block x = 2 * r + c holds rows [4 * r, 4 * r + 4) of 12: 4 * 10
// elements, and the two blocks of one r hold the same ones. Each of the six performs its
// 40: 240 flops, 40 in one block. All blocks together reach 12 * 10 * 4 = 480 bytes, one
// block 160, and as many are written.
#scope = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["x"]>
#grid = #hir.mesh<[#hir.topology<"cta", 6>, #hir.topology<"thread", 5>], #hir.layout<(3, 2, 5) : (10, 5, 1)>, ["r", "c", "t"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 10) : (40, 10, 1)>, [split(0), broadcast, broadcast], #grid>>
module @Parts attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f, hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 5>]} {
  // CHECK: hir.neg
  // CHECK-SAME: traffic=gmem:r480/w480@r160/w160
  // CHECK-SAME: compute-cost flops=f32:240@40
  func.func @f(%p: tensor<12x10xf32, #rows>) -> tensor<12x10xf32, #rows> {
    %r = hir.mesh_scope #scope at(%x) args(%a = %p) : (tensor<12x10xf32, #rows>) -> (tensor<12x10xf32, #rows>) {
      %n = hir.neg %a : tensor<12x10xf32, #rows>
      hir.yield %n : tensor<12x10xf32, #rows>
    }
    return %r : tensor<12x10xf32, #rows>
  }
}

//--- divided.mlir
// Two axes against two others, (2, 3) and (3, 2): block (a, b) is number 3 * a + b, and
// its r is (3 * a + b) floordiv 2, which is no sum of digits of a and b. The figures are
// those above: which block holds what has changed, how much has not.
#scope = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["a", "b"]>
#grid = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["r", "c"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 10) : (40, 10, 1)>, [split(0), broadcast], #grid>>
module @Divided attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f, hir.topologies = [#hir.topology<"cta", 6>]} {
  // CHECK: hir.neg
  // CHECK-SAME: traffic=gmem:r480/w480@r160/w160
  // CHECK-SAME: compute-cost flops=f32:240@40
  func.func @f(%p: tensor<12x10xf32, #rows>) -> tensor<12x10xf32, #rows> {
    %r = hir.mesh_scope #scope at(%a, %b) args(%v = %p) : (tensor<12x10xf32, #rows>) -> (tensor<12x10xf32, #rows>) {
      %n = hir.neg %v : tensor<12x10xf32, #rows>
      hir.yield %n : tensor<12x10xf32, #rows>
    }
    return %r : tensor<12x10xf32, #rows>
  }
}

//--- partial.mlir
// The sum over rows is another value for each r and one for both c, so for the scope's one
// axis it is neither.
#scope = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["x"]>
#grid = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["r", "c"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 10) : (40, 10, 1)>, [split(0), broadcast], #grid>>
#sums = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(10) : (1)>, [partial<sum>, broadcast], #grid>>
module @Partial attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f, hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%p: tensor<12x10xf32, #rows>) -> tensor<10xf32, #sums> {
    %r = hir.mesh_scope #scope at(%x) args(%a = %p) : (tensor<12x10xf32, #rows>) -> (tensor<10xf32, #sums>) {
      // expected-error @+1 {{cannot count what 'hir.reduce' moves: mesh axes of level 'cta' are parts of the scope's axis 'x', and a value is not shared alike along them; reshard it onto the scope's mesh first}}
      %n = hir.reduce sum %a axes [0] : tensor<12x10xf32, #rows>
      hir.yield %n : tensor<10xf32, #sums>
    }
    return %r : tensor<10xf32, #sums>
  }
}
