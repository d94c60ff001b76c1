// RUN: split-file %s %t
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 132>, #hir.topology<"thread", 3>/' %t/f.mlir | tf-opt --tf-analyze='analysis=compute-cost emit=text' | FileCheck %s --check-prefix=COARSEST
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 132>, #hir.topology<"thread", 3>/' %t/f.mlir | tf-opt --tf-analyze='analysis=compute-cost emit=text level=thread' | FileCheck %s --check-prefix=WARP
// RUN: sed -e 's/LEVELS//' %t/f.mlir | tf-opt --tf-analyze='analysis=compute-cost emit=text' | FileCheck %s --check-prefix=NONE
// RUN: sed -e 's/LEVELS//' %t/f.mlir | not tf-opt --tf-analyze='analysis=compute-cost level=cta' 2>&1 | FileCheck %s --check-prefix=NOLEVEL
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 132>/' %t/f.mlir | not tf-opt --tf-analyze='analysis=compute-cost level=thread' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed -e 's/LEVELS/#hir.topology<"pod", 132>/' %t/f.mlir | not tf-opt --tf-check-program 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 4>, #hir.topology<"thread", 1025>/' %t/f.mlir | not tf-opt --tf-check-program 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 4>, #hir.topology<"thread", 1024>/' %t/f.mlir | tf-opt --tf-check-program
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", ?>/' %t/f.mlir | not tf-opt --tf-analyze='analysis=compute-cost' 2>&1 | FileCheck %s --check-prefix=LAUNCH
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 4>, #hir.topology<"thread", ?>/' %t/f.mlir | not tf-opt --tf-check-program 2>&1 | FileCheck %s --check-prefix=WARPLAUNCH
// RUN: sed -e 's/LEVELS/#hir.topology<"cta", 0>/' %t/f.mlir | not tf-opt 2>&1 | FileCheck %s --check-prefix=ZERO

// The level is the one asked for, the coarsest without one, and none where the module
// declares none (A2-c4, A2-c15).
// COARSEST: topology=cta
// WARP: topology=thread
// NONE: topology=none
// NOLEVEL: error: the program declares no topology level 'cta'; it declares none
// OTHER: error: the program declares no topology level 'thread'; its levels are 'cta'
// A refusal names the level, its extent and the reason (A2-c3).
// UNKNOWN: error: target 'cuda' has no topology level 'pod': its levels are 'cta', 'thread'{{$}}
// LIMIT: error: topology level 'thread' has the extent 1025, more than the 1024 that
// LAUNCH: error: topology level 'cta' has the extent '?', which the launch provides; an analysis needs the number
// WARPLAUNCH: error: topology level 'thread' has the extent '?', which is not a number
// ZERO: error: topology level 'cta' has extent 0; extents are positive

//--- f.mlir
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [LEVELS], hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %y = hir.neg %x : tensor<7xf32>
    return %y : tensor<7xf32>
  }
}
