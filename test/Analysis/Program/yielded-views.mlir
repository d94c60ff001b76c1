// RUN: tf-opt %s -split-input-file --tf-analyze='analysis=memory emit=json operands=true' | FileCheck %s

// Results of scopes and loops are other names: readers fold through the views that they
// name to the value that owns the bytes (ir.md 8, 9).

#cta = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["c"]>

// A scope yields a window that moves with the loop outside: 7 windows of 5 * 3 elements,
// 7 * 5 * 3 * 4 = 420 B of %x. What a second scope yields is %x transposed; each of the 7
// trips reads all of it: 7 * 420 = 2940 more without reuse, 420 + 2940 = 3360 in all, and the
// transposing scope itself walks %x on every trip, too: it is measured as a read of 420
// each, 2940, and writes its owner's row, 2940. 420 + 2940 + 2940 + 2940 = 9240.
// CHECK: "loops": [
// CHECK: "buffer": "x:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 420,
// CHECK-NEXT: "device_bytes": 420,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 9240
// CHECK-NOT: "buffer": "v:
// CHECK-NOT: "buffer": "t:
// CHECK: "known": true
module @Scope attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 2>], hir.entry = @f} {
  func.func @f(%x: tensor<35x3xf32>, %b: tensor<5x3xf32>, %d: tensor<3x35xf32>) -> (tensor<5x3xf32>, tensor<3x35xf32>) {
    %r:2 = hir.grid_region %k = 0 to 35 step 5 iter_args(%acc = %b, %all = %d) -> (tensor<5x3xf32>, tensor<3x35xf32>) {
      %v = hir.mesh_scope #cta at(%c) args(%a = %x, %kk = %k) : (tensor<35x3xf32>, index) -> (tensor<5x3xf32>) {
        %w = hir.slice %a[%kk, 0] [5, 3] [1, 1] : tensor<35x3xf32>
        hir.yield %w : tensor<5x3xf32>
      }
      %t = hir.mesh_scope #cta at(%c) args(%a = %x) : (tensor<35x3xf32>) -> (tensor<3x35xf32>) {
        %w = hir.transpose %a perm [1, 0] : tensor<35x3xf32>
        hir.yield %w : tensor<3x35xf32>
      }
      %n = hir.neg %v : tensor<5x3xf32>
      %m = hir.neg %t : tensor<3x35xf32>
      hir.yield %n, %m : tensor<5x3xf32>, tensor<3x35xf32>
    }
    return %r#0, %r#1 : tensor<5x3xf32>, tensor<3x35xf32>
  }
}

// -----

// A loop's result names the window of its last trip: k = 14, rows 14 to 20 of 17, so 3 rows
// of 5 elements lie inside (ir.md 11.7): 3 * 5 * 4 = 60 B. The loop of 0 trips names the
// initial value, rows 11 to 17 of %x: 6 rows inside, 6 * 5 * 4 = 120 B.
// CHECK: "name": "last",
// CHECK-NEXT: "read": 60,
// CHECK: "name": "first",
// CHECK-NEXT: "read": 120,
module @Loop attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<17x5xf32>, %b: tensor<7x5xf32>) -> (tensor<7x5xf32>, tensor<7x5xf32>) {
    %c11 = arith.constant 11 : index
    %last = hir.grid_region %k = 0 to 17 step 7 iter_args(%acc = %b) -> (tensor<7x5xf32>) {
      %v = hir.slice %x[%k, 0] [7, 5] [1, 1] : tensor<17x5xf32>
      hir.yield %v : tensor<7x5xf32>
    }
    %n = hir.neg %last : tensor<7x5xf32>
    %i = hir.slice %x[%c11, 0] [7, 5] [1, 1] : tensor<17x5xf32>
    %first = hir.grid_region %k = 0 to 0 step 1 iter_args(%acc = %i) -> (tensor<7x5xf32>) {
      hir.yield %b : tensor<7x5xf32>
    }
    %m = hir.neg %first : tensor<7x5xf32>
    return %n, %m : tensor<7x5xf32>, tensor<7x5xf32>
  }
}

// -----

// In a loop, the row of what a loop of 0 trips names is that of the value behind: 7 rows of
// 5 elements, 140 B on each of 3 trips.
// CHECK: "buffer": "x:{{[0-9]+}}",
// CHECK-NEXT: "bytes": 140,
// CHECK-NEXT: "device_bytes": 140,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 420
// CHECK-NOT: "buffer": "first:
// CHECK: "value": "k
module @NoTrips attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<17x5xf32>, %b: tensor<7x5xf32>) -> tensor<7x5xf32> {
    %r = hir.grid_region %k = 0 to 3 step 1 iter_args(%acc = %b) -> (tensor<7x5xf32>) {
      %i = hir.slice %x[2, 0] [7, 5] [1, 1] : tensor<17x5xf32>
      %first = hir.grid_region %none = 0 to 0 step 1 iter_args(%inner = %i) -> (tensor<7x5xf32>) {
        hir.yield %b : tensor<7x5xf32>
      }
      %m = hir.neg %first : tensor<7x5xf32>
      hir.yield %m : tensor<7x5xf32>
    }
    return %r : tensor<7x5xf32>
  }
}
