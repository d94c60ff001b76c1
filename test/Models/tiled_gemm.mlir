// A matrix product tiled over 35 CTAs. Each CTA finds its tile by its coordinates on a
// 7 x 5 mesh, stages windows of A and B in shared memory, accumulates in registers and
// writes its window of the result. All sizes are products of distinct primes.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance emit=text' | FileCheck %s --check-prefix=SUM
// RUN: tf-opt %s --tf-analyze='analysis=memory,roofline,performance emit=text' | FileCheck %s --check-prefix=ORDER
// RUN: tf-opt %s --tf-analyze='analysis=performance,roofline emit=text' | FileCheck %s --check-prefix=TURNED
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LOOP
//
// Figures by hand. A 91x57, B 57x85, C 91x85 in bf16; tiles 13x17, K in 3 steps of 19.
// The whole counts each value once per instance: %as varies along m only (7 instances),
// %bs along n only (5), %p and what follows along both (35). %zero does not vary.
//
// One occurrence, one CTA @ and whole:
//   zero: rmem w 13*17*4 = 884, whole 884
//   aw: starts row (varies along m) and k: rmem r 16, whole 7*8 + 8 = 64
//   as: gmem r 13*19*2 = 494, whole all 91 rows: 3458; smem w 494, whole 7*494 = 3458
//   bw: rmem r 16, whole 8 + 5*8 = 48
//   bs: gmem r 19*17*2 = 646, whole 3230; smem w 646, whole 5*646 = 3230
//   p: bf16 2*13*17*19 = 8398, whole 35 times that, 293930; smem r 494 + 646 = 1140,
//      whole 3458 + 3230 = 6688; smem w 884, whole 30940
//   pr: smem r 884, whole 30940; rmem w the same
//   next: f32 221, whole 7735; rmem r 1768, whole 61880; w 884, whole 30940
//   o: no work; rmem r 884, whole 30940; w 442, whole 15470
//   d: rmem r 442 + 16, whole 15470 + 7*8 + 5*8 = 15566; gmem w 442, whole 15470
// Over 3 trips:
//   bf16 881790 = 2*91*85*57, one CTA 25194; f32 23205, one CTA 663
//   gmem r (3458 + 3230)*3 = 20064, one CTA 3420; w 15470, one CTA 442
//   smem r (6688 + 30940)*3 = 112884, one CTA (1140 + 884)*3 = 6072
//   smem w (3458 + 3230 + 30940)*3 = 112884, one CTA (494 + 646 + 884)*3 = 6072
//   rmem r (64 + 48)*3 + 61880*3 + 30940 + 15566 = 232482,
//          one CTA 32*3 + 1768*3 + 884 + 458 = 6742
//   rmem w 884 + 2*30940*3 + 15470 = 201994, one CTA 884 + 2*884*3 + 442 = 6630
// Peaks: smem at p: 494 + 646 + 884 = 2024. rmem at next: acc 884 + pr 884 + next 884 =
//   2652. gmem at d: parameters 10374 + 9690 + 15470 = 35534, d 15470: 51004.
// Roofline: bf16 881790/989500 -> 1, f32 23205/67000 -> 1: compute 2 ns;
//   (20064 + 15470)/4800 = 7.4 -> 8 ns.
// Times, one CTA (bf16 7496.2 flop/ns, f32 507.6 flop/ns, gmem 36.36 B/ns):
//   as 494/36.36 -> 14, bs 646/36.36 -> 18, p 8398/7496 -> 2, next 221/507.6 -> 1;
//   stride 35, loop 105; d 442/36.36 -> 13: 118 ns, one wave.
// Loop: a is read once, 13 rows by a CTA, all by the device; each tile buffer is
//   written and read once a trip, the accumulator read, its successor written.

// CHECK: %zero = hir.zeros {{.*}}traffic traffic=rmem:r0/w884@r0/w884
// CHECK: %aw = hir.slice {{.*}}traffic traffic=rmem:r64/w0@r16/w0
// CHECK: %as = hir.reshard {{.*}}traffic traffic=gmem:r3458/w0@r494/w0,smem:r0/w3458@r0/w494; {{.*}}performance=[35t+0,35t+14)*3
// CHECK: %bw = hir.slice {{.*}}traffic traffic=rmem:r48/w0@r16/w0
// CHECK: %bs = hir.reshard {{.*}}traffic traffic=gmem:r3230/w0@r646/w0,smem:r0/w3230@r0/w646; {{.*}}performance=[35t+14,35t+32)*3
// CHECK: %p = hir.matmul {{.*}}compute-cost flops=bf16:293930@8398; traffic traffic=smem:r6688/w30940@r1140/w884; {{.*}}performance=[35t+32,35t+34)*3
// CHECK: %pr = hir.reshard {{.*}}traffic traffic=rmem:r0/w30940@r0/w884,smem:r30940/w0@r884/w0
// CHECK: %next = hir.add {{.*}}compute-cost flops=f32:7735@221; traffic traffic=rmem:r61880/w30940@r1768/w884; {{.*}}performance=[35t+34,35t+35)*3
// CHECK: %o = hir.cast {{.*}}traffic traffic=rmem:r30940/w15470@r884/w442
// CHECK: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r0/w15470@r0/w442,rmem:r15566/w0@r458/w0; {{.*}}performance=[105,118)

