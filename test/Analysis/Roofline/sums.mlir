// A function's bound divides its sums, and adds no rounded times of its calls.
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml -split-input-file --tf-analyze='analysis=roofline emit=json' | FileCheck %s

// Each call: 1 f32 flop / 4 -> 1 ns; 3 * 4 B / 8 -> 2 ns. The function: 5 / 4 -> 2 ns, and not
// 5; 5 * 12 = 60 B / 8 = 7.5 -> 8 ns, and not 10.
// CHECK: "compute_ns": 1,
// CHECK-NEXT: "ideal_ns": 2,
// CHECK-NEXT: "memory_ns": 2
// CHECK: "function_records"
// CHECK: "bound_by": "memory",
// CHECK-NEXT: "compute_ns": 2,
// CHECK-NEXT: "ideal_ns": 8,
// CHECK-NEXT: "memory_ns": 8
module @Sums attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
    %a = hir.add %x, %x : tensor<1xf32>, tensor<1xf32>
    %b = hir.mul %a, %a : tensor<1xf32>, tensor<1xf32>
    %c = hir.sub %b, %b : tensor<1xf32>, tensor<1xf32>
    %d = hir.add %c, %c : tensor<1xf32>, tensor<1xf32>
    %e = hir.mul %d, %d : tensor<1xf32>, tensor<1xf32>
    return %e : tensor<1xf32>
  }
}

// -----

// Types are rounded one by one: 5 f32 / 4 -> 2, 17 bf16 / 16 -> 2: 4 ns. In rmem: no
// movement that counts.
// CHECK: "function_records"
// CHECK: "bound_by": "compute",
// CHECK-NEXT: "compute_ns": 4,
// CHECK-NEXT: "ideal_ns": 4,
// CHECK-NEXT: "memory_ns": 0
#rmem = #hir.encoding<rmem>
module @Types attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<5xf32, #rmem>, %y: tensor<17xbf16, #rmem>) -> (tensor<5xf32, #rmem>, tensor<17xbf16, #rmem>) {
    %a = hir.add %x, %x : tensor<5xf32, #rmem>, tensor<5xf32, #rmem>
    %b = hir.add %y, %y : tensor<17xbf16, #rmem>, tensor<17xbf16, #rmem>
    return %a, %b : tensor<5xf32, #rmem>, tensor<17xbf16, #rmem>
  }
}

// -----

// 1000000007 trips of [3,5] x [5,5]: 150 flops and (15+25+15)*4 = 220 B each. 150000001050
// flops times 1e9 are past 64 bits, the time is not (A1.2.3-c9): / 4 = 37500000262.5 -> ...263 ns;
// 220000001540 B / 8 = 27500000192.5 -> ...193 ns.
// CHECK: "function_records"
// CHECK: "bound_by": "compute",
// CHECK-NEXT: "compute_ns": 37500000263,
// CHECK-NEXT: "ideal_ns": 37500000263,
// CHECK-NEXT: "memory_ns": 27500000193
module @Wide attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %w: tensor<5x5xf32>) -> tensor<3x5xf32> {
    %r = hir.grid_region %i = 0 to 1000000007 step 1 iter_args(%a = %x) -> (tensor<3x5xf32>) {
      %c = hir.matmul %a, %w : tensor<3x5xf32>, tensor<5x5xf32>
      hir.yield %c : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}
