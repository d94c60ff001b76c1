// One decode step of a Qwen3-1.7B decoder layer: hidden 2048, 16 query heads on 8
// key-value heads of 128, ffn 6144, bf16. The context length is symbolic.
//
// RUN: tf-opt %s --tf-analyze='dims=ctx=4096' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='dims=ctx=4096' | FileCheck %s --check-prefix=SUM
// RUN: tf-opt %s --tf-analyze='dims=ctx=8191 emit=text' | FileCheck %s --check-prefix=LONG
// RUN: tf-opt %s --tf-analyze='function=@Qwen3::@embed' | FileCheck %s --check-prefix=EMBED
// RUN: tf-opt %s --tf-analyze='function=@head' | FileCheck %s --check-prefix=HEAD
// RUN: tf-opt %s --tf-analyze='function=@head_by_transpose' | FileCheck %s --check-prefix=TRANSPOSE
//
// Figures by hand. c = 4096 positions attended; 2 B an element; all in gmem. There is
// no topology level, so one unit's share is the whole.
//
// Projections, work 2 x parameters, reads parameters + input:
//   q        2048x2048: flops  8388608, r 4096 + weight  8388608 =  8392704, w  4096
//   k, v     2048x1024: flops  4194304, r 4096 + weight  4194304 =  4198400, w  2048
//   o        2048x2048: as q
//   gate, up 2048x6144: flops 25165824, r 4096 + weight 25165824 = 25169920, w 12288
//   down     6144x2048: flops 25165824, r 12288 + weight 25165824 = 25178112, w 4096
// Attention: a key or value cache holds c*8*128*2 = 8388608 B, expanded to 16 heads
//   16777216 B. Transposes and repeats read the 8 heads that exist. Each product does
//   2*16*128*c = 16777216 flops.
//   scores: r 4096 + 16777216 = 16781312, w 16*c*2 = 131072
//   scale:  n = 16*c = 65536 flops, r 131072, w 131072; its bf16 scalar: rmem r 2
//   softmax: m = 65536: f32 3m = 196608, special m, predicate m, r 131072, w 131072
//   mixed:  r 131072 + 16777216 = 16908288, w 4096
// Norms: hidden m = 2048, R = 1: f32 4m + 2R = 8194, special 1, r 4096 + 4096, w 4096;
//   q m = 2048, R = 16: 8224, 16, r 4096 + 256, w 4096;
//   k m = 1024, R = 8: 4112, 8, r 2048 + 256, w 2048.
// rope: 3*(2048 + 1024) = 9216 flops; r 4096 + 2048 + two table rows of 256 and one
//   position of 8 = 6664, w 6144.
// cache_update: r 2048, w 2048; position and row count, 8 B each: rmem r 16.
// silu: n = 6144: f32 4n = 24576, special n; r 12288, w 12288. product: n flops.
//
// Sums:
//   bf16 = 2*8388608 + 2*4194304 + 3*25165824 + 2*16777216 + 9216 + 65536 + 6144
//          + 2*2048 = 134302720
//   f32 = 8194 + 8224 + 4112 + 196608 + 8194 + 24576 = 249908
//   special = 1 + 16 + 8 + 65536 + 1 + 6144 = 71706
//   gmem r = 8192 + 8392704 + 2*4198400 + 4352 + 2304 + 6664 + 2*2048 + 2*8388608
//     + 2*8388608 + 16781312 + 131072 + 131072 + 16908288 + 8392704 + 8192 + 8192
//     + 2*25169920 + 12288 + 24576 + 25178112 + 8192 = 168293384
//   gmem w = 4096 + 4096 + 2*2048 + 4096 + 2048 + 6144 + 2*2048 + 2*8388608
//     + 2*16777216 + 3*131072 + 4096 + 4096 + 4096 + 4096 + 2*12288 + 12288 + 12288
//     + 4096 + 4096 = 50827264
//   rmem r = 2*16 + 2 = 34
// Peak, at the scores: parameters x 4096, tables 2*10485760, pos 8, caches 2*8388608,
//   weights 2*8388608 + 2*4194304 + 3*25165824 + 2*4096 + 2*256 = 100672000, together
//   138424840; two new caches 16777216, expanded keys 16777216, rotated q 4096, scores
//   131072, together 33689600. Sum 172114440. (The same again at the second product.)
// Roofline: 134302720/989500 -> 136 and 249908/67000 -> 4: compute 140 ns;
//   219120648/4800 = 45650.1: memory 45651 ns.
//
// At c = 8191: bf16 134302720 + 2*4096*4095 + 16*4095 = 167914480;
//   f32 249908 + 48*4095 = 446468; special 71706 + 16*4095 = 137226;
//   predicate 131056. gmem r grows by 4095*(4*2048 + 2*4096 + 3*32) = 4095*16480 to
//   235778984, w by 4095*(2*2048 + 2*4096 + 3*32) = 4095*12384 to 101539744.
//   Peak grows by 4095*(2*2048 + 2*2048 + 4096 + 32) = 4095*12320 to 222564840.
//   167914480/989500 -> 170, 446468/67000 -> 7; 337318728/4800 = 70274.7 -> 70275.
//
// Embedding: one row of 4096 B and the index of 8 B, whatever the table's size. Head:
//   norm as above; logits 2*2048*151936 = 622329856 flops, table 622329856 B, r 4096 +
//   table = 622333952, w 303872. Multiplying by a transposed copy also pays for the
//   copy: r and w 622329856.

