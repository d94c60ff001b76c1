// RUN: tf-opt %s -verify-diagnostics -split-input-file --tf-check-program

// A `zeros` cannot be re-typed: the carried value it starts enters unsharded and is
// yielded sharded. The call is refused, with a note at the loop and the remedy.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #cta>>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32> {
    // expected-note @+1 {{called from here}}
    %r = hir.call @outer(%x) : (tensor<6x7xf32, #rows>) -> tensor<6x7xf32>
    return %r : tensor<6x7xf32>
  }
  func.func @outer(%v: tensor<6x7xf32>) -> tensor<6x7xf32> {
    // expected-error @+1 {{specialises @sum to the types it passes, at which 'hir.grid_region' does not hold: carried value 0 enters with type tensor<6x7xf32> and is yielded with type}}
    %r = hir.call @sum(%v) : (tensor<6x7xf32>) -> tensor<6x7xf32>
    return %r : tensor<6x7xf32>
  }
  func.func @sum(%v: tensor<6x7xf32>) -> tensor<6x7xf32> {
    %z = hir.zeros : tensor<6x7xf32>
    // expected-note @+1 {{the op of the callee}}
    %r = hir.grid_region %i = 0 to 10 step 1 iter_args(%acc = %z) -> (tensor<6x7xf32>) {
      %n = hir.abs %v : tensor<6x7xf32>
      hir.yield %n : tensor<6x7xf32>
    }
    return %r : tensor<6x7xf32>
  }
}

// -----

// An op of the body refuses what its operands became: the call is refused.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 6) : (6, 1)>, [split(1)], #cta>>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<7x6xf32, #cols>) -> tensor<7x6xf32> {
    // expected-error @+1 {{specialises @g to the types it passes, at which 'hir.softmax' does not hold}}
    %r = hir.call @g(%x) : (tensor<7x6xf32, #cols>) -> tensor<7x6xf32>
    return %r : tensor<7x6xf32>
  }
  func.func @g(%v: tensor<7x6xf32>) -> tensor<7x6xf32> {
    // expected-note @+1 {{the op of the callee}}
    %r = hir.softmax %v {axis = -1} : tensor<7x6xf32>
    return %r : tensor<7x6xf32>
  }
}

// -----

// A parameter with an encoding matches exactly, also once the argument is re-typed.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 6) : (6, 1)>, [split(1)], #cta>>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<7x6xf32>) -> tensor<7x6xf32> {
    // expected-error @+1 {{operand 0 has type 'tensor<7x6xf32>', but @g takes 'tensor<7x6xf32, }}
    %r = hir.call @g(%x) : (tensor<7x6xf32>) -> tensor<7x6xf32>
    return %r : tensor<7x6xf32>
  }
  // expected-note @+1 {{callee defined here}}
  func.func @g(%v: tensor<7x6xf32, #cols>) -> tensor<7x6xf32, #cols> {
    return %v : tensor<7x6xf32, #cols>
  }
}

// -----

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#smem = #hir.encoding<smem>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 6) : (6, 1)>, [split(1)], #cta>>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<7x6xf32, #cols>) -> tensor<7x6xf32, #smem> {
    // The call states a result that the specialised body does not return.
    // expected-error @+1 {{specialises @g to the types it passes, at which result 0 has type}}
    %r = hir.call @g(%x) : (tensor<7x6xf32, #cols>) -> tensor<7x6xf32, #smem>
    return %r : tensor<7x6xf32, #smem>
  }
  // expected-note @+1 {{callee defined here}}
  func.func @g(%v: tensor<7x6xf32>) -> tensor<7x6xf32> {
    return %v : tensor<7x6xf32>
  }
}

// -----

// Inside the caller's scope a callee's scope may not name the level again.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<7x6xf32>) -> tensor<7x6xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<7x6xf32>) -> (tensor<7x6xf32>) {
      // expected-note @+1 {{called from here}}
      %s = hir.call @g(%a) : (tensor<7x6xf32>) -> tensor<7x6xf32>
      hir.yield %s : tensor<7x6xf32>
    }
    return %r : tensor<7x6xf32>
  }
  func.func @g(%v: tensor<7x6xf32>) -> tensor<7x6xf32> {
    // expected-error @+1 {{names topology level 'cta', which an enclosing scope already names}}
    %r = hir.mesh_scope #cta at(%p) args(%a = %v) : (tensor<7x6xf32>) -> (tensor<7x6xf32>) {
      %n = hir.neg %a : tensor<7x6xf32>
      hir.yield %n : tensor<7x6xf32>
    }
    return %r : tensor<7x6xf32>
  }
}
