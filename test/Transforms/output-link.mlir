// What an output names is written, not replaced: a link stays a link, and so does
// /dev/stdout. A pipe is written in place.
//
// RUN: rm -f %t.link %t.file && touch %t.file && ln -s %t.file %t.link
// RUN: tf-opt %s --tf-analyze='emit=text output=%t.link'
// RUN: readlink %t.link | FileCheck %s --check-prefix=LINK
// RUN: FileCheck %s < %t.file
// RUN: tf-opt %s --tf-analyze -o %t.link
// RUN: readlink %t.link | FileCheck %s --check-prefix=LINK
// RUN: FileCheck %s < %t.file
// RUN: not tf-opt %s --tf-analyze='output=%t.none/x' 2>&1 | FileCheck %s --check-prefix=NONE
// LINK: output-link.mlir{{.*}}.file
// CHECK: # compute-cost flops=f32:35@35
// NONE: error: cannot write '{{.*}}.none/x':
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %n = hir.neg %x : tensor<5x7xf32>
    return %n : tensor<5x7xf32>
  }
}