// CHECK: %h = hir.rms_norm {{.*}}compute-cost flops=f32:8194@8194 service=special:1@1; traffic traffic=gmem:r8192/w4096@r8192/w4096
// CHECK: %q = hir.matmul {{.*}}compute-cost flops=bf16:8388608@8388608; traffic traffic=gmem:r8392704/w4096@r8392704/w4096
// CHECK: %k = hir.matmul {{.*}}compute-cost flops=bf16:4194304@4194304; traffic traffic=gmem:r4198400/w2048@r4198400/w2048
// CHECK: %v = hir.matmul {{.*}}compute-cost flops=bf16:4194304@4194304; traffic traffic=gmem:r4198400/w2048@r4198400/w2048
// CHECK: %qn = hir.rms_norm {{.*}}compute-cost flops=f32:8224@8224 service=special:16@16; traffic traffic=gmem:r4352/w4096@r4352/w4096
// CHECK: %kn = hir.rms_norm {{.*}}compute-cost flops=f32:4112@4112 service=special:8@8; traffic traffic=gmem:r2304/w2048@r2304/w2048
// CHECK: hir.rope {{.*}}compute-cost flops=bf16:9216@9216; traffic traffic=gmem:r6664/w6144@r6664/w6144
// CHECK: %kc = hir.cache_update {{.*}}traffic traffic=gmem:r2048/w2048@r2048/w2048,rmem:r16/w0@r16/w0
// CHECK: %vc = hir.cache_update {{.*}}traffic traffic=gmem:r2048/w2048@r2048/w2048,rmem:r16/w0@r16/w0
// CHECK: %kt = hir.transpose {{.*}}traffic traffic=gmem:r8388608/w8388608@r8388608/w8388608
// CHECK: %kx = hir.repeat_interleave {{.*}}traffic traffic=gmem:r8388608/w16777216@r8388608/w16777216
// CHECK: %scores = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16781312/w131072@r16781312/w131072
// CHECK: %scaled = hir.mul {{.*}}compute-cost flops=bf16:65536@65536; traffic traffic=gmem:r131072/w131072@r131072/w131072,rmem:r2/w0@r2/w0
// CHECK: %probs = hir.softmax {{.*}}compute-cost flops=f32:196608@196608 service=predicate:65536@65536,special:65536@65536; traffic traffic=gmem:r131072/w131072@r131072/w131072
// CHECK: %vt = hir.transpose {{.*}}traffic traffic=gmem:r8388608/w8388608@r8388608/w8388608
// CHECK: %vx = hir.repeat_interleave {{.*}}traffic traffic=gmem:r8388608/w16777216@r8388608/w16777216
// CHECK: %mixed = hir.matmul {{.*}}compute-cost flops=bf16:16777216@16777216; traffic traffic=gmem:r16908288/w4096@r16908288/w4096
// CHECK: %o = hir.matmul {{.*}}compute-cost flops=bf16:8388608@8388608; traffic traffic=gmem:r8392704/w4096@r8392704/w4096
// CHECK: %y = hir.add {{.*}}compute-cost flops=bf16:2048@2048; traffic traffic=gmem:r8192/w4096@r8192/w4096
// CHECK: %m = hir.rms_norm {{.*}}compute-cost flops=f32:8194@8194 service=special:1@1; traffic traffic=gmem:r8192/w4096@r8192/w4096
// CHECK: %gate = hir.matmul {{.*}}compute-cost flops=bf16:25165824@25165824; traffic traffic=gmem:r25169920/w12288@r25169920/w12288
// CHECK: %up = hir.matmul {{.*}}compute-cost flops=bf16:25165824@25165824; traffic traffic=gmem:r25169920/w12288@r25169920/w12288
// CHECK: %act = hir.silu {{.*}}compute-cost flops=f32:24576@24576 service=special:6144@6144; traffic traffic=gmem:r12288/w12288@r12288/w12288
// CHECK: %prod = hir.mul {{.*}}compute-cost flops=bf16:6144@6144; traffic traffic=gmem:r24576/w12288@r24576/w12288
// CHECK: %down = hir.matmul {{.*}}compute-cost flops=bf16:25165824@25165824; traffic traffic=gmem:r25178112/w4096@r25178112/w4096
// CHECK: %z = hir.add {{.*}}compute-cost flops=bf16:2048@2048; traffic traffic=gmem:r8192/w4096@r8192/w4096

