// The whole Qwen3-1.7B: embedding, 28 layers, head, one decode step at 4096 positions.
// The program is written by the generator, twice the same.
//
// RUN: python3 %source_dir/utils/gen-model.py --output %t.mlir
// RUN: python3 %source_dir/utils/gen-model.py | cmp - %t.mlir
// RUN: tf-opt %t.mlir --tf-analyze='dims=ctx=4096 emit=text' | FileCheck %s
// RUN: tf-opt %t.mlir --tf-analyze='analysis=memory dims=ctx=4096 emit=json' | FileCheck %s --check-prefix=MEMORY
// RUN: tf-opt %t.mlir --tf-analyze='dims=ctx=4096' | tf-opt | FileCheck %s --check-prefix=AGAIN
//
// By hand, from qwen3_1_7b.mlir: a layer does bf16 134302720, f32 249908, special 71706,
// predicate 65536. Here the queries of a key-value head stand together, so the copies
// to 16 heads go: r 168293384 - 2*8388608 (copies) - 2*8388608 (products) = 134738952;
// w 50827264 - 2*16777216 = 17272832. Of the cache updates and scale, rmem r 34.
// Embedding r 4104, w 4096. Head: bf16 622329856, f32 8194, special 1, r 622342144,
// w 307968.
//   bf16 28*134302720 + 622329856 = 4382806016; f32 28*249908 + 8194 = 7005618
//   special 28*71706 + 1 = 2007769; predicate 28*65536 = 1835008
//   r 28*134738952 + 4104 + 622342144 = 4395036904
//   w 28*17272832 + 4096 + 307968 = 483951360; rmem r 28*34 = 952
// Roofline: 4382806016/989500 -> 4430, 7005618/67000 -> 105: 4535 ns;
//   4878988264/4800 = 1016455.9 -> 1016456 ns.
// Memory: weights 28*100672000 + table 622329856 + norm 4096 = 3441149952 B, which are
//   the published 1720574976 parameters; indices 16, tables 20971520, caches 56*8388608:
//   persistent 3931883536. At the head's product: new caches 469762048, its norm 4096,
//   its result 303872: peak 4401953552.

// CHECK-DAG: # compute-cost flops=bf16:4382806016@4382806016,f32:7005618@7005618 service=predicate:1835008@1835008,special:2007769@2007769
// CHECK-DAG: # traffic traffic=gmem:r4395036904/w483951360@r4395036904/w483951360,rmem:r952/w0@r952/w0
// CHECK-DAG: # peak-footprint=gmem:4401953552
// CHECK-DAG: # roofline ideal-ns=1016456 bound-by=memory

// MEMORY: "solver_status": "optimal"
// MEMORY: "capacity_bytes": 141000000000,
// MEMORY-NEXT: "level": "gmem",
// MEMORY-NEXT: "peak_bytes": 4401953552,
// MEMORY-NEXT: "persistent_bytes": 3931883536

// AGAIN: func.func @step(
// AGAIN-SAME: %layer0.q_proj: tensor<2048x2048xbf16>
// AGAIN-SAME: %layer27.down_proj: tensor<6144x2048xbf16>
// AGAIN-COUNT-28: hir.silu
// AGAIN-NOT: hir.silu
