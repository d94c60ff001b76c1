// RUN: tf-opt %s --tf-analyze=analysis=compute-cost -verify-diagnostics -split-input-file

// A target belongs to a module, not to an authored function (T6-c4): a function that
// carries one is refused as the subject of an analysis.
module @OnFunction attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f
} {
  // expected-error @below {{'f' carries its own 'hir.target': it is lowered or runs on the host, and is not measured; analyse the function it was made from}}
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> attributes {hir.target = #hir.cpu<>} {
    return %x : tensor<5xf32>
  }
}

// -----

// A module that names no target is not measured against one nobody declared (T6-c5).
// expected-error @below {{declares no target; add 'hir.target'}}
module @NoTarget attributes {hir.entry = @f} {
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
    return %x : tensor<5xf32>
  }
}
