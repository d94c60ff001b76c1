// A position's own part of a distributed value, and the same work written with a window:
// the same figures.
//
// RUN: tf-opt %s --tf-analyze='function=@part analysis=compute-cost,memory' | FileCheck %s --check-prefixes=CHECK,PART
// RUN: tf-opt %s --tf-analyze='function=@window analysis=compute-cost,memory' | FileCheck %s
//
// By hand, f32, 84 elements over 4 CTAs of 21. s: 84 flops, 21 a CTA; r and w 336, 84 a
// CTA. d: r 336, 84 a CTA, w the same.

// CHECK-DAG: # compute-cost flops=f32:84@21
// CHECK-DAG: # traffic traffic=gmem:r672/w672@r168/w168,rmem:
// PART: %own = hir.local {{.*}}tensor<21xf32>
// CHECK: %s = hir.square {{.*}}compute-cost flops=f32:84@21; traffic traffic=gmem:r336/w336@r84/w84
// CHECK: %d = hir.insert_slice {{.*}}traffic traffic=gmem:r336/w336@r84/w84,rmem:r32/w0@r8/w0

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["m"]>
#parts = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 21) : (21, 1)>, [split(0)], #cta>>
module @LocalPart attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 4>],
  hir.entry = @part
} {
  func.func @part(%x: tensor<84xf32>, %y: tensor<84xf32>) -> tensor<84xf32> {
    %r = hir.mesh_scope #cta at(%m) args(%a = %x, %b = %y) : (tensor<84xf32>, tensor<84xf32>) -> (tensor<84xf32>) {
      %placed = hir.reshard %a to <gmem, layout = #hir.shard<[84 over m], #cta>> : tensor<84xf32>
      %own = hir.local %placed at "cta" : tensor<84xf32, #parts>
      %s = hir.square %own : tensor<21xf32>
      %at = affine.apply affine_map<(i) -> (i * 21)>(%m)
      %d = hir.insert_slice %s into %b[%at] : tensor<21xf32>, tensor<84xf32>
      hir.yield %d : tensor<84xf32>
    }
    return %r : tensor<84xf32>
  }
  func.func @window(%x: tensor<84xf32>, %y: tensor<84xf32>) -> tensor<84xf32> {
    %r = hir.mesh_scope #cta at(%m) args(%a = %x, %b = %y) : (tensor<84xf32>, tensor<84xf32>) -> (tensor<84xf32>) {
      %at = affine.apply affine_map<(i) -> (i * 21)>(%m)
      %w = hir.slice %a[%at] [21] [1] : tensor<84xf32>
      %s = hir.square %w : tensor<21xf32>
      %d = hir.insert_slice %s into %b[%at] : tensor<21xf32>, tensor<84xf32>
      hir.yield %d : tensor<84xf32>
    }
    return %r : tensor<84xf32>
  }
}
