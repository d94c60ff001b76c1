// A product and a bias at three numbers of rows: linear in n, exactly.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost dims=n=1' | FileCheck %s --check-prefix=ONE
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost dims=n=2' | FileCheck %s --check-prefix=TWO
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost dims=n=9' | FileCheck %s --check-prefix=NINE
//
// By hand: 2*n*73*256 = 37376 n and 256 n flops.

// ONE: # compute-cost flops=f32:37632@37632
// ONE: %m = hir.matmul {{.*}}compute-cost flops=f32:37376@37376
// ONE: %y = hir.add {{.*}}compute-cost flops=f32:256@256
// TWO: # compute-cost flops=f32:75264@75264
// TWO: %m = hir.matmul {{.*}}compute-cost flops=f32:74752@74752
// TWO: %y = hir.add {{.*}}compute-cost flops=f32:512@512
// NINE: # compute-cost flops=f32:338688@338688
// NINE: %m = hir.matmul {{.*}}compute-cost flops=f32:336384@336384
// NINE: %y = hir.add {{.*}}compute-cost flops=f32:2304@2304

#n = #hir.dim<"n", 1, 17>
#rows = #hir.encoding<gmem, dims = [#n]>
module @SymbolicRows attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%x: tensor<?x73xf32, #rows>, %w: tensor<73x256xf32>, %b: tensor<256xf32>) -> tensor<?x256xf32, #rows> {
    %m = hir.matmul %x, %w : tensor<?x73xf32, #rows>, tensor<73x256xf32>
    %y = hir.add %m, %b : tensor<?x256xf32, #rows>, tensor<256xf32>
    return %y : tensor<?x256xf32, #rows>
  }
}
