// RUN: tf-opt %s -verify-diagnostics -split-input-file --tf-check-program

// Chains of updates that are no union (ir.md 4).

// Two windows a position: 3 c + 9 of CTA 0 is 3 c of CTA 3.
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
module @Two attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<24xf32>) -> tensor<24xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<24xf32>) -> (tensor<24xf32>) {
      %first = affine.apply affine_map<(d0) -> (d0 * 3)>(%c)
      %i = hir.insert_slice %p into %o[%first] : tensor<3xf32>, tensor<24xf32>
      %second = affine.apply affine_map<(d0) -> (d0 * 3 + 9)>(%c)
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %j = hir.insert_slice %p into %i[%second] : tensor<3xf32>, tensor<24xf32>
      hir.yield %j : tensor<24xf32>
    }
    return %v : tensor<24xf32>
  }
}

// -----

// A loop and a remainder that is the next position's first element.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
module @Remainder attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1xf32>, %d: tensor<25xf32>) -> tensor<25xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<1xf32>, tensor<25xf32>) -> (tensor<25xf32>) {
      %r = hir.grid_region %k = 0 to 8 step 1 iter_args(%acc = %o) -> (tensor<25xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%c, %k)
        %i = hir.insert_slice %p into %acc[%at] : tensor<1xf32>, tensor<25xf32>
        hir.yield %i : tensor<25xf32>
      }
      %last = affine.apply affine_map<(d0) -> (d0 * 8 + 8)>(%c)
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %j = hir.insert_slice %p into %r[%last] : tensor<1xf32>, tensor<25xf32>
      hir.yield %j : tensor<25xf32>
    }
    return %v : tensor<25xf32>
  }
}

// -----

// The second of two scopes is judged by its own windows: 3 elements at 2 c.
#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
module @Second attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<15xf32>) -> tensor<15xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<15xf32>) -> (tensor<15xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%c)
      %i = hir.insert_slice %p into %o[%at] : tensor<3xf32>, tensor<15xf32>
      hir.yield %i : tensor<15xf32>
    }
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %w = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %v) : (tensor<3xf32>, tensor<15xf32>) -> (tensor<15xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%c)
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %j = hir.insert_slice %p into %o[%at] : tensor<3xf32>, tensor<15xf32>
      hir.yield %j : tensor<15xf32>
    }
    return %w : tensor<15xf32>
  }
}

// -----

// Two thread scopes side by side in a CTA scope are one chain along the CTAs: CTA c
// writes 4 c .. 4 c + 3 in the first and 4 c + 4 .. 4 c + 7 in the second.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
#thread = #hir.mesh<[#hir.topology<"thread", 4>], #hir.layout<(4) : (1)>, ["t"]>
module @Threads attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 4>], hir.entry = @f} {
  func.func @f(%x: tensor<1x7xf32>, %d: tensor<16x28xf32>) -> tensor<16x28xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<1x7xf32>, tensor<16x28xf32>) -> (tensor<16x28xf32>) {
      %a = hir.mesh_scope #thread at(%t) args(%p1 = %p, %o1 = %o, %c1 = %c) : (tensor<1x7xf32>, tensor<16x28xf32>, index) -> (tensor<16x28xf32>) {
        %col = affine.apply affine_map<(d0) -> (d0 * 7)>(%t)
        %r = hir.grid_region %k = 0 to 4 step 1 iter_args(%acc = %o1) -> (tensor<16x28xf32>) {
          %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%c1, %k)
          %i = hir.insert_slice %p1 into %acc[%row, %col] : tensor<1x7xf32>, tensor<16x28xf32>
          hir.yield %i : tensor<16x28xf32>
        }
        hir.yield %r : tensor<16x28xf32>
      }
      %b = hir.mesh_scope #thread at(%t) args(%p1 = %p, %o1 = %a, %c1 = %c) : (tensor<1x7xf32>, tensor<16x28xf32>, index) -> (tensor<16x28xf32>) {
        %col = affine.apply affine_map<(d0) -> (d0 * 7)>(%t)
        %r = hir.grid_region %k = 4 to 8 step 1 iter_args(%acc = %o1) -> (tensor<16x28xf32>) {
          %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%c1, %k)
          // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
          %j = hir.insert_slice %p1 into %acc[%row, %col] : tensor<1x7xf32>, tensor<16x28xf32>
          hir.yield %j : tensor<16x28xf32>
        }
        hir.yield %r : tensor<16x28xf32>
      }
      hir.yield %b : tensor<16x28xf32>
    }
    return %v : tensor<16x28xf32>
  }
}

// -----

// CTAs that change places in a loop inside the scope: no trip ends before all of them
// are through.
#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
module @Rotation attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<15xf32>) -> tensor<15xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<15xf32>) -> (tensor<15xf32>) {
      %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %o) -> (tensor<15xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (((d0 + d1) mod 5) * 3)>(%c, %k)
        // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
        %i = hir.insert_slice %p into %acc[%at] : tensor<3xf32>, tensor<15xf32>
        hir.yield %i : tensor<15xf32>
      }
      hir.yield %r : tensor<15xf32>
    }
    return %v : tensor<15xf32>
  }
}

// -----

// A start known at run time only proves nothing beside another window.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
module @Unknown attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1xf32>, %s: index, %d: tensor<9xf32>) -> tensor<9xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'c'}}
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d, %at = %s) : (tensor<1xf32>, tensor<9xf32>, index) -> (tensor<9xf32>) {
      %i = hir.insert_slice %p into %o[%c] : tensor<1xf32>, tensor<9xf32>
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %j = hir.insert_slice %p into %i[%at] : tensor<1xf32>, tensor<9xf32>
      hir.yield %j : tensor<9xf32>
    }
    return %v : tensor<9xf32>
  }
}
