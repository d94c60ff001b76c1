// RUN: tf-opt %s -split-input-file --tf-bind-dims=dims=n=2 | FileCheck %s

// Two prototypes that share their variants choose the same one, and what neither chose goes.
// CHECK-LABEL: module @Shared
// CHECK-NOT: hir.variants
// CHECK: func.func @small(%x: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NOT: @large
// CHECK: hir.call @small
// CHECK: hir.call @small
#n = #hir.dim<"n", 1, 9>
#e = #hir.encoding<gmem, dims = [#n]>
module @Shared {
  func.func private @p(tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.variants = [@small, @large]}
  func.func private @q(tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.variants = [@small, @large]}
  func.func @small(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"n", 1, 4>} {
    %y = hir.exp %x : tensor<?xf32, #e>
    return %y : tensor<?xf32, #e>
  }
  func.func @large(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"n", 4, 9>} {
    %y = hir.neg %x : tensor<?xf32, #e>
    return %y : tensor<?xf32, #e>
  }
  func.func @f(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> {
    %a = hir.call @p(%x) : (tensor<?xf32, #e>) -> (tensor<?xf32, #e>)
    %b = hir.call @q(%a) : (tensor<?xf32, #e>) -> (tensor<?xf32, #e>)
    return %b : tensor<?xf32, #e>
  }
}

// -----

// With n = 2 the layout is (2, 4) : (8, 2), which is not row-major; with n = 0 any is.
#n = #hir.dim<"n", 0, 9>
#e = #hir.encoding<gmem, layout = #hir.layout<(#n, 4) : (8, 2)>, dims = [#n]>
// CHECK: #gmem_layout = #hir.encoding<gmem, layout = #hir.layout<(2, 4) : (8, 2)>>
// CHECK-NEXT: module @Strided
// CHECK: func.func @f(%x: tensor<2x4xf32, #gmem_layout>)
module @Strided {
  func.func @f(%x: tensor<?x4xf32, #e>) -> tensor<?x4xf32, #e> {
    return %x : tensor<?x4xf32, #e>
  }
}
