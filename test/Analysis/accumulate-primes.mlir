// A loop that carries an accumulator in shared memory, at sizes whose factors are
// distinct primes, on three CTAs that all do the same work.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LOOP
//
// Figures by hand. a 29x161, b 161x19, c 29x19 in bf16; 7 trips of 23.
//   Nothing varies along the mesh, so every value has one instance: movement of the
//   whole is that of one CTA; work is done three times.
//   matmul: bf16 2*29*19*23 = 25346, add 29*19 = 551: a trip 25897, 7 trips 181279,
//   whole 543837.
//   Tiles: at 29*23*2 = 1334, bt 23*19*2 = 874, c and acc 29*19*2 = 1102.
//   gmem r: 1102 + (1334 + 874)*7 = 16558; w 1102.
//   smem w: init 1102 + 7*(1334 + 874 + 1102 + 1102) = 31986;
//   smem r: 7*(1334 + 874 + 1102 + 1102) + 1102 = 31986.
//   rmem r: one start of 8 B in each of 2 slices, 7 trips: 112.
//   smem peak, at the product: acc 1102 + at 1334 + bt 874 + m 1102 = 4412.
//   gmem peak: parameters 9338 + 6118 + 1102 = 16558, out 1102: 17660 at the end; in
//   the loop 16558 + 1334 for a window.  16558 + 1334 = 17892 is the larger.
//   Times: init 1102/36.36 = 30.3 -> 31, at 36.7 -> 37, bt 24.04 -> 25,
//   m 25346/7496.2 = 3.4 -> 4, n 1, out 31: stride 67, loop 31 to 500, end 531.
//   Roofline: 543837/989500 -> 1; 17660/4800 = 3.7 -> 4.

// CHECK-DAG: # compute-cost flops=bf16:543837@181279
// CHECK-DAG: # traffic traffic=gmem:r16558/w1102@r16558/w1102,rmem:r112/w0@r112/w0,smem:r31986/w31986@r31986/w31986
// CHECK-DAG: # peak-footprint=gmem:17892,smem:4412
// CHECK-DAG: # roofline ideal-ns=4 bound-by=memory
// CHECK-DAG: # performance root=AccumulatePrimes::f predicted-ns=531 waves=1
// CHECK: %init = hir.reshard {{.*}}performance=[0,31)
// CHECK: %at = hir.reshard {{.*}}performance=[67t+31,67t+68)*7
// CHECK: %bt = hir.reshard {{.*}}performance=[67t+68,67t+93)*7
// CHECK: %m = hir.matmul {{.*}}compute-cost flops=bf16:76038@25346;{{.*}}performance=[67t+93,67t+97)*7
// CHECK: %n = hir.add {{.*}}compute-cost flops=bf16:1653@551;{{.*}}performance=[67t+97,67t+98)*7
// CHECK: %out = hir.reshard {{.*}}performance=[500,531)

// A window moves on every trip; the accumulator is read and its successor written.
// LOOP: "buffer": "a{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 9338,
// LOOP-NEXT: "device_bytes": 9338,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 9338
// LOOP: "buffer": "acc{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 1102,
// LOOP-NEXT: "device_bytes": 1102,
// LOOP-NEXT: "level": "smem",
// LOOP-NEXT: "repeated_bytes": 7714
// LOOP: "buffer": "at{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 1334,
// LOOP-NEXT: "device_bytes": 1334,
// LOOP-NEXT: "level": "smem",
// LOOP-NEXT: "repeated_bytes": 18676
// LOOP: "buffer": "b{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 6118,
// LOOP-NEXT: "device_bytes": 6118,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 6118

#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["t"]>
#s = #hir.encoding<smem>
module @AccumulatePrimes attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>],
  hir.entry = @f
} {
  func.func @f(%a: tensor<29x161xbf16>, %b: tensor<161x19xbf16>, %c: tensor<29x19xbf16>) -> tensor<29x19xbf16> {
    %r = hir.mesh_scope #cta at(%t) args(%p = %a, %q = %b, %o = %c) : (tensor<29x161xbf16>, tensor<161x19xbf16>, tensor<29x19xbf16>) -> (tensor<29x19xbf16>) {
      %init = hir.reshard %o to <smem> : tensor<29x19xbf16>
      %sum = hir.grid_region %k = 0 to 161 step 23 iter_args(%acc = %init) -> (tensor<29x19xbf16, #s>) {
        %aw = hir.slice %p[0, %k] [29, 23] [1, 1] : tensor<29x161xbf16>
        %at = hir.reshard %aw to <smem> : tensor<29x23xbf16>
        %bw = hir.slice %q[%k, 0] [23, 19] [1, 1] : tensor<161x19xbf16>
        %bt = hir.reshard %bw to <smem> : tensor<23x19xbf16>
        %m = hir.matmul %at, %bt : tensor<29x23xbf16, #s>, tensor<23x19xbf16, #s>
        %n = hir.add %acc, %m : tensor<29x19xbf16, #s>, tensor<29x19xbf16, #s>
        hir.yield %n : tensor<29x19xbf16, #s>
      }
      %out = hir.reshard %sum to <gmem> : tensor<29x19xbf16, #s>
      hir.yield %out : tensor<29x19xbf16>
    }
    return %r : tensor<29x19xbf16>
  }
}
