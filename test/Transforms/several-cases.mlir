// Several functions, and several sizes of each, are one array in the order in which
// they were named; how many threads there are shows nowhere.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory function=@half,@whole dims=n=2:3:8 emit=json' > %t.json
// RUN: tf-opt %s --mlir-disable-threading --tf-analyze='analysis=memory function=@half,@whole dims=n=2:3:8 emit=json' | cmp - %t.json
// RUN: FileCheck %s < %t.json
//
// n is 2, 5, 8: the elementwise op of @half reads n rows of 7 f32 and writes as many,
// n * 28 bytes each; @whole does so twice.
//
// CHECK: "n": 2
// CHECK: "function": "half"
// CHECK: "traffic": {
// CHECK: "read": 56,
// CHECK-NEXT: "write": 56
// CHECK: "n": 5
// CHECK: "function": "half"
// CHECK: "traffic": {
// CHECK: "read": 140,
// CHECK: "n": 8
// CHECK: "function": "half"
// CHECK: "n": 2
// CHECK: "function": "whole"
// CHECK: "traffic": {
// CHECK: "read": 112,
// CHECK-NEXT: "write": 112
//
// RUN: not tf-opt %s --tf-analyze='analysis=memory function=@half,@whole' 2>&1 | FileCheck --check-prefix=FORM %s
// FORM: error: a sweep of a dimension and several functions are emitted as a JSON array; add emit=json
//
// The first size that fails ends the run, and nothing is said of those behind it: 11,
// 14 and 17 are all outside the interval.
//
// RUN: not tf-opt %s --tf-analyze='analysis=memory function=@half,@whole dims=n=2:3:17 emit=json' > %t.out 2> %t.threads
// RUN: count 0 < %t.out
// RUN: not tf-opt %s --mlir-disable-threading --tf-analyze='analysis=memory function=@half,@whole dims=n=2:3:17 emit=json' 2>&1 | cmp - %t.threads
// RUN: FileCheck --check-prefix=FAIL --implicit-check-not=error: %s < %t.threads
// FAIL: error: dimension 'n' is given the extent 11, outside its interval [0, 10); use e.g. dims=n=1

#n = #hir.dim<"n", 0, 10>
#rows = #hir.encoding<gmem, dims = [#n]>
module @Cases attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
  func.func @half(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> {
    %y = hir.tanh %x : tensor<?x7xf32, #rows>
    return %y : tensor<?x7xf32, #rows>
  }

  func.func @whole(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> {
    %y = hir.tanh %x : tensor<?x7xf32, #rows>
    %z = hir.exp %y : tensor<?x7xf32, #rows>
    return %z : tensor<?x7xf32, #rows>
  }
}
