// A 256x256x256 bf16 product in square tiles of 64: however it is tiled, 262144 B of
// inputs are touched; how often they are read again depends on the tile.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=json' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=table' | FileCheck %s --check-prefix=TABLE
//
// By hand: a tile is 64*64*2 = 8192 B; 4*4*4 = 64 occurrences read one of a and
// one of b: 524288 B each, 1048576 together. Touched: 256*256*2 = 131072 each.
// The product and the additions: 2*256^3 = 33554432 and 4*256*256 = 262144 flops.
// In gmem, over all trips: r products 1048576, additions the same again, inserts
// 131072: 2228224. w zeros 8192, once, since they depend on no loop, products and
// additions 524288 each, inserts 131072: 1187840.

// Touched beside moved without reuse, in the table.
// TABLE: bytes [B] device_bytes [B] repeated_bytes [B]
// TABLE: i{{.*}} a{{(:[0-9]+)?}} gmem 131072 131072 524288
// TABLE: i{{.*}} b{{(:[0-9]+)?}} gmem 131072 131072 524288

// The outermost loop's rows.
// CHECK: "buffer": "a{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 131072,
// CHECK-NEXT: "device_bytes": 131072,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 524288
// CHECK: "buffer": "b{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 131072,
// CHECK-NEXT: "device_bytes": 131072,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 524288
// CHECK: "value": "i
// The innermost loop, outer loops at their first value: one block row and column.
// CHECK: "value": "j
// CHECK: "buffer": "a{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 32768,
// CHECK-NEXT: "device_bytes": 32768,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 32768
// CHECK: "value": "k
// CHECK: "totals": {
// CHECK-NEXT: "flops": {
// CHECK-NEXT: "bf16": 33816576
// CHECK: "gmem": {
// CHECK-NEXT: "read": 2228224,
// CHECK-NEXT: "write": 1187840

module @TiledMatmul attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %c: tensor<256x256xbf16>) -> tensor<256x256xbf16> {
    %r = hir.grid_region %i = 0 to 256 step 64 iter_args(%ci = %c) -> (tensor<256x256xbf16>) {
      %rj = hir.grid_region %j = 0 to 256 step 64 iter_args(%cj = %ci) -> (tensor<256x256xbf16>) {
        %z = hir.zeros : tensor<64x64xbf16>
        %s = hir.grid_region %k = 0 to 256 step 64 iter_args(%acc = %z) -> (tensor<64x64xbf16>) {
          %aw = hir.slice %a[%i, %k] [64, 64] [1, 1] : tensor<256x256xbf16>
          %bw = hir.slice %b[%k, %j] [64, 64] [1, 1] : tensor<256x256xbf16>
          %m = hir.matmul %aw, %bw : tensor<64x64xbf16>, tensor<64x64xbf16>
          %n = hir.add %acc, %m : tensor<64x64xbf16>, tensor<64x64xbf16>
          hir.yield %n : tensor<64x64xbf16>
        }
        %u = hir.insert_slice %s into %cj[%i, %j] : tensor<64x64xbf16>, tensor<256x256xbf16>
        hir.yield %u : tensor<256x256xbf16>
      }
      hir.yield %rj : tensor<256x256xbf16>
    }
    return %r : tensor<256x256xbf16>
  }
}
