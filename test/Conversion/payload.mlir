// The rules by which a payload is counted, each over 2 * 3 * 5 = 30 iterations.
// RUN: tf-opt %s --tf-analyze=analysis=compute-cost,memory | FileCheck %s

#id = affine_map<(i, j, k) -> (i, j, k)>
#two = {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
module @Payload attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<2x3x5xf32>, %h: tensor<2x3x5xbf16>, %n: tensor<2x3x5xi32>, %a: tensor<2x5xbf16>, %b: tensor<5x3xbf16>, %c: tensor<2x3xf32>)
      -> (tensor<2x3x5xf32>, tensor<2x3x5xbf16>, tensor<2x3x5xi32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x5xi32>, tensor<2x3xf32>) {
    %one = arith.constant 1.0 : f32
    // Sigmoid by hand: negation, addition and division, 3 flops; one exponential.
    // CHECK: %sig = linalg.generic {{.*}}compute-cost flops=f32:90@90 service=special:30@30
    %sig = linalg.generic #two ins(%x : tensor<2x3x5xf32>) outs(%x : tensor<2x3x5xf32>) {
    ^bb0(%v: f32, %o: f32):
      %m = arith.negf %v : f32
      %e = math.exp %m : f32
      %d = arith.addf %e, %one : f32
      %q = arith.divf %one, %d : f32
      linalg.yield %q : f32
    } -> tensor<2x3x5xf32>
    // Widened, worked on in f32 and narrowed again: casts are nothing, fma is two flops, a
    // comparison is a predicate, a choice a select.
    // CHECK: %wide = linalg.generic {{.*}}compute-cost flops=f32:90@90 service=predicate:30@30,select:30@30
    %wide = linalg.generic #two ins(%h : tensor<2x3x5xbf16>) outs(%h : tensor<2x3x5xbf16>) {
    ^bb0(%v: bf16, %o: bf16):
      %w = arith.extf %v : bf16 to f32
      %f = math.fma %w, %w, %one : f32
      %g = math.absf %f : f32
      %p = arith.cmpf ogt, %g, %one : f32
      %s = arith.select %p, %g, %one : f32
      %t = arith.truncf %s : f32 to bf16
      linalg.yield %t : bf16
    } -> tensor<2x3x5xbf16>
    // Index arithmetic is an address; integers count as integer, truth values as predicate.
    // CHECK: %int = linalg.generic {{.*}}compute-cost service=integer:60@60,predicate:60@60,select:30@30
    %c1 = arith.constant 1 : index
    %z = arith.constant 0 : i32
    %int = linalg.generic #two ins(%n : tensor<2x3x5xi32>) outs(%n : tensor<2x3x5xi32>) {
    ^bb0(%v: i32, %o: i32):
      %i = linalg.index 1 : index
      %j = arith.addi %i, %c1 : index
      %k = arith.index_cast %j : index to i32
      %s = arith.addi %k, %v : i32
      %t = arith.remsi %s, %v : i32
      %p = arith.cmpi slt, %t, %z : i32
      %q = arith.andi %p, %p : i1
      %r = arith.select %q, %t, %z : i32
      linalg.yield %r : i32
    } -> tensor<2x3x5xi32>
    // bf16 numbers, widened before they are multiplied and accumulated: bf16 work, as in
    // `hir.matmul ... to f32`.
    // CHECK: %mm = linalg.generic {{.*}}compute-cost flops=bf16:60@60
    %mm = linalg.generic #mm ins(%a, %b : tensor<2x5xbf16>, tensor<5x3xbf16>) outs(%c : tensor<2x3xf32>) {
    ^bb0(%l: bf16, %r: bf16, %acc: f32):
      %u = arith.extf %l : bf16 to f32
      %v = arith.extf %r : bf16 to f32
      %m = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %m : f32
      linalg.yield %s : f32
    } -> tensor<2x3xf32>
    // CHECK: %named = linalg.matmul {{.*}}compute-cost flops=bf16:60@60
    %named = linalg.matmul ins(%a, %b : tensor<2x5xbf16>, tensor<5x3xbf16>) outs(%c : tensor<2x3xf32>) -> tensor<2x3xf32>
    // The square of one number is no contraction: what is computed in f32 is f32 work.
    // CHECK: %squares = linalg.generic {{.*}}compute-cost flops=f32:60@60
    %squares = linalg.generic {indexing_maps = [#id, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%h : tensor<2x3x5xbf16>) outs(%c : tensor<2x3xf32>) {
    ^bb0(%v: bf16, %acc: f32):
      %w = arith.extf %v : bf16 to f32
      %m = arith.mulf %w, %w : f32
      %s = arith.addf %m, %acc : f32
      linalg.yield %s : f32
    } -> tensor<2x3xf32>
    // The same ops in another wiring are another payload: the second reads what it overwrites.
    // CHECK: %once = linalg.generic {{.*}}service=integer:30@30; traffic traffic=gmem:r120/w120@r120/w120
    // CHECK: %both = linalg.generic {{.*}}service=integer:30@30; traffic traffic=gmem:r240/w120@r240/w120
    %once = linalg.generic #two ins(%n : tensor<2x3x5xi32>) outs(%int : tensor<2x3x5xi32>) {
    ^bb0(%v: i32, %o: i32):
      %s = arith.addi %v, %v : i32
      linalg.yield %s : i32
    } -> tensor<2x3x5xi32>
    %both = linalg.generic #two ins(%n : tensor<2x3x5xi32>) outs(%int : tensor<2x3x5xi32>) {
    ^bb0(%v: i32, %o: i32):
      %s = arith.addi %o, %v : i32
      linalg.yield %s : i32
    } -> tensor<2x3x5xi32>
    return %sig, %wide, %once, %mm, %named, %both, %squares
      : tensor<2x3x5xf32>, tensor<2x3x5xbf16>, tensor<2x3x5xi32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x5xi32>, tensor<2x3xf32>
  }
}
