// One relation answers for the whole program and for one unit (A1.2.2-c1): every boundary
// is held to the iterations that the unit performs.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory operands=true' | FileCheck %s
//
// By hand, 3 CTAs, f32. x is 21*10 elements, 840 B, 7 rows or 280 B a CTA.
//   a = x + v: v, 10 elements nobody shards, is read whole by every CTA: 40 B, once in all.
//   m = x * k: k, 10*5 elements, 200 B likewise; m 21*5*4 = 420 whole, 140 a CTA.
//   s = a reshard to split smem: what each CTA reads is the rows it gets: 840, 280.
//   c = a reshard that leaves whole copies: each CTA reads and writes all 840; read once in
//       all, and outside scopes there is one instance to write.

// CHECK: %a = hir.add {{.*}}traffic traffic=gmem:r880/w840@r320/w280 operands=0:r840/w0,1:r40/w0,result:r0/w840
// CHECK: %m = hir.matmul {{.*}}traffic traffic=gmem:r1040/w420@r480/w140 operands=0:r840/w0,1:r200/w0,result:r0/w420
// CHECK: %s = hir.reshard {{.*}}traffic traffic=gmem:r840/w0@r280/w0,smem:r0/w840@r0/w280
// CHECK: %c = hir.reshard {{.*}}traffic traffic=gmem:r840/w0@r840/w0,smem:r0/w840@r0/w840

#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["b"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 10) : (70, 10, 1)>, [split(0)], #cta>>
#thin = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 5) : (35, 5, 1)>, [split(0)], #cta>>
#srows = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(3, 7, 10) : (0, 10, 1)>, [split(0)], #cta>>
module @Shares attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<21x10xf32, #rows>, %v: tensor<10xf32>, %k: tensor<10x5xf32>) -> (tensor<21x5xf32, #thin>, tensor<21x10xf32, #srows>, tensor<21x10xf32, #hir.encoding<smem>>) {
    %a = hir.add %x, %v : tensor<21x10xf32, #rows>, tensor<10xf32>
    %m = hir.matmul %x, %k : tensor<21x10xf32, #rows>, tensor<10x5xf32>
    %s = hir.reshard %a to <smem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32, #rows>
    %c = hir.reshard %a to <smem> : tensor<21x10xf32, #rows>
    return %m, %s, %c : tensor<21x5xf32, #thin>, tensor<21x10xf32, #srows>, tensor<21x10xf32, #hir.encoding<smem>>
  }
}
