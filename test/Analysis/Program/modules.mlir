// RUN: tf-opt %s --tf-inline-view='function=@Model::@run' | FileCheck %s
// RUN: tf-opt %s --tf-inline-view='function=@Model::@run' | tf-opt --verify-roundtrip
// RUN: tf-opt %s --tf-analyze='function=@Model::@run analysis=compute-cost emit=text' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s | FileCheck %s --check-prefix=AUTHORED

// A module tree: the target stands at the root, `first` inherits the root's hierarchy,
// `first.inner` and `second` state the same one. The weights that calls leave out are
// read from the owner of the callee and become parameters (A2-c8):
//   order: owner before children, children in order; in one module by function, then
//   parameter, one name once: first.gain (used by @norm and @scale), first.bias,
//   first.inner.w, second.gain. `second` and `first` are two resources though both
//   have a @scale with a weight `gain`.
// AUTHORED: module @Model
// AUTHORED: hir.call @first::@norm(%x)

// CHECK: module @Model attributes {hir.entry = @run, hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 7>]}
// CHECK: func.func @run(%x: tensor<7x11xf32>, %head: tensor<11xf32> {hir.const = "head"},
// CHECK-SAME: %[[GAIN:[a-z0-9.]+]]: tensor<7x11xf32> {hir.const = "first.gain"},
// CHECK-SAME: %[[BIAS:[a-z0-9.]+]]: tensor<11xf32> {hir.const = "first.bias"},
// CHECK-SAME: %[[W:[a-z0-9.]+]]: tensor<11x11xf32> {hir.const = "first.inner.w"},
// CHECK-SAME: %[[GAIN2:[a-z0-9.]+]]: tensor<11xf32> {hir.const = "second.gain"})
// CHECK-SAME: hir.origin = "Model::run"
// CHECK-NOT: hir.call
// The callee's names survive; a name taken twice gets _2, _3 in value order (A2-c9).
// CHECK: %scaled = hir.mul %x, %[[GAIN]]
// CHECK: %normed = hir.add %scaled, %[[BIAS]]
// CHECK: %mixed = hir.matmul %normed, %[[W]]
// CHECK: %scaled_2 = hir.mul %mixed, %[[GAIN]]
// CHECK: %scaled_3 = hir.mul %scaled_2, %[[GAIN2]]
// A weight that is passed is the value passed, not a parameter.
// CHECK: %scaled_4 = hir.mul %scaled_3, %head
// CHECK-NEXT: return %scaled_4

// mul 77 four times, add 77, matmul 2 * 7 * 11 * 11: 308 + 77 + 1694 = 2079.
// TEXT: # analysis target=nvidia.h200_sxm module=Model function=run topology=cta
// TEXT: compute-cost flops=f32:2079@2079

module @Model attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 7>]
} {
  func.func @run(%x: tensor<7x11xf32>, %head: tensor<11xf32> {hir.const}) -> tensor<7x11xf32> {
    %a = hir.call @first::@norm(%x) : (tensor<7x11xf32>) -> tensor<7x11xf32>
    %b = hir.call @first::@scale(%a) : (tensor<7x11xf32>) -> tensor<7x11xf32>
    %c = hir.call @second::@scale(%b) : (tensor<7x11xf32>) -> tensor<7x11xf32>
    %d = hir.call @second::@scale(%c, %head) : (tensor<7x11xf32>, tensor<11xf32>) -> tensor<7x11xf32>
    return %d : tensor<7x11xf32>
  }
  module @first {
    func.func @scale(%x: tensor<7x11xf32>, %g: tensor<7x11xf32> {hir.const = "gain"}) -> tensor<7x11xf32> {
      %scaled = hir.mul %x, %g : tensor<7x11xf32>, tensor<7x11xf32>
      return %scaled : tensor<7x11xf32>
    }
    func.func @norm(%x: tensor<7x11xf32>, %bias: tensor<11xf32> {hir.const}, %gain: tensor<7x11xf32> {hir.const}) -> tensor<7x11xf32> {
      %s = hir.call @scale(%x, %gain) : (tensor<7x11xf32>, tensor<7x11xf32>) -> tensor<7x11xf32>
      %normed = hir.add %s, %bias : tensor<7x11xf32>, tensor<11xf32>
      %m = hir.call @inner::@mix(%normed) : (tensor<7x11xf32>) -> tensor<7x11xf32>
      return %m : tensor<7x11xf32>
    }
    module @inner attributes {hir.topologies = [#hir.topology<"cta", 7>]} {
      func.func @mix(%x: tensor<7x11xf32>, %w: tensor<11x11xf32> {hir.const = "w"}) -> tensor<7x11xf32> {
        %mixed = hir.matmul %x, %w : tensor<7x11xf32>, tensor<11x11xf32>
        return %mixed : tensor<7x11xf32>
      }
    }
  }
  module @second attributes {hir.topologies = [#hir.topology<"cta", 7>]} {
    func.func @scale(%x: tensor<7x11xf32>, %gain: tensor<11xf32> {hir.const}) -> tensor<7x11xf32> {
      %scaled = hir.mul %x, %gain : tensor<7x11xf32>, tensor<11xf32>
      return %scaled : tensor<7x11xf32>
    }
  }
  // Nothing reaches @unused: its weights are no parameters and its hierarchy is not
  // compared (A2-c12).
  module @unused attributes {hir.topologies = []} {
    func.func @f(%x: tensor<7x11xf32>, %w: tensor<11xf32> {hir.const}) -> tensor<7x11xf32> {
      %y = hir.mul %x, %w : tensor<7x11xf32>, tensor<11xf32>
      return %y : tensor<7x11xf32>
    }
  }
}
