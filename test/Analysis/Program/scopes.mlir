// RUN: tf-opt %s --split-input-file --tf-check-program
// RUN: tf-opt %s --split-input-file --tf-analyze='analysis=compute-cost emit=text' | FileCheck %s

// What a scope may yield (ir.md 4), each form once.

// A value that does not vary, whatever else in the body does; a template's shape is no
// dependence: full_like of a varying window does not vary. 3 positions x 5 elements of
// neg: 15.
// CHECK: module=Same
// CHECK: flops=f32:15@5
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Same attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>) -> tensor<1x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x) : (tensor<3x5xf32>) -> (tensor<1x5xf32>) {
      %w = hir.slice %a[%i, 0] [1, 5] [1, 1] : tensor<3x5xf32>
      %t = hir.full_like %w {value = 1.0} : tensor<1x5xf32>
      %y = hir.neg %t : tensor<1x5xf32>
      hir.yield %y : tensor<1x5xf32>
    }
    return %r : tensor<1x5xf32>
  }
}

// -----

// A union: each position writes its own rows of a container that does not vary. The
// neg runs at each of 3 positions on 2 x 5: 30.
// CHECK: module=Union
// CHECK: flops=f32:30@10
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Union attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<6x5xf32>, %o: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<6x5xf32>, tensor<6x5xf32>) -> (tensor<6x5xf32>) {
      %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      %w = hir.slice %a[%at, 0] [2, 5] [1, 1] : tensor<6x5xf32>
      %n = hir.neg %w : tensor<2x5xf32>
      %y = hir.insert_slice %n into %z[%at, 0] : tensor<2x5xf32>, tensor<6x5xf32>
      hir.yield %y : tensor<6x5xf32>
    }
    return %r : tensor<6x5xf32>
  }
}

// -----

// A union through a loop, by two axes, strided: position (i, j) writes rows
// 8 * i + k (4 trips of 2 rows) of column half 3 * j. 6 positions, 4 trips, 2 x 3: 144.
// CHECK: module=Loop
// CHECK: flops=f32:144@24
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(3, 2) : (2, 1)>, ["i", "j"]>
module @Loop attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 6>], hir.entry = @f} {
  func.func @f(%x: tensor<24x6xf32>, %o: tensor<24x6xf32>) -> tensor<24x6xf32> {
    %r = hir.mesh_scope #cta at(%i, %j) args(%a = %x, %z = %o) : (tensor<24x6xf32>, tensor<24x6xf32>) -> (tensor<24x6xf32>) {
      %col = affine.apply affine_map<(d0) -> (d0 * 3)>(%j)
      %s = hir.grid_region %k = 0 to 8 step 2 iter_args(%acc = %z) -> (tensor<24x6xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %k)
        %w = hir.slice %a[%at, %col] [2, 3] [1, 1] : tensor<24x6xf32>
        %n = hir.neg %w : tensor<2x3xf32>
        %y = hir.insert_slice %n into %acc[%at, %col] : tensor<2x3xf32>, tensor<24x6xf32>
        hir.yield %y : tensor<24x6xf32>
      }
      hir.yield %s : tensor<24x6xf32>
    }
    return %r : tensor<24x6xf32>
  }
}

// -----

// A chain of two inserts: rows 2i and 2i + 1 for all i, neither overlapping another
// position's.
// CHECK: module=Chain
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Chain attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %o: tensor<6x5xf32>) -> tensor<6x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<3x5xf32>, tensor<6x5xf32>) -> (tensor<6x5xf32>) {
      %even = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      %odd = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
      %w = hir.slice %a[%i, 0] [1, 5] [1, 1] : tensor<3x5xf32>
      %y = hir.insert_slice %w into %z[%even, 0] : tensor<1x5xf32>, tensor<6x5xf32>
      %v = hir.insert_slice %w into %y[%odd, 0] : tensor<1x5xf32>, tensor<6x5xf32>
      hir.yield %v : tensor<6x5xf32>
    }
    return %r : tensor<6x5xf32>
  }
}

