// (A1.2.1-c3) Geometry that a program does not state is not taken from the machine: an
// H200 has 132 multiprocessors, and neither file here is divided by them.
//
// RUN: split-file --leading-lines %s %t
// RUN: tf-opt %t/none.mlir --tf-analyze='analysis=compute-cost' | FileCheck %s --check-prefix=NONE
// RUN: not tf-opt %t/open.mlir --tf-analyze='analysis=compute-cost' 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=OPEN < %t.err
//
// By hand: 2*132*7*5 = 9240, whole and per unit alike.

// NONE: topology=none
// NONE: # compute-cost flops=f32:9240@9240
// NONE: %r = hir.matmul {{.*}}compute-cost flops=f32:9240@9240
// OPEN: error: topology level 'cta' has the extent '?', which the launch provides; an analysis needs the number: write it in 'hir.topologies'{{$}}

//--- none.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%a: tensor<132x7xf32>, %b: tensor<7x5xf32>) -> tensor<132x5xf32> {
    %r = hir.matmul %a, %b : tensor<132x7xf32>, tensor<7x5xf32>
    return %r : tensor<132x5xf32>
  }
}
//--- open.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", ?>], hir.entry = @f} {
  func.func @f(%a: tensor<132x7xf32>, %b: tensor<7x5xf32>) -> tensor<132x5xf32> {
    %r = hir.matmul %a, %b : tensor<132x7xf32>, tensor<7x5xf32>
    return %r : tensor<132x5xf32>
  }
}
