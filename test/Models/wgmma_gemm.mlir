// A persistent-style product whose CTAs each hold a 64x128 accumulator and issue one
// warp-group instruction per K step of 16. Its operands are staged in shared memory.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s
//
// Figures by hand. A 192x80, B 80x640 bf16, C 192x640 f32; mesh 3 x 5, 5 trips of 16.
//   as: 64*16*2 = 2048 B a CTA, whole 3 instances: 6144; bs: 16*128*2 = 4096, whole 5
//   instances: 20480.
//   p: bf16 2*64*128*16 = 262144, whole 15 times that, 3932160; smem r 6144, whole
//      6144 + 20480 = 26624; rmem w 64*128*4 = 32768, whole 491520.
//   next: f32 8192, whole 122880; rmem r 65536, whole 983040; w 32768, whole 491520.
//   d: rmem r 32768 + 16, whole 491520 + 3*8 + 5*8 = 491584; gmem w 32768, whole 491520.
// Over 5 trips: bf16 19660800 = 2*192*640*80, one CTA 1310720; f32 614400, one CTA 40960.
//   gmem r (6144 + 20480)*5 = 133120, one CTA 30720; w 491520, one CTA 32768.
//   smem w 133120, one CTA 30720; r 26624*5 = 133120, one CTA 30720.
//   rmem r (3*8 + 8 + 8 + 5*8)*5 + 983040*5 + 491584 = 5407184,
//          one CTA 32*5 + 65536*5 + 32784 = 360624
//   rmem w 32768 + 491520*5*2 = 4947968, one CTA 32768 + 327680 = 360448
// Times: as 2048/36.36 = 56.3 -> 57, bs 4096/36.36 = 112.6 -> 113,
//   p 262144/7496.2 = 34.97 -> 35, next 8192/507.58 = 16.1 -> 17: stride 222, loop 1110;
//   d 32768/36.36 = 901.1 -> 902: 2012 ns.
// Roofline: 19660800/989500 -> 20, 614400/67000 -> 10: 30 ns; 624640/4800 = 130.1 -> 131.
// smem peak at p: 2048 + 4096 = 6144. rmem peak at next: acc + p + next = 98304.

// CHECK-DAG: # compute-cost flops=bf16:19660800@1310720,f32:614400@40960
// CHECK-DAG: # traffic traffic=gmem:r133120/w491520@r30720/w32768,rmem:r5407184/w4947968@r360624/w360448,smem:r133120/w133120@r30720/w30720
// CHECK-DAG: # peak-footprint=gmem:{{[0-9]+}},rmem:98304,smem:6144
// CHECK-DAG: # roofline ideal-ns=131 bound-by=memory
// CHECK-DAG: # performance root=WgmmaGemm::gemm predicted-ns=2012 waves=1
// CHECK: %p = hir.wgmma_sm90_64x128x16 {{.*}}compute-cost flops=bf16:3932160@262144; traffic traffic=rmem:r0/w491520@r0/w32768,smem:r26624/w0@r6144/w0; {{.*}}performance=[222t+170,222t+205)*5
// CHECK: %next = hir.add {{.*}}performance=[222t+205,222t+222)*5
// CHECK: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r0/w491520@r0/w32768,rmem:r491584/w0@r32784/w0; {{.*}}performance=[1110,2012)

#cta = #hir.mesh<[#hir.topology<"cta", 15>], #hir.layout<(3, 5) : (5, 1)>, ["m", "n"]>
#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
module @WgmmaGemm attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 15>],
  hir.entry = @gemm
} {
  func.func @gemm(%a: tensor<192x80xbf16>, %b: tensor<80x640xbf16>, %c: tensor<192x640xf32>) -> tensor<192x640xf32> {
    %y = hir.mesh_scope #cta at(%m, %n) args(%pa = %a, %pb = %b, %pc = %c) : (tensor<192x80xbf16>, tensor<80x640xbf16>, tensor<192x640xf32>) -> (tensor<192x640xf32>) {
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %row = arith.muli %m, %c64 : index
      %col = arith.muli %n, %c128 : index
      %zero = hir.zeros : tensor<64x128xf32, #r>
      %sum = hir.grid_region %k = 0 to 80 step 16 iter_args(%acc = %zero) -> (tensor<64x128xf32, #r>) {
        %aw = hir.slice %pa[%row, %k] [64, 16] [1, 1] : tensor<192x80xbf16>
        %as = hir.reshard %aw to <smem> : tensor<64x16xbf16>
        %bw = hir.slice %pb[%k, %col] [16, 128] [1, 1] : tensor<80x640xbf16>
        %bs = hir.reshard %bw to <smem> : tensor<16x128xbf16>
        %p = hir.wgmma_sm90_64x128x16 %as, %bs to f32 : tensor<64x16xbf16, #s>, tensor<16x128xbf16, #s>
        %next = hir.add %acc, %p : tensor<64x128xf32, #r>, tensor<64x128xf32, #r>
        hir.yield %next : tensor<64x128xf32, #r>
      }
      %d = hir.insert_slice %sum into %pc[%row, %col] : tensor<64x128xf32, #r>, tensor<192x640xf32>
      hir.yield %d : tensor<192x640xf32>
    }
    return %y : tensor<192x640xf32>
  }
}
