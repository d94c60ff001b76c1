// The attention block of Qwen3-1.7B without its norms and rotation: hidden 2048, 16 query heads
// on 8 key-value heads of 128, 17 tokens that see one another, and the residual.
// RUN: split-file %s %t
// RUN: tf-opt %t/hir.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/hir.json
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/linalg.json
// RUN: python3 %S/../Inputs/explain.py %t/hir.json %t/linalg.json | FileCheck %t/linalg.mlir
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost emit=text' | FileCheck %t/linalg.mlir --check-prefix=COST

//--- hir.mlir
module @Attention attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @attention} {
  func.func @attention(%x: tensor<17x2048xf32>, %wq: tensor<2048x2048xf32>, %wk: tensor<2048x1024xf32>, %wv: tensor<2048x1024xf32>, %wo: tensor<2048x2048xf32>) -> tensor<17x2048xf32> {
    %scale = arith.constant 0.0883883461 : f32
    %q = hir.matmul %x, %wq : tensor<17x2048xf32>, tensor<2048x2048xf32>
    %k = hir.matmul %x, %wk : tensor<17x2048xf32>, tensor<2048x1024xf32>
    %v = hir.matmul %x, %wv : tensor<17x2048xf32>, tensor<2048x1024xf32>
    %qs = hir.reshape %q to [17, 16, 128] : tensor<17x2048xf32>
    %qh = hir.transpose %qs perm [1, 0, 2] : tensor<17x16x128xf32>
    %ks = hir.reshape %k to [17, 8, 128] : tensor<17x1024xf32>
    %kh = hir.transpose %ks perm [1, 2, 0] : tensor<17x8x128xf32>
    %kr = hir.repeat_interleave %kh {repeats = 2, axis = 0} : tensor<8x128x17xf32>
    %vs = hir.reshape %v to [17, 8, 128] : tensor<17x1024xf32>
    %vh = hir.transpose %vs perm [1, 0, 2] : tensor<17x8x128xf32>
    %vr = hir.repeat_interleave %vh {repeats = 2, axis = 0} : tensor<8x17x128xf32>
    %scores = hir.matmul %qh, %kr : tensor<16x17x128xf32>, tensor<16x128x17xf32>
    %scaled = hir.mul %scores, %scale : tensor<16x17x17xf32>, f32
    %probs = hir.softmax %scaled {axis = -1} : tensor<16x17x17xf32>
    %mixed = hir.matmul %probs, %vr : tensor<16x17x17xf32>, tensor<16x17x128xf32>
    %back = hir.transpose %mixed perm [1, 0, 2] : tensor<16x17x128xf32>
    %flat = hir.reshape %back to [17, 2048] : tensor<17x16x128xf32>
    %o = hir.matmul %flat, %wo : tensor<17x2048xf32>, tensor<2048x2048xf32>
    %y = hir.add %o, %x : tensor<17x2048xf32>, tensor<17x2048xf32>
    return %y : tensor<17x2048xf32>
  }
}

