// RUN: tf-opt %s --tf-analyze='analysis=memory level=cta function=@same emit=json' | FileCheck %s --check-prefix=SAME
// RUN: tf-opt %s --tf-analyze='analysis=memory level=cta function=@refined emit=json' | FileCheck %s --check-prefix=REFINED
// RUN: tf-opt %s --tf-analyze='analysis=memory level=cta function=@apart emit=json' | FileCheck %s --check-prefix=APART

// Scopes that stand in one loop and number the same CTAs otherwise: what one position reaches
// is united over both, by positions (ir.md 2.3).
#line = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["c"]>
#pairs = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["a", "b"]>
#both = #hir.mesh<[#hir.topology<"cta", 6>, #hir.topology<"thread", 5>], #hir.layout<(6, 5) : (5, 1)>, ["p", "t"]>
#low = #hir.mesh<[#hir.topology<"cta", 6>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["l"]>
#high = #hir.mesh<[#hir.topology<"cta", 6>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(4) : (1)>>, ["h"]>
module @Siblings attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 5>]} {
  // CTA 2 * a + b reads rows [6 * a + 3 * b, + 3), which are its rows [3 * c, + 3): 3 rows of
  // 7 f32 are 84 bytes; all six reach 18 rows, 504; 2 trips of 2 reads are 336.
  // SAME: "buffer": "x:{{[0-9]+}}",
  // SAME-NEXT: "bytes": 84,
  // SAME-NEXT: "device_bytes": 504,
  // SAME-NEXT: "level": "gmem",
  // SAME-NEXT: "repeated_bytes": 336
  func.func @same(%x: tensor<18x7xf32>, %d: tensor<18x7xf32>, %e: tensor<18x7xf32>) -> (tensor<18x7xf32>, tensor<18x7xf32>) {
    %q:2 = hir.grid_region %k = 0 to 2 step 1 iter_args(%f = %d, %g = %e) -> (tensor<18x7xf32>, tensor<18x7xf32>) {
      %u = hir.mesh_scope #line at(%c) args(%p = %x, %o = %f) : (tensor<18x7xf32>, tensor<18x7xf32>) -> (tensor<18x7xf32>) {
        %r = affine.apply affine_map<(c) -> (c * 3)>(%c)
        %w = hir.slice %p[%r, 0] [3, 7] [1, 1] : tensor<18x7xf32>
        %n = hir.neg %w : tensor<3x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<3x7xf32>, tensor<18x7xf32>
        hir.yield %i : tensor<18x7xf32>
      }
      %v = hir.mesh_scope #pairs at(%a, %b) args(%p = %x, %o = %g) : (tensor<18x7xf32>, tensor<18x7xf32>) -> (tensor<18x7xf32>) {
        %r = affine.apply affine_map<(a, b) -> (a * 6 + b * 3)>(%a, %b)
        %w = hir.slice %p[%r, 0] [3, 7] [1, 1] : tensor<18x7xf32>
        %n = hir.exp %w : tensor<3x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<3x7xf32>, tensor<18x7xf32>
        hir.yield %i : tensor<18x7xf32>
      }
      hir.yield %u, %v : tensor<18x7xf32>, tensor<18x7xf32>
    }
    return %q#0, %q#1 : tensor<18x7xf32>, tensor<18x7xf32>
  }

  // The threads of CTA p read rows [15 * p + 3 * t, + 3), together [15 * p, + 15); the CTA as
  // a whole reads [15 * c, + 15) as well: 15 * 7 * 4 = 420 bytes of 2520; 2 * 2 * 420 = 1680.
  // REFINED: "buffer": "x:{{[0-9]+}}",
  // REFINED-NEXT: "bytes": 420,
  // REFINED-NEXT: "device_bytes": 2520,
  // REFINED-NEXT: "level": "gmem",
  // REFINED-NEXT: "repeated_bytes": 1680
  func.func @refined(%x: tensor<90x7xf32>, %d: tensor<90x7xf32>, %e: tensor<90x7xf32>) -> (tensor<90x7xf32>, tensor<90x7xf32>) {
    %q:2 = hir.grid_region %k = 0 to 2 step 1 iter_args(%f = %d, %g = %e) -> (tensor<90x7xf32>, tensor<90x7xf32>) {
      %u = hir.mesh_scope #both at(%p, %t) args(%y = %x, %o = %f) : (tensor<90x7xf32>, tensor<90x7xf32>) -> (tensor<90x7xf32>) {
        %r = affine.apply affine_map<(p, t) -> (p * 15 + t * 3)>(%p, %t)
        %w = hir.slice %y[%r, 0] [3, 7] [1, 1] : tensor<90x7xf32>
        %n = hir.neg %w : tensor<3x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<3x7xf32>, tensor<90x7xf32>
        hir.yield %i : tensor<90x7xf32>
      }
      %v = hir.mesh_scope #line at(%c) args(%y = %x, %o = %g) : (tensor<90x7xf32>, tensor<90x7xf32>) -> (tensor<90x7xf32>) {
        %r = affine.apply affine_map<(c) -> (c * 15)>(%c)
        %w = hir.slice %y[%r, 0] [15, 7] [1, 1] : tensor<90x7xf32>
        %n = hir.exp %w : tensor<15x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<15x7xf32>, tensor<90x7xf32>
        hir.yield %i : tensor<90x7xf32>
      }
      hir.yield %u, %v : tensor<90x7xf32>, tensor<90x7xf32>
    }
    return %q#0, %q#1 : tensor<90x7xf32>, tensor<90x7xf32>
  }

  // No CTA is in both slices: one of CTAs 0 and 1 reaches 3 rows, 84 bytes, one of the others
  // 5 rows, 140. All reach rows [0, 20), 560.
  // APART: "buffer": "x:{{[0-9]+}}",
  // APART-NEXT: "bytes": 140,
  // APART-NEXT: "device_bytes": 560,
  func.func @apart(%x: tensor<23x7xf32>, %d: tensor<23x7xf32>, %e: tensor<23x7xf32>) -> (tensor<23x7xf32>, tensor<23x7xf32>) {
    %q:2 = hir.grid_region %k = 0 to 2 step 1 iter_args(%f = %d, %g = %e) -> (tensor<23x7xf32>, tensor<23x7xf32>) {
      %u = hir.mesh_scope #low at(%c) args(%p = %x, %o = %f) : (tensor<23x7xf32>, tensor<23x7xf32>) -> (tensor<23x7xf32>) {
        %r = affine.apply affine_map<(c) -> (c * 3)>(%c)
        %w = hir.slice %p[%r, 0] [3, 7] [1, 1] : tensor<23x7xf32>
        %n = hir.neg %w : tensor<3x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<3x7xf32>, tensor<23x7xf32>
        hir.yield %i : tensor<23x7xf32>
      }
      %v = hir.mesh_scope #high at(%c) args(%p = %x, %o = %g) : (tensor<23x7xf32>, tensor<23x7xf32>) -> (tensor<23x7xf32>) {
        %r = affine.apply affine_map<(c) -> (c * 5)>(%c)
        %w = hir.slice %p[%r, 0] [5, 7] [1, 1] : tensor<23x7xf32>
        %n = hir.exp %w : tensor<5x7xf32>
        %i = hir.insert_slice %n into %o[%r, 0] : tensor<5x7xf32>, tensor<23x7xf32>
        hir.yield %i : tensor<23x7xf32>
      }
      hir.yield %u, %v : tensor<23x7xf32>, tensor<23x7xf32>
    }
    return %q#0, %q#1 : tensor<23x7xf32>, tensor<23x7xf32>
  }
}
