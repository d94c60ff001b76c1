// RUN: tf-opt %s --split-input-file --tf-analyze='analysis=memory' | FileCheck %s

// Several windows a position (ir.md 4, union): what one position writes is disjoint from
// what every other one writes, in whatever order the windows of all of them lie.

// 3 c .. 3 c + 2 and 3 c + 17 .. 3 c + 19: the first windows of all CTAs lie before the
// second ones. Each op reads 12 B and writes 60, 12 a CTA.
// CHECK: # traffic traffic=gmem:r24/w120@r24/w24,rmem:r80/w0@r16/w0
#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
module @Two attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<32xf32>) -> (tensor<32xf32>) {
      %first = affine.apply affine_map<(d0) -> (d0 * 3)>(%c)
      %i = hir.insert_slice %p into %o[%first] : tensor<3xf32>, tensor<32xf32>
      %second = affine.apply affine_map<(d0) -> (d0 * 3 + 17)>(%c)
      %j = hir.insert_slice %p into %i[%second] : tensor<3xf32>, tensor<32xf32>
      hir.yield %j : tensor<32xf32>
    }
    return %v : tensor<32xf32>
  }
}

// -----

// Two loops whose windows interleave: 25 k + 5 c .. + 1 and 25 l + 5 c + 2 .. + 4 fill 75
// elements. 3 trips of 40 B, 8 a CTA, and 3 of 60 B, 12 a CTA.
// CHECK: # traffic traffic=gmem:r60/w300@r60/w60,rmem:r240/w0@r48/w0
#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
module @Interleaved attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>, %d: tensor<75xf32>) -> tensor<75xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %q = %y, %o = %d) : (tensor<2xf32>, tensor<3xf32>, tensor<75xf32>) -> (tensor<75xf32>) {
      %r = hir.grid_region %k = 0 to 3 step 1 iter_args(%acc = %o) -> (tensor<75xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d1 * 25 + d0 * 5)>(%c, %k)
        %i = hir.insert_slice %p into %acc[%at] : tensor<2xf32>, tensor<75xf32>
        hir.yield %i : tensor<75xf32>
      }
      %s = hir.grid_region %l = 0 to 3 step 1 iter_args(%acc = %r) -> (tensor<75xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d1 * 25 + d0 * 5 + 2)>(%c, %l)
        %j = hir.insert_slice %q into %acc[%at] : tensor<3xf32>, tensor<75xf32>
        hir.yield %j : tensor<75xf32>
      }
      hir.yield %s : tensor<75xf32>
    }
    return %v : tensor<75xf32>
  }
}

// -----

// A loop and its remainder: 16 c .. 16 c + 6 in 7 trips, then 16 c + 7. 8 writes of
// 12 B, 4 a CTA.
// CHECK: # traffic traffic=gmem:r32/w96@r32/w32,rmem:r192/w0@r64/w0
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
module @Remainder attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1xf32>, %d: tensor<48xf32>) -> tensor<48xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<1xf32>, tensor<48xf32>) -> (tensor<48xf32>) {
      %r = hir.grid_region %k = 0 to 7 step 1 iter_args(%acc = %o) -> (tensor<48xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%c, %k)
        %i = hir.insert_slice %p into %acc[%at] : tensor<1xf32>, tensor<48xf32>
        hir.yield %i : tensor<48xf32>
      }
      %last = affine.apply affine_map<(d0) -> (d0 * 16 + 7)>(%c)
      %j = hir.insert_slice %p into %r[%last] : tensor<1xf32>, tensor<48xf32>
      hir.yield %j : tensor<48xf32>
    }
    return %v : tensor<48xf32>
  }
}

// -----

// Insertions at two depths: 16 c + 4 k, then 16 c + 4 k + l for l = 1, 2, 3. An update
// that is the same everywhere stands before them and is part of the container: a write
// of 4 B whatever the CTA. 16 writes of 12 B, 4 a CTA, and that one.
// CHECK: # traffic traffic=gmem:r68/w196@r68/w68,rmem:r384/w0@r128/w0
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
module @Depths attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1xf32>, %d: tensor<48xf32>) -> tensor<48xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<1xf32>, tensor<48xf32>) -> (tensor<48xf32>) {
      %h = hir.insert_slice %p into %o[5] : tensor<1xf32>, tensor<48xf32>
      %r = hir.grid_region %k = 0 to 4 step 1 iter_args(%acc = %h) -> (tensor<48xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%c, %k)
        %i = hir.insert_slice %p into %acc[%at] : tensor<1xf32>, tensor<48xf32>
        %s = hir.grid_region %l = 1 to 4 step 1 iter_args(%in = %i) -> (tensor<48xf32>) {
          %to = affine.apply affine_map<(d0, d1, d2) -> (d0 * 16 + d1 * 4 + d2)>(%c, %k, %l)
          %j = hir.insert_slice %p into %in[%to] : tensor<1xf32>, tensor<48xf32>
          hir.yield %j : tensor<48xf32>
        }
        hir.yield %s : tensor<48xf32>
      }
      hir.yield %r : tensor<48xf32>
    }
    return %v : tensor<48xf32>
  }
}
