// A bf16 product of 4096^3 on an H200: the dense rate is half the published sparse one.
//
// RUN: tf-opt %s --tf-analyze='analysis=roofline emit=json' | FileCheck %s
//
// By hand: 2*4096^3 = 137438953472 flops / 989500 a ns = 138897.4 -> 138898 ns;
// 3*4096*4096*2 = 100663296 B / 4800 a ns = 20971.52 -> 20972 ns.

// CHECK: "bound_by": "compute",
// CHECK-NEXT: "compute_ns": 138898,
// CHECK-NEXT: "ideal_ns": 138898,
// CHECK-NEXT: "memory_ns": 20972

module @DensePeak attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    %c = hir.matmul %a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>
    return %c : tensor<4096x4096xbf16>
  }
}
