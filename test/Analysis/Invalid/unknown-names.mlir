// Options that name what is not there: an analysis, a function, a level.
//
// RUN: not tf-opt %s --tf-analyze='analysis=energy' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=FAMILY < %t
// RUN: not tf-opt %s --tf-analyze='function=@g' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=FUNCTION < %t
// RUN: not tf-opt %s --tf-analyze='level=warp' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=LEVEL < %t
// RUN: not tf-opt %s --tf-analyze='budget=1' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=BUDGET < %t

// FAMILY: error: target 'nvidia.h200_sxm' offers no analysis 'energy'; the standard ones are compute-cost, memory, roofline and performance{{$}}
// FAMILY-NOT: error:
// FUNCTION: error: no function 'g' in module 'M'; its functions are: f{{$}}
// FUNCTION-NOT: error:
// LEVEL: error: the program declares no topology level 'warp'; its levels are 'cta'{{$}}
// LEVEL-NOT: error:
// The size of the view and the limit.
// BUDGET: error: the view of 'f' has 2 measured ops and tensor constants, more than the budget of 1; raise it with budget=2{{$}}
// BUDGET-NOT: error:
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %y = hir.square %x : tensor<5x7xf32>
    %z = hir.exp %y : tensor<5x7xf32>
    return %z : tensor<5x7xf32>
  }
}