//--- linalg.mlir
// Query and output projections 2*17*2048*2048 = 142606336 flops each, key and value half of that,
// 71303168; scores and mixing 2*16*17*17*128 = 1183744 each; n = 16*17*17 = 4624 for the scale
// and 3n for the softmax, with n exponentials and n comparisons; 17*2048 = 34816 residual.
// COST: # compute-cost flops=f32:430239808@430239808 service=predicate:4624@4624,special:4624@4624
// Accumulators: q, o and mixed 17*2048*4 = 139264 bytes, k and v 69632, scores 18496.
// CHECK: calls in both: 19, all of equal work and traffic but for these
// CHECK-NEXT: q: initial value read, gmem r 139264
// CHECK-NEXT: k: initial value read, gmem r 69632
// CHECK-NEXT: v: initial value read, gmem r 69632
// CHECK-NEXT: scores: initial value read, gmem r 18496
// CHECK-NEXT: mixed: initial value read, gmem r 139264
// CHECK-NEXT: o: initial value read, gmem r 139264
// CHECK-NEXT: q0: fill, rmem r 4
// CHECK-NEXT: q0: fill, gmem w 139264
// CHECK-NEXT: k0: fill, rmem r 4
// CHECK-NEXT: k0: fill, gmem w 69632
// CHECK-NEXT: v0: fill, rmem r 4
// CHECK-NEXT: v0: fill, gmem w 69632
// CHECK-NEXT: scores0: fill, rmem r 4
// CHECK-NEXT: scores0: fill, gmem w 18496
// CHECK-NEXT: mixed0: fill, rmem r 4
// CHECK-NEXT: mixed0: fill, gmem w 139264
// CHECK-NEXT: o0: fill, rmem r 4
// CHECK-NEXT: o0: fill, gmem w 139264
// CHECK-NEXT: the totals differ by these and nothing else
#id3 = affine_map<(h, i, j) -> (h, i, j)>
#pair = affine_map<(h, i, j) -> (h floordiv 2, i, j)>
#number = affine_map<(h, i, j) -> ()>
#p3 = ["parallel", "parallel", "parallel"]
module @Attention attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @attention} {
  func.func @attention(%x: tensor<17x2048xf32>, %wq: tensor<2048x2048xf32>, %wk: tensor<2048x1024xf32>, %wv: tensor<2048x1024xf32>, %wo: tensor<2048x2048xf32>) -> tensor<17x2048xf32> {
    %zero = arith.constant 0.0 : f32
    %scale = arith.constant 0.0883883461 : f32
    %e17_2048 = tensor.empty() : tensor<17x2048xf32>
    %q0 = linalg.fill ins(%zero : f32) outs(%e17_2048 : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %q = linalg.matmul ins(%x, %wq : tensor<17x2048xf32>, tensor<2048x2048xf32>) outs(%q0 : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %e17_1024 = tensor.empty() : tensor<17x1024xf32>
    %k0 = linalg.fill ins(%zero : f32) outs(%e17_1024 : tensor<17x1024xf32>) -> tensor<17x1024xf32>
    %k = linalg.matmul ins(%x, %wk : tensor<17x2048xf32>, tensor<2048x1024xf32>) outs(%k0 : tensor<17x1024xf32>) -> tensor<17x1024xf32>
    %v0 = linalg.fill ins(%zero : f32) outs(%e17_1024 : tensor<17x1024xf32>) -> tensor<17x1024xf32>
    %v = linalg.matmul ins(%x, %wv : tensor<17x2048xf32>, tensor<2048x1024xf32>) outs(%v0 : tensor<17x1024xf32>) -> tensor<17x1024xf32>
    %qs = tensor.expand_shape %q [[0], [1, 2]] output_shape [17, 16, 128] : tensor<17x2048xf32> into tensor<17x16x128xf32>
    %e16_17_128 = tensor.empty() : tensor<16x17x128xf32>
    %qh = linalg.transpose ins(%qs : tensor<17x16x128xf32>) outs(%e16_17_128 : tensor<16x17x128xf32>) permutation = [1, 0, 2]
    %ks = tensor.expand_shape %k [[0], [1, 2]] output_shape [17, 8, 128] : tensor<17x1024xf32> into tensor<17x8x128xf32>
    %e8_128_17 = tensor.empty() : tensor<8x128x17xf32>
    %kh = linalg.transpose ins(%ks : tensor<17x8x128xf32>) outs(%e8_128_17 : tensor<8x128x17xf32>) permutation = [1, 2, 0]
    %e16_128_17 = tensor.empty() : tensor<16x128x17xf32>
    %kr = linalg.generic {indexing_maps = [#pair, #id3], iterator_types = #p3} ins(%kh : tensor<8x128x17xf32>) outs(%e16_128_17 : tensor<16x128x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x128x17xf32>
    %vs = tensor.expand_shape %v [[0], [1, 2]] output_shape [17, 8, 128] : tensor<17x1024xf32> into tensor<17x8x128xf32>
    %e8_17_128 = tensor.empty() : tensor<8x17x128xf32>
    %vh = linalg.transpose ins(%vs : tensor<17x8x128xf32>) outs(%e8_17_128 : tensor<8x17x128xf32>) permutation = [1, 0, 2]
    %vr = linalg.generic {indexing_maps = [#pair, #id3], iterator_types = #p3} ins(%vh : tensor<8x17x128xf32>) outs(%e16_17_128 : tensor<16x17x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x17x128xf32>
    %e16_17_17 = tensor.empty() : tensor<16x17x17xf32>
    %scores0 = linalg.fill ins(%zero : f32) outs(%e16_17_17 : tensor<16x17x17xf32>) -> tensor<16x17x17xf32>
    %scores = linalg.batch_matmul ins(%qh, %kr : tensor<16x17x128xf32>, tensor<16x128x17xf32>) outs(%scores0 : tensor<16x17x17xf32>) -> tensor<16x17x17xf32>
    %scaled = linalg.generic {indexing_maps = [#id3, #number, #id3], iterator_types = #p3} ins(%scores, %scale : tensor<16x17x17xf32>, f32) outs(%e16_17_17 : tensor<16x17x17xf32>) {
    ^bb0(%in: f32, %c: f32, %out: f32):
      %p = arith.mulf %in, %c : f32
      linalg.yield %p : f32
    } -> tensor<16x17x17xf32>
    %probs = linalg.softmax dimension(2) ins(%scaled : tensor<16x17x17xf32>) outs(%e16_17_17 : tensor<16x17x17xf32>) -> tensor<16x17x17xf32>
    %mixed0 = linalg.fill ins(%zero : f32) outs(%e16_17_128 : tensor<16x17x128xf32>) -> tensor<16x17x128xf32>
    %mixed = linalg.batch_matmul ins(%probs, %vr : tensor<16x17x17xf32>, tensor<16x17x128xf32>) outs(%mixed0 : tensor<16x17x128xf32>) -> tensor<16x17x128xf32>
    %e17_16_128 = tensor.empty() : tensor<17x16x128xf32>
    %back = linalg.transpose ins(%mixed : tensor<16x17x128xf32>) outs(%e17_16_128 : tensor<17x16x128xf32>) permutation = [1, 0, 2]
    %flat = tensor.collapse_shape %back [[0], [1, 2]] : tensor<17x16x128xf32> into tensor<17x2048xf32>
    %o0 = linalg.fill ins(%zero : f32) outs(%e17_2048 : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %o = linalg.matmul ins(%flat, %wo : tensor<17x2048xf32>, tensor<2048x2048xf32>) outs(%o0 : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %y = arith.addf %o, %x : tensor<17x2048xf32>
    return %y : tensor<17x2048xf32>
  }
}
