// A loop counts its trips, none included.
//
// RUN: tf-opt %s --tf-analyze='function=@many analysis=compute-cost' | FileCheck %s --check-prefix=MANY
// RUN: tf-opt %s --tf-analyze='function=@none analysis=compute-cost,memory,roofline emit=json' | FileCheck %s --check-prefix=NONE
//
// By hand: 2*128*512*512 = 67108864 flops a trip, 24 trips: 1610612736. With no trip the
// occurrence still states its own cost; the function totals nothing and yields %x.

// MANY: # compute-cost flops=bf16:1610612736@1610612736
// MANY: %n = hir.matmul {{.*}}compute-cost flops=bf16:67108864@67108864

// NONE: "calls": [
// NONE: "flops": {
// NONE-NEXT: "bf16": 67108864
// NONE: "function_records": {
// NONE: "bound_by": "none",
// NONE-NEXT: "compute_ns": 0,
// NONE-NEXT: "ideal_ns": 0,
// NONE-NEXT: "memory_ns": 0

module @Trips attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @many
} {
  func.func @many(%x: tensor<128x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<128x512xbf16> {
    %r = hir.grid_region %k = 0 to 24 step 1 iter_args(%acc = %x) -> (tensor<128x512xbf16>) {
      %n = hir.matmul %acc, %w : tensor<128x512xbf16>, tensor<512x512xbf16>
      hir.yield %n : tensor<128x512xbf16>
    }
    return %r : tensor<128x512xbf16>
  }
  func.func @none(%x: tensor<128x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<128x512xbf16> {
    %r = hir.grid_region %k = 24 to 24 step 1 iter_args(%acc = %x) -> (tensor<128x512xbf16>) {
      %n = hir.matmul %acc, %w : tensor<128x512xbf16>, tensor<512x512xbf16>
      hir.yield %n : tensor<128x512xbf16>
    }
    return %r : tensor<128x512xbf16>
  }
}
