// An fp8 product is priced at the fp8 rate; at the bf16 rate its verdict would flip.
//
// RUN: tf-opt %s --tf-analyze='emit=json' | FileCheck %s
//
// By hand: 128*2048 + 2048*7168 + 128*7168*2 = 16777216 B / 4800 = 3495.3 -> 3496 ns;
// 2*128*2048*7168 = 3758096384 flops / 1979000 = 1898.99 -> 1899 ns.

// CHECK: "bound_by": "memory",
// CHECK-NEXT: "compute_ns": 1899,
// CHECK-NEXT: "ideal_ns": 3496,
// CHECK-NEXT: "memory_ns": 3496
// CHECK: "fp8e4m3": 3758096384
// CHECK: "read": 14942208,
// CHECK-NEXT: "write": 1835008

module @Fp8Rate attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%a: tensor<128x2048xf8E4M3FN>, %b: tensor<2048x7168xf8E4M3FN>) -> tensor<128x7168xbf16> {
    %c = hir.matmul %a, %b to bf16 : tensor<128x2048xf8E4M3FN>, tensor<2048x7168xf8E4M3FN>
    return %c : tensor<128x7168xbf16>
  }
}
