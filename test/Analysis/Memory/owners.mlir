// Bytes per owner (ir.md 9): a lifetime counts the instances that one owner of its level
// holds. gmem belongs to the target, smem to a cta, rmem to a thread, although the capacity of
// rmem is stated per SM (A1.2.2-c16).
//
// DEFINE: %{function} =
// DEFINE: %{rows} = tf-opt %s --tf-analyze='function=@%{function} analysis=memory emit=json' | tr -d ' \n' | sed 's/},{/},\n{/g; s/\(binding":"[^":]*\):[0-9]*/\1/g; s/,"defined_at":[0-9]*,"last_used_at":[0-9]*//g' | FileCheck %s --check-prefix=%{function}
//
// REDEFINE: %{function} = tiles
// RUN: %{rows}
// REDEFINE: %{function} = split
// RUN: %{rows}
// REDEFINE: %{function} = partial
// RUN: %{rows}
// REDEFINE: %{function} = part
// RUN: %{rows}
// REDEFINE: %{function} = threads
// RUN: %{rows}
// REDEFINE: %{function} = one_mesh
// RUN: %{rows}

#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["b"]>
#thread = #hir.mesh<[#hir.topology<"thread", 5>], #hir.layout<(5) : (1)>, ["t"]>
#both = #hir.mesh<[#hir.topology<"cta", 3>, #hir.topology<"thread", 5>], #hir.layout<(3, 5) : (5, 1)>, ["b", "t"]>
#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 10) : (70, 10, 1)>, [split(0)], #cta>>
#srows = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(3, 7, 10) : (0, 10, 1)>, [split(0)], #cta>>
module @Owners attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 5>]
} {
  // One tile of 7*10 f32, 280 B, for each of 3 CTAs: in gmem the window is bytes of its
  // source and counts once, 280; what each CTA made of it counts three times, 840; what
  // they all wrote is one value, 840. In smem a CTA holds its own, 280.
  // tiles: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // tiles-NEXT: {"binding":"z","bytes":840,"level":"gmem"
  // tiles-NEXT: {"binding":"w","bytes":280,"level":"gmem"
  // tiles-NEXT: {"binding":"n","bytes":840,"level":"gmem"
  // tiles-NEXT: {"binding":"t","bytes":280,"level":"smem"
  // tiles-NEXT: {"binding":"g","bytes":840,"level":"gmem"
  // tiles-NEXT: {"binding":"u","bytes":840,"level":"gmem"
  func.func @tiles(%x: tensor<21x10xf32>) -> tensor<21x10xf32> {
    %z = hir.zeros : tensor<21x10xf32>
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z) : (tensor<21x10xf32>, tensor<21x10xf32>) -> (tensor<21x10xf32>) {
      %o = affine.apply affine_map<(d0) -> (7 * d0)>(%b)
      %w = hir.slice %a[%o, 0] [7, 10] [1, 1] : tensor<21x10xf32>
      %n = hir.neg %w : tensor<7x10xf32>
      %t = hir.reshard %n to <smem> : tensor<7x10xf32>
      %g = hir.reshard %t to <gmem> : tensor<7x10xf32, #s>
      %u = hir.insert_slice %g into %d[%o, 0] : tensor<7x10xf32>, tensor<21x10xf32>
      hir.yield %u : tensor<21x10xf32>
    }
    return %y : tensor<21x10xf32>
  }

  // Types that split over the CTAs: gmem holds the whole, 840; a CTA's smem a third,
  // inside the scope and outside alike.
  // split: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // split-NEXT: {"binding":"o","bytes":280,"level":"smem"
  // split-NEXT: {"binding":"p","bytes":840,"level":"gmem"
  // split-NEXT: {"binding":"q","bytes":280,"level":"smem"
  // split-NEXT: {"binding":"m","bytes":840,"level":"gmem"
  func.func @split(%x: tensor<21x10xf32>) -> (tensor<21x10xf32, #rows>, tensor<21x10xf32, #srows>) {
    %o = hir.reshard %x to <smem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32>
    %y = hir.mesh_scope #cta at(%b) args(%a = %x) : (tensor<21x10xf32>) -> (tensor<21x10xf32, #rows>) {
      %p = hir.reshard %a to <gmem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32>
      %q = hir.reshard %p to <smem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32, #rows>
      %m = hir.reshard %q to <gmem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32, #srows>
      hir.yield %m : tensor<21x10xf32, #rows>
    }
    return %y, %o : tensor<21x10xf32, #rows>, tensor<21x10xf32, #srows>
  }

  // Sums over the rows, split over the CTAs: each has a partial result of 10 f32, 40 B.
  // In a scope gmem holds three of them, 120, and a CTA's smem one; outside scopes there
  // is one instance, 40.
  // partial: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // partial-NEXT: {"binding":"p","bytes":840,"level":"gmem"
  // partial-NEXT: {"binding":"h","bytes":40,"level":"gmem"
  // partial-NEXT: {"binding":"f","bytes":120,"level":"gmem"
  // partial-NEXT: {"binding":"q","bytes":280,"level":"smem"
  // partial-NEXT: {"binding":"e","bytes":40,"level":"smem"
  // partial-NEXT: {"binding":"c","bytes":40,"level":"gmem"
  func.func @partial(%x: tensor<21x10xf32>) -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) {
    %p = hir.reshard %x to <gmem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32>
    %h = hir.reduce sum %p axes [0] {keepdim = false} : tensor<21x10xf32, #rows>
    %y:2 = hir.mesh_scope #cta at(%b) args(%a = %p) : (tensor<21x10xf32, #rows>) -> (tensor<10xf32>, tensor<10xf32>) {
      %f = hir.reduce sum %a axes [0] {keepdim = false} : tensor<21x10xf32, #rows>
      %q = hir.reshard %a to <smem, layout = #hir.shard<[21 over b, 10], #cta>> : tensor<21x10xf32, #rows>
      %e = hir.reduce sum %q axes [0] {keepdim = false} : tensor<21x10xf32, #srows>
      %c = hir.reshard %f to <gmem> : tensor<10xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(10) : (1)>, [partial<sum>], #cta>>>
      %i = hir.reshard %e to <gmem> : tensor<10xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(10) : (1)>, [partial<sum>], #cta>>>
      hir.yield %c, %i : tensor<10xf32>, tensor<10xf32>
    }
    %j = hir.reshard %h to <gmem> : tensor<10xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(10) : (1)>, [partial<sum>], #cta>>>
    return %y#0, %y#1, %j : tensor<10xf32>, tensor<10xf32>, tensor<10xf32>
  }

  // `local` is what each position holds: three parts of 280 B in gmem.
  // part: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // part-NEXT: {"binding":"z","bytes":840,"level":"gmem"
  // part-NEXT: {"binding":"l","bytes":840,"level":"gmem"
  // part-NEXT: {"binding":"u","bytes":840,"level":"gmem"
  func.func @part(%x: tensor<21x10xf32, #rows>) -> tensor<21x10xf32> {
    %z = hir.zeros : tensor<21x10xf32>
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z) : (tensor<21x10xf32, #rows>, tensor<21x10xf32>) -> (tensor<21x10xf32>) {
      %o = affine.apply affine_map<(d0) -> (7 * d0)>(%b)
      %l = hir.local %a at "cta" : tensor<21x10xf32, #rows>
      %u = hir.insert_slice %l into %d[%o, 0] : tensor<7x10xf32>, tensor<21x10xf32>
      hir.yield %u : tensor<21x10xf32>
    }
    return %y : tensor<21x10xf32>
  }

  // A tile of 7*2 f32, 56 B, for each thread: 15 in gmem, 840; five in the smem of a CTA,
  // 280; one in rmem. Two scopes or one over both levels: the same.
  // threads: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // threads-NEXT: {"binding":"z","bytes":840,"level":"gmem"
  // threads-NEXT: {"binding":"w","bytes":56,"level":"gmem"
  // threads-NEXT: {"binding":"t","bytes":280,"level":"smem"
  // threads-NEXT: {"binding":"v","bytes":56,"level":"rmem"
  // threads-NEXT: {"binding":"g","bytes":840,"level":"gmem"
  // threads-NEXT: {"binding":"u","bytes":840,"level":"gmem"
  func.func @threads(%x: tensor<21x10xf32>) -> tensor<21x10xf32> {
    %z = hir.zeros : tensor<21x10xf32>
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z) : (tensor<21x10xf32>, tensor<21x10xf32>) -> (tensor<21x10xf32>) {
      %i = hir.mesh_scope #thread at(%th) args(%aa = %a, %dd = %d, %bb = %b) : (tensor<21x10xf32>, tensor<21x10xf32>, index) -> (tensor<21x10xf32>) {
        %o = affine.apply affine_map<(d0) -> (7 * d0)>(%bb)
        %c = affine.apply affine_map<(d0) -> (2 * d0)>(%th)
        %w = hir.slice %aa[%o, %c] [7, 2] [1, 1] : tensor<21x10xf32>
        %t = hir.reshard %w to <smem> : tensor<7x2xf32>
        %v = hir.reshard %t to <rmem> : tensor<7x2xf32, #s>
        %g = hir.reshard %v to <gmem> : tensor<7x2xf32, #r>
        %u = hir.insert_slice %g into %dd[%o, %c] : tensor<7x2xf32>, tensor<21x10xf32>
        hir.yield %u : tensor<21x10xf32>
      }
      hir.yield %i : tensor<21x10xf32>
    }
    return %y : tensor<21x10xf32>
  }

  // The same on one mesh; k, split over both levels, is 840 in gmem, its copy e a third
  // of that in a CTA's smem and f a fifteenth, 56, in a thread's registers.
  // one_mesh: "lifetimes":[{"binding":"x","bytes":840,"level":"gmem","persistent":true}
  // one_mesh-NEXT: {"binding":"z","bytes":840,"level":"gmem"
  // one_mesh-NEXT: {"binding":"w","bytes":56,"level":"gmem"
  // one_mesh-NEXT: {"binding":"t","bytes":280,"level":"smem"
  // one_mesh-NEXT: {"binding":"v","bytes":56,"level":"rmem"
  // one_mesh-NEXT: {"binding":"g","bytes":840,"level":"gmem"
  // one_mesh-NEXT: {"binding":"u","bytes":840,"level":"gmem"
  // one_mesh-NEXT: {"binding":"k","bytes":840,"level":"gmem"
  // one_mesh-NEXT: {"binding":"e","bytes":280,"level":"smem"
  // one_mesh-NEXT: {"binding":"f","bytes":56,"level":"rmem"
  func.func @one_mesh(%x: tensor<21x10xf32>) -> (tensor<21x10xf32>, tensor<21x10xf32, #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (0, 2, 0, 1)>, [split(0), split(2)], #both>>>) {
    %z = hir.zeros : tensor<21x10xf32>
    %y:2 = hir.mesh_scope #both at(%b, %th) args(%a = %x, %d = %z) : (tensor<21x10xf32>, tensor<21x10xf32>) -> (tensor<21x10xf32>, tensor<21x10xf32, #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (0, 2, 0, 1)>, [split(0), split(2)], #both>>>) {
      %o = affine.apply affine_map<(d0) -> (7 * d0)>(%b)
      %c = affine.apply affine_map<(d0) -> (2 * d0)>(%th)
      %w = hir.slice %a[%o, %c] [7, 2] [1, 1] : tensor<21x10xf32>
      %t = hir.reshard %w to <smem> : tensor<7x2xf32>
      %v = hir.reshard %t to <rmem> : tensor<7x2xf32, #s>
      %g = hir.reshard %v to <gmem> : tensor<7x2xf32, #r>
      %u = hir.insert_slice %g into %d[%o, %c] : tensor<7x2xf32>, tensor<21x10xf32>
      %k = hir.reshard %a to <gmem, layout = #hir.shard<[21 over b, 10 over t], #both>> : tensor<21x10xf32>
      %e = hir.reshard %k to <smem, layout = #hir.shard<[21 over b, 10 over t], #both>> : tensor<21x10xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (70, 10, 2, 1)>, [split(0), split(2)], #both>>>
      %f = hir.reshard %e to <rmem, layout = #hir.shard<[21 over b, 10 over t], #both>> : tensor<21x10xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (0, 2, 0, 1)>, [split(0), split(2)], #both>>>
      hir.yield %u, %f : tensor<21x10xf32>, tensor<21x10xf32, #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (0, 2, 0, 1)>, [split(0), split(2)], #both>>>
    }
    return %y#0, %y#1 : tensor<21x10xf32>, tensor<21x10xf32, #hir.encoding<rmem, layout = #hir.shard<#hir.layout<(3, 7, 5, 2) : (0, 2, 0, 1)>, [split(0), split(2)], #both>>>
  }
}
