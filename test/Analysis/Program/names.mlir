// RUN: tf-opt %s --tf-inline-view | FileCheck %s
// RUN: tf-opt %s --tf-inline-view > %t.one
// RUN: tf-opt %s --tf-inline-view | diff %t.one -

// Every value has a unique name (A2-c9): the author's where there is one, v0, v1, ...
// in value order where there is none. A name taken twice gets _2, _3, ...; a made-up
// name never takes one that an author wrote (%v1, %y_2 below). Dead values are gone,
// and with them what only they used; a constraint stays.
// CHECK-LABEL: func.func @f(%x: tensor<7xf32>, %v0: tensor<7xf32>)
// CHECK-NEXT: %y = hir.neg %x {hir.constraint = "fast"}
// CHECK-NEXT: %v2 = hir.exp %y
// CHECK-NEXT: %y_3 = hir.neg %v2
// CHECK-NEXT: %v3 = hir.exp %y_3
// CHECK-NEXT: %y_2 = hir.add %v3, %v0
// CHECK-NEXT: %v1 = hir.neg %y_2
// CHECK-NEXT: return %v1
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %0: tensor<7xf32>) -> tensor<7xf32> {
    %dead = hir.rsqrt %x : tensor<7xf32>
    %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    %b = hir.call @g(%a) : (tensor<7xf32>) -> tensor<7xf32>
    %y_2 = hir.add %b, %0 : tensor<7xf32>, tensor<7xf32>
    %v1 = hir.neg %y_2 : tensor<7xf32>
    return %v1 : tensor<7xf32>
  }
  func.func @g(%x: tensor<7xf32>) -> tensor<7xf32> {
    %y = hir.neg %x {hir.constraint = "fast"} : tensor<7xf32>
    %0 = hir.exp %y : tensor<7xf32>
    %unused = hir.exp %0 : tensor<7xf32>
    %gone = hir.neg %unused : tensor<7xf32>
    return %0 : tensor<7xf32>
  }
}
