// A window that runs past its source on some trip or position says so, with both extents
// (ir.md 11.7).
//
// RUN: tf-opt %s --tf-analyze='function=@trips analysis=memory' | FileCheck %s --check-prefix=TRIPS
// RUN: tf-opt %s --tf-analyze='function=@positions analysis=memory' | FileCheck %s --check-prefix=POSITIONS
// RUN: tf-opt %s --tf-analyze='function=@inside analysis=memory' | FileCheck %s --check-prefix=INSIDE

#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["b"]>
module @Windows attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>]
} {
  // Trips at 0, 40, 80: the last window holds 80 to 119 of 100.
  // TRIPS: # advisory="loop k moves window w to 120 along axis 0 of x, whose extent is 100; only what lies inside is counted"
  // TRIPS-NOT: advisory
  // TRIPS: func.func
  func.func @trips(%x: tensor<100xf32>, %i: tensor<40xf32>) -> tensor<40xf32> {
    %r = hir.grid_region %k = 0 to 100 step 40 iter_args(%acc = %i) -> (tensor<40xf32>) {
      %w = hir.slice %x[%k] [40] [1] : tensor<100xf32>
      %n = hir.add %acc, %w : tensor<40xf32>, tensor<40xf32>
      hir.yield %n : tensor<40xf32>
    }
    return %r : tensor<40xf32>
  }

  // CTAs at 0, 7, 14, of 20 rows.
  // POSITIONS: # advisory="mesh axis b moves window w to 21 along axis 0 of a, whose extent is 20; only what lies inside is counted"
  func.func @positions(%x: tensor<20x5xf32>, %z: tensor<21x5xf32>) -> tensor<21x5xf32> {
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z) : (tensor<20x5xf32>, tensor<21x5xf32>) -> (tensor<21x5xf32>) {
      %o = affine.apply affine_map<(d0) -> (7 * d0)>(%b)
      %w = hir.slice %a[%o, 0] [7, 5] [1, 1] : tensor<20x5xf32>
      %n = hir.neg %w : tensor<7x5xf32>
      %u = hir.insert_slice %n into %d[%o, 0] : tensor<7x5xf32>, tensor<21x5xf32>
      hir.yield %u : tensor<21x5xf32>
    }
    return %y : tensor<21x5xf32>
  }

  // Windows that stay inside, and one whose start nobody knows, say nothing.
  // INSIDE-NOT: advisory
  // INSIDE: func.func
  func.func @inside(%x: tensor<120xf32>, %i: tensor<40xf32>, %j: index) -> tensor<40xf32> {
    %r = hir.grid_region %k = 0 to 120 step 40 iter_args(%acc = %i) -> (tensor<40xf32>) {
      %w = hir.slice %x[%k] [40] [1] : tensor<120xf32>
      %v = hir.slice %x[%j] [40] [1] : tensor<120xf32>
      %m = hir.add %w, %v : tensor<40xf32>, tensor<40xf32>
      %n = hir.add %acc, %m : tensor<40xf32>, tensor<40xf32>
      hir.yield %n : tensor<40xf32>
    }
    return %r : tensor<40xf32>
  }
}
