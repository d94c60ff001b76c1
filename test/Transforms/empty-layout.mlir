// RUN: tf-opt %s --tf-bind-dims=dims=n=0 | FileCheck %s

// A layout of no elements is row-major, which a type says without one.
// CHECK: func.func @f(%x: tensor<0x4xf32>) -> tensor<0x4xf32>
#n = #hir.dim<"n", 0, 9>
#e = #hir.encoding<gmem, layout = #hir.layout<(#n, 4) : (8, 2)>, dims = [#n]>
func.func @f(%x: tensor<?x4xf32, #e>) -> tensor<?x4xf32, #e> {
  return %x : tensor<?x4xf32, #e>
}
