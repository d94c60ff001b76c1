// Structured ops on tensors: relations from their indexing maps, work from their payloads.
// RUN: tf-opt %s --tf-analyze | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#every = affine_map<(i) -> (i * 2 + 1)>
#half = affine_map<(i) -> (i floordiv 2)>
#i = affine_map<(i) -> (i)>
module @Linalg attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>, %bb: tensor<2x5x7xf32>,
               %ba: tensor<2x3x5xf32>, %bias: tensor<7xf32>, %n: tensor<13xi32>,
               %img: tensor<1x11x13x3xf32>, %ker: tensor<3x3x3x5xf32>)
      -> (tensor<3x7xf32>, tensor<3x7xf32>, tensor<3xf32>, tensor<2x3x7xf32>, tensor<7x3xf32>,
          tensor<1x5x6x5xf32>, tensor<1x4x5x3xf32>, tensor<3x7xf32>, tensor<6xi32>, tensor<26xi32>, tensor<3x7xf32>) {
    %zero = arith.constant 0.0 : f32
    // A shape nobody has written: nothing moves.
    // CHECK: %e = tensor.empty() {{.*}}// tensor<3x7xf32>; compute-cost; traffic; roofline
    %e = tensor.empty() : tensor<3x7xf32>
    // The number that fills, 4 bytes; 3 * 7 * 4 = 84 bytes written, what was there unread.
    // CHECK: %init = linalg.fill {{.*}}compute-cost; traffic traffic=gmem:r0/w84@r0/w84,rmem:r4/w0@r4/w0;
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
    // 2 * 3 * 7 * 5 = 210; reads 3 * 5 * 4 = 60, 5 * 7 * 4 = 140 and the accumulator, 84.
    // CHECK: %p = linalg.matmul {{.*}}compute-cost flops=f32:210@210; traffic traffic=gmem:r284/w84@r284/w84;
    %p = linalg.matmul ins(%a, %b : tensor<3x5xf32>, tensor<5x7xf32>) outs(%init : tensor<3x7xf32>) -> tensor<3x7xf32>
    // One addition and one maximum an element; reads 84 + 28, not the destination.
    // CHECK: %y = linalg.generic {{.*}}compute-cost flops=f32:21@21 service=predicate:21@21; traffic traffic=gmem:r112/w84@r112/w84;
    %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p, %bias : tensor<3x7xf32>, tensor<7xf32>) outs(%e : tensor<3x7xf32>) {
    ^bb0(%x: f32, %c: f32, %o: f32):
      %s = arith.addf %x, %c : f32
      %r = arith.maximumf %s, %zero : f32
      linalg.yield %r : f32
    } -> tensor<3x7xf32>
    // One addition for each of 21 elements; reads 84 and the initial 12.
    // CHECK: %sum = linalg.reduce {{.*}}compute-cost flops=f32:21@21; traffic traffic=gmem:r96/w12@r96/w12;
    %e3 = tensor.empty() : tensor<3xf32>
    %init3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3xf32>) -> tensor<3xf32>
    %sum = linalg.reduce {arith.addf} ins(%y : tensor<3x7xf32>) outs(%init3 : tensor<3xf32>) dimensions = [1]
    // 2 * 2 * 3 * 7 * 5 = 420; reads 2*3*5*4 = 120, 2*5*7*4 = 280 and 2*3*7*4 = 168.
    // CHECK: %bp = linalg.batch_matmul {{.*}}compute-cost flops=f32:420@420; traffic traffic=gmem:r568/w168@r568/w168;
    %be = tensor.empty() : tensor<2x3x7xf32>
    %binit = linalg.fill ins(%zero : f32) outs(%be : tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
    %bp = linalg.batch_matmul ins(%ba, %bb : tensor<2x3x5xf32>, tensor<2x5x7xf32>) outs(%binit : tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
    // CHECK: %t = linalg.transpose {{.*}}compute-cost; traffic traffic=gmem:r84/w84@r84/w84;
    %te = tensor.empty() : tensor<7x3xf32>
    %t = linalg.transpose ins(%y : tensor<3x7xf32>) outs(%te : tensor<7x3xf32>) permutation = [1, 0]
    // 1*5*6*5 results of 3*3*3 taps: 2 * 150 * 27 = 8100. Rows 0 to 2*4+2 = 10 of 11 and columns
    // 0 to 2*5+2 = 12 of 13 are read: all 429 elements, 1716 bytes; the kernel 135*4 = 540, the
    // accumulator 600.
    // CHECK: %conv = linalg.conv_2d_nhwc_hwcf {{.*}}compute-cost flops=f32:8100@8100; traffic traffic=gmem:r2856/w600@r2856/w600;
    %ce = tensor.empty() : tensor<1x5x6x5xf32>
    %cinit = linalg.fill ins(%zero : f32) outs(%ce : tensor<1x5x6x5xf32>) -> tensor<1x5x6x5xf32>
    %conv = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
        ins(%img, %ker : tensor<1x11x13x3xf32>, tensor<3x3x3x5xf32>) outs(%cinit : tensor<1x5x6x5xf32>) -> tensor<1x5x6x5xf32>
    // 60 results of 2*3 = 6 comparisons, 360. The window operand is a shape: unread. With
    // strides of 3 and 2, rows 3*i + {0, 1} for i < 4, 8 of 11, and columns 2*j + {0, 1, 2} for
    // j < 5, 11 of 13, are read: 8 * 11 * 3 * 4 = 1056 bytes; the accumulator 60*4 = 240.
    // CHECK: %pool = linalg.pooling_nhwc_max {{.*}}compute-cost service=predicate:360@360; traffic traffic=gmem:r1296/w240@r1296/w240;
    %win = tensor.empty() : tensor<2x3xf32>
    %pe = tensor.empty() : tensor<1x4x5x3xf32>
    %pinit = linalg.fill ins(%zero : f32) outs(%pe : tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
    %pool = linalg.pooling_nhwc_max {strides = dense<[3, 2]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
        ins(%img, %win : tensor<1x11x13x3xf32>, tensor<2x3xf32>) outs(%pinit : tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
    // m = 21 elements: 3m flops, m exponentials, m comparisons.
    // CHECK: %soft = linalg.softmax {{.*}}compute-cost flops=f32:63@63 service=predicate:21@21,special:21@21; traffic traffic=gmem:r84/w84@r84/w84;
    %soft = linalg.softmax dimension(1) ins(%y : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
    // Every second of 13 numbers, from 1: 6 of them, 24 bytes.
    // CHECK: %odd = linalg.generic {{.*}}compute-cost service=integer:6@6; traffic traffic=gmem:r24/w24@r24/w24;
    %e6 = tensor.empty() : tensor<6xi32>
    %odd = linalg.generic {indexing_maps = [#every, #i], iterator_types = ["parallel"]}
        ins(%n : tensor<13xi32>) outs(%e6 : tensor<6xi32>) {
    ^bb0(%x: i32, %o: i32):
      %s = arith.addi %x, %x : i32
      linalg.yield %s : i32
    } -> tensor<6xi32>
    // Each number twice: 13 read, 26 written.
    // CHECK: %twice = linalg.generic {{.*}}compute-cost; traffic traffic=gmem:r52/w104@r52/w104;
    %e26 = tensor.empty() : tensor<26xi32>
    %twice = linalg.generic {indexing_maps = [#half, #i], iterator_types = ["parallel"]}
        ins(%n : tensor<13xi32>) outs(%e26 : tensor<26xi32>) {
    ^bb0(%x: i32, %o: i32):
      linalg.yield %x : i32
    } -> tensor<26xi32>
    // CHECK: %map = linalg.map {{.*}}compute-cost service=special:21@21; traffic traffic=gmem:r84/w84@r84/w84;
    %map = linalg.map {math.exp} ins(%y : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>)
    return %y, %map, %sum, %bp, %t, %conv, %pool, %soft, %odd, %twice, %p
      : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3xf32>, tensor<2x3x7xf32>, tensor<7x3xf32>,
        tensor<1x5x6x5xf32>, tensor<1x4x5x3xf32>, tensor<3x7xf32>, tensor<6xi32>, tensor<26xi32>, tensor<3x7xf32>
  }
}
