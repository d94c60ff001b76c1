// A 256x256x256 bf16 product in square tiles of 128: however it is tiled, 262144 B of
// inputs are touched; how often they are read again depends on the tile.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=json' | FileCheck %s
//
// By hand: a tile is 128*128*2 = 32768 B; 2*2*2 = 8 occurrences read one of a and
// one of b: 262144 B each, 524288 together. Touched: 256*256*2 = 131072 each.
// The product and the additions: 2*256^3 = 33554432 and 2*256*256 = 131072 flops.
// In gmem, over all trips: r products 524288, additions the same again, inserts
// 131072: 1179648. w zeros 32768, once, since they depend on no loop, products and
// additions 262144 each, inserts 131072: 688128.

// The outermost loop's rows.
// CHECK: "buffer": "a{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 131072,
// CHECK-NEXT: "device_bytes": 131072,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 262144
// CHECK: "buffer": "b{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 131072,
// CHECK-NEXT: "device_bytes": 131072,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 262144
// CHECK: "value": "i
// The innermost loop, outer loops at their first value: one block row and column.
// CHECK: "value": "j
// CHECK: "buffer": "a{{(:[0-9]+)?}}"
// CHECK-NEXT: "bytes": 65536,
// CHECK-NEXT: "device_bytes": 65536,
// CHECK-NEXT: "level": "gmem",
// CHECK-NEXT: "repeated_bytes": 65536
// CHECK: "value": "k
// CHECK: "totals": {
// CHECK-NEXT: "flops": {
// CHECK-NEXT: "bf16": 33685504
// CHECK: "gmem": {
// CHECK-NEXT: "read": 1179648,
// CHECK-NEXT: "write": 688128

module @TiledMatmul attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %c: tensor<256x256xbf16>) -> tensor<256x256xbf16> {
    %r = hir.grid_region %i = 0 to 256 step 128 iter_args(%ci = %c) -> (tensor<256x256xbf16>) {
      %rj = hir.grid_region %j = 0 to 256 step 128 iter_args(%cj = %ci) -> (tensor<256x256xbf16>) {
        %z = hir.zeros : tensor<128x128xbf16>
        %s = hir.grid_region %k = 0 to 256 step 128 iter_args(%acc = %z) -> (tensor<128x128xbf16>) {
          %aw = hir.slice %a[%i, %k] [128, 128] [1, 1] : tensor<256x256xbf16>
          %bw = hir.slice %b[%k, %j] [128, 128] [1, 1] : tensor<256x256xbf16>
          %m = hir.matmul %aw, %bw : tensor<128x128xbf16>, tensor<128x128xbf16>
          %n = hir.add %acc, %m : tensor<128x128xbf16>, tensor<128x128xbf16>
          hir.yield %n : tensor<128x128xbf16>
        }
        %u = hir.insert_slice %s into %cj[%i, %j] : tensor<128x128xbf16>, tensor<256x256xbf16>
        hir.yield %u : tensor<256x256xbf16>
      }
      hir.yield %rj : tensor<256x256xbf16>
    }
    return %r : tensor<256x256xbf16>
  }
}
