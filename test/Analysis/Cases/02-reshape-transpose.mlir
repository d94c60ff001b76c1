// A chain of views and one permutation over 462028800 elements: counted, not walked.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
//
// By hand: 721920*640 = 1536*470*5*128 = 462028800 elements, 924057600 B. The reshape
// moves nothing; the transpose reads and writes all of them and owns no bytes.

// CHECK: # traffic traffic=gmem:r924057600/w924057600@r924057600/w924057600
// CHECK: # peak-footprint=gmem:924057600
// CHECK: %t = hir.transpose {{.*}}tensor<1536x5x470x128xbf16>; {{.*}}traffic traffic=gmem:r924057600/w924057600@r924057600/w924057600

module @Views attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%x: tensor<721920x640xbf16>) -> tensor<1536x5x470x128xbf16> {
    %v = hir.reshape %x to [1536, 470, 5, 128] : tensor<721920x640xbf16>
    %t = hir.transpose %v perm [0, 2, 1, 3] : tensor<1536x470x5x128xbf16>
    return %t : tensor<1536x5x470x128xbf16>
  }
}
