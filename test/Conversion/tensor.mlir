// The ops of `tensor` as their counterparts in `hir`: windows, reshapes, updates, padding.
// RUN: tf-opt %s --tf-analyze=analysis=compute-cost,memory | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LIFE

module @Tensor attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7x11x13xf32>, %u: tensor<5x13xf32>, %i: index)
      -> (tensor<5x13xf32>, tensor<7x11x13xf32>, tensor<7x11x13xf32>, tensor<143x7xf32>, tensor<10x16x13xf32>, tensor<5x11x13xf32>, tensor<12x13xf32>) {
    // A window moves its one run-time start, 8 bytes; the reader folds to what it is taken from:
    // rows 1, 3, 5, 7 and 9 of one matrix, 5 * 13 * 4 = 260 bytes.
    // CHECK: %w = tensor.extract_slice {{.*}}compute-cost; traffic traffic=rmem:r8/w0@r8/w0
    // CHECK: %we = math.exp {{.*}}compute-cost service=special:65@65; traffic traffic=gmem:r260/w260@r260/w260
    %w = tensor.extract_slice %x[%i, 1, 0] [1, 5, 13] [1, 2, 1] : tensor<7x11x13xf32> to tensor<5x13xf32>
    %we = math.exp %w : tensor<5x13xf32>
    // An update reads its 5 * 13 * 4 = 260 bytes and its start, and writes as many; what stays is
    // not touched. In the second the window is one whole matrix.
    // CHECK: %d = tensor.insert_slice {{.*}}compute-cost; traffic traffic=gmem:r260/w260@r260/w260,rmem:r8/w0@r8/w0
    %d = tensor.insert_slice %u into %x[%i, 3, 0] [1, 5, 13] [1, 1, 1] : tensor<5x13xf32> into tensor<7x11x13xf32>
    // CHECK: %m = tensor.insert_slice {{.*}}compute-cost; traffic traffic=gmem:r572/w572@r572/w572
    %mat = tensor.extract_slice %d[6, 0, 0] [1, 11, 13] [1, 1, 1] : tensor<7x11x13xf32> to tensor<11x13xf32>
    %m = tensor.insert_slice %mat into %x[2, 0, 0] [1, 11, 13] [1, 1, 1] : tensor<11x13xf32> into tensor<7x11x13xf32>
    // Another shape of the same bytes: nothing moves, and the reader reads the 4004 bytes of %x.
    // CHECK: %flat = tensor.collapse_shape {{.*}}compute-cost; traffic{{$}}
    // CHECK: %back = tensor.expand_shape {{.*}}compute-cost; traffic{{$}}
    // CHECK: %neg = arith.negf {{.*}}compute-cost flops=f32:1001@1001; traffic traffic=gmem:r4004/w4004@r4004/w4004
    %flat = tensor.collapse_shape %x [[0], [1, 2]] : tensor<7x11x13xf32> into tensor<7x143xf32>
    %back = tensor.expand_shape %flat [[0], [1, 2]] output_shape [7, 11, 13] : tensor<7x143xf32> into tensor<7x11x13xf32>
    %neg = arith.negf %back : tensor<7x11x13xf32>
    %te = tensor.empty() : tensor<143x7xf32>
    %t = linalg.transpose ins(%flat : tensor<7x143xf32>) outs(%te : tensor<143x7xf32>) permutation = [1, 0]
    // The source is read once, 4004 bytes, and 10*16*13*4 = 8320 written.
    // CHECK: %pad = tensor.pad {{.*}}compute-cost; traffic traffic=gmem:r4004/w8320@r4004/w8320
    %zero = arith.constant 0.0 : f32
    %pad = tensor.pad %x low[1, 2, 0] high[2, 3, 0] {
    ^bb0(%p: index, %q: index, %r: index):
      tensor.yield %zero : f32
    } : tensor<7x11x13xf32> to tensor<10x16x13xf32>
    // A negative amount crops: 5 of 7 matrices are read.
    // CHECK: %crop = tensor.pad {{.*}}compute-cost; traffic traffic=gmem:r2860/w2860@r2860/w2860
    %crop = tensor.pad %x low[-1, 0, 0] high[-1, 0, 0] {
    ^bb0(%p: index, %q: index, %r: index):
      tensor.yield %zero : f32
    } : tensor<7x11x13xf32> to tensor<5x11x13xf32>
    // 2 * 260 bytes and, of a window of %u, 2 * 13 * 4 = 104.
    // CHECK: %cat = tensor.concat {{.*}}compute-cost; traffic traffic=gmem:r624/w624@r624/w624
    %part = tensor.extract_slice %u[3, 0] [2, 13] [1, 1] : tensor<5x13xf32> to tensor<2x13xf32>
    %cat = tensor.concat dim(0) %u, %we, %part : (tensor<5x13xf32>, tensor<5x13xf32>, tensor<2x13xf32>) -> tensor<12x13xf32>
    return %we, %m, %neg, %t, %pad, %crop, %cat
      : tensor<5x13xf32>, tensor<7x11x13xf32>, tensor<7x11x13xf32>, tensor<143x7xf32>, tensor<10x16x13xf32>, tensor<5x11x13xf32>, tensor<12x13xf32>
  }
}
// Neither a shape without contents nor another shape of the same bytes is resident.
// LIFE: "lifetimes": [
// LIFE-NOT: "binding": "{{(te|flat|back):}}
