// Loops, scopes, calls and module attributes: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>) {
  // expected-error @below {{has step 0; a step is at least 1}}
  hir.grid_region %i = 0 to 10 step 0 {
    hir.yield
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>) {
  // expected-error @below {{has step -2; a step is at least 1}}
  hir.grid_region %i = 0 to 10 step -2 {
    hir.yield
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>) {
  // expected-error @below {{expected an integer, #hir.dim or #hir.dim_expr as an extent, got "ten"}}
  hir.grid_region %i = 0 to "ten" step 1 {
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>) {
  // expected-error @below {{expected one type per carried value, got 1 types for 2 values}}
  %r = hir.grid_region %i = 0 to 10 step 1 iter_args(%a = %x, %b = %x) -> (tensor<5xf32>) {
    hir.yield %a : tensor<5xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>) {
  // expected-error @below {{has 1 results but yields 2 values}}
  %r = hir.grid_region %i = 0 to 10 step 1 iter_args(%a = %x) -> (tensor<5xf32>) {
    // expected-note @below {{yielded here}}
    hir.yield %a, %a : tensor<5xf32>, tensor<5xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<5xf16>) {
  // expected-error @below {{result 0 has type 'tensor<5xf32>' but the body yields 'tensor<5xf16>'}}
  %r = hir.grid_region %i = 0 to 10 step 1 iter_args(%a = %x) -> (tensor<5xf32>) {
    // expected-note @below {{yielded here}}
    hir.yield %y : tensor<5xf16>
  }
  return
}

// -----

func.func @f(%x: tensor<5xf32>) {
  // expected-error @below {{expects parent op to be one of 'hir.grid_region, hir.mesh_scope'}}
  hir.yield %x : tensor<5xf32>
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = []} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{names topology level 'cta', which the module's hir.topologies does not declare}}
    hir.mesh_scope #cta at(%t) args() : () -> () {
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 12>]} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{names topology level 'cta' with extent 6, but the module declares 12}}
    hir.mesh_scope #cta at(%t) args() : () -> () {
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{expected one coordinate per mesh axis, got 2 for 1 axes}}
    hir.mesh_scope #cta at(%t, %u) args() : () -> () {
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{expected one type per argument, got 1 types for 2 arguments}}
    hir.mesh_scope #cta at(%t) args(%a = %x, %b = %x) : (tensor<5xf32>) -> () {
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{has 1 results but yields 0 values}}
    %r = hir.mesh_scope #cta at(%t) args(%a = %x) : (tensor<5xf32>) -> (tensor<5xf32>) {
      // expected-note @below {{yielded here}}
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f() {
    // expected-note @below {{enclosing scope}}
    hir.mesh_scope #cta at(%t) args() : () -> () {
      // expected-error @below {{names topology level 'cta', which an enclosing scope already names}}
      hir.mesh_scope #cta at(%u) args() : () -> () {
        hir.yield
      }
      hir.yield
    }
    return
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 6>]} {
  func.func @f(%x: tensor<5xf32>) {
    // expected-note @below {{required by region isolation constraints}}
    hir.mesh_scope #cta at(%t) args() : () -> () {
      // expected-error @below {{using value defined outside the region}}
      %r = hir.exp %x : tensor<5xf32>
      hir.yield
    }
    return
  }
}

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{calls @h, which is no function of this module or of a child named in the path}}
  %r = hir.call @h(%x) : (tensor<5xf32>) -> (tensor<5xf32>)
  return
}

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{passes 2 values, but @g takes 1}}
  %r = hir.call @g(%x, %x) : (tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func private @g(tensor<5xf32>) -> tensor<5xf32>

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 has type 'tensor<7xf32>', but @g takes 'tensor<5xf32>'}}
  %r = hir.call @g(%y) : (tensor<7xf32>) -> (tensor<5xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func private @g(tensor<5xf32>) -> tensor<5xf32>

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{operand 0 has type 'tensor<5xf32>', but @g takes 'tensor<5xf32, #hir.encoding<smem>>'}}
  %r = hir.call @g(%x) : (tensor<5xf32>) -> (tensor<5xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func private @g(tensor<5xf32, #hir.encoding<smem>>) -> tensor<5xf32>

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{has 2 results, but @g returns 1}}
  %r:2 = hir.call @g(%x) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func private @g(tensor<5xf32>) -> tensor<5xf32>

// -----

func.func @f(%x: tensor<5xf32>, %y: tensor<7xf32>, %s: tensor<5xf32, #hir.encoding<smem>>) {
  // expected-error @below {{result 0 has type 'tensor<7xf32>', but @g returns 'tensor<5xf32>'}}
  %r = hir.call @g(%x) : (tensor<5xf32>) -> (tensor<7xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func private @g(tensor<5xf32>) -> tensor<5xf32>

// -----

module @M {
  func.func @f(%x: tensor<5xf32>) {
    // expected-error @below {{passes 3 values, but @child::@g takes 2, or 1 without its weights}}
    %r = hir.call @child::@g(%x, %x, %x) : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>)
    return
  }
  module @child {
    // expected-note @below {{callee defined here}}
    func.func @g(%v: tensor<5xf32>, %w: tensor<5xf32> {hir.const}) -> tensor<5xf32> {
      return %v : tensor<5xf32>
    }
  }
}

// -----

// A function of the same module takes its weights like everything else.
func.func @f(%x: tensor<5xf32>) {
  // expected-error @below {{passes 1 values, but @g takes 2}}
  %r = hir.call @g(%x) : (tensor<5xf32>) -> (tensor<5xf32>)
  return
}
// expected-note @below {{callee defined here}}
func.func @g(%v: tensor<5xf32>, %w: tensor<5xf32> {hir.const}) -> tensor<5xf32> {
  return %v : tensor<5xf32>
}

// -----

// expected-error @below {{'hir.topologies' must list #hir.topology, got 5}}
module attributes {hir.topologies = 5} {}

// -----

// expected-error @below {{'hir.topologies' must list #hir.topology, got 5}}
module attributes {hir.topologies = [#hir.topology<"cta", 6>, 5]} {}

// -----

// expected-error @below {{'hir.topologies' declares level 'cta' twice}}
module attributes {hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"cta", 4>]} {}

// -----

// expected-error @below {{'hir.target' must be a target attribute such as #hir.cuda<device = "...">, got "h200"}}
module attributes {hir.target = "h200"} {}

// -----

// expected-error @below {{'hir.entry' must name a function, got "f"}}
module attributes {hir.entry = "f"} {}

// -----

// expected-error @below {{'hir.const' of argument 0 must be a string or stand alone, got 5 : i64}}
func.func private @f(tensor<5xf32> {hir.const = 5})

// -----

// expected-error @below {{'hir.range' must be #hir.range, got 5}}
func.func private @f() attributes {hir.range = 5}

// -----

module attributes {hir.target = #hir.cpu<>} {
  // expected-error @below {{'hir.target' stands on the root module only; a child has its root's target}}
  module @child attributes {hir.target = #hir.cpu<>} {}
}
