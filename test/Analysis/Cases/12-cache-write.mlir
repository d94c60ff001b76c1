// Two caches of 4096 rows, one row written in each: the row moves, not the cache.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory operands=true' | FileCheck %s
//
// By hand: a row is 8*128*2 = 2048 B. Position and row count are 8 B each, from rmem.

// CHECK: # traffic traffic=gmem:r4096/w4096@r4096/w4096,rmem:r32/w0@r32/w0
// CHECK: %k2 = hir.cache_update {{.*}}traffic traffic=gmem:r2048/w2048@r2048/w2048,rmem:r16/w0@r16/w0 operands={{.*}}3:r2048/w0,result:r0/w2048
// CHECK: %v2 = hir.cache_update {{.*}}traffic traffic=gmem:r2048/w2048@r2048/w2048,rmem:r16/w0@r16/w0

module @CacheWrite attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%keys: tensor<1x4096x8x128xbf16>, %values: tensor<1x4096x8x128xbf16>, %pos: index, %k: tensor<1x1x8x128xbf16>, %v: tensor<1x1x8x128xbf16>) -> (tensor<1x4096x8x128xbf16>, tensor<1x4096x8x128xbf16>) {
    %one = arith.constant 1 : index
    %k2 = hir.cache_update %keys, %pos, %one, %k : tensor<1x4096x8x128xbf16>, index, index, tensor<1x1x8x128xbf16>
    %v2 = hir.cache_update %values, %pos, %one, %v : tensor<1x4096x8x128xbf16>, index, index, tensor<1x1x8x128xbf16>
    return %k2, %v2 : tensor<1x4096x8x128xbf16>, tensor<1x4096x8x128xbf16>
  }
}
