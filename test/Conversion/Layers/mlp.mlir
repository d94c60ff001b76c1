// The gated MLP of Qwen3-1.7B, hidden 2048, ffn 6144, for 17 tokens, as torch-mlir lays it out:
// the batch is collapsed, weights are stored [out, in] and transposed.
// RUN: split-file %s %t
// RUN: tf-opt %t/hir.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/hir.json
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/linalg.json
// RUN: python3 %S/../Inputs/explain.py %t/hir.json %t/linalg.json | FileCheck %t/linalg.mlir
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost emit=text' | FileCheck %t/linalg.mlir --check-prefix=COST

//--- hir.mlir
module @Mlp attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @mlp} {
  func.func @mlp(%x: tensor<1x17x2048xf32>, %wg: tensor<6144x2048xf32>, %wu: tensor<6144x2048xf32>, %wd: tensor<2048x6144xf32>) -> tensor<1x17x2048xf32> {
    %rows = hir.reshape %x to [17, 2048] : tensor<1x17x2048xf32>
    %wgt = hir.transpose %wg perm [1, 0] : tensor<6144x2048xf32>
    %gate = hir.matmul %rows, %wgt : tensor<17x2048xf32>, tensor<2048x6144xf32>
    %wut = hir.transpose %wu perm [1, 0] : tensor<6144x2048xf32>
    %up = hir.matmul %rows, %wut : tensor<17x2048xf32>, tensor<2048x6144xf32>
    %act = hir.silu %gate : tensor<17x6144xf32>
    %both = hir.mul %act, %up : tensor<17x6144xf32>, tensor<17x6144xf32>
    %wdt = hir.transpose %wd perm [1, 0] : tensor<2048x6144xf32>
    %down = hir.matmul %both, %wdt : tensor<17x6144xf32>, tensor<6144x2048xf32>
    %y = hir.reshape %down to [1, 17, 2048] : tensor<17x2048xf32>
    return %y : tensor<1x17x2048xf32>
  }
}

//--- linalg.mlir
// Three products of 2*17*2048*6144 = 427819008 flops: 1283457024; n = 17*6144 = 104448 elements
// of silu, 4n = 417792 flops and n exponentials, and n products: 1283457024 + 417792 + 104448.
// COST: # compute-cost flops=f32:1283979264@1283979264 service=special:104448@104448
// The two wide accumulators, 417792 bytes, and the narrow one, 139264, are filled and read; each
// fill reads a number of 4 bytes.
// CHECK: calls in both: 10, all of equal work and traffic but for these
// CHECK-NEXT: gate: initial value read, gmem r 417792
// CHECK-NEXT: up: initial value read, gmem r 417792
// CHECK-NEXT: down: initial value read, gmem r 139264
// CHECK-NEXT: gate0: fill, rmem r 4
// CHECK-NEXT: gate0: fill, gmem w 417792
// CHECK-NEXT: up0: fill, rmem r 4
// CHECK-NEXT: up0: fill, gmem w 417792
// CHECK-NEXT: down0: fill, rmem r 4
// CHECK-NEXT: down0: fill, gmem w 139264
// CHECK-NEXT: the totals differ by these and nothing else
#id = affine_map<(i, j) -> (i, j)>
module @Mlp attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @mlp} {
  func.func @mlp(%x: tensor<1x17x2048xf32>, %wg: tensor<6144x2048xf32>, %wu: tensor<6144x2048xf32>, %wd: tensor<2048x6144xf32>) -> tensor<1x17x2048xf32> {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x17x2048xf32> into tensor<17x2048xf32>
    %te = tensor.empty() : tensor<2048x6144xf32>
    %wgt = linalg.transpose ins(%wg : tensor<6144x2048xf32>) outs(%te : tensor<2048x6144xf32>) permutation = [1, 0]
    %wide = tensor.empty() : tensor<17x6144xf32>
    %gate0 = linalg.fill ins(%zero : f32) outs(%wide : tensor<17x6144xf32>) -> tensor<17x6144xf32>
    %gate = linalg.matmul ins(%rows, %wgt : tensor<17x2048xf32>, tensor<2048x6144xf32>) outs(%gate0 : tensor<17x6144xf32>) -> tensor<17x6144xf32>
    %wut = linalg.transpose ins(%wu : tensor<6144x2048xf32>) outs(%te : tensor<2048x6144xf32>) permutation = [1, 0]
    %up0 = linalg.fill ins(%zero : f32) outs(%wide : tensor<17x6144xf32>) -> tensor<17x6144xf32>
    %up = linalg.matmul ins(%rows, %wut : tensor<17x2048xf32>, tensor<2048x6144xf32>) outs(%up0 : tensor<17x6144xf32>) -> tensor<17x6144xf32>
    %act = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%gate : tensor<17x6144xf32>) outs(%wide : tensor<17x6144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      %e = math.exp %n : f32
      %d = arith.addf %e, %one : f32
      %s = arith.divf %one, %d : f32
      %p = arith.mulf %s, %in : f32
      linalg.yield %p : f32
    } -> tensor<17x6144xf32>
    %both = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%act, %up : tensor<17x6144xf32>, tensor<17x6144xf32>) outs(%wide : tensor<17x6144xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %p = arith.mulf %l, %r : f32
      linalg.yield %p : f32
    } -> tensor<17x6144xf32>
    %de = tensor.empty() : tensor<6144x2048xf32>
    %wdt = linalg.transpose ins(%wd : tensor<2048x6144xf32>) outs(%de : tensor<6144x2048xf32>) permutation = [1, 0]
    %narrow = tensor.empty() : tensor<17x2048xf32>
    %down0 = linalg.fill ins(%zero : f32) outs(%narrow : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %down = linalg.matmul ins(%both, %wdt : tensor<17x6144xf32>, tensor<6144x2048xf32>) outs(%down0 : tensor<17x2048xf32>) -> tensor<17x2048xf32>
    %y = tensor.expand_shape %down [[0, 1], [2]] output_shape [1, 17, 2048] : tensor<17x2048xf32> into tensor<1x17x2048xf32>
    return %y : tensor<1x17x2048xf32>
  }
}
