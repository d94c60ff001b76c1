// RUN: split-file %s %t
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=7,b=2,typo=3' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=7,b=2,ctx=8' 2>&1 | FileCheck %s --check-prefix=REPEATED
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=101,b=2' 2>&1 | FileCheck %s --check-prefix=HIGH
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=4,b=2' 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: tf-opt %t/f.mlir --tf-check-program='dims=ctx=5,b=0'
// RUN: tf-opt %t/f.mlir --tf-check-program='dims=ctx=100,b=2'
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=7.5,b=2' 2>&1 | FileCheck %s --check-prefix=FRACTION
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=99999999999999999999,b=2' 2>&1 | FileCheck %s --check-prefix=FRACTION
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=7' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tf-opt %t/f.mlir --tf-check-program 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tf-opt %t/none.mlir --tf-check-program='dims=ctx=7' 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: not tf-opt %t/conflict.mlir --tf-check-program='dims=ctx=7' 2>&1 | FileCheck %s --check-prefix=CONFLICT
// RUN: not tf-opt %t/callee.mlir --tf-check-program='dims=ctx=60' 2>&1 | FileCheck %s --check-prefix=CALLEE
// RUN: tf-opt %t/callee.mlir --tf-check-program='dims=ctx=49'
// RUN: not tf-opt %t/mesh.mlir --tf-check-program='dims=n=5' 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not tf-opt %t/mesh.mlir --tf-bind-dims='dims=n=5' 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: tf-opt %t/mesh.mlir --tf-check-program='dims=n=6'
// RUN: not tf-opt %t/zero.mlir --tf-check-program='dims=n=0' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tf-opt %t/zero.mlir --tf-check-program='dims=n=4611686018427387904' 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not tf-opt %t/step.mlir --tf-check-program='dims=n=0' 2>&1 | FileCheck %s --check-prefix=NOSTEP
// RUN: not tf-opt %t/f.mlir --tf-bind-dims='dims=typo=3' 2>&1 | FileCheck %s --check-prefix=BINDUNKNOWN
// RUN: not tf-opt %t/f.mlir --tf-bind-dims='dims=ctx=4' 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not tf-opt %t/f.mlir --tf-bind-dims 2>&1 | FileCheck %s --check-prefix=BINDNONE
// RUN: not tf-opt %t/f.mlir --tf-check-program='dims=ctx=7 dims=b=2' 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not tf-opt %t/f.mlir --tf-bind-dims='dims=ctx=7 dims=b=2' 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not tf-opt %t/f.mlir --tf-analyze='dims=ctx=7 emit=text dims=b=2' 2>&1 | FileCheck %s --check-prefix=OPTIONS

// Every refusal names the dimension's interval and an extent that would do (A2-c19).
// UNKNOWN: error: no dimension 'typo' is reached from 'f'; its dimensions are 'b' in [0, 3), e.g. dims=b=1, 'ctx' in [5, 101), e.g. dims=ctx=5
// REPEATED: error: dimension 'ctx' is given twice in dims; the dimension is 'ctx' in [5, 101), e.g. dims=ctx=5
// OPTIONS: error: the option 'dims' is given 2 times; write one list, e.g. dims=ctx=4096,b=1
// HIGH: error: dimension 'ctx' is given the extent 101, outside its interval [5, 101); use e.g. dims=ctx=5
// LOW: error: dimension 'ctx' is given the extent 4, outside its interval [5, 101); use e.g. dims=ctx=5
// FRACTION: error: cannot read 'ctx={{7.5|9+}}' in dims; write name=INTEGER or name=FIRST:STEP:LAST; the dimension is 'ctx' in [5, 101), e.g. dims=ctx=5
// MISSING: error: dimension 'b' of interval [0, 3) has no extent; give one, e.g. dims=b=1
// MISSING: note: the dimension appears here
// NONE: error: dimension 'b' of interval [0, 3) has no extent
// A stated size is never ignored, also where nothing declares a range.
// IGNORED: error: no dimension 'ctx' is reached from 'f'; it has no dimensions
// One name has one interval in one function.
// CONFLICT: error: dimension 'ctx' has the interval [5, 102) here and [5, 101) elsewhere in the function; one name has one interval
// CONFLICT: note: other interval here
// A callee may state a narrower one; the extent lies inside both.
// CALLEE: error: dimension 'ctx' is given the extent 60, outside its interval [1, 50); use e.g. dims=ctx=1
// CALLEE: note: the dimension appears here
// A residual: what a size makes of a mesh, an expression or a loop is checked.
// MESH: error: mesh of 4 positions covers a part of levels 'cta' with 5; cover them whole or slice a mesh that does (a composed layout with its offset)
// ZERO: error: {{.*}}has no value at these extents: it divides by zero or leaves 64 bits
// WIDE: error: {{.*}}has no value at these extents: it divides by zero or leaves 64 bits
// NOSTEP: error: {{.*}}has step 0; a step is at least 1
// BINDUNKNOWN: error: no dimension 'typo' appears in the module; its dimensions are 'b' in [0, 3), e.g. dims=b=1; 'ctx' in [5, 101), e.g. dims=ctx=5
// BINDNONE: error: no dimension is given; bind with dims=name=EXTENT

