// RUN: tf-opt %s -verify-diagnostics -split-input-file --tf-check-program

// A value that varies along an axis of the scope is no single value outside it
// (ir.md 4): the coordinate enters through a scalar.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["i", "j"]>
module @Direct attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xi64>) -> tensor<6x7xi64> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'j'}}
    %r = hir.mesh_scope #cta at(%i, %j) args(%a = %x) : (tensor<6x7xi64>) -> (tensor<6x7xi64>) {
      %c = arith.index_cast %j : index to i64
      // expected-note @+1 {{the varying value}}
      %y = hir.add %a, %c : tensor<6x7xi64>, i64
      hir.yield %y : tensor<6x7xi64>
    }
    return %r : tensor<6x7xi64>
  }
}

// -----

// Through a window, and through what reads the window.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["i", "j"]>
module @Window attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xf32>) -> tensor<3x7xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i, %j) args(%a = %x) : (tensor<6x7xf32>) -> (tensor<3x7xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
      %w = hir.slice %a[%at, 0] [3, 7] [1, 1] : tensor<6x7xf32>
      // expected-note @+1 {{the varying value}}
      %y = hir.neg %w : tensor<3x7xf32>
      hir.yield %y : tensor<3x7xf32>
    }
    return %r : tensor<3x7xf32>
  }
}

// -----

// A carried argument depends on its yielded value, to the fixpoint.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["i"]>
module @Carried attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<6x7xf32>, %o: tensor<1x7xf32>) -> tensor<1x7xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<6x7xf32>, tensor<1x7xf32>) -> (tensor<1x7xf32>) {
      // expected-note @+1 {{the varying value}}
      %p, %q = hir.grid_region %k = 0 to 3 step 1 iter_args(%s = %z, %t = %z) -> (tensor<1x7xf32>, tensor<1x7xf32>) {
        %w = hir.slice %a[%i, 0] [1, 7] [1, 1] : tensor<6x7xf32>
        hir.yield %t, %w : tensor<1x7xf32>, tensor<1x7xf32>
      }
      hir.yield %p : tensor<1x7xf32>
    }
    return %r : tensor<1x7xf32>
  }
}

// -----

// Windows of 3 rows at 2 * i: positions 0 and 1 both write row 2.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Overlap attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %o: tensor<7x5xf32>) -> tensor<7x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<3x5xf32>, tensor<7x5xf32>) -> (tensor<7x5xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %y = hir.insert_slice %a into %z[%at, 0] : tensor<3x5xf32>, tensor<7x5xf32>
      hir.yield %y : tensor<7x5xf32>
    }
    return %r : tensor<7x5xf32>
  }
}

// -----

// Disjoint along i, the same window along j: the chain varies along i alone, and
// along j where the update does.
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["i", "j"]>
module @Both attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<2x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'j'}}
    %r = hir.mesh_scope #cta at(%i, %j) args(%a = %x, %z = %o) : (tensor<2x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %u = hir.slice %a[%j, 0] [1, 5] [1, 1] : tensor<2x5xf32>
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %y = hir.insert_slice %u into %z[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      hir.yield %y : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}

// -----

// Through a loop: 4 trips of 2 rows at 8 * i + k fit 8 rows a position; with 5 trips
// a position reaches into the next one's rows.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Loop attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<2x5xf32>, %o: tensor<26x5xf32>) -> tensor<26x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<2x5xf32>, tensor<26x5xf32>) -> (tensor<26x5xf32>) {
      %s = hir.grid_region %k = 0 to 10 step 2 iter_args(%acc = %z) -> (tensor<26x5xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
        // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
        %y = hir.insert_slice %a into %acc[%at, 0] : tensor<2x5xf32>, tensor<26x5xf32>
        hir.yield %y : tensor<26x5xf32>
      }
      hir.yield %s : tensor<26x5xf32>
    }
    return %r : tensor<26x5xf32>
  }
}

// -----

// The same window at all positions, over windows that differ: which write is last
// differs from position to position.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Late attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %y = hir.insert_slice %a into %z[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
      %v = hir.insert_slice %a into %y[1, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      hir.yield %v : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}

