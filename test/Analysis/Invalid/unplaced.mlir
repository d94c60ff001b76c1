// Work outside every scope has no placement: refused for performance, before anything is
// written, and fine for the other families.
//
// RUN: not tf-opt %s --tf-analyze='analysis=performance' 2>%t | count 0
// RUN: FileCheck %s < %t
// RUN: tf-opt %s --tf-analyze | FileCheck %s --check-prefix=REST

// 35 flops and 280 B are 1 ns each, rounded up.
// REST: # roofline ideal-ns=1 bound-by=balanced
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    // CHECK: unplaced.mlir:[[@LINE+2]]:{{[0-9]+}}: error: 'hir.square' takes time but stands in no 'hir.mesh_scope', so nobody is said to perform it; put it into a scope to ask for performance{{$}}
    // CHECK-NOT: error:
    %y = hir.square %x : tensor<5x7xf32>
    return %y : tensor<5x7xf32>
  }
}
