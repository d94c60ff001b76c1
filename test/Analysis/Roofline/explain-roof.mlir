// What set the verdict, beside it: intensity, ridge points, each resource's time. Nothing else of
// the families it rests on is promoted (A1.2.3-c14).
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=roofline emit=json explain=roof' | FileCheck %s --implicit-check-not=flops_per_unit --implicit-check-not=capacity_bytes
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=roofline emit=text explain=roof' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=roofline emit=table explain=roof' | FileCheck %s --check-prefix=TABLE
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=roofline emit=html explain=roof' | FileCheck %s --check-prefix=HTML
//
// 2*5*5*5 = 250 f32 flops at 4/ns: 62.5 ns. 2*3*7*11 = 462 bf16 flops at 16/ns: 28.875 ns.
// Bytes: 3*25*4 = 300 and (21+77+33)*2 = 262, 562 B at 8/ns: 70.25 ns. Intensity 712/562 =
// 1.26690 flop/B. Ridges: f32 4/8 = 0.5, bf16 16/8 = 2. The rounded times are 63 + 29 = 92
// and 71 ns.

// CHECK: "explain": {
// CHECK-NEXT: "roof": {
// CHECK-NEXT: "bound_by": "compute",
// CHECK-NEXT: "bytes": 562,
// CHECK-NEXT: "bytes_per_second": 8000000000,
// CHECK-NEXT: "compute": [
// CHECK: "flops": 462,
// CHECK-NEXT: "flops_per_second": 16000000000,
// CHECK-NEXT: "ridge_flops_per_byte": "2.000",
// CHECK-NEXT: "time_ns": "28.875",
// CHECK-NEXT: "type": "bf16"
// CHECK: "flops": 250,
// CHECK-NEXT: "flops_per_second": 4000000000,
// CHECK-NEXT: "ridge_flops_per_byte": "0.500",
// CHECK-NEXT: "time_ns": "62.500",
// CHECK-NEXT: "type": "f32"
// CHECK: "flops": 712,
// CHECK-NEXT: "flops_per_byte": "1.267",
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "memory_time_ns": "70.250"
// CHECK: "function_records"
// CHECK: "bound_by": "compute",
// CHECK-NEXT: "compute_ns": 92,
// CHECK-NEXT: "ideal_ns": 92,
// CHECK-NEXT: "memory_ns": 71

// TEXT: # roofline ideal-ns=92 bound-by=compute
// TEXT-NEXT: # roof flops=712 bytes=562 flops-per-byte=1.267 bound-by=compute
// TEXT-NEXT: # roof-memory level=gmem bytes-per-second=8000000000 time-ns=70.250
// TEXT-NEXT: # roof-compute type=bf16 flops=462 flops-per-second=16000000000 ridge-flops-per-byte=2.000 time-ns=28.875
// TEXT-NEXT: # roof-compute type=f32 flops=250 flops-per-second=4000000000 ridge-flops-per-byte=0.500 time-ns=62.500

// TABLE: # roof flops=712 bytes=562 flops-per-byte=1.267 bound-by=compute
// TABLE: # roof-memory {{.*}}time-ns=70.250

// HTML: 712 flop over 562 B at gmem: 1.267 flop/B, bound by compute
// HTML: gmem</td><td>562 B</td><td>8000000000</td><td></td><td>70.250</td>
// HTML-NEXT: bf16</td><td>462 flop</td><td>16000000000</td><td>2.000</td><td>28.875</td>
// HTML-NEXT: f32</td><td>250 flop</td><td>4000000000</td><td>0.500</td><td>62.500</td>

module @Roof attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%a: tensor<5x5xf32>, %b: tensor<3x7xbf16>, %c: tensor<7x11xbf16>) -> (tensor<5x5xf32>, tensor<3x11xbf16>) {
    %x = hir.matmul %a, %a : tensor<5x5xf32>, tensor<5x5xf32>
    %y = hir.matmul %b, %c : tensor<3x7xbf16>, tensor<7x11xbf16>
    return %x, %y : tensor<5x5xf32>, tensor<3x11xbf16>
  }
}
