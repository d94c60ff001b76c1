// RUN: tf-opt %s -verify-diagnostics --tf-analyze=analysis=memory

// What a loop moves without reuse is counted in 64 bits (ir.md 11.5): 4 f32 by 9e18 trips are
// 144e18 bytes. Each trip by itself is small.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<4xf32>, %d: tensor<4xf32>) -> (tensor<4xf32>) {
    // expected-error@+1 {{the bytes of 'm:10' that 'hir.grid_region' moves without reuse do not fit in 64 bits; give the loops fewer trips}}
    %q = hir.grid_region %k = 0 to 3000000000 step 1 iter_args(%acc = %d) -> (tensor<4xf32>) {
      %r = hir.grid_region %l = 0 to 3000000000 step 1 iter_args(%acc2 = %acc) -> (tensor<4xf32>) {
        %m = hir.neg %x : tensor<4xf32>
        hir.yield %m : tensor<4xf32>
      }
      hir.yield %r : tensor<4xf32>
    }
    return %q : tensor<4xf32>
  }
}
