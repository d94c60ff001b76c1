// An op without a model is refused by name, or left out and listed: never counted as zero.
// RUN: not tf-opt %s --tf-analyze 2>&1 | FileCheck %s --check-prefix=REFUSE
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost unknown-ops=note' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost unknown-ops=note emit=json' | FileCheck %s --check-prefix=JSON

// REFUSE: error: no analysis has a model of 'linalg.pack'; attach CostOpInterface and AccessRelationOpInterface to it, or leave it out of the figures with unknown-ops=note
// 8 * 16 = 128 exponentials; what packing them costs is not said.

// CHECK: # compute-cost service=special:128@128
// CHECK: # left-out ops=linalg.pack:1
// JSON: "linalg.pack": 1
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<8x16xf32>, %d: tensor<2x16x4xf32>) -> tensor<2x16x4xf32> {
    %e = math.exp %x : tensor<8x16xf32>
    %r = linalg.pack %e inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<8x16xf32> -> tensor<2x16x4xf32>
    return %r : tensor<2x16x4xf32>
  }
}