// SUM: # analysis target=nvidia.h200_sxm module=TiledGemm function=gemm topology=cta
// A dependency before its dependants, and the families in their own order otherwise.
// ORDER: # selection requested=memory,roofline,performance executed=compute-cost,memory,roofline,performance
// TURNED: # selection requested=performance,roofline executed=compute-cost,memory,roofline,performance
// SUM: # selection requested=compute-cost,memory,roofline,performance executed=compute-cost,memory,roofline,performance
// SUM-DAG: # compute-cost flops=bf16:881790@25194,f32:23205@663
// SUM-DAG: # traffic traffic=gmem:r20064/w15470@r3420/w442,rmem:r232482/w201994@r6742/w6630,smem:r112884/w112884@r6072/w6072
// SUM-DAG: # peak-footprint=gmem:51004,rmem:2652,smem:2024
// SUM-DAG: # roofline ideal-ns=8 bound-by=memory
// SUM-DAG: # performance root=TiledGemm::gemm predicted-ns=118 waves=1

// LOOP: "loops": [
// LOOP: "footprints": [
// LOOP: "buffer": "a{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 1482,
// LOOP-NEXT: "device_bytes": 10374,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 1482
// LOOP: "buffer": "acc{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 884,
// LOOP-NEXT: "device_bytes": 30940,
// LOOP-NEXT: "level": "rmem",
// LOOP-NEXT: "repeated_bytes": 2652
// LOOP: "buffer": "as{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 494,
// LOOP-NEXT: "device_bytes": 3458,
// LOOP-NEXT: "level": "smem",
// LOOP-NEXT: "repeated_bytes": 2964
// LOOP: "buffer": "b{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 1938,
// LOOP-NEXT: "device_bytes": 9690,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 1938
// LOOP: "buffer": "bs{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 646,
// LOOP-NEXT: "device_bytes": 3230,
// LOOP-NEXT: "level": "smem",
// LOOP-NEXT: "repeated_bytes": 3876
// LOOP: "buffer": "next{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 884,
// LOOP-NEXT: "device_bytes": 30940,
// LOOP-NEXT: "level": "rmem",
// LOOP-NEXT: "repeated_bytes": 2652
// LOOP: "buffer": "p{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 884,
// LOOP-NEXT: "device_bytes": 30940,
// LOOP-NEXT: "level": "smem",
// LOOP-NEXT: "repeated_bytes": 5304
// LOOP: "buffer": "pr{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 884,
// LOOP-NEXT: "device_bytes": 30940,
// LOOP-NEXT: "level": "rmem",
// LOOP-NEXT: "repeated_bytes": 5304
// LOOP: "known": true
// LOOP: "value": "k

#cta = #hir.mesh<[#hir.topology<"cta", 35>], #hir.layout<(7, 5) : (5, 1)>, ["m", "n"]>
#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
module @TiledGemm attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 35>],
  hir.entry = @gemm
} {
  func.func @gemm(%a: tensor<91x57xbf16>, %b: tensor<57x85xbf16>, %c: tensor<91x85xbf16>) -> tensor<91x85xbf16> {
    %y = hir.mesh_scope #cta at(%m, %n) args(%pa = %a, %pb = %b, %pc = %c) : (tensor<91x57xbf16>, tensor<57x85xbf16>, tensor<91x85xbf16>) -> (tensor<91x85xbf16>) {
      %row = affine.apply affine_map<(i) -> (i * 13)>(%m)
      %col = affine.apply affine_map<(i) -> (i * 17)>(%n)
      %zero = hir.zeros : tensor<13x17xf32, #r>
      %sum = hir.grid_region %k = 0 to 57 step 19 iter_args(%acc = %zero) -> (tensor<13x17xf32, #r>) {
        %aw = hir.slice %pa[%row, %k] [13, 19] [1, 1] : tensor<91x57xbf16>
        %as = hir.reshard %aw to <smem> : tensor<13x19xbf16>
        %bw = hir.slice %pb[%k, %col] [19, 17] [1, 1] : tensor<57x85xbf16>
        %bs = hir.reshard %bw to <smem> : tensor<19x17xbf16>
        %p = hir.matmul %as, %bs to f32 : tensor<13x19xbf16, #s>, tensor<19x17xbf16, #s>
        %pr = hir.reshard %p to <rmem> : tensor<13x17xf32, #s>
        %next = hir.add %acc, %pr : tensor<13x17xf32, #r>, tensor<13x17xf32, #r>
        hir.yield %next : tensor<13x17xf32, #r>
      }
      %o = hir.cast %sum to bf16 : tensor<13x17xf32, #r>
      %d = hir.insert_slice %o into %pc[%row, %col] : tensor<13x17xbf16, #r>, tensor<91x85xbf16>
      hir.yield %d : tensor<91x85xbf16>
    }
    return %y : tensor<91x85xbf16>
  }
}
