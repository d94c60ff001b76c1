// RUN: tf-opt %s -split-input-file -verify-diagnostics --tf-check-program

// What a shard's mesh says of the machine agrees with the module (ir.md 2.3), and inside a
// scope with the scope (ir.md 4).

#six = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["a"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #six>>
module @Extent attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  // expected-error@+1 {{'func.func' op parameter 0 is sharded over the mesh #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["a"]>, which gives level 'cta' the extent 6, but the module declares 3; shard over a mesh of the module's levels}}
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32, #rows> {
    return %x : tensor<6x7xf32, #rows>
  }
}

// -----

#two = #hir.mesh<[#hir.topology<"cta", 6>, #hir.topology<"thread", 5>], #hir.layout<(6, 5) : (5, 1)>, ["a", "t"]>
module @Finer attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<30x7xf32>) -> tensor<30x7xf32> {
    // expected-error@+1 {{'hir.reshard' op result 0 is sharded over the mesh #hir.mesh<[#hir.topology<"cta", 6>, #hir.topology<"thread", 5>], #hir.layout<(6, 5) : (5, 1)>, ["a", "t"]>, which gives level 'thread' the extent 5, but the module declares 3; shard over a mesh of the module's levels}}
    %y = hir.reshard %x to <gmem, layout = #hir.shard<[30 over (a, t), 7], #two>> : tensor<30x7xf32>
    %z = hir.reshard %y to <gmem> : tensor<30x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 5, 7) : (35, 7, 1)>, [split(0), split(1)], #two>>>
    return %z : tensor<30x7xf32>
  }
}

// -----

#warps = #hir.mesh<[#hir.topology<"warp", 6>], #hir.layout<(6) : (1)>, ["a"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #warps>>
module @Level attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 6>], hir.entry = @f} {
  // expected-error@+1 {{'func.func' op parameter 0 is sharded over the mesh #hir.mesh<[#hir.topology<"warp", 6>], #hir.layout<(6) : (1)>, ["a"]>, whose level 'warp' the module's hir.topologies does not declare; declare it there, or use one of 'cta', 'thread'}}
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32, #rows> {
    return %x : tensor<6x7xf32, #rows>
  }
}

// -----

#open = #hir.mesh<[#hir.topology<"cta", ?>], #hir.layout<(6) : (1)>, ["a"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #open>>
module @Open attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  // expected-error@+1 {{'func.func' op parameter 0 is sharded over the mesh #hir.mesh<[#hir.topology<"cta", ?>], #hir.layout<(6) : (1)>, ["a"]>, whose level 'cta' has no extent; analysis needs the number: write it in the mesh}}
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32, #rows> {
    return %x : tensor<6x7xf32, #rows>
  }
}

// -----

// A scope of two CTAs in which a value lies with all six.
#pair = #hir.mesh<[#hir.topology<"cta", 6>], #hir.composed<inner = none, offset = 3, outer = #hir.layout<(2) : (1)>>, ["p"]>
#six = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["a"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #six>>
module @Positions attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32> {
    // expected-error@+1 {{'hir.mesh_scope' op body argument 1 is sharded over the mesh #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["a"]>, which takes other positions of level 'cta' than the scope around it, whose mesh is #hir.mesh<[#hir.topology<"cta", 6>], #hir.composed<inner = none, offset = 3, outer = #hir.layout<(2) : (1)>>, ["p"]>; reshard it onto those positions first}}
    %r = hir.mesh_scope #pair at(%p) args(%c = %x) : (tensor<6x7xf32, #rows>) -> (tensor<6x7xf32>) {
      %y = hir.reshard %c to <gmem> : tensor<6x7xf32, #rows>
      hir.yield %y : tensor<6x7xf32>
    }
    return %r : tensor<6x7xf32>
  }
}

// -----

// The order of levels says which one is finer: the module's is the target's, a mesh's the
// module's.
// expected-error@+1 {{'hir.topologies' lists level 'cta' behind 'thread', which lies inside it on nvidia.h200_sxm; list the coarsest level first}}
module @Inverted attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"thread", 5>, #hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xf32>) -> tensor<6x7xf32> {
    return %x : tensor<6x7xf32>
  }
}

// -----

#inverted = #hir.mesh<[#hir.topology<"thread", 5>, #hir.topology<"cta", 3>], #hir.layout<(5, 3) : (3, 1)>, ["t", "c"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 7) : (21, 7, 1)>, [split(0), split(1)], #inverted>>
module @InvertedShard attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 5>], hir.entry = @f} {
  // expected-error@+1 {{'func.func' op parameter 0 is sharded over the mesh #hir.mesh<[#hir.topology<"thread", 5>, #hir.topology<"cta", 3>], #hir.layout<(5, 3) : (3, 1)>, ["t", "c"]>, which names level 'cta' behind 'thread', but the module nests 'thread' inside it; name the coarsest level first}}
  func.func @f(%x: tensor<15x7xf32, #rows>) -> tensor<15x7xf32, #rows> {
    return %x : tensor<15x7xf32, #rows>
  }
}

// -----

#inverted = #hir.mesh<[#hir.topology<"thread", 5>, #hir.topology<"cta", 3>], #hir.layout<(5, 3) : (3, 1)>, ["t", "c"]>
module @InvertedScope attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<15x7xf32>) -> tensor<15x7xf32> {
    // expected-error@+1 {{'hir.mesh_scope' op has the mesh #hir.mesh<[#hir.topology<"thread", 5>, #hir.topology<"cta", 3>], #hir.layout<(5, 3) : (3, 1)>, ["t", "c"]>, which names level 'cta' behind 'thread', but the module nests 'thread' inside it; name the coarsest level first}}
    %r = hir.mesh_scope #inverted at(%t, %c) args(%p = %x) : (tensor<15x7xf32>) -> (tensor<15x7xf32>) {
      hir.yield %p : tensor<15x7xf32>
    }
    return %r : tensor<15x7xf32>
  }
}
