// RUN: tf-opt %s -verify-diagnostics -split-input-file --tf-check-program

// Arity: all parameters, or all that are no weights.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{passes 3 values, but @child::@g takes 4, or 2 without its weights}}
    %a = hir.call @child::@g(%x, %x, %x) : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  module @child {
    // expected-note @+1 {{callee defined here}}
    func.func @g(%x: tensor<7xf32>, %y: tensor<7xf32>, %w: tensor<7xf32> {hir.const}, %v: tensor<7xf32> {hir.const}) -> tensor<7xf32> {
      return %x : tensor<7xf32>
    }
  }
}

// -----

// Weights of a function of the same module are passed.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{passes 1 values, but @g takes 2}}
    %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  // expected-note @+1 {{callee defined here}}
  func.func @g(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}

// -----

// A grandchild is no direct child: its weights are passed.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{leaves out the weights of 'g', which is owned by module 'M::child::inner' and not by a direct child of 'M'; pass every parameter}}
    %a = hir.call @child::@inner::@g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  module @child {
    module @inner {
      func.func @g(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> {
        %y = hir.add %x, %w : tensor<7xf32>, tensor<7xf32>
        return %y : tensor<7xf32>
      }
    }
  }
}

// -----

// No owner in the tree (A2-c13).
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{calls @elsewhere::@g, which is no function of this module or of a child named in the path}}
    %a = hir.call @elsewhere::@g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
}

// -----

// Caller and callee resolve one hierarchy (A2-c12).
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 7>], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{calls 'g' of module 'M::child', whose topology hierarchy differs from that of 'M'}}
    %a = hir.call @child::@g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  // expected-note @+1 {{callee's module}}
  module @child attributes {hir.topologies = [#hir.topology<"cta", 11>]} {
    func.func @g(%x: tensor<7xf32>) -> tensor<7xf32> {
      %y = hir.neg %x : tensor<7xf32>
      return %y : tensor<7xf32>
    }
  }
}

// -----

// One weight of one module has one type (A2-c8).
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %a = hir.call @child::@g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    %b = hir.call @child::@h(%a) : (tensor<7xf32>) -> tensor<7xf32>
    return %b : tensor<7xf32>
  }
  module @child {
    // expected-note @+1 {{the other declaration}}
    func.func @g(%x: tensor<7xf32>, %w: tensor<7xf32> {hir.const}) -> tensor<7xf32> {
      %y = hir.add %x, %w : tensor<7xf32>, tensor<7xf32>
      return %y : tensor<7xf32>
    }
    // expected-error @+1 {{weight 'w' of module 'M::child' has type 'tensor<1xf32>' in 'h' and 'tensor<7xf32>' elsewhere}}
    func.func @h(%x: tensor<7xf32>, %w: tensor<1xf32> {hir.const}) -> tensor<7xf32> {
      %y = hir.add %x, %w : tensor<7xf32>, tensor<1xf32>
      return %y : tensor<7xf32>
    }
  }
}

// -----

// A child has its root's target.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
  // expected-error @+1 {{'hir.target' stands on the root module only; a child has its root's target}}
  module @child attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
  }
}

// -----

// expected-error @+1 {{the root module declares no target; add 'hir.target'}}
module @M attributes {hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}

// -----

// expected-error @+1 {{'hir.topologies' declares level 'cta' twice}}
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 7>, #hir.topology<"cta", 7>]} {
}

// -----

// A lowered or host function carries its own target and is not measured.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  // expected-error @+1 {{'g' carries its own 'hir.target': it is lowered or runs on the host, and is not measured}}
  func.func @g(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.target = #hir.cpu<>} {
    return %x : tensor<7xf32>
  }
}

// -----

module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{calls 'g', which has no body to measure}}
    %a = hir.call @g(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %a : tensor<7xf32>
  }
  func.func nested @g(tensor<7xf32>) -> tensor<7xf32>
}