//--- f.mlir
#b = #hir.dim<"b", 0, 3>
#ctx = #hir.dim<"ctx", 5, 101>
#e = #hir.encoding<gmem, dims = [#ctx]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> {
    %y = hir.call @g(%x) : (tensor<?xf32, #e>) -> tensor<?xf32, #e>
    return %y : tensor<?xf32, #e>
  }
  // `b` stands in a loop bound of the callee alone.
  func.func @g(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> {
    %y = hir.grid_region %i = 0 to #b step 1 iter_args(%a = %x) -> (tensor<?xf32, #e>) {
      %n = hir.neg %a : tensor<?xf32, #e>
      hir.yield %n : tensor<?xf32, #e>
    }
    return %y : tensor<?xf32, #e>
  }
}

//--- none.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}

//--- conflict.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"ctx", 5, 101>]>>, %y: tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"ctx", 5, 102>]>>) -> tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"ctx", 5, 101>]>> {
    return %x : tensor<?xf32, #hir.encoding<gmem, dims = [#hir.dim<"ctx", 5, 101>]>>
  }
}

//--- callee.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %z = hir.grid_region %i = 0 to #hir.dim<"ctx", 1, 100> step 1 iter_args(%a = %x) -> (tensor<7xf32>) {
      %n = hir.call @g(%a) : (tensor<7xf32>) -> tensor<7xf32>
      hir.yield %n : tensor<7xf32>
    }
    return %z : tensor<7xf32>
  }
  func.func @g(%x: tensor<7xf32>) -> tensor<7xf32> {
    %z = hir.grid_region %i = 0 to #hir.dim<"ctx", 1, 50> step 1 iter_args(%a = %x) -> (tensor<7xf32>) {
      %n = hir.neg %a : tensor<7xf32>
      hir.yield %n : tensor<7xf32>
    }
    return %z : tensor<7xf32>
  }
}

//--- mesh.mlir
// Two axes of n floordiv 2 and 2 cover 6 positions when n is 6, and no 5.
#n = #hir.dim<"n", 1, 10>
#half = #hir.dim_expr<affine_map<()[n] -> (n floordiv 2)>, [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", #n>], #hir.layout<(#half, 2) : (2, 1)>, ["i", "j"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", #n>], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.mesh_scope #cta at(%i, %j) args(%a = %x) : (tensor<7xf32>) -> (tensor<7xf32>) {
      hir.yield %a : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

//--- zero.mlir
#n = #hir.dim<"n", 0, 4611686018427387905>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.grid_region %i = 0 to #hir.dim_expr<affine_map<()[n] -> (7 floordiv n + n * 4)>, [#n]> step 1 iter_args(%a = %x) -> (tensor<7xf32>) {
      hir.yield %a : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

//--- step.mlir
#n = #hir.dim<"n", 0, 5>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.grid_region %i = 0 to 7 step #n iter_args(%a = %x) -> (tensor<7xf32>) {
      hir.yield %a : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}
