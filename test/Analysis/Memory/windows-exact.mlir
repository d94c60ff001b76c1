// An advisory of a window that overruns states where the window really gets: terms of a
// start that move together are taken together, over all trips and positions (ir.md 11.7).
//
// RUN: tf-opt %s --tf-analyze='function=@inside analysis=memory' | FileCheck %s --check-prefix=INSIDE
// RUN: tf-opt %s --tf-analyze='function=@positions analysis=memory' | FileCheck %s --check-prefix=POSITIONS
// RUN: tf-opt %s --tf-analyze='function=@beyond analysis=memory' | FileCheck %s --check-prefix=BEYOND
// RUN: tf-opt %s --tf-analyze='function=@several analysis=memory' | FileCheck %s --check-prefix=SEVERAL
// RUN: tf-opt %s --tf-analyze='function=@long analysis=memory' | FileCheck %s --check-prefix=LONG
// RUN: tf-opt %s --tf-analyze='function=@cache analysis=memory' | FileCheck %s --check-prefix=CACHE

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["b"]>
module @Exact attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 6>]
} {
  // k below 77. Starts of a: k + k mod 5 is 75 + 0, 76 + 1 and before that 74 + 4 at most,
  // so [0, 78] and 3 elements end at 81. Of b: 11 (k mod 7) + k floordiv 7 visits each of
  // [0, 77) once. Of c: |k - 38| is 38 at most. Taken term by term, each would overrun.
  // INSIDE-NOT: advisory
  // INSIDE: func.func
  func.func @inside(%x: tensor<81xf32>, %y: tensor<77xf32>, %z: tensor<39xf32>, %i: tensor<1xf32>, %t: tensor<3xf32>) -> (tensor<1xf32>, tensor<3xf32>) {
    %n = arith.constant 38 : index
    %r:2 = hir.grid_region %k = 0 to 77 step 1 iter_args(%p = %i, %q = %t) -> (tensor<1xf32>, tensor<3xf32>) {
      %s = affine.apply affine_map<(d0) -> (d0 + d0 mod 5)>(%k)
      %a = hir.slice %x[%s] [3] [1] : tensor<81xf32>
      %u = affine.apply affine_map<(d0) -> ((d0 mod 7) * 11 + d0 floordiv 7)>(%k)
      %b = hir.slice %y[%u] [1] [1] : tensor<77xf32>
      %more = arith.maxsi %k, %n : index
      %less = arith.minsi %k, %n : index
      %v = arith.subi %more, %less : index
      %c = hir.slice %z[%v] [1] [1] : tensor<39xf32>
      %d = hir.add %b, %c : tensor<1xf32>, tensor<1xf32>
      %e = hir.add %p, %d : tensor<1xf32>, tensor<1xf32>
      %f = hir.add %q, %a : tensor<3xf32>, tensor<3xf32>
      hir.yield %e, %f : tensor<1xf32>, tensor<3xf32>
    }
    return %r#0, %r#1 : tensor<1xf32>, tensor<3xf32>
  }

  // CTAs at 0, 6, 2, 8, 4, 10, of 12 rows: two each.
  // POSITIONS-NOT: advisory
  // POSITIONS: func.func
  func.func @positions(%x: tensor<12x5xf32>, %z: tensor<12x5xf32>) -> tensor<12x5xf32> {
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z) : (tensor<12x5xf32>, tensor<12x5xf32>) -> (tensor<12x5xf32>) {
      %o = affine.apply affine_map<(d0) -> (d0 mod 2 * 6 + d0 floordiv 2 * 2)>(%b)
      %w = hir.slice %a[%o, 0] [2, 5] [1, 1] : tensor<12x5xf32>
      %n = hir.neg %w : tensor<2x5xf32>
      %u = hir.insert_slice %n into %d[%o, 0] : tensor<2x5xf32>, tensor<12x5xf32>
      hir.yield %u : tensor<12x5xf32>
    }
    return %y : tensor<12x5xf32>
  }

  // k below 23. Starts of a: k + k mod 5 is 19 + 4 and 22 + 2 at most, so 24, and 3
  // elements end at 27 of 26. Starts of b: k mod 5 - k floordiv 5 is 0 - 4 at k = 20.
  // BEYOND: # advisory="loop k moves window a to 27 along axis 0 of x, whose extent is 26; only what lies inside is counted"
  // BEYOND-NEXT: # advisory="loop k moves window b to -4 along axis 0 of x, whose extent is 26; only what lies inside is counted"
  // BEYOND-NOT: advisory
  // BEYOND: func.func
  func.func @beyond(%x: tensor<26xf32>, %i: tensor<3xf32>) -> tensor<3xf32> {
    %r = hir.grid_region %k = 0 to 23 step 1 iter_args(%acc = %i) -> (tensor<3xf32>) {
      %s = affine.apply affine_map<(d0) -> (d0 + d0 mod 5)>(%k)
      %a = hir.slice %x[%s] [3] [1] : tensor<26xf32>
      %u = affine.apply affine_map<(d0) -> (d0 mod 5 - d0 floordiv 5)>(%k)
      %b = hir.slice %x[%u] [3] [1] : tensor<26xf32>
      %m = hir.add %a, %b : tensor<3xf32>, tensor<3xf32>
      %n = hir.add %acc, %m : tensor<3xf32>, tensor<3xf32>
      hir.yield %n : tensor<3xf32>
    }
    return %r : tensor<3xf32>
  }

  // b below 6, k below 5, j below 3: w starts at 7k + j, 30 at most, and 4 elements end at
  // 34 of 31; v at b + 7k + j, 35 at most, and ends at 39.
  // SEVERAL: # advisory="loop k and loop j move window w to 34 along axis 0 of a, whose extent is 31; only what lies inside is counted"
  // SEVERAL-NEXT: # advisory="mesh axis b, loop k and loop j move window v to 39 along axis 0 of a, whose extent is 31; only what lies inside is counted"
  // SEVERAL-NOT: advisory
  // SEVERAL: func.func
  func.func @several(%x: tensor<31xf32>, %z: tensor<6x4xf32>, %i: tensor<4xf32>) -> tensor<6x4xf32> {
    %y = hir.mesh_scope #cta at(%b) args(%a = %x, %d = %z, %c = %i) : (tensor<31xf32>, tensor<6x4xf32>, tensor<4xf32>) -> (tensor<6x4xf32>) {
      %o = hir.grid_region %k = 0 to 5 step 1 iter_args(%p = %c) -> (tensor<4xf32>) {
        %q = hir.grid_region %j = 0 to 3 step 1 iter_args(%h = %p) -> (tensor<4xf32>) {
          %s = affine.apply affine_map<(d0, d1) -> (7 * d0 + d1)>(%k, %j)
          %w = hir.slice %a[%s] [4] [1] : tensor<31xf32>
          %t = arith.addi %s, %b : index
          %v = hir.slice %a[%t] [4] [1] : tensor<31xf32>
          %m = hir.mul %w, %v : tensor<4xf32>, tensor<4xf32>
          %n = hir.add %h, %m : tensor<4xf32>, tensor<4xf32>
          hir.yield %n : tensor<4xf32>
        }
        hir.yield %q : tensor<4xf32>
      }
      %row = hir.reshape %o to [1, 4] : tensor<4xf32>
      %u = hir.insert_slice %row into %d[%b, 0] : tensor<1x4xf32>, tensor<6x4xf32>
      hir.yield %u : tensor<6x4xf32>
    }
    return %y : tensor<6x4xf32>
  }

  // k mod 7 + 3 (k floordiv 1000003), k below 7000021 = 7 * 1000003: 6 at most in the
  // last million as in any, so 6 + 3 * 6 = 24, and 5 elements end at 29 of 28.
  // LONG: # advisory="loop k moves window w to 29 along axis 0 of x, whose extent is 28; only what lies inside is counted"
  // LONG-NOT: advisory
  // LONG: func.func
  func.func @long(%x: tensor<28xf32>, %i: tensor<5xf32>) -> tensor<5xf32> {
    %r = hir.grid_region %k = 0 to 7000021 step 1 iter_args(%acc = %i) -> (tensor<5xf32>) {
      %s = affine.apply affine_map<(d0) -> (d0 mod 7 + 3 * (d0 floordiv 1000003))>(%k)
      %w = hir.slice %x[%s] [5] [1] : tensor<28xf32>
      %n = hir.add %acc, %w : tensor<5xf32>, tensor<5xf32>
      hir.yield %n : tensor<5xf32>
    }
    return %r : tensor<5xf32>
  }

  // Rows 12 to 14 of a cache of 13: it is the cache that is overrun, not the result.
  // CACHE: # advisory="a constant start moves window d to 15 along axis 1 of c, whose extent is 13; only what lies inside is counted"
  // CACHE-NOT: advisory
  // CACHE: func.func
  func.func @cache(%c: tensor<2x13x5x7xbf16>, %n: tensor<2x3x5x7xbf16>) -> tensor<2x13x5x7xbf16> {
    %p = arith.constant 12 : index
    %s = arith.constant 3 : index
    %d = hir.cache_update %c, %p, %s, %n : tensor<2x13x5x7xbf16>, index, index, tensor<2x3x5x7xbf16>
    return %d : tensor<2x13x5x7xbf16>
  }
}
