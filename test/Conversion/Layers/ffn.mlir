// The feed-forward layer of BERT-base, 768 to 3072 and back, with biases, the erf form of gelu
// and the residual, for 17 tokens.
// RUN: split-file %s %t
// RUN: tf-opt %t/hir.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/hir.json
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/linalg.json
// RUN: python3 %S/../Inputs/explain.py %t/hir.json %t/linalg.json | FileCheck %t/linalg.mlir
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost emit=text' | FileCheck %t/linalg.mlir --check-prefix=COST

//--- hir.mlir
module @Ffn attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @ffn} {
  func.func @ffn(%x: tensor<17x768xf32>, %w1: tensor<768x3072xf32>, %b1: tensor<3072xf32>, %w2: tensor<3072x768xf32>, %b2: tensor<768xf32>) -> tensor<17x768xf32> {
    %h = hir.matmul %x, %w1 : tensor<17x768xf32>, tensor<768x3072xf32>
    %hb = hir.add %h, %b1 : tensor<17x3072xf32>, tensor<3072xf32>
    %act = hir.gelu %hb {approximate = "none"} : tensor<17x3072xf32>
    %o = hir.matmul %act, %w2 : tensor<17x3072xf32>, tensor<3072x768xf32>
    %ob = hir.add %o, %b2 : tensor<17x768xf32>, tensor<768xf32>
    %y = hir.add %ob, %x : tensor<17x768xf32>, tensor<17x768xf32>
    return %y : tensor<17x768xf32>
  }
}

//--- linalg.mlir
// Two products of 2*17*768*3072 = 80216064 flops; n = 17*3072 = 52224: a bias n, gelu 4n and n
// error functions; 17*768 = 13056 for a bias and the residual: 160432128 + 5*52224 + 2*13056.
// COST: # compute-cost flops=f32:160719360@160719360 service=special:52224@52224
// Accumulators of 208896 and 52224 bytes.
// CHECK: calls in both: 6, all of equal work and traffic but for these
// CHECK-NEXT: h: initial value read, gmem r 208896
// CHECK-NEXT: o: initial value read, gmem r 52224
// CHECK-NEXT: h0: fill, rmem r 4
// CHECK-NEXT: h0: fill, gmem w 208896
// CHECK-NEXT: o0: fill, rmem r 4
// CHECK-NEXT: o0: fill, gmem w 52224
// CHECK-NEXT: the totals differ by these and nothing else
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#p2 = ["parallel", "parallel"]
module @Ffn attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @ffn} {
  func.func @ffn(%x: tensor<17x768xf32>, %w1: tensor<768x3072xf32>, %b1: tensor<3072xf32>, %w2: tensor<3072x768xf32>, %b2: tensor<768xf32>) -> tensor<17x768xf32> {
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %wide = tensor.empty() : tensor<17x3072xf32>
    %narrow = tensor.empty() : tensor<17x768xf32>
    %h0 = linalg.fill ins(%zero : f32) outs(%wide : tensor<17x3072xf32>) -> tensor<17x3072xf32>
    %h = linalg.matmul ins(%x, %w1 : tensor<17x768xf32>, tensor<768x3072xf32>) outs(%h0 : tensor<17x3072xf32>) -> tensor<17x3072xf32>
    %hb = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = #p2} ins(%h, %b1 : tensor<17x3072xf32>, tensor<3072xf32>) outs(%wide : tensor<17x3072xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.addf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<17x3072xf32>
    %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p2} ins(%hb : tensor<17x3072xf32>) outs(%wide : tensor<17x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %q = arith.mulf %in, %root : f32
      %e = math.erf %q : f32
      %s = arith.addf %e, %one : f32
      %p = arith.mulf %in, %half : f32
      %g = arith.mulf %p, %s : f32
      linalg.yield %g : f32
    } -> tensor<17x3072xf32>
    %o0 = linalg.fill ins(%zero : f32) outs(%narrow : tensor<17x768xf32>) -> tensor<17x768xf32>
    %o = linalg.matmul ins(%act, %w2 : tensor<17x3072xf32>, tensor<3072x768xf32>) outs(%o0 : tensor<17x768xf32>) -> tensor<17x768xf32>
    %ob = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = #p2} ins(%o, %b2 : tensor<17x768xf32>, tensor<768xf32>) outs(%narrow : tensor<17x768xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.addf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<17x768xf32>
    %y = arith.addf %ob, %x : tensor<17x768xf32>
    return %y : tensor<17x768xf32>
  }
}
