// Programs of mlir-opt's own dialects, measured in mlir-opt with the plug-in: the figures are
// those of tf-opt, constants and loops included.
//
// REQUIRES: plugin
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-analyze{emit=text output=%t.txt})'
// RUN: tf-opt %s --tf-analyze=emit=text | diff - %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(linalg-generalize-named-ops,tf-analyze{emit=text output=%t.txt})'
// RUN: FileCheck %s < %t.txt
//
// Per trip 2 * 3 * 7 * 5 = 210 flops, four times. In a trip it reads 60 of %a, 140 of %b, an
// accumulator of 84, which it writes, and two starts: 4 * 284 = 1136 and 4 * 84 = 336; the pad
// reads 84 and writes 5 * 7 * 4 = 140; the constant tensor and the padded one are read, 280, and
// their 35 sums written, 140. Starts: 2 * 4 * 8 = 64.
// CHECK: # compute-cost flops=f32:875@875
// CHECK: # traffic traffic=gmem:r1500/w616@r1500/w616,rmem:r64/w0@r64/w0

module @Plugin attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%a: tensor<3x20xf32>, %b: tensor<20x7xf32>, %c: tensor<3x7xf32>) -> tensor<5x7xf32> {
    %zero = arith.constant 0.0 : f32
    %ones = arith.constant dense<1.0> : tensor<5x7xf32>
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c20 = arith.constant 20 : index
    %sum = scf.for %k = %c0 to %c20 step %c5 iter_args(%acc = %c) -> (tensor<3x7xf32>) {
      %p = arith.addi %k, %c0 : index
      %l = tensor.extract_slice %a[0, %p] [3, 5] [1, 1] : tensor<3x20xf32> to tensor<3x5xf32>
      %r = tensor.extract_slice %b[%p, 0] [5, 7] [1, 1] : tensor<20x7xf32> to tensor<5x7xf32>
      %n = linalg.matmul ins(%l, %r : tensor<3x5xf32>, tensor<5x7xf32>) outs(%acc : tensor<3x7xf32>) -> tensor<3x7xf32>
      scf.yield %n : tensor<3x7xf32>
    }
    %pad = tensor.pad %sum low[1, 0] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<3x7xf32> to tensor<5x7xf32>
    %y = arith.addf %pad, %ones : tensor<5x7xf32>
    return %y : tensor<5x7xf32>
  }
}
