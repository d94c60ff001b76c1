// A target that states no capacity or rates cannot be asked, and says so.
//
// RUN: tf-opt %s -verify-diagnostics --tf-analyze='analysis=performance'

module @Host attributes {hir.target = #hir.cpu<>, hir.entry = @f} {
  // expected-error @below {{performance cannot be asked: target 'cpu' (backend 'cpu') states no 'tilefoundry::ParallelCapacityFacts'}}
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
    return %x : tensor<5xf32>
  }
}
