// The plug-in in the system's mlir-opt: the dialect parses, the passes run, and the
// figures are those of tf-opt.
//
// REQUIRES: plugin
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-analyze{emit=ir dims=n=7})' | FileCheck %s
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-analyze{emit=text dims=n=7 output=%t.txt})'
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-bind-dims{dims=n=7},canonicalize,tf-check-program)' \
// RUN:   | FileCheck %s --check-prefix=BOUND
// RUN: not %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(tf-analyze{dims=n=18})' 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not %mlir_opt %s 2>&1 | FileCheck %s --check-prefix=ABSENT
//
// By hand for n = 7: the product 2*7*13*11 = 2002 flops; it reads (91 + 143)*4 = 936 B
// and writes 77*4 = 308 B, which the negation reads, to write 308 B: 77 flops.

// CHECK: hir.traffic = {per_unit = {gmem = {read = 1244 : i64, write = 616 : i64}}
// CHECK: hir.matmul {{.*}}hir.compute_cost = {flops = {f32 = 2002 : i64}
// CHECK: hir.neg {{.*}}hir.compute_cost = {flops = {f32 = 77 : i64}
// TEXT: # compute-cost flops=f32:2079@2079
// TEXT: # traffic traffic=gmem:r1244/w616@r1244/w616
// BOUND: hir.matmul %{{.*}} : tensor<7x13xf32>, tensor<13x11xf32>
// REFUSED: error: dimension 'n' is given the extent 18, outside its interval [1, 17)
// ABSENT: error: #"hir"<"dim<{{.*}}> : 'none' attribute created with unregistered dialect

#n = #hir.dim<"n", 1, 17>
#rows = #hir.encoding<gmem, dims = [#n]>
module @Plugin attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%x: tensor<?x13xf32, #rows>, %w: tensor<13x11xf32>) -> tensor<?x11xf32, #rows> {
    %m = hir.matmul %x, %w : tensor<?x13xf32, #rows>, tensor<13x11xf32>
    %y = hir.neg %m : tensor<?x11xf32, #rows>
    return %y : tensor<?x11xf32, #rows>
  }
}
