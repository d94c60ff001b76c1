// Reducing a split axis leaves what each participant still has to combine; a position
// of a maximum does not combine.
//
// RUN: split-file --leading-lines %s %t
// RUN: tf-opt %t/legal.mlir | FileCheck %s
// RUN: not tf-opt %t/argmax.mlir 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=ARGMAX < %t.err
// RUN: not tf-opt %t/topk.mlir 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=TOPK < %t.err

//--- legal.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  // CHECK-DAG: hir.reduce max
  // CHECK-DAG: hir.reduce sum
  // CHECK-DAG: partial<max>
  // CHECK-DAG: partial<sum>
  func.func @f(%x: tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>) -> (tensor<7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7) : (1)>, [partial<max>], #t>>>, tensor<7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7) : (1)>, [partial<sum>], #t>>>) {
    %m = hir.reduce max %x axes [1] : tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>
    %s = hir.reduce sum %x axes [1] : tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>
    return %m, %s : tensor<7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7) : (1)>, [partial<max>], #t>>>, tensor<7xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7) : (1)>, [partial<sum>], #t>>>
  }
}
//--- argmax.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  func.func @f(%x: tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>) {
    // ARGMAX: :[[@LINE+2]]:{{[0-9]+}}: error: 'hir.argmax' op operand 0 is split by mesh axis 't' along a dimension that result 0 reduces, and shares of this op do not combine; reshard operand 0 first{{$}}
    // ARGMAX-NOT: error:
    %m = hir.argmax %x {axis = 1} : tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>
    return
  }
}
//--- topk.mlir
#t = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
  func.func @f(%x: tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>) {
    // TOPK: :[[@LINE+2]]:{{[0-9]+}}: error: 'hir.topk' op operand 0 is split by mesh axis 't' along a dimension that result 0 reduces, and shares of this op do not combine; reshard operand 0 first{{$}}
    // TOPK-NOT: error:
    %v, %i = hir.topk %x k 2 : tensor<7x12xf32, #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(7, 4, 3) : (12, 3, 1)>, [split(1)], #t>>>
    return
  }
}
