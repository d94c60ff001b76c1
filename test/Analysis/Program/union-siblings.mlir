// RUN: tf-opt %s --split-input-file --tf-analyze='analysis=compute-cost,memory' | FileCheck %s

// Scopes that update one container one after another (ir.md 4, union): what one of them
// leaves is one finished value, the container that the next one starts from.

// The second scope's update varies along nothing, so neither does what is made of it.
// By hand, f32, 7 CTAs: x 3x5 = 60 B, d 21x5 = 420 B.
//   i: reads x, writes all rows once, 3 a CTA. j: reads x, writes the same 3 rows.
//   n: 105 flops in 7 CTAs; one value of 420 B. s: 420 B, 60 a CTA.
//   gmem r 60 + 60 + 420 + 420, a CTA 60 + 60 + 420 + 60; w 420 + 60 + 420, a CTA
//   60 + 60 + 420. Peak: x, d and two versions or n: 60 + 3 * 420 = 1320.
// CHECK: # compute-cost flops=f32:735@105
// CHECK-NEXT: # traffic traffic=gmem:r960/w900@r600/w540,rmem:r56/w0@r8/w0,smem:r0/w420@r0/w60
// CHECK-NEXT: # peak-footprint=gmem:1320,smem:60
// CHECK: %i = hir.insert_slice {{.*}}gmem:r60/w420@r60/w60
// CHECK: %j = hir.insert_slice {{.*}}gmem:r60/w60@r60/w60
// CHECK: %n = hir.neg {{.*}}gmem:r420/w420@r420/w420
#cta = #hir.mesh<[#hir.topology<"cta", 7>], #hir.layout<(7) : (1)>, ["c"]>
#rows = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(7, 3, 5) : (0, 5, 1)>, [split(0)], #cta>>
module @Constant attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 7>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %d: tensor<21x5xf32>) -> (tensor<21x5xf32, #rows>) {
    %u = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3x5xf32>, tensor<21x5xf32>) -> (tensor<21x5xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%c)
      %i = hir.insert_slice %p into %o[%at, 0] : tensor<3x5xf32>, tensor<21x5xf32>
      hir.yield %i : tensor<21x5xf32>
    }
    %v = hir.mesh_scope #cta at(%e) args(%q = %x, %w = %u) : (tensor<3x5xf32>, tensor<21x5xf32>) -> (tensor<21x5xf32, #rows>) {
      %j = hir.insert_slice %q into %w[0, 0] : tensor<3x5xf32>, tensor<21x5xf32>
      %n = hir.neg %j : tensor<21x5xf32>
      %s = hir.reshard %n to <smem, layout = #hir.shard<[21 over c, 5], #cta>> : tensor<21x5xf32>
      hir.yield %s : tensor<21x5xf32, #rows>
    }
    return %v : tensor<21x5xf32, #rows>
  }
}

// -----

// Two thread scopes in a CTA scope write the same windows. 2 CTAs of 5 threads, 3
// elements each: an op writes 120 B, 60 a CTA, and its starts are 10 numbers.
// CHECK: # traffic traffic=gmem:r24/w240@r24/w120,rmem:r160/w0@r80/w0
// CHECK: %i = hir.insert_slice {{.*}}gmem:r12/w120@r12/w60
// CHECK: %j = hir.insert_slice {{.*}}gmem:r12/w120@r12/w60
#cta = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["c"]>
#thread = #hir.mesh<[#hir.topology<"thread", 5>], #hir.layout<(5) : (1)>, ["t"]>
module @Threads attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 2>, #hir.topology<"thread", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<30xf32>) -> tensor<30xf32> {
    %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<30xf32>) -> (tensor<30xf32>) {
      %a = hir.mesh_scope #thread at(%t) args(%p1 = %p, %o1 = %o, %c1 = %c) : (tensor<3xf32>, tensor<30xf32>, index) -> (tensor<30xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 15 + d1 * 3)>(%c1, %t)
        %i = hir.insert_slice %p1 into %o1[%at] : tensor<3xf32>, tensor<30xf32>
        hir.yield %i : tensor<30xf32>
      }
      %b = hir.mesh_scope #thread at(%t) args(%p1 = %p, %o1 = %a, %c1 = %c) : (tensor<3xf32>, tensor<30xf32>, index) -> (tensor<30xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 15 + d1 * 3)>(%c1, %t)
        %j = hir.insert_slice %p1 into %o1[%at] : tensor<3xf32>, tensor<30xf32>
        hir.yield %j : tensor<30xf32>
      }
      hir.yield %b : tensor<30xf32>
    }
    return %v : tensor<30xf32>
  }
}

