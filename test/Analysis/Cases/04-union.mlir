// Overlapping windows: what moves is the sum over boundaries, what is touched is the
// union.
//
// RUN: tf-opt %s --tf-analyze='function=@overlap analysis=memory emit=json' | FileCheck %s --check-prefix=OVERLAP
// RUN: tf-opt %s --tf-analyze='function=@cache analysis=memory emit=json' | FileCheck %s --check-prefix=CACHE
//
// By hand: x[0:10] + x[5:15] reads 20 elements, 80 B, of 15 distinct ones, 60 B.
// A cache [62,2,4096,128] bf16 read one layer a trip: 2*4096*128*2 = 2097152 B a trip,
// 62 trips, 130023424 B, each byte once.
// RUN: tf-opt %s --tf-analyze='function=@cache analysis=memory emit=table' | FileCheck %s --check-prefix=TABLE

// TABLE: loop buffer level bytes [B] device_bytes [B] repeated_bytes [B]
// TABLE-DAG: acc{{(:[0-9]+)?}} gmem 2097152 2097152 130023424
// TABLE-DAG: cache{{(:[0-9]+)?}} gmem 130023424 130023424 130023424

// OVERLAP: "buffer": "x{{(:[0-9]+)?}}"
// OVERLAP-NEXT: "bytes": 60,
// OVERLAP-NEXT: "device_bytes": 60,
// OVERLAP-NEXT: "level": "gmem",
// OVERLAP-NEXT: "repeated_bytes": 80

// CACHE: "gmem": {
// CACHE-NEXT: "read": 4194304,
// CACHE-NEXT: "write": 2097152
// CACHE: "buffer": "acc{{(:[0-9]+)?}}"
// CACHE-NEXT: "bytes": 2097152,
// CACHE-NEXT: "device_bytes": 2097152,
// CACHE-NEXT: "level": "gmem",
// CACHE-NEXT: "repeated_bytes": 130023424
// CACHE: "buffer": "cache{{(:[0-9]+)?}}"
// CACHE-NEXT: "bytes": 130023424,
// CACHE-NEXT: "device_bytes": 130023424,
// CACHE-NEXT: "level": "gmem",
// CACHE-NEXT: "repeated_bytes": 130023424

module @Union attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @overlap
} {
  func.func @overlap(%x: tensor<20xf32>, %y: tensor<10xf32>) -> tensor<10xf32> {
    %r = hir.grid_region %k = 0 to 1 step 1 iter_args(%acc = %y) -> (tensor<10xf32>) {
      %lo = hir.slice %x[0] [10] [1] : tensor<20xf32>
      %hi = hir.slice %x[5] [10] [1] : tensor<20xf32>
      %s = hir.add %lo, %hi : tensor<10xf32>, tensor<10xf32>
      %n = hir.add %acc, %s : tensor<10xf32>, tensor<10xf32>
      hir.yield %n : tensor<10xf32>
    }
    return %r : tensor<10xf32>
  }
  func.func @cache(%cache: tensor<62x2x4096x128xbf16>, %y: tensor<1x2x4096x128xbf16>) -> tensor<1x2x4096x128xbf16> {
    %r = hir.grid_region %l = 0 to 62 step 1 iter_args(%acc = %y) -> (tensor<1x2x4096x128xbf16>) {
      %w = hir.slice %cache[%l, 0, 0, 0] [1, 2, 4096, 128] [1, 1, 1, 1] : tensor<62x2x4096x128xbf16>
      %n = hir.add %acc, %w : tensor<1x2x4096x128xbf16>, tensor<1x2x4096x128xbf16>
      hir.yield %n : tensor<1x2x4096x128xbf16>
    }
    return %r : tensor<1x2x4096x128xbf16>
  }
}