// SUM: // # analysis target=nvidia.h200_sxm module=Qwen3 function=layer topology=none
// SUM: // # selection requested=compute-cost,memory,roofline executed=compute-cost,memory,roofline
// SUM-DAG: // # compute-cost flops=bf16:134302720@134302720,f32:249908@249908 service=predicate:65536@65536,special:71706@71706
// SUM-DAG: // # traffic traffic=gmem:r168293384/w50827264@r168293384/w50827264,rmem:r34/w0@r34/w0
// SUM-DAG: // # peak-footprint=gmem:172114440
// SUM-DAG: // # roofline ideal-ns=45651 bound-by=memory
// The weights of the children are parameters of the view, named by path.
// SUM: func.func @layer(
// SUM-SAME: %attn.input_layernorm: tensor<2048xbf16>
// SUM-SAME: %attn.q_proj: tensor<2048x2048xbf16>
// SUM-SAME: %attn.k_proj: tensor<2048x1024xbf16>
// SUM-SAME: %mlp.down_proj: tensor<6144x2048xbf16>

// LONG-DAG: # compute-cost flops=bf16:167914480@167914480,f32:446468@446468 service=predicate:131056@131056,special:137226@137226
// LONG-DAG: # traffic traffic=gmem:r235778984/w101539744@r235778984/w101539744,rmem:r34/w0@r34/w0
// LONG-DAG: # peak-footprint=gmem:222564840
// LONG-DAG: # roofline ideal-ns=70275 bound-by=memory

// EMBED: function=embed
// EMBED: # traffic traffic=gmem:r4104/w4096@r4104/w4096
// EMBED: hir.index_select {{.*}}traffic traffic=gmem:r4104/w4096@r4104/w4096

// HEAD: # compute-cost flops=bf16:622329856@622329856,f32:8194@8194 service=special:1@1
// HEAD: # traffic traffic=gmem:r622342144/w307968@r622342144/w307968
// HEAD: %column = hir.matmul {{.*}}compute-cost flops=bf16:622329856@622329856; traffic traffic=gmem:r622333952/w303872@r622333952/w303872

// TRANSPOSE: # traffic traffic=gmem:r1244672000/w622637824@r1244672000/w622637824
// TRANSPOSE: %tt = hir.transpose {{.*}}traffic traffic=gmem:r622329856/w622329856@r622329856/w622329856
// TRANSPOSE: %row = hir.matmul {{.*}}compute-cost flops=bf16:622329856@622329856; traffic traffic=gmem:r622333952/w303872@r622333952/w303872

