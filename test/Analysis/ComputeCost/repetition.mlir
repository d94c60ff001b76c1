// Records of calls state one occurrence, the function's the occurrences that run; what
// follows reads them as they are.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,roofline' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=json' | FileCheck %s --check-prefix=JSON
//
// (A1.2.1-c1) Every reachable call has a record, the inlined ones and those of a loop
// without trips included; the function's is not their sum.
// (A1.2.1-c4) Trips of the loops whose induction variable or carried argument a call
// transitively reads; an invariant call counts once; calls of functions follow the same
// rule, op by op.
// (A1.2.1-c5) The roofline of the function divides 6 trips of work once.
//
// By hand, bf16 and f32, loops of 2 and 3 trips and one of none:
//   matmul 2*64*64*64 = 524288 reads %j through its window: 3 trips (it does not read
//   %i): 1572864.
//   sq reads the carried %a of both loops: 4096 * 6 = 24576 (through the function, too).
//   fixed: 4096 special once. never: 0 of 4096.
//   f32: 24576 for @twice's square and as many for add: 49152.
// Bytes: fixed 16384 read and written once; matmul 2*8192 read and 16384 written 3 times;
// square 16384 and 16384, add 32768 and 16384, 6 times each: 360448 + 262144, which take
// 130 ns at 4.8e12 a second; 1572864 bf16 flops take 2 ns at 989.5e12.

// CHECK: # compute-cost flops=bf16:1572864@1572864,f32:49152@49152 service=special:4096@4096
// CHECK: # roofline ideal-ns=130 bound-by=memory
// CHECK: %fixed = hir.exp {{.*}}compute-cost service=special:4096@4096;
// CHECK: %p = hir.matmul {{.*}}compute-cost flops=bf16:524288@524288;
// CHECK: hir.square {{.*}}compute-cost flops=f32:4096@4096;
// CHECK: %next = hir.add {{.*}}compute-cost flops=f32:4096@4096;
// CHECK: %never = hir.relu {{.*}}compute-cost service=predicate:4096@4096;

// JSON: "function_records": {
// JSON-NEXT: "compute-cost": {
// JSON-NEXT: "flops": {
// JSON-NEXT: "bf16": 1572864,
// JSON-NEXT: "f32": 49152
// JSON-NEXT: },
// JSON-NEXT: "flops_per_unit": {
// JSON-NEXT: "bf16": 1572864,
// JSON-NEXT: "f32": 49152
// JSON-NEXT: },
// JSON-NEXT: "service": {
// JSON-NEXT: "special": 4096
// JSON-NEXT: },
// JSON-NEXT: "service_per_unit": {
// JSON-NEXT: "special": 4096

module @Repetition attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @f} {
  func.func @twice(%v: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %s = hir.square %v : tensor<64x64xf32>
    return %s : tensor<64x64xf32>
  }
  func.func @f(%x: tensor<64x64xf32>, %m: tensor<192x64xbf16>, %n: tensor<64x64xbf16>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %r, %l = hir.grid_region %i = 0 to 2 step 1 iter_args(%a = %x, %u = %x) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
      %q, %o = hir.grid_region %j = 0 to 192 step 64 iter_args(%b = %a, %w = %u) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
        %fixed = hir.exp %x : tensor<64x64xf32>
        %t = hir.slice %m[%j, 0] [64, 64] [1, 1] : tensor<192x64xbf16>
        %p = hir.matmul %t, %n to f32 : tensor<64x64xbf16>, tensor<64x64xbf16>
        %s = hir.call @twice(%b) : (tensor<64x64xf32>) -> (tensor<64x64xf32>)
        %next = hir.add %s, %fixed : tensor<64x64xf32>, tensor<64x64xf32>
        hir.yield %next, %p : tensor<64x64xf32>, tensor<64x64xf32>
      }
      hir.yield %q, %o : tensor<64x64xf32>, tensor<64x64xf32>
    }
    %z = hir.grid_region %k = 5 to 5 step 1 iter_args(%c = %x) -> (tensor<64x64xf32>) {
      %never = hir.relu %c : tensor<64x64xf32>
      hir.yield %never : tensor<64x64xf32>
    }
    return %r, %l, %z : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
}
