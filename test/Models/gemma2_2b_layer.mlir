// One decode step of a Gemma-2-2B layer that attends a window: hidden 2304, 8 query heads
// on 4 key-value heads of 256, ffn 9216, four norms, a soft cap on the scores, tanh
// gelu. It reads the last min(ctx, 4096) rows of its caches.
//
// RUN: tf-opt %s --tf-analyze='dims=ctx=6000' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='dims=ctx=6000 emit=text' | FileCheck %s --check-prefix=SUM
// RUN: tf-opt %s --tf-analyze='dims=ctx=1009' | FileCheck %s --check-prefix=SHORT
//
// Figures by hand. bf16, 2 B an element, w = min(ctx, 4096) = 4096 positions attended; a
// cache row is 4*256*2 = 2048 B, the window 8388608 B.
//   norms: m = 2304, R = 1: f32 4m + 2 = 9218, special 1, r 9216, w 4608
//   q 2304x2048: flops 9437184 = weight bytes, r 9441792, w 4096
//   k, v 2304x1024: 4718592, r 4723200, w 2048
//   rope: 3*(2048 + 1024) = 9216; r 4096 + 2048 + 2*512 + 8 = 7176, w 6144
//   updates: r 2048, w 2048, rmem r 16; windows: rmem r 8, nothing in gmem
//   transposes: r 8388608, w 8388608, through the windows
//   scores: 2*8*256*w = 16777216; r 4096 + 8388608 = 8392704, w 8*w*2 = 65536
//   scale, division, product: n = 8*w = 32768 each; r 65536, w 65536, rmem r 2
//   tanh: special n; softmax: f32 3n = 98304, special n, predicate n
//   mixed: 16777216; r 65536 + 8388608 = 8454144, w 4096
//   o 2048x2304: 9437184, r 9441280, w 4608; residuals: 2304, r 9216, w 4608
//   gate, up 2304x9216: 42467328, r 42471936, w 18432; down: r 42485760, w 4608
//   gelu: n = 9216: f32 8n = 73728, special n, r 18432, w 18432
// Sums:
//   bf16 = 2*9437184 + 2*4718592 + 9216 + 2*16777216 + 3*32768 + 2*2304 + 3*42467328
//          + 9216 = 189389312
//   f32 = 4*9218 + 98304 + 73728 = 208904
//   special = 4 + 32768 + 32768 + 9216 = 74756; predicate 32768
//   gmem r = 4*9216 + 9441792 + 2*4723200 + 7176 + 2*2048 + 2*8388608 + 8392704
//     + 5*65536 + 8454144 + 9441280 + 2*9216 + 2*42471936 + 18432 + 36864 + 42485760
//     = 189832712
//   gmem w = 4*4608 + 4096 + 2*2048 + 6144 + 2*2048 + 2*8388608 + 6*65536 + 4096 + 4608
//     + 2*4608 + 2*18432 + 18432 + 18432 + 4608 = 17303552
//   rmem r = 2*16 + 2*8 + 3*2 = 54
// Peak, at the scores: x 4608, tables 2*4194304, pos 8, caches 2*12288000, weights
//   2*9437184 + 2*4718592 + 3*42467328 + 4*4608 = 155731968: 188701192; new caches
//   24576000, the window of the keys 8388608, rotated q 4096, scores 65536. 221735432.
// Roofline: 189389312/989500 -> 192, 208904/67000 -> 4; 207136264/4800 -> 43154 ns.
// At ctx = 1009 the window is 1009 rows: scores 2*8*256*1009 = 4132864.

