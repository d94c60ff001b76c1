// Dimensions in shapes and attributes are bound together: shape of a reshape, k of topk,
// size of a window, extents that concat and repeat_interleave make of them.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s --check-prefix=PRINT
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true dims=n=13,k=3' | FileCheck %s
//
// By hand, n = 13 and k = 3: topk compares 55 elements and writes 15 of 4 and 15 of 8 B;
// y has 78 elements, 312 B; concat adds 6; the window has 9; softmax has 3*78 flops.

// PRINT: hir.topk %x k #k
// PRINT: hir.reshape %y to [#n, 2, 3]
// PRINT: hir.slice %y[%i, 0] [#k, 3] [1, 1]
// CHECK: # dims k=3 n=13
// CHECK: # compute-cost flops=f32:234@234 service=predicate:133@133,special:165@165
// CHECK: %v{{.*}} = hir.topk %x k 3 {{.*}}compute-cost service=predicate:55@55; {{.*}}operands=0:r220/w0,result:r0/w180
// CHECK: %r = hir.reshape %y to [13, 2, 3] {{.*}}operands=0:r0/w0,result:r0/w0
// CHECK: %e = hir.exp %r : tensor<13x2x3xf32> {{.*}}special:78@78; {{.*}}operands=0:r312/w0,result:r0/w312
// CHECK: %c = hir.concat {{.*}} tensor<14x6xf32>; {{.*}}operands=0:r312/w0,1:r24/w0,result:r0/w336
// CHECK: %s = hir.slice %y[%i, 0] [3, 3] [1, 1] {{.*}}operands=0:r0/w0,1:r8/w0,result:r0/w0
// CHECK: %s2 = hir.exp %s {{.*}}special:9@9; {{.*}}operands=0:r36/w0,result:r0/w36
// CHECK: %ri = hir.repeat_interleave {{.*}} tensor<13x12xf32>; {{.*}}operands=0:r312/w0,result:r0/w624
// CHECK: %q = hir.softmax {{.*}}flops=f32:234@234 service=predicate:78@78,special:78@78; {{.*}}operands=0:r312/w0,result:r0/w312

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
#n6 = #hir.dim_expr<affine_map<()[s0] -> (s0 * 6)>, [#n]>
#n1 = #hir.dim_expr<affine_map<()[s0] -> (s0 + 1)>, [#n]>
module @Symbolic attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @f} {
  func.func @f(%x: tensor<5x11xf32>, %y: tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>, %z: tensor<1x6xf32>, %i: index) -> (tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x6xf32, #hir.encoding<gmem, dims = [#n1]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<?x12xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>) {
    %v, %d = hir.topk %x k #k : tensor<5x11xf32>
    %r = hir.reshape %y to [#n, 2, 3] : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    %e = hir.exp %r : tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#n]>>
    %c = hir.concat %y, %z {axis = 0} : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<1x6xf32>
    %s = hir.slice %y[%i, 0] [#k, 3] [1, 1] : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    %s2 = hir.exp %s : tensor<?x3xf32, #hir.encoding<gmem, dims = [#k]>>
    %ri = hir.repeat_interleave %y {repeats = 2, axis = 1} : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    %q = hir.softmax %y {axis = 0} : tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
    return %v, %e, %c, %s2, %ri, %q : tensor<5x?xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<?x2x3xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x6xf32, #hir.encoding<gmem, dims = [#n1]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#k]>>, tensor<?x12xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x6xf32, #hir.encoding<gmem, dims = [#n]>>
  }
}
