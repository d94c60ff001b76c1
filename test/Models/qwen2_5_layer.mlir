// Qwen2.5-1.5B cut to one layer: biases on q, k and v, six queries a key-value head.
//
// RUN: python3 %source_dir/utils/gen-model.py --model qwen2.5-1.5b --layers 1 --output %t.mlir
// RUN: tf-opt %t.mlir --tf-analyze='dims=ctx=4096' | FileCheck %s
//
// By hand. hidden 1536, 12 heads on 2 of 128, ffn 8960, c = 4096 positions; a cache is
// c*2*128*2 = 2097152 B, the scores 12*c*2 = 98304 B.
//   norms: m = 1536: f32 6146, special 1, r 6144, w 3072
//   q, o 1536x1536: 4718592 flops and bytes; r 4721664, w 3072; bias q: 1536, r 6144
//   k, v 1536x256: 786432, r 789504, w 512; bias: 256, r 1024, w 512
//   rope: 3*(1536 + 256) = 5376; r 3072 + 512 + 2*256 + 8 = 4104, w 3584
//   updates r 512, w 512; transposes r and w 2097152
//   scores: 2*12*128*c = 12582912; r 3072 + 2097152 = 2100224, w 98304
//   scale: 49152; softmax: f32 147456, special 49152, predicate 49152
//   mixed: 12582912; r 98304 + 2097152 = 2195456, w 3072
//   gate, up 1536x8960: 27525120, r 27528192, w 17920; down r 27543040, w 3072
//   silu: f32 35840, special 8960; product 8960; residuals 1536 each
//   layer: bf16 2*4718592 + 1536 + 2*786432 + 2*256 + 5376 + 2*12582912 + 49152
//     + 2*1536 + 3*27525120 + 8960 = 118819840; f32 2*6146 + 147456 + 35840 = 195588
//     special 2 + 49152 + 8960 = 58114
//     r 102400008, w 4595200
//   embedding: r 3072 + 8, w 3072; head: 2*151936*1536 = 466747392 flops, norm as above,
//     r 6144 + 3072 + 466747392, w 3072 + 303872
//   step: bf16 585567232, f32 201734, special 58115, r 569159696, w 4905216
//   585567232/989500 -> 592, 201734/67000 -> 4; 574064912/4800 -> 119597 ns.

// CHECK-DAG: # compute-cost flops=bf16:585567232@585567232,f32:201734@201734 service=predicate:49152@49152,special:58115@58115
// CHECK-DAG: # traffic traffic=gmem:r569159696/w4905216@r569159696/w4905216,rmem:r34/w0@r34/w0
// CHECK-DAG: # roofline ideal-ns=119597 bound-by=memory
// CHECK: %q = hir.matmul {{.*}}compute-cost flops=bf16:4718592@4718592; traffic traffic=gmem:r4721664/w3072@r4721664/w3072
// CHECK: %qb = hir.add {{.*}}compute-cost flops=bf16:1536@1536; traffic traffic=gmem:r6144/w3072@r6144/w3072
// CHECK: %kb = hir.add {{.*}}compute-cost flops=bf16:256@256; traffic traffic=gmem:r1024/w512@r1024/w512
// CHECK: %scores = hir.matmul {{.*}}compute-cost flops=bf16:12582912@12582912; traffic traffic=gmem:r2100224/w98304@r2100224/w98304
