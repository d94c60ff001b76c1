// Two scopes one after the other, a tile of 100 KiB in each: the second may use the
// bytes of the first.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s
//
// By hand: 51200 bf16 = 102400 B, never both live. In gmem: x 102400 persistent, y and
// z 102400 each, live together at the second scope's last op: 307200.

// CHECK: "level": "gmem",
// CHECK-NEXT: "peak_bytes": 307200,
// CHECK-NEXT: "persistent_bytes": 102400
// CHECK: "capacity_bytes": 232448,
// CHECK-NEXT: "level": "smem",
// CHECK-NEXT: "peak_bytes": 102400,
// CHECK-NEXT: "persistent_bytes": 0

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
#s = #hir.encoding<smem>
module @Siblings attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<51200xbf16>) -> (tensor<51200xbf16>, tensor<51200xbf16>) {
    %y = hir.mesh_scope #cta at(%t) args(%a = %x) : (tensor<51200xbf16>) -> (tensor<51200xbf16>) {
      %tile = hir.reshard %a to <smem> : tensor<51200xbf16>
      %out = hir.reshard %tile to <gmem> : tensor<51200xbf16, #s>
      hir.yield %out : tensor<51200xbf16>
    }
    %z = hir.mesh_scope #cta at(%t) args(%a = %y) : (tensor<51200xbf16>) -> (tensor<51200xbf16>) {
      %tile = hir.reshard %a to <smem> : tensor<51200xbf16>
      %out = hir.reshard %tile to <gmem> : tensor<51200xbf16, #s>
      hir.yield %out : tensor<51200xbf16>
    }
    return %y, %z : tensor<51200xbf16>, tensor<51200xbf16>
  }
}
