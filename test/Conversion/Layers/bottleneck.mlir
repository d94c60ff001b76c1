// A bottleneck of ResNet-50's first stage: 56x56, 256 channels to 64, 3x3, and back to 256, each
// convolution with its folded normalisation, and the residual.
// RUN: split-file %s %t
// RUN: tf-opt %t/hir.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/hir.json
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost,memory emit=json' > %t/linalg.json
// RUN: python3 %S/../Inputs/explain.py %t/hir.json %t/linalg.json | FileCheck %t/linalg.mlir
// RUN: tf-opt %t/linalg.mlir --tf-analyze='analysis=compute-cost emit=text' | FileCheck %t/linalg.mlir --check-prefix=COST

//--- hir.mlir
module @Bottleneck attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @bottleneck} {
  func.func @bottleneck(%x: tensor<1x256x56x56xf32>, %wc1: tensor<64x256x1x1xf32>, %wc2: tensor<64x64x3x3xf32>, %wc3: tensor<256x64x1x1xf32>, %gn1: tensor<64x1x1xf32>, %bn1: tensor<64x1x1xf32>, %gn2: tensor<64x1x1xf32>, %bn2: tensor<64x1x1xf32>, %gn3: tensor<256x1x1xf32>, %bn3: tensor<256x1x1xf32>) -> tensor<1x256x56x56xf32> {
    %c1 = hir.conv2d %x, %wc1 stride [1, 1] padding [0, 0] dilation [1, 1] groups 1 : tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>
    %n1s = hir.mul %c1, %gn1 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>
    %n1 = hir.add %n1s, %bn1 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>
    %r1 = hir.relu %n1 : tensor<1x64x56x56xf32>
    %c2 = hir.conv2d %r1, %wc2 stride [1, 1] padding [1, 1] dilation [1, 1] groups 1 : tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>
    %n2s = hir.mul %c2, %gn2 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>
    %n2 = hir.add %n2s, %bn2 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>
    %r2 = hir.relu %n2 : tensor<1x64x56x56xf32>
    %c3 = hir.conv2d %r2, %wc3 stride [1, 1] padding [0, 0] dilation [1, 1] groups 1 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>
    %n3s = hir.mul %c3, %gn3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>
    %n3 = hir.add %n3s, %bn3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>
    %sum = hir.add %n3, %x : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>
    %y = hir.relu %sum : tensor<1x256x56x56xf32>
    return %y : tensor<1x256x56x56xf32>
  }
}

//--- linalg.mlir
// n = 64*56*56 = 200704, m = 256*56*56 = 802816. Convolutions: 2*n*256 = 102760448,
// 2*n*64*9 = 231211008 (padding taps included) and 2*m*64 = 102760448 flops; normalisations
// 2n + 2n + 2m, the residual m; relu n + n + m = 1204224 comparisons.
// COST: # compute-cost flops=f32:439943168@439943168 service=predicate:1204224@1204224
// Padding is a value of its own here: 64*58*58*4 = 861184 bytes written and read where `hir`
// reads the 802816 of the unpadded one.
// CHECK: calls in both: 13, all of equal work and traffic but for these
// CHECK-NEXT: c1: initial value read, gmem r 802816
// CHECK-NEXT: c2: padding read, gmem r 58368
// CHECK-NEXT: c2: initial value read, gmem r 802816
// CHECK-NEXT: c3: initial value read, gmem r 3211264
// CHECK-NEXT: c10: fill, rmem r 4
// CHECK-NEXT: c10: fill, gmem w 802816
// CHECK-NEXT: r1_padded: padding, gmem r 802816
// CHECK-NEXT: r1_padded: padding, gmem w 861184
// CHECK-NEXT: c20: fill, rmem r 4
// CHECK-NEXT: c20: fill, gmem w 802816
// CHECK-NEXT: c30: fill, rmem r 4
// CHECK-NEXT: c30: fill, gmem w 3211264
// CHECK-NEXT: the totals differ by these and nothing else
#id = affine_map<(n, c, i, j) -> (n, c, i, j)>
#channel = affine_map<(n, c, i, j) -> (c, 0, 0)>
#p4 = ["parallel", "parallel", "parallel", "parallel"]
module @Bottleneck attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @bottleneck} {
  func.func @bottleneck(%x: tensor<1x256x56x56xf32>, %wc1: tensor<64x256x1x1xf32>, %wc2: tensor<64x64x3x3xf32>, %wc3: tensor<256x64x1x1xf32>, %gn1: tensor<64x1x1xf32>, %bn1: tensor<64x1x1xf32>, %gn2: tensor<64x1x1xf32>, %bn2: tensor<64x1x1xf32>, %gn3: tensor<256x1x1xf32>, %bn3: tensor<256x1x1xf32>) -> tensor<1x256x56x56xf32> {
    %zero = arith.constant 0.0 : f32
    %e1_64_56_56 = tensor.empty() : tensor<1x64x56x56xf32>
    %c10 = linalg.fill ins(%zero : f32) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %c1 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %wc1 : tensor<1x256x56x56xf32>, tensor<64x256x1x1xf32>) outs(%c10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %n1s = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%c1, %gn1 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.mulf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x64x56x56xf32>
    %n1 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%n1s, %bn1 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.addf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x64x56x56xf32>
    %r1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p4} ins(%n1 : tensor<1x64x56x56xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %zero : f32
      linalg.yield %m : f32
    } -> tensor<1x64x56x56xf32>
    %r1_padded = tensor.pad %r1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%n: index, %c: index, %i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %c20 = linalg.fill ins(%zero : f32) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %c2 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%r1_padded, %wc2 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%c20 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %n2s = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%c2, %gn2 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.mulf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x64x56x56xf32>
    %n2 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%n2s, %bn2 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.addf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x64x56x56xf32>
    %r2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p4} ins(%n2 : tensor<1x64x56x56xf32>) outs(%e1_64_56_56 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %zero : f32
      linalg.yield %m : f32
    } -> tensor<1x64x56x56xf32>
    %e1_256_56_56 = tensor.empty() : tensor<1x256x56x56xf32>
    %c30 = linalg.fill ins(%zero : f32) outs(%e1_256_56_56 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %c3 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%r2, %wc3 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%c30 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %n3s = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%c3, %gn3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%e1_256_56_56 : tensor<1x256x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.mulf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x256x56x56xf32>
    %n3 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = #p4} ins(%n3s, %bn3 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%e1_256_56_56 : tensor<1x256x56x56xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %s = arith.addf %l, %r : f32
      linalg.yield %s : f32
    } -> tensor<1x256x56x56xf32>
    %sum = arith.addf %n3, %x : tensor<1x256x56x56xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = #p4} ins(%sum : tensor<1x256x56x56xf32>) outs(%e1_256_56_56 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %zero : f32
      linalg.yield %m : f32
    } -> tensor<1x256x56x56xf32>
    return %y : tensor<1x256x56x56xf32>
  }
}
