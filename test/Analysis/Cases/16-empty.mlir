// Empty extents: no work, no movement, no division by nothing. An empty contraction
// still writes its zeros.
//
// RUN: tf-opt %s --tf-analyze='function=@rows emit=json' | FileCheck %s --check-prefix=ROWS
// RUN: tf-opt %s --tf-analyze='function=@contraction emit=json' | FileCheck %s --check-prefix=SUM
//
// By hand: [5,0,7] x [5,7,9] walks nothing. [4,0] x [0,8] writes 4*8*4 = 128 B of f32:
// 128/4800 -> 1 ns.

// ROWS: "function_records": {
// ROWS: "bound_by": "none",
// ROWS-NEXT: "compute_ns": 0,
// ROWS-NEXT: "ideal_ns": 0,
// ROWS-NEXT: "memory_ns": 0

// SUM: "function_records": {
// SUM: "bound_by": "memory",
// SUM-NEXT: "compute_ns": 0,
// SUM-NEXT: "ideal_ns": 1,
// SUM-NEXT: "memory_ns": 1
// SUM: "totals": {
// SUM: "gmem": {
// SUM-NEXT: "read": 0,
// SUM-NEXT: "write": 128

module @Empty attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @rows
} {
  func.func @rows(%a: tensor<5x0x7xf32>, %b: tensor<5x7x9xf32>) -> tensor<5x0x9xf32> {
    %c = hir.matmul %a, %b : tensor<5x0x7xf32>, tensor<5x7x9xf32>
    return %c : tensor<5x0x9xf32>
  }
  func.func @contraction(%a: tensor<4x0xf32>, %b: tensor<0x8xf32>) -> tensor<4x8xf32> {
    %c = hir.matmul %a, %b : tensor<4x0xf32>, tensor<0x8xf32>
    return %c : tensor<4x8xf32>
  }
}
