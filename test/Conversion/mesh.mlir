// Structured ops inside a mesh scope: per-CTA figures, a staged loop, and a time.
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' | FileCheck %s

// 7 CTAs, each with 13 rows of A (91x57) and all of B (57x17), in 3 steps of 19.
//   as: 13*19*4 = 988 read and written, 7 times that, 6916, by the device; bs: 19*17*4 = 1292, one
//   value for all. next: 2*13*17*19 = 8398 flops, 58786 on the device; smem reads 988 + 1292, by
//   the device 6916 + 1292 = 8208; rmem accumulator 884, 6188, read and written.
//   Over 3 trips 3 * 58786 = 176358 = 2*91*17*57.
// Times of one CTA (f32 507.6 flop/ns, gmem 36.36 B/ns): as 988/36.36 -> 28, bs 1292/36.36 -> 36,
//   next 8398/507.6 -> 17: stride 81, loop 243; d 884/36.36 -> 25: 268 ns, one wave.
// CHECK: # compute-cost flops=f32:176358@25194
// CHECK: # performance root=Mesh::gemm predicted-ns=268 waves=1
// CHECK: %zero = linalg.fill {{.*}}traffic traffic=rmem:r4/w884@r4/w884;
// CHECK: %as = hir.reshard {{.*}}traffic traffic=gmem:r6916/w0@r988/w0,smem:r0/w6916@r0/w988; {{.*}}performance=[81t+0,81t+28)*3
// CHECK: %bs = hir.reshard {{.*}}traffic traffic=gmem:r1292/w0@r1292/w0,smem:r0/w1292@r0/w1292; {{.*}}performance=[81t+28,81t+64)*3
// CHECK: %next = linalg.matmul {{.*}}compute-cost flops=f32:58786@8398; traffic traffic=rmem:r6188/w6188@r884/w884,smem:r8208/w0@r2280/w0;{{.*}}performance=[81t+64,81t+81)*3
// The window of each CTA is its own: their union is the result.
// CHECK: %d = tensor.insert_slice {{.*}}traffic traffic=gmem:r0/w6188@r0/w884,rmem:r6244/w0@r892/w0; {{.*}}performance=[243,268)

#cta = #hir.mesh<[#hir.topology<"cta", 7>], #hir.layout<(7) : (1)>, ["m"]>
#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
module @Mesh attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 7>], hir.entry = @gemm} {
  func.func @gemm(%a: tensor<91x57xf32>, %b: tensor<57x17xf32>, %c: tensor<91x17xf32>) -> tensor<91x17xf32> {
    %y = hir.mesh_scope #cta at(%m) args(%pa = %a, %pb = %b, %pc = %c) : (tensor<91x57xf32>, tensor<57x17xf32>, tensor<91x17xf32>) -> (tensor<91x17xf32>) {
      %row = affine.apply affine_map<(i) -> (i * 13)>(%m)
      %f0 = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<13x17xf32, #r>
      %zero = linalg.fill ins(%f0 : f32) outs(%e : tensor<13x17xf32, #r>) -> tensor<13x17xf32, #r>
      %c0 = arith.constant 0 : index
      %c57 = arith.constant 57 : index
      %c19 = arith.constant 19 : index
      %sum = scf.for %k = %c0 to %c57 step %c19 iter_args(%acc = %zero) -> (tensor<13x17xf32, #r>) {
        %aw = tensor.extract_slice %pa[%row, %k] [13, 19] [1, 1] : tensor<91x57xf32> to tensor<13x19xf32>
        %as = hir.reshard %aw to <smem> : tensor<13x19xf32>
        %bw = tensor.extract_slice %pb[%k, 0] [19, 17] [1, 1] : tensor<57x17xf32> to tensor<19x17xf32>
        %bs = hir.reshard %bw to <smem> : tensor<19x17xf32>
        %next = linalg.matmul ins(%as, %bs : tensor<13x19xf32, #s>, tensor<19x17xf32, #s>) outs(%acc : tensor<13x17xf32, #r>) -> tensor<13x17xf32, #r>
        scf.yield %next : tensor<13x17xf32, #r>
      }
      %d = tensor.insert_slice %sum into %pc[%row, 0] [13, 17] [1, 1] : tensor<13x17xf32, #r> into tensor<91x17xf32>
      hir.yield %d : tensor<91x17xf32>
    }
    return %y : tensor<91x17xf32>
  }
}
