// Llama-3-8B fits an H200; Llama-3-70B in bf16 does not and is refused; it fits a B200.
//
// RUN: python3 %source_dir/utils/gen-model.py --model llama-3-8b --output %t.8b.mlir
// RUN: tf-opt %t.8b.mlir --tf-analyze='analysis=memory dims=ctx=4096 emit=json' | FileCheck %s
// RUN: python3 %source_dir/utils/gen-model.py --model llama-3-70b --output %t.70b.mlir
// RUN: not tf-opt %t.70b.mlir --tf-analyze='analysis=memory dims=ctx=4096' 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=FULL < %t.err
// RUN: python3 %source_dir/utils/gen-model.py --model llama-3-70b --device nvidia.b200_sxm --output %t.b200.mlir
// RUN: tf-opt %t.b200.mlir --tf-analyze='analysis=memory dims=ctx=4096 emit=json' | FileCheck %s --check-prefix=B200
//
// By hand: 8030261248 parameters are 16060522496 B; tables 2*8192*128*2 = 4194304,
// indices 16, caches 64*4096*8*128*2 = 536870912: 16601587728 B persistent.
// 70553706496 parameters are 141107412992 B, over 141000000000; with tables 4194304,
// indices 16 and caches 160*8388608 = 1342177280: 142453784592 B persistent.

// CHECK: "level": "gmem",
// CHECK-NEXT: "peak_bytes":
// CHECK-NEXT: "persistent_bytes": 16601587728

// FULL: error: the buffers in gmem do not fit: {{[0-9]+}} bytes are alive at position {{[0-9]+}}, more than the capacity of 141000000000 bytes; shorten lifetimes
// FULL-NOT: error:

// B200: "capacity_bytes": 180000000000,
// B200-NEXT: "level": "gmem",
// B200-NEXT: "peak_bytes":
// B200-NEXT: "persistent_bytes": 142453784592
