// Windows of 32 rows over 100: the last one overruns. Reads are clipped to the source;
// tiles and work are full.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand, f32, 4 trips. A full window is 32*7*4 = 896 B, the last reads 4 rows, 112 B.
//   s: 224 flops, r 896 (the trip that moves most), w 896; over the trips r 3*896 + 112 =
//   2800, the whole source, w 3584.
//   n: 224 flops, r 1792, w 896; 7168 and 3584. z: w 896.
//   flops (224 + 224)*4 = 1792; r 2800 + 7168 = 9968; w 896 + 3584 + 3584 = 8064;
//   the window's start: rmem r 8*4 = 32.

// CHECK-DAG: # compute-cost flops=f32:1792@1792
// CHECK-DAG: # traffic traffic=gmem:r9968/w8064@r9968/w8064,rmem:r32/w0@r32/w0
// CHECK-DAG: # advisory="{{.*}}100
// CHECK: %s = hir.square {{.*}}compute-cost flops=f32:224@224; traffic traffic=gmem:r896/w896@r896/w896

module @Clipped attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<100x7xf32>) -> tensor<32x7xf32> {
    %z = hir.zeros : tensor<32x7xf32>
    %r = hir.grid_region %i = 0 to 100 step 32 iter_args(%acc = %z) -> (tensor<32x7xf32>) {
      %w = hir.slice %x[%i, 0] [32, 7] [1, 1] : tensor<100x7xf32>
      %s = hir.square %w : tensor<32x7xf32>
      %n = hir.add %acc, %s : tensor<32x7xf32>, tensor<32x7xf32>
      hir.yield %n : tensor<32x7xf32>
    }
    return %r : tensor<32x7xf32>
  }
}
