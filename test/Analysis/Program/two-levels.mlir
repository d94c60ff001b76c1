// 3 CTAs of 4 threads, written as one mesh over both levels and as a scope in a scope:
// one placement, the same figures.
//
// RUN: tf-opt %s --tf-analyze='function=@one analysis=compute-cost,memory level=cta' | FileCheck %s --check-prefixes=CHECK,CTA
// RUN: tf-opt %s --tf-analyze='function=@two analysis=compute-cost,memory level=cta' | FileCheck %s --check-prefixes=CHECK,CTA
// RUN: tf-opt %s --tf-analyze='function=@one analysis=compute-cost level=thread' | FileCheck %s --check-prefixes=THREAD
// RUN: tf-opt %s --tf-analyze='function=@two analysis=compute-cost level=thread' | FileCheck %s --check-prefixes=THREAD
//
// By hand, f32, 5 elements a thread, 60 in all. s: 60 flops, 20 a CTA, 5 a thread; r 240,
// w 240, 80 and 80 a CTA. d: r 240, w 240. One start of 8 B in the window and in the
// insertion, for each of 12 threads: rmem r 192, 64 a CTA.

// CTA-DAG: # compute-cost flops=f32:60@20
// CHECK-DAG: # traffic traffic=gmem:r480/w480@r160/w160,rmem:r192/w0@r64/w0
// CTA: %s = hir.square {{.*}}compute-cost flops=f32:60@20; traffic traffic=gmem:r240/w240@r80/w80
// CTA: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r240/w240@r80/w80,rmem:r96/w0@r32/w0

// THREAD: # compute-cost flops=f32:60@5

#both = #hir.mesh<[#hir.topology<"cta", 3>, #hir.topology<"thread", 4>], #hir.layout<(3, 4) : (4, 1)>, ["c", "t"]>
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
#thread = #hir.mesh<[#hir.topology<"thread", 4>], #hir.layout<(4) : (1)>, ["t"]>
module @TwoLevels attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 4>],
  hir.entry = @one
} {
  func.func @one(%x: tensor<60xf32>, %y: tensor<60xf32>) -> tensor<60xf32> {
    %r = hir.mesh_scope #both at(%c, %t) args(%a = %x, %b = %y) : (tensor<60xf32>, tensor<60xf32>) -> (tensor<60xf32>) {
      %at = affine.apply affine_map<(i, j) -> (i * 20 + j * 5)>(%c, %t)
      %w = hir.slice %a[%at] [5] [1] : tensor<60xf32>
      %s = hir.square %w : tensor<5xf32>
      %d = hir.insert_slice %s into %b[%at] : tensor<5xf32>, tensor<60xf32>
      hir.yield %d : tensor<60xf32>
    }
    return %r : tensor<60xf32>
  }
  func.func @two(%x: tensor<60xf32>, %y: tensor<60xf32>) -> tensor<60xf32> {
    %r = hir.mesh_scope #cta at(%c) args(%a = %x, %b = %y) : (tensor<60xf32>, tensor<60xf32>) -> (tensor<60xf32>) {
      %q = hir.mesh_scope #thread at(%t) args(%i = %c, %aa = %a, %bb = %b) : (index, tensor<60xf32>, tensor<60xf32>) -> (tensor<60xf32>) {
        %at = affine.apply affine_map<(i, j) -> (i * 20 + j * 5)>(%i, %t)
        %w = hir.slice %aa[%at] [5] [1] : tensor<60xf32>
        %s = hir.square %w : tensor<5xf32>
        %d = hir.insert_slice %s into %bb[%at] : tensor<5xf32>, tensor<60xf32>
        hir.yield %d : tensor<60xf32>
      }
      hir.yield %q : tensor<60xf32>
    }
    return %r : tensor<60xf32>
  }
}
