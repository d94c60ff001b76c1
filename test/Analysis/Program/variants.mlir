// RUN: tf-opt %s --tf-inline-view='dims=ctx=12' | FileCheck %s --check-prefix=SMALL
// RUN: tf-opt %s --tf-inline-view='dims=ctx=13' | FileCheck %s --check-prefix=LARGE
// RUN: tf-opt %s --tf-inline-view='function=@M::@direct dims=ctx=13' | FileCheck %s --check-prefix=DIRECT
// RUN: tf-opt %s --tf-inline-view='function=@M::@large dims=ctx=13' | FileCheck %s --check-prefix=SUBJECT
// RUN: not tf-opt %s --tf-check-program='function=@M::@large dims=ctx=12' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tf-opt %s --tf-check-program 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not tf-opt %s --tf-check-program='dims=ctx=30' 2>&1 | FileCheck %s --check-prefix=NOVARIANT
// RUN: tf-opt %s --tf-bind-dims='dims=ctx=12' | FileCheck %s --check-prefix=BIND
// RUN: tf-opt %s --tf-bind-dims='dims=ctx=12' --tf-analyze='analysis=compute-cost emit=text' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=text dims=ctx=12' | FileCheck %s --check-prefix=TEXT
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=json dims=ctx=12:1:13' | FileCheck %s --check-prefix=SWEEP

// The size chooses the variant (A2-c20): `small` serves [3, 13), `large` [13, 30). The
// dimension stands in no type, so only the recorded extents say which size a view is at
// (A2-c22), and the origin is the prototype's path (A2-c21).
// SMALL: func.func @run(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.extents = {ctx = 12 : i64}, hir.origin = "M::run"}
// SMALL: hir.neg %x
// SMALL-NOT: hir.exp
// LARGE: func.func @run(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.extents = {ctx = 13 : i64}, hir.origin = "M::run"}
// LARGE-NOT: hir.neg
// LARGE: hir.exp
// The subject is a prototype itself.
// DIRECT: func.func @direct(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.extents = {ctx = 13 : i64}, hir.origin = "M::direct"}
// DIRECT: hir.exp
// The subject is a variant: inside its own range only.
// SUBJECT: func.func @large(%x: tensor<7xf32>)
// SUBJECT-SAME: hir.origin = "M::large"
// OUTSIDE: error: variant 'large' serves [13, 30) of dimension 'ctx', and is given 12; analyse its prototype, or use e.g. dims=ctx=13
// OPEN: error: variants are selected on dimension 'ctx' of interval [3, 30), which has no extent; give one, e.g. dims=ctx=3
// NOVARIANT: error: dimension 'ctx' is given the extent 30, outside its interval [3, 30); use e.g. dims=ctx=3
// Binding a module rewrites calls and drops the prototype and the other variant.
// BIND: hir.call @small(%x)
// BIND: func.func nested @small
// BIND-NOT: @direct
// BIND-NOT: @large
// TEXT: # compute-cost flops=f32:7@7
// SWEEP: "ctx": 12
// SWEEP: "f32": 7
// SWEEP: "ctx": 13
// SWEEP: "special": 7
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @run} {
  func.func @run(%x: tensor<7xf32>) -> tensor<7xf32> {
    %y = hir.call @direct(%x) : (tensor<7xf32>) -> tensor<7xf32>
    return %y : tensor<7xf32>
  }
  func.func nested @direct(tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@small, @large]}
  func.func nested @small(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 3, 13>} {
    %y = hir.neg %x : tensor<7xf32>
    return %y : tensor<7xf32>
  }
  func.func nested @large(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 13, 30>} {
    %y = hir.exp %x : tensor<7xf32>
    return %y : tensor<7xf32>
  }
}