// CHECK: %n1 = hir.rms_norm {{.*}}compute-cost flops=f32:9218@9218 service=special:1@1; traffic traffic=gmem:r9216/w4608@r9216/w4608
// CHECK: %q = hir.matmul {{.*}}compute-cost flops=bf16:9437184@9437184; traffic traffic=gmem:r9441792/w4096@r9441792/w4096
// CHECK: hir.rope {{.*}}compute-cost flops=bf16:9216@9216; traffic traffic=gmem:r7176/w6144@r7176/w6144
// CHECK: %kw = hir.slice {{.*}}tensor<1x4096x4x256xbf16>;{{.*}}traffic traffic=rmem:r8/w0@r8/w0
// CHECK: %kt = hir.transpose {{.*}}traffic traffic=gmem:r8388608/w8388608@r8388608/w8388608
// CHECK: %scores = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r8392704/w65536@r8392704/w65536
// CHECK: %bent = hir.tanh {{.*}}compute-cost service=special:32768@32768; traffic traffic=gmem:r65536/w65536@r65536/w65536
// CHECK: %probs = hir.softmax {{.*}}compute-cost flops=f32:98304@98304 service=predicate:32768@32768,special:32768@32768
// CHECK: %vw = hir.slice {{.*}}traffic traffic=rmem:r8/w0@r8/w0
// CHECK: %mixed = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r8454144/w4096@r8454144/w4096
// CHECK: %o = hir.matmul {{.*}}compute-cost flops=bf16:9437184@9437184; traffic traffic=gmem:r9441280/w4608@r9441280/w4608
// CHECK: %gate = hir.matmul {{.*}}compute-cost flops=bf16:42467328@42467328; traffic traffic=gmem:r42471936/w18432@r42471936/w18432
// CHECK: %act = hir.gelu {{.*}}compute-cost flops=f32:73728@73728 service=special:9216@9216; traffic traffic=gmem:r18432/w18432@r18432/w18432
// CHECK: %down = hir.matmul {{.*}}compute-cost flops=bf16:42467328@42467328; traffic traffic=gmem:r42485760/w4608@r42485760/w4608

// SUM-DAG: # compute-cost flops=bf16:189389312@189389312,f32:208904@208904 service=predicate:32768@32768,special:74756@74756
// SUM-DAG: # traffic traffic=gmem:r189832712/w17303552@r189832712/w17303552,rmem:r54/w0@r54/w0
// SUM-DAG: # peak-footprint=gmem:221735432
// SUM-DAG: # roofline ideal-ns=43154 bound-by=memory

// SHORT: %kw = hir.slice {{.*}}tensor<1x1009x4x256xbf16>;
// SHORT: %scores = hir.matmul {{.*}}compute-cost flops=bf16:4132864@4132864