#ctx = #hir.dim<"ctx", 1, 40961>
#rows = #hir.encoding<gmem, dims = [#ctx]>
module @Qwen3 attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @layer
} {
  func.func @layer(%x: tensor<1x2048xbf16>, %cos: tensor<40960x128xbf16>, %sin: tensor<40960x128xbf16>,
                   %pos: tensor<1xi64>, %at: index,
                   %keys: tensor<1x?x8x128xbf16, #rows>, %values: tensor<1x?x8x128xbf16, #rows>)
      -> (tensor<1x2048xbf16>, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>) {
    %y, %k2, %v2 = hir.call @attn::@forward(%x, %cos, %sin, %pos, %at, %keys, %values) : (tensor<1x2048xbf16>, tensor<40960x128xbf16>, tensor<40960x128xbf16>, tensor<1xi64>, index, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>) -> (tensor<1x2048xbf16>, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>)
    %z = hir.call @mlp::@forward(%y) : (tensor<1x2048xbf16>) -> (tensor<1x2048xbf16>)
    return %z, %k2, %v2 : tensor<1x2048xbf16>, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>
  }

  func.func @embed(%ids: tensor<1xi64>) -> tensor<1x2048xbf16> {
    %x = hir.call @vocab::@lookup(%ids) : (tensor<1xi64>) -> (tensor<1x2048xbf16>)
    return %x : tensor<1x2048xbf16>
  }

  func.func @head(%x: tensor<1x2048xbf16>) -> tensor<1x151936xbf16> {
    %l = hir.call @vocab::@logits(%x) : (tensor<1x2048xbf16>) -> (tensor<1x151936xbf16>)
    return %l : tensor<1x151936xbf16>
  }

  func.func @head_by_transpose(%x: tensor<1x2048xbf16>) -> tensor<1x151936xbf16> {
    %l = hir.call @vocab::@logits_by_transpose(%x) : (tensor<1x2048xbf16>) -> (tensor<1x151936xbf16>)
    return %l : tensor<1x151936xbf16>
  }

  module @attn {
    func.func @forward(%x: tensor<1x2048xbf16>, %cos: tensor<40960x128xbf16>, %sin: tensor<40960x128xbf16>,
                       %pos: tensor<1xi64>, %at: index,
                       %keys: tensor<1x?x8x128xbf16, #rows>, %values: tensor<1x?x8x128xbf16, #rows>,
                       %norm: tensor<2048xbf16> {hir.const = "input_layernorm"},
                       %wq: tensor<2048x2048xbf16> {hir.const = "q_proj"},
                       %wk: tensor<2048x1024xbf16> {hir.const = "k_proj"},
                       %wv: tensor<2048x1024xbf16> {hir.const = "v_proj"},
                       %q_norm: tensor<128xbf16> {hir.const},
                       %k_norm: tensor<128xbf16> {hir.const},
                       %wo: tensor<2048x2048xbf16> {hir.const = "o_proj"})
        -> (tensor<1x2048xbf16>, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>) {
      %h = hir.rms_norm %x, %norm : tensor<1x2048xbf16>, tensor<2048xbf16>
      %q = hir.matmul %h, %wq : tensor<1x2048xbf16>, tensor<2048x2048xbf16>
      %k = hir.matmul %h, %wk : tensor<1x2048xbf16>, tensor<2048x1024xbf16>
      %v = hir.matmul %h, %wv : tensor<1x2048xbf16>, tensor<2048x1024xbf16>
      %qh = hir.reshape %q to [1, 1, 16, 128] : tensor<1x2048xbf16>
      %kh = hir.reshape %k to [1, 1, 8, 128] : tensor<1x1024xbf16>
      %vh = hir.reshape %v to [1, 1, 8, 128] : tensor<1x1024xbf16>
      %qn = hir.rms_norm %qh, %q_norm : tensor<1x1x16x128xbf16>, tensor<128xbf16>
      %kn = hir.rms_norm %kh, %k_norm : tensor<1x1x8x128xbf16>, tensor<128xbf16>
      %qr, %kr = hir.rope %qn, %kn, %cos, %sin, %pos : tensor<1x1x16x128xbf16>, tensor<1x1x8x128xbf16>, tensor<40960x128xbf16>, tensor<40960x128xbf16>, tensor<1xi64>
      %one = arith.constant 1 : index
      %kc = hir.cache_update %keys, %at, %one, %kr : tensor<1x?x8x128xbf16, #rows>, index, index, tensor<1x1x8x128xbf16>
      %vc = hir.cache_update %values, %at, %one, %vh : tensor<1x?x8x128xbf16, #rows>, index, index, tensor<1x1x8x128xbf16>
      // One query row a head, so its transposition is a reshape.
      %qt = hir.reshape %qr to [1, 16, 1, 128] : tensor<1x1x16x128xbf16>
      %kt = hir.transpose %kc perm [0, 2, 3, 1] : tensor<1x?x8x128xbf16, #rows>
      %kx = hir.repeat_interleave %kt {repeats = 2, axis = 1} : tensor<1x8x128x?xbf16, #rows>
      %scores = hir.matmul %qt, %kx : tensor<1x16x1x128xbf16>, tensor<1x16x128x?xbf16, #rows>
      %scale = arith.constant 0.08838 : bf16
      %scaled = hir.mul %scores, %scale : tensor<1x16x1x?xbf16, #rows>, bf16
      %probs = hir.softmax %scaled {axis = -1} : tensor<1x16x1x?xbf16, #rows>
      %vt = hir.transpose %vc perm [0, 2, 1, 3] : tensor<1x?x8x128xbf16, #rows>
      %vx = hir.repeat_interleave %vt {repeats = 2, axis = 1} : tensor<1x8x?x128xbf16, #rows>
      %mixed = hir.matmul %probs, %vx : tensor<1x16x1x?xbf16, #rows>, tensor<1x16x?x128xbf16, #rows>
      %mh = hir.reshape %mixed to [1, 2048] : tensor<1x16x1x128xbf16>
      %o = hir.matmul %mh, %wo : tensor<1x2048xbf16>, tensor<2048x2048xbf16>
      %y = hir.add %x, %o : tensor<1x2048xbf16>, tensor<1x2048xbf16>
      return %y, %kc, %vc : tensor<1x2048xbf16>, tensor<1x?x8x128xbf16, #rows>, tensor<1x?x8x128xbf16, #rows>
    }
  }

  module @mlp {
    func.func @forward(%x: tensor<1x2048xbf16>,
                       %norm: tensor<2048xbf16> {hir.const = "post_attention_layernorm"},
                       %wg: tensor<2048x6144xbf16> {hir.const = "gate_proj"},
                       %wu: tensor<2048x6144xbf16> {hir.const = "up_proj"},
                       %wd: tensor<6144x2048xbf16> {hir.const = "down_proj"}) -> tensor<1x2048xbf16> {
      %m = hir.rms_norm %x, %norm : tensor<1x2048xbf16>, tensor<2048xbf16>
      %gate = hir.matmul %m, %wg : tensor<1x2048xbf16>, tensor<2048x6144xbf16>
      %up = hir.matmul %m, %wu : tensor<1x2048xbf16>, tensor<2048x6144xbf16>
      %act = hir.silu %gate : tensor<1x6144xbf16>
      %prod = hir.mul %act, %up : tensor<1x6144xbf16>, tensor<1x6144xbf16>
      %down = hir.matmul %prod, %wd : tensor<1x6144xbf16>, tensor<6144x2048xbf16>
      %z = hir.add %x, %down : tensor<1x2048xbf16>, tensor<1x2048xbf16>
      return %z : tensor<1x2048xbf16>
    }
  }

  // Tied embeddings: one table serves the lookup and the logits.
  module @vocab {
    func.func @lookup(%ids: tensor<1xi64>, %table: tensor<151936x2048xbf16> {hir.const = "embed_tokens"}) -> tensor<1x2048xbf16> {
      %x = hir.index_select %table, %ids {dim = 0} : tensor<151936x2048xbf16>, tensor<1xi64>
      return %x : tensor<1x2048xbf16>
    }
    // table x column: the table is read where it lies.
    func.func @logits(%x: tensor<1x2048xbf16>, %norm: tensor<2048xbf16> {hir.const = "norm"},
                      %table: tensor<151936x2048xbf16> {hir.const = "embed_tokens"}) -> tensor<1x151936xbf16> {
      %n = hir.rms_norm %x, %norm : tensor<1x2048xbf16>, tensor<2048xbf16>
      %nt = hir.reshape %n to [2048, 1] : tensor<1x2048xbf16>
      %column = hir.matmul %table, %nt : tensor<151936x2048xbf16>, tensor<2048x1xbf16>
      %l = hir.reshape %column to [1, 151936] : tensor<151936x1xbf16>
      return %l : tensor<1x151936xbf16>
    }
    func.func @logits_by_transpose(%x: tensor<1x2048xbf16>, %norm: tensor<2048xbf16> {hir.const = "norm"},
                                   %table: tensor<151936x2048xbf16> {hir.const = "embed_tokens"}) -> tensor<1x151936xbf16> {
      %n = hir.rms_norm %x, %norm : tensor<1x2048xbf16>, tensor<2048xbf16>
      %tt = hir.transpose %table perm [1, 0] : tensor<151936x2048xbf16>
      %row = hir.matmul %n, %tt : tensor<1x2048xbf16>, tensor<2048x151936xbf16>
      return %row : tensor<1x151936xbf16>
    }
  }
}
