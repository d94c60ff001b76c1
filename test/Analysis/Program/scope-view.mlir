// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s

// The scope view (A2.1). Storage level and element width come from the type of the value
// that owns the bytes (A2.1-c4): the loop's rows below are bf16 in gmem, 2 B an element.
// A runtime index keeps the widest legal access (A2.1-c6): %at is data, not affine in %k,
// so each of the 3 trips may choose another window of 2 of the 11 rows, 6 rows at most:
// 6 * 5 * 2 = 60 B of x.
// CHECK: "loops": [
// CHECK: "buffer": "x:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 60,
// CHECK-NEXT: "device_bytes": 60,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 60
// Every access has a relation, so the loop is known (A2.1-c5 is scope-unknown.mlir).
// CHECK: "known": true
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<11x5xbf16>, %o: tensor<2x5xbf16>, %s: index) -> tensor<2x5xbf16> {
    %r = hir.grid_region %k = 0 to 3 step 1 iter_args(%acc = %o) -> (tensor<2x5xbf16>) {
      %at = arith.muli %k, %s : index
      %w = hir.slice %x[%at, 0] [2, 5] [1, 1] : tensor<11x5xbf16>
      %n = hir.add %acc, %w : tensor<2x5xbf16>, tensor<2x5xbf16>
      hir.yield %n : tensor<2x5xbf16>
    }
    return %r : tensor<2x5xbf16>
  }
}
