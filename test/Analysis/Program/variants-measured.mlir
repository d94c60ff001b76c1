// A call that is served by one of two variants, by the size.
//
// RUN: tf-opt %s --tf-analyze='dims=n=5' | FileCheck %s --check-prefix=SMALL
// RUN: tf-opt %s --tf-analyze='dims=n=64' | FileCheck %s --check-prefix=LARGE
// RUN: not tf-opt %s --tf-analyze='dims=n=128' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=OUT < %t
//
// By hand: up to 63 rows are squared, 7n flops; from 64 on exponentials, 7n special.

// SMALL: # compute-cost flops=f32:35@35
// SMALL: hir.square
// LARGE: # compute-cost service=special:448@448
// LARGE: hir.exp
// OUT: error: dimension 'n' is given the extent 128, outside its interval [1, 128); use e.g. dims=n=1{{$}}
// OUT-NOT: error:

#n = #hir.dim<"n", 1, 128>
#rows = #hir.encoding<gmem, dims = [#n]>
module @Variants attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> {
    %y = hir.call @g(%x) : (tensor<?x7xf32, #rows>) -> (tensor<?x7xf32, #rows>)
    return %y : tensor<?x7xf32, #rows>
  }
  func.func nested @g(tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> attributes {hir.variants = [@small, @large]}
  func.func @small(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> attributes {hir.range = #hir.range<"n", 1, 64>} {
    %y = hir.square %x : tensor<?x7xf32, #rows>
    return %y : tensor<?x7xf32, #rows>
  }
  func.func @large(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> attributes {hir.range = #hir.range<"n", 64, 128>} {
    %y = hir.exp %x : tensor<?x7xf32, #rows>
    return %y : tensor<?x7xf32, #rows>
  }
}