// -----

// What every position writes alike before the first window that differs is part of the
// container.
// CHECK: module=Prefix
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Prefix attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %y = hir.insert_slice %a into %z[1, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      %v = hir.insert_slice %a into %y[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      hir.yield %v : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}

// -----

// Two loops side by side carry one chain: rows 16 i .. 16 i + 7, then 16 i + 8 ..
// 16 i + 15.
// CHECK: module=Beside
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
module @Beside attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<1x5xf32>, %o: tensor<48x5xf32>) -> tensor<48x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<1x5xf32>, tensor<48x5xf32>) -> (tensor<48x5xf32>) {
      %s = hir.grid_region %k = 0 to 8 step 1 iter_args(%acc = %z) -> (tensor<48x5xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
        %y = hir.insert_slice %a into %acc[%at, 0] : tensor<1x5xf32>, tensor<48x5xf32>
        hir.yield %y : tensor<48x5xf32>
      }
      %t = hir.grid_region %k = 8 to 16 step 1 iter_args(%acc = %s) -> (tensor<48x5xf32>) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %k)
        %y = hir.insert_slice %a into %acc[%at, 0] : tensor<1x5xf32>, tensor<48x5xf32>
        hir.yield %y : tensor<48x5xf32>
      }
      hir.yield %t : tensor<48x5xf32>
    }
    return %r : tensor<48x5xf32>
  }
}

// -----

// A value whose type splits it along the axis, and a partial one.
// CHECK: module=Typed
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 6) : (12, 6, 1)>, [split(0)], #cta>>
#cols = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 3, 2) : (6, 2, 1)>, [split(1)], #cta>>
#sum = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(5, 7) : (7, 1)>, [partial<sum>], #cta>>
module @Typed attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<5x6xf32>, %w: tensor<6x7xf32>) -> (tensor<6x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>>, tensor<5x7xf32, #sum>) {
    %r, %p = hir.mesh_scope #cta at(%i) args(%a = %x, %b = %w) : (tensor<5x6xf32>, tensor<6x7xf32>) -> (tensor<6x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>>, tensor<5x7xf32, #sum>) {
      %sa = hir.reshard %a to <gmem, layout = #hir.shard<[5, 6 over i], #cta>> : tensor<5x6xf32>
      %sb = hir.reshard %b to <gmem, layout = #hir.shard<[6 over i, 7], #cta>> : tensor<6x7xf32>
      %m = hir.matmul %sa, %sb : tensor<5x6xf32, #cols>, tensor<6x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>>
      hir.yield %sb, %m : tensor<6x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>>, tensor<5x7xf32, #sum>
    }
    return %r, %p : tensor<6x7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>>, tensor<5x7xf32, #sum>
  }
}

// -----

// An inner scope may yield what varies along an outer scope's axis: the coordinate
// enters as an argument, and the union closes at the outer scope.
// CHECK: module=Nested
// CHECK: topology=cta
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["i"]>
#thread = #hir.mesh<[#hir.topology<"thread", 2>], #hir.layout<(2) : (1)>, ["w"]>
module @Nested attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 2>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %r = hir.mesh_scope #cta at(%i) args(%a = %x, %z = %o) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %w = hir.mesh_scope #thread at(%t) args(%b = %a, %c = %i) : (tensor<3x5xf32>, index) -> (tensor<1x5xf32>) {
        %s = hir.slice %b[%c, 0] [1, 5] [1, 1] : tensor<3x5xf32>
        hir.yield %s : tensor<1x5xf32>
      }
      %y = hir.insert_slice %w into %z[%i, 0] : tensor<1x5xf32>, tensor<3x5xf32>
      hir.yield %y : tensor<3x5xf32>
    }
    return %r : tensor<3x5xf32>
  }
}
