// RUN: tf-opt %s --tf-inline-view | FileCheck %s --check-prefix=VIEW
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory level=thread' | FileCheck %s

// A call inside scopes leaves out the weights of a child (ir.md 3): scopes are isolated, so
// the view passes the weight in, once for all calls.
//
// VIEW: func.func @f(%x: tensor<5x7xf32>, %layer.w: tensor<7x7xf32> {hir.const = "layer.w"})
// VIEW: hir.mesh_scope {{.*}} args(%p = %x, %[[IN:.*]] = %layer.w) :
// VIEW: hir.mesh_scope {{.*}} args(%q = %p, %[[INNER:.*]] = %[[IN]]) :
// VIEW: hir.matmul %q, %[[INNER]]
// VIEW: hir.matmul %{{.*}}, %[[INNER]]
// VIEW-NOT: hir.call
//
// Each of 3 x 2 threads multiplies 5 x 7 by 7 x 7, 2 * 5 * 7 * 7 = 490 flops, 2940 in all; it
// reads (35 + 49) * 4 = 336 bytes, the same for all, and writes 140.
// CHECK: %y = hir.matmul {{.*}}compute-cost flops=f32:2940@490; traffic traffic=gmem:r336/w140@r336/w140
// CHECK: %{{y_2|v.*}} = hir.matmul {{.*}}compute-cost flops=f32:2940@490; traffic traffic=gmem:r336/w140@r336/w140
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["a"]>
#thread = #hir.mesh<[#hir.topology<"thread", 2>], #hir.layout<(2) : (1)>, ["t"]>
module @Weights attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 2>], hir.entry = @f} {
  module @layer {
    func.func @apply(%x: tensor<5x7xf32>, %w: tensor<7x7xf32> {hir.const = "w"}) -> tensor<5x7xf32> {
      %y = hir.matmul %x, %w : tensor<5x7xf32>, tensor<7x7xf32>
      return %y : tensor<5x7xf32>
    }
  }
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.mesh_scope #cta at(%a) args(%p = %x) : (tensor<5x7xf32>) -> (tensor<5x7xf32>) {
      %s = hir.mesh_scope #thread at(%t) args(%q = %p) : (tensor<5x7xf32>) -> (tensor<5x7xf32>) {
        %u = hir.call @layer::@apply(%q) : (tensor<5x7xf32>) -> (tensor<5x7xf32>)
        %v = hir.call @layer::@apply(%u) : (tensor<5x7xf32>) -> (tensor<5x7xf32>)
        hir.yield %v : tensor<5x7xf32>
      }
      hir.yield %s : tensor<5x7xf32>
    }
    return %r : tensor<5x7xf32>
  }
}
