// A loop that carries an accumulator in shared memory. Figures by hand (H200, one CTA):
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LOOP
//
//   matmul, one occurrence: bf16 2*48*40*24 = 92160; add 48*24 = 1152; 5 trips:
//   function flops bf16 (92160 + 1152) * 5 = 466560.
//   gmem read: c 2304 + a 48*40*2*5 = 19200 + b 40*24*2*5 = 9600 -> 31104; write 2304.
//   smem write: init 2304 + 5 * (3840 + 1920 + 2304 + 2304) = 54144;
//   smem read: 5 * (3840 + 1920 + 2304 + 2304) + 2304 = 54144.
//   rmem read: one dynamic start of 8 B per slice, 2 slices, 5 trips = 80.
//   gmem peak: parameters 31104 and a window of a, 3840: 34944.
//   smem peak, at the matmul: acc 2304 + at 3840 + bt 1920 + m 2304 = 10368.
//   Loop footprint of a: 48*200*2 = 19200 B touched, 19200 repeated; of b: 9600 and 9600.
//   Times: init 64, at 106, bt 53, m 13, n 1, out 64 ns: body 173, end 64 + 5 * 173 + 64 = 993.

// CHECK-DAG: # compute-cost flops=bf16:466560@466560
// CHECK-DAG: # traffic traffic=gmem:r31104/w2304@r31104/w2304,rmem:r80/w0@r80/w0,smem:r54144/w54144@r54144/w54144
// CHECK-DAG: # peak-footprint=gmem:34944,smem:10368
// CHECK-DAG: # performance root=Accumulate::f predicted-ns=993 waves=1
// CHECK: %init = hir.reshard {{.*}}performance=[0,64)
// CHECK: %at = hir.reshard {{.*}}performance=[173t+64,173t+170)*5
// CHECK: %bt = hir.reshard {{.*}}performance=[173t+170,173t+223)*5
// CHECK: %m = hir.matmul {{.*}}compute-cost flops=bf16:92160@92160;{{.*}}performance=[173t+223,173t+236)*5
// CHECK: %n = hir.add {{.*}}compute-cost flops=bf16:1152@1152;{{.*}}performance=[173t+236,173t+237)*5
// CHECK: %out = hir.reshard {{.*}}performance=[929,993)

// LOOP: "buffer": "a{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 19200,
// LOOP-NEXT: "device_bytes": 19200,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 19200
// LOOP: "buffer": "b{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 9600,
// LOOP-NEXT: "device_bytes": 9600,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 9600

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
#s = #hir.encoding<smem>
module @Accumulate attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>],
  hir.entry = @f
} {
  func.func @f(%a: tensor<48x200xbf16>, %b: tensor<200x24xbf16>, %c: tensor<48x24xbf16>) -> tensor<48x24xbf16> {
    %r = hir.mesh_scope #cta at(%t) args(%p = %a, %q = %b, %o = %c) : (tensor<48x200xbf16>, tensor<200x24xbf16>, tensor<48x24xbf16>) -> (tensor<48x24xbf16>) {
      %init = hir.reshard %o to <smem> : tensor<48x24xbf16>
      %sum = hir.grid_region %k = 0 to 200 step 40 iter_args(%acc = %init) -> (tensor<48x24xbf16, #s>) {
        %aw = hir.slice %p[0, %k] [48, 40] [1, 1] : tensor<48x200xbf16>
        %at = hir.reshard %aw to <smem> : tensor<48x40xbf16>
        %bw = hir.slice %q[%k, 0] [40, 24] [1, 1] : tensor<200x24xbf16>
        %bt = hir.reshard %bw to <smem> : tensor<40x24xbf16>
        %m = hir.matmul %at, %bt : tensor<48x40xbf16, #s>, tensor<40x24xbf16, #s>
        %n = hir.add %acc, %m : tensor<48x24xbf16, #s>, tensor<48x24xbf16, #s>
        hir.yield %n : tensor<48x24xbf16, #s>
      }
      %out = hir.reshard %sum to <gmem> : tensor<48x24xbf16, #s>
      hir.yield %out : tensor<48x24xbf16>
    }
    return %r : tensor<48x24xbf16>
  }
}
