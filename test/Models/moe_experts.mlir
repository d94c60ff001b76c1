// A mixture-of-experts block for one token: 256 experts of 512, the best 8 and a shared
// one, hidden 2048, bf16. Only the chosen experts' weights are read.
//
// RUN: tf-opt %s --tf-analyze | FileCheck %s
// RUN: tf-opt %s --tf-analyze='function=@dispatch' | FileCheck %s --check-prefix=DISPATCH
// RUN: tf-opt %s --tf-analyze='function=@crowd analysis=memory' | FileCheck %s --check-prefix=CROWD
//
// Figures by hand.
//   router: 2*2048*256 = 1048576 flops; r 4096 + 1048576, w 512
//   softmax: m = 256: f32 768, special 256, predicate 256; topk: predicate 256, r 512,
//     w 8 values of 2 and 8 indices of 8 = 80
//   each choice of weights: 8*2048*512*2 = 16777216 B and 64 B of indices
//   gate, up: 2*8*2048*512 = 16777216 flops; r 4096 + 16777216 = 16781312, w 8192
//   silu: n = 4096: f32 16384, special 4096; product 4096
//   down: 16777216 flops; r 8192 + 16777216 = 16785408, w 8*2048*2 = 32768
//   weighting: 16384 flops, r 32768 + 16; sum over experts: m = 16384 flops, w 4096
//   shared: 3 times 2*2048*512 = 2097152 flops; silu f32 2048, special 512; product 512
//   sum of both: 2048
//   bf16 = 1048576 + 3*16777216 + 4096 + 2*16384 + 3*2097152 + 512 + 2048 = 57711104
//   f32 = 768 + 16384 + 2048 = 19200; special 256 + 4096 + 512 = 4864; predicate 512
//   gmem r = 1052672 + 512 + 512 + 3*16777280 + 2*16781312 + 8192 + 16384 + 16785408
//     + 32784 + 32768 + 2*2101248 + 1024 + 2048 + 2098176 + 8192 = 108135632
//   gmem w = 512 + 512 + 80 + 3*16777216 + 2*8192 + 8192 + 8192 + 32768 + 32768 + 4096
//     + 3*1024 + 1024 + 4096 + 4096 = 50447440
//   (108135632 + 50447440)/4800 = 33038.1 -> 33039 ns.
// Dispatch of 7 of 61 tokens: chosen rows 7*4096 = 28672, indices 56. index_add reads
//   the touched rows, the indices and the source and adds 7*2048 elements.
// A crowd of 67 indices on 61 rows: at most 61 distinct rows, 249856 B, and 536 B.

// CHECK-DAG: # compute-cost flops=bf16:57711104@57711104,f32:19200@19200 service=predicate:512@512,special:4864@4864
// CHECK-DAG: # traffic traffic=gmem:r108135632/w50447440@r108135632/w50447440
// CHECK-DAG: # roofline ideal-ns=33039 bound-by=memory
// CHECK: hir.topk {{.*}}compute-cost service=predicate:256@256; traffic traffic=gmem:r512/w80@r512/w80
// CHECK: %wg = hir.index_select {{.*}}traffic traffic=gmem:r16777280/w16777216@r16777280/w16777216
// CHECK: %g = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16781312/w8192@r16781312/w8192
// CHECK: %d = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16785408/w32768@r16785408/w32768
// CHECK: %y = hir.reduce {{.*}}compute-cost flops=bf16:16384@16384; traffic traffic=gmem:r32768/w4096@r32768/w4096

// DISPATCH: %rows = hir.index_select {{.*}}traffic traffic=gmem:r28728/w28672@r28728/w28672
// DISPATCH: %sum = hir.index_add {{.*}}compute-cost flops=bf16:14336@14336; traffic traffic=gmem:r57400/w28672@r57400/w28672
// DISPATCH: %copy = hir.index_copy {{.*}}traffic traffic=gmem:r28728/w28672@r28728/w28672

// CROWD: %rows = hir.index_select {{.*}}traffic traffic=gmem:r250392/w274432@r250392/w274432

