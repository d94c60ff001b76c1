// 32 query heads on 8 key-value heads of 128, context 2048, bf16, one query: keys and
// values are read for the heads that exist, work is done for all 32.
//
// RUN: tf-opt %s --tf-analyze='function=@grouped' | FileCheck %s --check-prefix=GROUPED
// RUN: tf-opt %s --tf-analyze='function=@repeated' | FileCheck %s --check-prefix=REPEATED
//
// By hand: keys 8*128*2048*2 = 4194304 B and values as much: 8388608 B a layer. Each
// product 2*32*2048*128 = 16777216 flops. Queries 32*128*2 = 8192 B, scores
// 32*2048*2 = 131072 B.
//   grouped: scores r 8192 + 4194304 = 4202496, w 131072; mixed r 131072 + 4194304 =
//   4325376, w 8192.
//   repeated: a copy reads 4194304 and writes 16777216, which the products then read.

// GROUPED: %s = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r4202496/w131072@r4202496/w131072
// GROUPED: %o = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r4325376/w8192@r4325376/w8192

// REPEATED: %kx = hir.repeat_interleave {{.*}}traffic traffic=gmem:r4194304/w16777216@r4194304/w16777216
// REPEATED: %s = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16785408/w131072@r16785408/w131072
// REPEATED: %vx = hir.repeat_interleave {{.*}}traffic traffic=gmem:r4194304/w16777216@r4194304/w16777216
// REPEATED: %o = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16908288/w8192@r16908288/w8192

module @GroupedQuery attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @grouped
} {
  func.func @grouped(%q: tensor<32x128xbf16>, %k: tensor<8x128x2048xbf16>, %v: tensor<8x2048x128xbf16>) -> tensor<32x128xbf16> {
    %g = hir.reshape %q to [8, 4, 128] : tensor<32x128xbf16>
    %s = hir.matmul %g, %k : tensor<8x4x128xbf16>, tensor<8x128x2048xbf16>
    %o = hir.matmul %s, %v : tensor<8x4x2048xbf16>, tensor<8x2048x128xbf16>
    %r = hir.reshape %o to [32, 128] : tensor<8x4x128xbf16>
    return %r : tensor<32x128xbf16>
  }
  func.func @repeated(%q: tensor<32x1x128xbf16>, %k: tensor<8x128x2048xbf16>, %v: tensor<8x2048x128xbf16>) -> tensor<32x1x128xbf16> {
    %kx = hir.repeat_interleave %k {repeats = 4, axis = 0} : tensor<8x128x2048xbf16>
    %s = hir.matmul %q, %kx : tensor<32x1x128xbf16>, tensor<32x128x2048xbf16>
    %vx = hir.repeat_interleave %v {repeats = 4, axis = 0} : tensor<8x2048x128xbf16>
    %o = hir.matmul %s, %vx : tensor<32x1x2048xbf16>, tensor<32x2048x128xbf16>
    return %o : tensor<32x1x128xbf16>
  }
}
