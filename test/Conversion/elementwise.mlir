// arith and math on whole tensors count as payloads of one op; the same ops on numbers compute
// addresses and are no calls.
// RUN: tf-opt %s --tf-analyze=analysis=compute-cost,memory | FileCheck %s

// CHECK: # compute-cost flops=f32:175@175 service=integer:35@35,predicate:70@70,select:35@35,special:35@35
module @Elementwise attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>, %y: tensor<5x7xf32>, %i: tensor<5x7xi64>, %n: index, %l: tensor<5x7xbf16>, %q: tensor<5x7xbf16>)
      -> (tensor<5x7xf32>, tensor<5x7xi64>, tensor<5x7xbf16>, tensor<5x7xf32>, tensor<5x7xf32>) {
    // CHECK: %a = arith.addf {{.*}}compute-cost flops=f32:35@35; traffic traffic=gmem:r280/w140@r280/w140
    %a = arith.addf %x, %y : tensor<5x7xf32>
    // CHECK: %f = math.fma {{.*}}compute-cost flops=f32:70@70; traffic traffic=gmem:r420/w140@r420/w140
    %f = math.fma %a, %x, %y : tensor<5x7xf32>
    // CHECK: %m = arith.maximumf {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r280/w140@r280/w140
    %m = arith.maximumf %f, %x : tensor<5x7xf32>
    // Truth values are bytes' eighths: 35 bits are 5 bytes.
    // CHECK: %p = arith.cmpf {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r280/w5@r280/w5
    %p = arith.cmpf olt, %m, %x : tensor<5x7xf32>
    // CHECK: %s = arith.select {{.*}}compute-cost service=select:35@35; traffic traffic=gmem:r285/w140@r285/w140
    %s = arith.select %p, %m, %x : tensor<5x7xi1>, tensor<5x7xf32>
    // CHECK: %k = arith.muli {{.*}}compute-cost service=integer:35@35; traffic traffic=gmem:r560/w280@r560/w280
    %k = arith.muli %i, %i : tensor<5x7xi64>
    // CHECK: %h = arith.truncf {{.*}}compute-cost; traffic traffic=gmem:r140/w70@r140/w70
    %h = arith.truncf %s : tensor<5x7xf32> to tensor<5x7xbf16>
    // CHECK: %e = math.exp {{.*}}compute-cost service=special:35@35; traffic traffic=gmem:r140/w140@r140/w140
    %e = math.exp %s : tensor<5x7xf32>
    // Whole tensors that are widened and multiplied are f32 work, as the ops say.
    // CHECK: %wp = arith.mulf {{.*}}compute-cost flops=f32:35@35
    // CHECK: %ws = arith.addf {{.*}}compute-cost flops=f32:35@35
    %wl = arith.extf %l : tensor<5x7xbf16> to tensor<5x7xf32>
    %wr = arith.extf %q : tensor<5x7xbf16> to tensor<5x7xf32>
    %wp = arith.mulf %wl, %wr : tensor<5x7xf32>
    %ws = arith.addf %wp, %x : tensor<5x7xf32>
    // Numbers, and no calls.
    // CHECK: %two = arith.addi %n, %n : index{{$}}
    %two = arith.addi %n, %n : index
    %w = tensor.extract_slice %x[%two, 0] [1, 7] [1, 1] : tensor<5x7xf32> to tensor<1x7xf32>
    %r = tensor.insert_slice %w into %e[%two, 0] [1, 7] [1, 1] : tensor<1x7xf32> into tensor<5x7xf32>
    return %r, %k, %h, %s, %ws : tensor<5x7xf32>, tensor<5x7xi64>, tensor<5x7xbf16>, tensor<5x7xf32>, tensor<5x7xf32>
  }
}
