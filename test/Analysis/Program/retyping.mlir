// RUN: tf-opt %s --tf-inline-view | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=text level=cta' | FileCheck %s --check-prefix=TEXT

// Sharding flows through calls: @twice is called at rows over all 6 positions, at
// columns over the same, and unsharded; each site is a specialisation of its own.
// Each call site is a clone of its own (A2.1-c7).
//   18 x 30 = 540 elements a neg; whole 540 * 6 = 3240; one CTA of 6: 90 * 4 sharded
//   negs, 540 * 2 where nothing is sharded (outside scopes per unit projects splits):
//   360 + 1080 = 1440.
// TEXT: # compute-cost flops=f32:3240@1440

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 3, 30) : (90, 30, 1)>, [split(0)], #cta>>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(18, 6, 5) : (30, 5, 1)>, [split(1)], #cta>>
module @M attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 6>],
  hir.entry = @f
} {
  // CHECK-LABEL: func.func @f
  // CHECK-SAME: -> (tensor<18x30xf32, #[[ROWS:[a-z0-9_]+]]>, tensor<18x30xf32, #[[COLS:[a-z0-9_]+]]>, tensor<18x30xf32>)
  func.func @f(%x: tensor<18x30xf32, #rows>, %y: tensor<18x30xf32, #cols>, %z: tensor<18x30xf32>) -> (tensor<18x30xf32>, tensor<18x30xf32, #cols>, tensor<18x30xf32>) {
    // CHECK: %n = hir.neg %x : tensor<18x30xf32, #[[ROWS]]>
    // CHECK-NEXT: %m = hir.neg %n : tensor<18x30xf32, #[[ROWS]]>
    // CHECK-NEXT: %n_2 = hir.neg %y : tensor<18x30xf32, #[[COLS]]>
    // CHECK-NEXT: %m_2 = hir.neg %n_2 : tensor<18x30xf32, #[[COLS]]>
    // CHECK-NEXT: %n_3 = hir.neg %z : tensor<18x30xf32>
    // CHECK-NEXT: %m_3 = hir.neg %n_3 : tensor<18x30xf32>
    %a = hir.call @twice(%x) : (tensor<18x30xf32, #rows>) -> tensor<18x30xf32>
    %b = hir.call @twice(%y) : (tensor<18x30xf32, #cols>) -> tensor<18x30xf32, #cols>
    %c = hir.call @twice(%z) : (tensor<18x30xf32>) -> tensor<18x30xf32>
    return %a, %b, %c : tensor<18x30xf32>, tensor<18x30xf32, #cols>, tensor<18x30xf32>
  }
  func.func @twice(%v: tensor<18x30xf32>) -> tensor<18x30xf32> {
    %n = hir.neg %v : tensor<18x30xf32>
    %m = hir.neg %n : tensor<18x30xf32>
    return %m : tensor<18x30xf32>
  }
}
