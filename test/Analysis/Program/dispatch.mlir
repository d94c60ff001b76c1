// RUN: tf-opt %s --tf-inline-view='dims=ctx=4' | FileCheck %s

// A dispatch prototype in a child module whose weights the call leaves out: they are read
// from the child, once for both call sites, whichever variant serves the size; a second
// attachment of an equal module is another resource (A2-c8).
// CHECK: func.func @f(%x: tensor<7xf32>, %{{.*}}: tensor<7xf32> {hir.const = "a.w"}, %{{.*}}: tensor<7xf32> {hir.const = "b.w"})
// CHECK: hir.mul %x, %a.w
// CHECK: hir.mul %{{.*}}, %a.w
// CHECK: hir.mul %{{.*}}, %b.w
// CHECK-NOT: hir.add
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %p = hir.call @a::@g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    %q = hir.call @a::@g(%p) : (tensor<7xf32>) -> tensor<7xf32>
    %r = hir.call @b::@g(%q) : (tensor<7xf32>) -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
  module @a {
    func.func nested @g(tensor<7xf32>, tensor<7xf32> {hir.const = "w"}) -> tensor<7xf32> attributes {hir.variants = [@low, @high]}
    func.func nested @low(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 1, 5>} {
      %y = hir.mul %x, %w : tensor<7xf32>, tensor<7xf32>
      return %y : tensor<7xf32>
    }
    func.func nested @high(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 5, 9>} {
      %y = hir.add %x, %w : tensor<7xf32>, tensor<7xf32>
      return %y : tensor<7xf32>
    }
  }
  module @b {
    func.func nested @g(tensor<7xf32>, tensor<7xf32> {hir.const = "w"}) -> tensor<7xf32> attributes {hir.variants = [@low, @high]}
    func.func nested @low(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 1, 5>} {
      %y = hir.mul %x, %w : tensor<7xf32>, tensor<7xf32>
      return %y : tensor<7xf32>
    }
    func.func nested @high(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 5, 9>} {
      %y = hir.add %x, %w : tensor<7xf32>, tensor<7xf32>
      return %y : tensor<7xf32>
    }
  }
}
