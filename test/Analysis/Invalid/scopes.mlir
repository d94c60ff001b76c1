// What a scope may not do: write overlapping windows, yield what varies, hold shared
// memory while the threads of a CTA are the units.
//
// RUN: split-file --leading-lines %s %t
// RUN: not tf-opt %t/overlap.mlir --tf-analyze 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=OVERLAP < %t.err
// RUN: not tf-opt %t/varies.mlir --tf-analyze 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=VARIES < %t.err
// RUN: not tf-opt %t/owner.mlir --tf-analyze='level=thread' 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=OWNER < %t.err
// RUN: tf-opt %t/owner.mlir --tf-analyze='level=cta emit=text' | FileCheck %s --check-prefix=CTA

//--- overlap.mlir
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["m"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<30xf32>, %y: tensor<30xf32>) -> tensor<30xf32> {
    // OVERLAP: error: 'hir.mesh_scope' op yields result 0, which varies along mesh axis 'm': every position has another value; insert disjoint windows into a container that does not vary, or shard the value over the axis{{$}}
    // OVERLAP: note: the windows it inserts overlap for positions that differ on the axis, or cannot be shown not to{{$}}
    // OVERLAP-NOT: error:
    %r = hir.mesh_scope #cta at(%m) args(%a = %x, %b = %y) : (tensor<30xf32>, tensor<30xf32>) -> (tensor<30xf32>) {
      %at = affine.apply affine_map<(i) -> (i * 9)>(%m)
      %w = hir.slice %a[%at] [10] [1] : tensor<30xf32>
      %d = hir.insert_slice %w into %b[%at] : tensor<10xf32>, tensor<30xf32>
      hir.yield %d : tensor<30xf32>
    }
    return %r : tensor<30xf32>
  }
}
//--- varies.mlir
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["m"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<30xf32>) -> tensor<10xf32> {
    // VARIES: :[[@LINE+3]]:{{[0-9]+}}: error: 'hir.mesh_scope' op yields result 0, which varies along mesh axis 'm': every position has another value; insert disjoint windows into a container that does not vary, or shard the value over the axis{{$}}
    // VARIES: :[[@LINE+5]]:{{[0-9]+}}: note: the varying value{{$}}
    // VARIES-NOT: error:
    %r = hir.mesh_scope #cta at(%m) args(%a = %x) : (tensor<30xf32>) -> (tensor<10xf32>) {
      %at = affine.apply affine_map<(i) -> (i * 10)>(%m)
      %w = hir.slice %a[%at] [10] [1] : tensor<30xf32>
      %s = hir.square %w : tensor<10xf32>
      hir.yield %s : tensor<10xf32>
    }
    return %r : tensor<10xf32>
  }
}
//--- owner.mlir
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
#s = #hir.encoding<smem>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>, #hir.topology<"thread", 4>], hir.entry = @f} {
  // OWNER: error: smem belongs to the units of level 'cta', but level 'thread' is analysed; ask with level=cta{{$}}
  // OWNER-NOT: error:
  // CTA: # peak-footprint=gmem:240,smem:120
  func.func @f(%x: tensor<30xf32>) -> tensor<30xf32> {
    %r = hir.mesh_scope #cta at(%c) args(%a = %x) : (tensor<30xf32>) -> (tensor<30xf32>) {
      %w = hir.reshard %a to <smem> : tensor<30xf32>
      %o = hir.reshard %w to <gmem> : tensor<30xf32, #s>
      hir.yield %o : tensor<30xf32>
    }
    return %r : tensor<30xf32>
  }
}