module @Experts attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @token
} {
  func.func @token(%x: tensor<1x2048xbf16>) -> tensor<1x2048xbf16> {
    %r = hir.call @block::@forward(%x) : (tensor<1x2048xbf16>) -> (tensor<1x2048xbf16>)
    return %r : tensor<1x2048xbf16>
  }

  func.func @dispatch(%x: tensor<61x2048xbf16>, %ids: tensor<7xi64>, %out: tensor<61x2048xbf16>) -> (tensor<61x2048xbf16>, tensor<61x2048xbf16>) {
    %rows = hir.index_select %x, %ids {dim = 0} : tensor<61x2048xbf16>, tensor<7xi64>
    %sum = hir.index_add %out, %ids, %rows {dim = 0} : tensor<61x2048xbf16>, tensor<7xi64>, tensor<7x2048xbf16>
    %copy = hir.index_copy %out, %ids, %rows {dim = 0} : tensor<61x2048xbf16>, tensor<7xi64>, tensor<7x2048xbf16>
    return %sum, %copy : tensor<61x2048xbf16>, tensor<61x2048xbf16>
  }

  func.func @crowd(%x: tensor<61x2048xbf16>, %ids: tensor<67xi64>) -> tensor<67x2048xbf16> {
    %rows = hir.index_select %x, %ids {dim = 0} : tensor<61x2048xbf16>, tensor<67xi64>
    return %rows : tensor<67x2048xbf16>
  }

  module @block {
    func.func @forward(%x: tensor<1x2048xbf16>,
                       %router: tensor<2048x256xbf16> {hir.const},
                       %gates: tensor<256x2048x512xbf16> {hir.const},
                       %ups: tensor<256x2048x512xbf16> {hir.const},
                       %downs: tensor<256x512x2048xbf16> {hir.const},
                       %shared_gate: tensor<2048x512xbf16> {hir.const},
                       %shared_up: tensor<2048x512xbf16> {hir.const},
                       %shared_down: tensor<512x2048xbf16> {hir.const}) -> tensor<1x2048xbf16> {
      %logits = hir.matmul %x, %router : tensor<1x2048xbf16>, tensor<2048x256xbf16>
      %probs = hir.softmax %logits {axis = -1} : tensor<1x256xbf16>
      %best, %ids = hir.topk %probs k 8 {axis = -1} : tensor<1x256xbf16>
      %chosen = hir.reshape %ids to [8] : tensor<1x8xi64>
      %wg = hir.index_select %gates, %chosen {dim = 0} : tensor<256x2048x512xbf16>, tensor<8xi64>
      %wu = hir.index_select %ups, %chosen {dim = 0} : tensor<256x2048x512xbf16>, tensor<8xi64>
      %wd = hir.index_select %downs, %chosen {dim = 0} : tensor<256x512x2048xbf16>, tensor<8xi64>
      %x3 = hir.reshape %x to [1, 1, 2048] : tensor<1x2048xbf16>
      %g = hir.matmul %x3, %wg : tensor<1x1x2048xbf16>, tensor<8x2048x512xbf16>
      %u = hir.matmul %x3, %wu : tensor<1x1x2048xbf16>, tensor<8x2048x512xbf16>
      %a = hir.silu %g : tensor<8x1x512xbf16>
      %p = hir.mul %a, %u : tensor<8x1x512xbf16>, tensor<8x1x512xbf16>
      %d = hir.matmul %p, %wd : tensor<8x1x512xbf16>, tensor<8x512x2048xbf16>
      %b3 = hir.reshape %best to [8, 1, 1] : tensor<1x8xbf16>
      %s = hir.mul %d, %b3 : tensor<8x1x2048xbf16>, tensor<8x1x1xbf16>
      %y = hir.reduce sum %s axes [0] : tensor<8x1x2048xbf16>
      %sg = hir.matmul %x, %shared_gate : tensor<1x2048xbf16>, tensor<2048x512xbf16>
      %su = hir.matmul %x, %shared_up : tensor<1x2048xbf16>, tensor<2048x512xbf16>
      %sa = hir.silu %sg : tensor<1x512xbf16>
      %sp = hir.mul %sa, %su : tensor<1x512xbf16>, tensor<1x512xbf16>
      %sd = hir.matmul %sp, %shared_down : tensor<1x512xbf16>, tensor<512x2048xbf16>
      %out = hir.add %y, %sd : tensor<1x2048xbf16>, tensor<1x2048xbf16>
      return %out : tensor<1x2048xbf16>
    }
  }
}
