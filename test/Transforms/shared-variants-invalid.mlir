// RUN: tf-opt %s -verify-diagnostics --tf-bind-dims=dims=n=2

#n = #hir.dim<"n", 1, 9>
#e = #hir.encoding<gmem, dims = [#n]>
module @Nested {
  // expected-error@+1 {{lists 'inner' among the variants of 'outer', which dispatches in turn; list its variants here instead}}
  func.func private @outer(tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.variants = [@inner, @large]}
  func.func private @inner(tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.variants = [@one, @more], hir.range = #hir.range<"n", 1, 4>}
  func.func @one(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"n", 1, 2>} {
    return %x : tensor<?xf32, #e>
  }
  func.func @more(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"n", 2, 9>} {
    return %x : tensor<?xf32, #e>
  }
  func.func @large(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"n", 4, 9>} {
    return %x : tensor<?xf32, #e>
  }
}
