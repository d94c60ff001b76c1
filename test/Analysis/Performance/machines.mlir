// The machine's units and capacities around one plan.
//
// RUN: sed s/DEVICE/toy.two/ %s > %t.two.mlir
// RUN: sed s/DEVICE/toy.five/ %s > %t.five.mlir
// RUN: sed s/DEVICE/toy.roomy/ %s > %t.roomy.mlir
// RUN: tf-opt %t.two.mlir --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=performance' | FileCheck %s --check-prefixes=TWO,PLAN
// RUN: tf-opt %t.five.mlir --document %S/../Inputs/toy-5.toml --tf-analyze='analysis=performance' | FileCheck %s --check-prefixes=FIVE,PLAN
// RUN: tf-opt %t.roomy.mlir --document %S/../Inputs/toy-2-roomy.toml --tf-analyze='analysis=performance' | FileCheck %s --check-prefixes=TWO,PLAN
//
// A row of 11 f32 is 44 B. The slice reads its start, one index, at rmem: structural. The
// square reads 44 and writes 44 B at 4 B/ns: 22 ns, more than 11 flops at 2/ns, 6 ns: they
// overlap (A1.2.3-c4). The insertion moves 88 B too: 22 ns. 44 ns a wave.
// 5 CTAs on 2 units: two waves and a third that is half full, 132 ns. On 5 units of the same
// rates: one, 44 ns, and the same intervals (A1.2.4-c9). A memory 16 times as large changes
// nothing (A1.2.4-c10).
//
// TWO: # performance root=Waves::f predicted-ns=132 waves=3
// FIVE: # performance root=Waves::f predicted-ns=44 waves=1
// PLAN: %w = hir.slice
// PLAN-NOT: performance=
// PLAN: %s = hir.square {{.*}}performance=[0,22)
// PLAN: %i = hir.insert_slice {{.*}}performance=[22,44)

#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Waves attributes {hir.target = #hir.cuda<device = "DEVICE", architecture = "nvidia.sm90">,
                          hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<5x11xf32>) -> tensor<5x11xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x, %d = %x) : (tensor<5x11xf32>, tensor<5x11xf32>) -> (tensor<5x11xf32>) {
      %w = hir.slice %a[%p, 0] [1, 11] [1, 1] : tensor<5x11xf32>
      %s = hir.square %w : tensor<1x11xf32>
      %i = hir.insert_slice %s into %d[%p, 0] : tensor<1x11xf32>, tensor<5x11xf32>
      hir.yield %i : tensor<5x11xf32>
    }
    return %r : tensor<5x11xf32>
  }
}
