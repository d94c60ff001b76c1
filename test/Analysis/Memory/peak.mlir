// The peak explained: which values are live there, largest first, with their lines.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory explain=peak' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory explain=peak emit=json' | tr -d ' \n' | FileCheck %s --check-prefix=JSON
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=ir' | FileCheck %s --check-prefix=IR
//
// By hand (positions): x 0, w 1, q 2, s 3, p 4, m 5, d 6, o 7. In bytes (bf16): x 2*35*10 =
// 700 [0, 7], w 2*10*13 = 260 [1, 7], both parameters; q 700 smem [2, 5]; s 260 smem [3, 4];
// p 260 smem [4, 5]; m 2*35*13 = 910 smem [5, 6]; d 910 smem [6, 7]; o 910 gmem [7, 7].
//   smem: 700, 960, 1220, 1870 at m, 1820, 910: peak 1870 at 5: m 910, q 700, p 260.
//   gmem: 960 from 1 on, 1870 at 7: o 910, x 700, w 260.

// CHECK: # peak-footprint=gmem:1870,smem:1870
// CHECK: # peak level=gmem bytes=1870 position=7 values=3
// CHECK-NEXT: # {{.*}}o:[[#]]{{.*}}910
// CHECK-NEXT: # {{.*}}x:[[#]]{{.*}}700
// CHECK-NEXT: # {{.*}}w:[[#]]{{.*}}260
// CHECK-NEXT: # peak level=smem bytes=1870 position=5 values=3
// CHECK-NEXT: # {{.*}}m:[[#]]{{.*}}910
// CHECK-NEXT: # {{.*}}q:[[#]]{{.*}}700
// CHECK-NEXT: # {{.*}}p:[[#]]{{.*}}260

// JSON: "explain":{"peak":[
// JSON-SAME: "m:[[#]]"{{.*}}"q:[[#]]"{{.*}}"p:[[#]]"

// A peak belongs to the function and to no expression (A1.2.2-c8).
// IR-NOT: hir.memory
// IR: func.func @f{{.*}}hir.memory =
// IR-NOT: hir.memory

#s = #hir.encoding<smem>
module @Peak attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<35x10xbf16>, %w: tensor<10x13xbf16>) -> tensor<35x13xbf16> {
    %q = hir.reshard %x to <smem> : tensor<35x10xbf16>
    %s = hir.reshard %w to <smem> : tensor<10x13xbf16>
    %p = hir.exp %s : tensor<10x13xbf16, #s>
    %m = hir.matmul %q, %p : tensor<35x10xbf16, #s>, tensor<10x13xbf16, #s>
    %d = hir.exp %m : tensor<35x13xbf16, #s>
    %o = hir.reshard %d to <gmem> : tensor<35x13xbf16, #s>
    return %o : tensor<35x13xbf16>
  }
}
