// Root-mean-square normalisation of 17 rows of 2048 (Qwen3-1.7B), in primitive ops.
// RUN: split-file %s %t
// RUN: tf-opt %t/hir.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/hir.json
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/linalg.json
// RUN: python3 %S/../Inputs/explain.py %t/hir.json %t/linalg.json | FileCheck %t/linalg.mlir
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost emit=text' | FileCheck %t/linalg.mlir --check-prefix=COST

//--- hir.mlir
module @Norm attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @norm} {
  func.func @norm(%x: tensor<17x2048xf32>, %w: tensor<2048xf32>) -> tensor<17x2048xf32> {
    %count = arith.constant 2048.0 : f32
    %eps = arith.constant 1.0e-6 : f32
    %sq = hir.square %x : tensor<17x2048xf32>
    %sum = hir.reduce sum %sq axes [1] {keepdim = true} : tensor<17x2048xf32>
    %mean = hir.div %sum, %count : tensor<17x1xf32>, f32
    %safe = hir.add %mean, %eps : tensor<17x1xf32>, f32
    %inv = hir.rsqrt %safe : tensor<17x1xf32>
    %unit = hir.mul %x, %inv : tensor<17x2048xf32>, tensor<17x1xf32>
    %y = hir.mul %unit, %w : tensor<17x2048xf32>, tensor<2048xf32>
    return %y : tensor<17x2048xf32>
  }
}

//--- linalg.mlir
// m = 34816 elements, R = 17 rows: 4m + 2R = 139298 flops and R roots, as `hir.rms_norm`.
// COST: # compute-cost flops=f32:139298@139298 service=special:17@17
// The accumulator of the sum, 17 * 4 bytes, is filled and read.
// CHECK: calls in both: 7, all of equal work and traffic but for these
// CHECK-NEXT: sum: initial value read, gmem r 68
// CHECK-NEXT: sum0: fill, rmem r 4
// CHECK-NEXT: sum0: fill, gmem w 68
// CHECK-NEXT: the totals differ by these and nothing else
#id = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i, 0)>
#row = affine_map<(i, j) -> (j)>
#number = affine_map<(i, j) -> ()>
#p2 = ["parallel", "parallel"]
module @Norm attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @norm} {
  func.func @norm(%x: tensor<17x2048xf32>, %w: tensor<2048xf32>) -> tensor<17x2048xf32> {
    %zero = arith.constant 0.0 : f32
    %count = arith.constant 2048.0 : f32
    %eps = arith.constant 1.0e-6 : f32
    %full = tensor.empty() : tensor<17x2048xf32>
    %rows = tensor.empty() : tensor<17x1xf32>
    %sq = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p2} ins(%x : tensor<17x2048xf32>) outs(%full : tensor<17x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %p = arith.mulf %in, %in : f32
      linalg.yield %p : f32
    } -> tensor<17x2048xf32>
    %sum0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<17x1xf32>) -> tensor<17x1xf32>
    %sum = linalg.generic {indexing_maps = [#id, #first], iterator_types = ["parallel", "reduction"]} ins(%sq : tensor<17x2048xf32>) outs(%sum0 : tensor<17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<17x1xf32>
    %mean = linalg.generic {indexing_maps = [#id, #number, #id], iterator_types = #p2} ins(%sum, %count : tensor<17x1xf32>, f32) outs(%rows : tensor<17x1xf32>) {
    ^bb0(%in: f32, %c: f32, %out: f32):
      %q = arith.divf %in, %c : f32
      linalg.yield %q : f32
    } -> tensor<17x1xf32>
    %safe = linalg.generic {indexing_maps = [#id, #number, #id], iterator_types = #p2} ins(%mean, %eps : tensor<17x1xf32>, f32) outs(%rows : tensor<17x1xf32>) {
    ^bb0(%in: f32, %c: f32, %out: f32):
      %q = arith.addf %in, %c : f32
      linalg.yield %q : f32
    } -> tensor<17x1xf32>
    %inv = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p2} ins(%safe : tensor<17x1xf32>) outs(%rows : tensor<17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %q = math.rsqrt %in : f32
      linalg.yield %q : f32
    } -> tensor<17x1xf32>
    %unit = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = #p2} ins(%x, %inv : tensor<17x2048xf32>, tensor<17x1xf32>) outs(%full : tensor<17x2048xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %p = arith.mulf %l, %r : f32
      linalg.yield %p : f32
    } -> tensor<17x2048xf32>
    %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = #p2} ins(%unit, %w : tensor<17x2048xf32>, tensor<2048xf32>) outs(%full : tensor<17x2048xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %p = arith.mulf %l, %r : f32
      linalg.yield %p : f32
    } -> tensor<17x2048xf32>
    return %y : tensor<17x2048xf32>
  }
}