// -----

// Two slices of the CTAs write a part each: 2 CTAs 24 B, 3 CTAs 36 B.
// CHECK: # traffic traffic=gmem:r24/w60@r24/w24,rmem:r40/w0@r16/w0
#low = #hir.mesh<[#hir.topology<"cta", 5>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 5>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(3) : (1)>>, ["c"]>
module @Slices attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<15xf32>) -> tensor<15xf32> {
    %v = hir.mesh_scope #low at(%c) args(%p = %x, %o = %d) : (tensor<3xf32>, tensor<15xf32>) -> (tensor<15xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%c)
      %i = hir.insert_slice %p into %o[%at] : tensor<3xf32>, tensor<15xf32>
      hir.yield %i : tensor<15xf32>
    }
    %w = hir.mesh_scope #high at(%c) args(%p = %x, %o = %v) : (tensor<3xf32>, tensor<15xf32>) -> (tensor<15xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 3 + 6)>(%c)
      %j = hir.insert_slice %p into %o[%at] : tensor<3xf32>, tensor<15xf32>
      hir.yield %j : tensor<15xf32>
    }
    return %w : tensor<15xf32>
  }
}

// -----

// Other axes over the same CTAs, in a loop: 3 trips, 6 CTAs, 5 elements each. An op reads
// 20 B and writes 120, 20 a CTA.
// CHECK: # traffic traffic=gmem:r120/w720@r120/w120,rmem:r288/w0@r48/w0
#one = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["c"]>
#two = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["a", "b"]>
module @Shapes attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<5xf32>, %d: tensor<30xf32>) -> tensor<30xf32> {
    %r = hir.grid_region %k = 0 to 3 step 1 iter_args(%acc = %d) -> (tensor<30xf32>) {
      %v = hir.mesh_scope #one at(%c) args(%p = %x, %o = %acc) : (tensor<5xf32>, tensor<30xf32>) -> (tensor<30xf32>) {
        %at = affine.apply affine_map<(d0) -> (d0 * 5)>(%c)
        %i = hir.insert_slice %p into %o[%at] : tensor<5xf32>, tensor<30xf32>
        hir.yield %i : tensor<30xf32>
      }
      %w = hir.mesh_scope #two at(%a, %b) args(%p = %x, %o = %v) : (tensor<5xf32>, tensor<30xf32>) -> (tensor<30xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1 * 5)>(%a, %b)
        %j = hir.insert_slice %p into %o[%at] : tensor<5xf32>, tensor<30xf32>
        hir.yield %j : tensor<30xf32>
      }
      hir.yield %w : tensor<30xf32>
    }
    return %r : tensor<30xf32>
  }
}

// -----

// A loop around the scope: each trip's union is finished before the next trip, so the
// CTAs may change places. 5 trips, 5 CTAs, 3 elements: 60 B a trip, 12 a CTA.
// CHECK: # traffic traffic=gmem:r60/w300@r60/w60,rmem:r200/w0@r40/w0
// CHECK: %i = hir.insert_slice {{.*}}gmem:r12/w60@r12/w12
#cta = #hir.mesh<[#hir.topology<"cta", 5>], #hir.layout<(5) : (1)>, ["c"]>
module @Rotation attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 5>], hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %d: tensor<15xf32>) -> tensor<15xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %d) -> (tensor<15xf32>) {
      %v = hir.mesh_scope #cta at(%c) args(%p = %x, %o = %acc, %l = %k) : (tensor<3xf32>, tensor<15xf32>, index) -> (tensor<15xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (((d0 + d1) mod 5) * 3)>(%c, %l)
        %i = hir.insert_slice %p into %o[%at] : tensor<3xf32>, tensor<15xf32>
        hir.yield %i : tensor<15xf32>
      }
      hir.yield %v : tensor<15xf32>
    }
    return %r : tensor<15xf32>
  }
}