#ctx = #hir.dim<"ctx", 1, 8193>
#win = #hir.dim_expr<min affine_map<()[c] -> (4096, c)>, [#ctx]>
#rows = #hir.encoding<gmem, dims = [#ctx]>
#window = #hir.encoding<gmem, dims = [#win]>
module @Gemma2 attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @layer
} {
  func.func @layer(%x: tensor<1x2304xbf16>, %cos: tensor<8192x256xbf16>, %sin: tensor<8192x256xbf16>,
                   %pos: tensor<1xi64>, %at: index, %from: index,
                   %keys: tensor<1x?x4x256xbf16, #rows>, %values: tensor<1x?x4x256xbf16, #rows>)
      -> (tensor<1x2304xbf16>, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>) {
    %z, %k2, %v2 = hir.call @block::@forward(%x, %cos, %sin, %pos, %at, %from, %keys, %values) : (tensor<1x2304xbf16>, tensor<8192x256xbf16>, tensor<8192x256xbf16>, tensor<1xi64>, index, index, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>) -> (tensor<1x2304xbf16>, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>)
    return %z, %k2, %v2 : tensor<1x2304xbf16>, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>
  }

  module @block {
    func.func @forward(%x: tensor<1x2304xbf16>, %cos: tensor<8192x256xbf16>, %sin: tensor<8192x256xbf16>,
                       %pos: tensor<1xi64>, %at: index, %from: index,
                       %keys: tensor<1x?x4x256xbf16, #rows>, %values: tensor<1x?x4x256xbf16, #rows>,
                       %w1: tensor<2304xbf16> {hir.const = "input_layernorm"},
                       %w2: tensor<2304xbf16> {hir.const = "post_attention_layernorm"},
                       %w3: tensor<2304xbf16> {hir.const = "pre_feedforward_layernorm"},
                       %w4: tensor<2304xbf16> {hir.const = "post_feedforward_layernorm"},
                       %wq: tensor<2304x2048xbf16> {hir.const = "q_proj"},
                       %wk: tensor<2304x1024xbf16> {hir.const = "k_proj"},
                       %wv: tensor<2304x1024xbf16> {hir.const = "v_proj"},
                       %wo: tensor<2048x2304xbf16> {hir.const = "o_proj"},
                       %wg: tensor<2304x9216xbf16> {hir.const = "gate_proj"},
                       %wu: tensor<2304x9216xbf16> {hir.const = "up_proj"},
                       %wd: tensor<9216x2304xbf16> {hir.const = "down_proj"})
        -> (tensor<1x2304xbf16>, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>) {
      %n1 = hir.rms_norm %x, %w1 : tensor<1x2304xbf16>, tensor<2304xbf16>
      %q = hir.matmul %n1, %wq : tensor<1x2304xbf16>, tensor<2304x2048xbf16>
      %k = hir.matmul %n1, %wk : tensor<1x2304xbf16>, tensor<2304x1024xbf16>
      %v = hir.matmul %n1, %wv : tensor<1x2304xbf16>, tensor<2304x1024xbf16>
      %qh = hir.reshape %q to [1, 1, 8, 256] : tensor<1x2048xbf16>
      %kh = hir.reshape %k to [1, 1, 4, 256] : tensor<1x1024xbf16>
      %vh = hir.reshape %v to [1, 1, 4, 256] : tensor<1x1024xbf16>
      %qr, %kr = hir.rope %qh, %kh, %cos, %sin, %pos : tensor<1x1x8x256xbf16>, tensor<1x1x4x256xbf16>, tensor<8192x256xbf16>, tensor<8192x256xbf16>, tensor<1xi64>
      %one = arith.constant 1 : index
      %kc = hir.cache_update %keys, %at, %one, %kr : tensor<1x?x4x256xbf16, #rows>, index, index, tensor<1x1x4x256xbf16>
      %vc = hir.cache_update %values, %at, %one, %vh : tensor<1x?x4x256xbf16, #rows>, index, index, tensor<1x1x4x256xbf16>
      %qg = hir.reshape %qr to [1, 4, 2, 256] : tensor<1x1x8x256xbf16>
      %kw = hir.slice %kc[0, %from, 0, 0] [1, #win, 4, 256] [1, 1, 1, 1] : tensor<1x?x4x256xbf16, #rows>
      %kt = hir.transpose %kw perm [0, 2, 3, 1] : tensor<1x?x4x256xbf16, #window>
      %scores = hir.matmul %qg, %kt : tensor<1x4x2x256xbf16>, tensor<1x4x256x?xbf16, #window>
      %scale = arith.constant 0.0625 : bf16
      %cap = arith.constant 50.0 : bf16
      %scaled = hir.mul %scores, %scale : tensor<1x4x2x?xbf16, #window>, bf16
      %small = hir.div %scaled, %cap : tensor<1x4x2x?xbf16, #window>, bf16
      %bent = hir.tanh %small : tensor<1x4x2x?xbf16, #window>
      %capped = hir.mul %bent, %cap : tensor<1x4x2x?xbf16, #window>, bf16
      %probs = hir.softmax %capped {axis = -1} : tensor<1x4x2x?xbf16, #window>
      %vw = hir.slice %vc[0, %from, 0, 0] [1, #win, 4, 256] [1, 1, 1, 1] : tensor<1x?x4x256xbf16, #rows>
      %vt = hir.transpose %vw perm [0, 2, 1, 3] : tensor<1x?x4x256xbf16, #window>
      %mixed = hir.matmul %probs, %vt : tensor<1x4x2x?xbf16, #window>, tensor<1x4x?x256xbf16, #window>
      %mh = hir.reshape %mixed to [1, 2048] : tensor<1x4x2x256xbf16>
      %o = hir.matmul %mh, %wo : tensor<1x2048xbf16>, tensor<2048x2304xbf16>
      %n2 = hir.rms_norm %o, %w2 : tensor<1x2304xbf16>, tensor<2304xbf16>
      %y = hir.add %x, %n2 : tensor<1x2304xbf16>, tensor<1x2304xbf16>
      %n3 = hir.rms_norm %y, %w3 : tensor<1x2304xbf16>, tensor<2304xbf16>
      %gate = hir.matmul %n3, %wg : tensor<1x2304xbf16>, tensor<2304x9216xbf16>
      %up = hir.matmul %n3, %wu : tensor<1x2304xbf16>, tensor<2304x9216xbf16>
      %act = hir.gelu %gate {approximate = "tanh"} : tensor<1x9216xbf16>
      %prod = hir.mul %act, %up : tensor<1x9216xbf16>, tensor<1x9216xbf16>
      %down = hir.matmul %prod, %wd : tensor<1x9216xbf16>, tensor<9216x2304xbf16>
      %n4 = hir.rms_norm %down, %w4 : tensor<1x2304xbf16>, tensor<2304xbf16>
      %z = hir.add %y, %n4 : tensor<1x2304xbf16>, tensor<1x2304xbf16>
      return %z, %kc, %vc : tensor<1x2304xbf16>, tensor<1x?x4x256xbf16, #rows>, tensor<1x?x4x256xbf16, #rows>
    }
  }
}