// -----

// Two loops side by side: the first writes rows 16 i .. 16 i + 15, the second row
// 16 i + 8 of the position before: 16 (i + 1) - 8.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Beside attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<56x5xf32>) -> tensor<56x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<56x5xf32>) -> (tensor<56x5xf32>) {
      %s = hir.grid_region %k = 0 to 16 step 1 iter_args(%acc = %z) -> (tensor<56x5xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 + 8)>(%i, %k)
        %y = hir.insert_slice %a into %acc[%at, 0] : tensor<1x5xf32>, tensor<56x5xf32>
        hir.yield %y : tensor<56x5xf32>
      }
      %t = hir.grid_region %k = 0 to 1 step 1 iter_args(%acc = %s) -> (tensor<56x5xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
        // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
        %y = hir.insert_slice %a into %acc[%at, 0] : tensor<1x5xf32>, tensor<56x5xf32>
        hir.yield %y : tensor<56x5xf32>
      }
      hir.yield %t : tensor<56x5xf32>
    }
    return %r : tensor<56x5xf32>
  }
}

// -----

// A loop that swaps what it carries: both arguments are one chain, and the window
// [0] that every position writes is in it.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Swap attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %s, %t = hir.grid_region %k = 0 to 4 step 1 iter_args(%p = %z, %q = %z) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
        %y = hir.insert_slice %a into %p[0, 0] : tensor<1x5xf32>, tensor<3x5xf32>
        // expected-note @+1 {{the windows it inserts overlap for positions that differ on the axis}}
        %v = hir.insert_slice %a into %q[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
        hir.yield %v, %y : tensor<3x5xf32>, tensor<3x5xf32>
      }
      hir.yield %s : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}

// -----

// A container that varies is a container of each position.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Container attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<5x5xf32>) -> tensor<3x5xf32> {
    // expected-error @+1 {{yields result 0, which varies along mesh axis 'i'}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<5x5xf32>) -> (tensor<3x5xf32>) {
      %c = hir.slice %z[%i, 0] [3, 5] [1, 1] : tensor<5x5xf32>
      // expected-note @+1 {{the varying value}}
      %y = hir.insert_slice %a into %c[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      hir.yield %y : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}

// -----

// A scope names no level that an enclosing scope names.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Twice attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>) -> tensor<1x5xf32> {
    // expected-note @+1 {{enclosing scope}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x) : (tensor<1x5xf32>) -> (tensor<1x5xf32>) {
      // expected-error @+1 {{names topology level 'cta', which an enclosing scope already names}}
      %s = hir.mesh_scope #cta at(%j) args(%b = %a) : (tensor<1x5xf32>) -> (tensor<1x5xf32>) {
        hir.yield %b : tensor<1x5xf32>
      }
      hir.yield %s : tensor<1x5xf32>
    }
    return %r : tensor<1x5xf32>
  }
}

// -----

// Levels of the owning module only: a child's list replaces its owner's.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Own attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @child::@f} {
  module @child attributes {hir.topologies = [#hir.topology<"warp", 3>]} {
    func.func @f(%x: tensor<1x5xf32>) -> tensor<1x5xf32> {
      // expected-error @+1 {{names topology level 'cta', which the module's hir.topologies does not declare}}
      %r = hir.mesh_scope #cta at(%i) args(%a = %x) : (tensor<1x5xf32>) -> (tensor<1x5xf32>) {
        hir.yield %a : tensor<1x5xf32>
      }
      return %r : tensor<1x5xf32>
    }
  }
}

// -----

// Extents equal the module's.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Extent attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>) -> tensor<1x5xf32> {
    // expected-error @+1 {{names topology level 'cta' with extent 3, but the module declares 4}}
    %r = hir.mesh_scope #cta at(%i) args(%a = %x) : (tensor<1x5xf32>) -> (tensor<1x5xf32>) {
      hir.yield %a : tensor<1x5xf32>
    }
    return %r : tensor<1x5xf32>
  }
}
