// A split of P survives a reshape of N = M*m on its axis exactly when P divides M.
//
// RUN: split-file --leading-lines %s %t
// RUN: not tf-opt %t/across.mlir 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=ACROSS < %t.err
// RUN: not tf-opt %t/inside.mlir 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=INSIDE < %t.err
// RUN: tf-opt %t/heads.mlir | FileCheck %s --check-prefix=HEADS
//
// By hand: rows of 8 split by 4 do not regroup into rows of 6; 30720 = 6*5120 and 4 does
// not divide 6; 64 = 8*8 and 4 divides 8.

//--- across.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  func.func @f(%x: tensor<12x8xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(12, 4, 2) : (8, 2, 1)>, [split(1)], #t>>>) {
    // ACROSS: :[[@LINE+2]]:{{[0-9]+}}: error: 'hir.reshape' op reshape from [12, 8] to [16, 6] cannot carry its shard: 
    // ACROSS-NOT: error:
    %y = hir.reshape %x to [16, 6] : tensor<12x8xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(12, 4, 2) : (8, 2, 1)>, [split(1)], #t>>>
    return
  }
}
//--- inside.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  func.func @f(%x: tensor<3x30720xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 7680) : (30720, 7680, 1)>, [split(1)], #t>>>) {
    // INSIDE: :[[@LINE+2]]:{{[0-9]+}}: error: 'hir.reshape' op reshape from [3, 30720] to [3, 6, 5120] cannot carry its shard: layout position 1 of extent 4 split over mesh axis 't' does not end with tensor axis 1 of extent 6 
    // INSIDE-NOT: error:
    %y = hir.reshape %x to [3, 6, 5120] : tensor<3x30720xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 4, 7680) : (30720, 7680, 1)>, [split(1)], #t>>>
    return
  }
}
//--- heads.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  // HEADS: hir.reshape
  func.func @f(%x: tensor<64x3xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 16, 3) : (48, 3, 1)>, [split(0)], #t>>>) {
    %y = hir.reshape %x to [8, 8, 3] : tensor<64x3xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 16, 3) : (48, 3, 1)>, [split(0)], #t>>>
    return
  }
}
