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

// FAMILY: error: {{.*}}energy
// FAMILY-NOT: error:
// FUNCTION: error: {{.*}}g
// FUNCTION-NOT: error:
// LEVEL: error: {{.*}}warp
// LEVEL-NOT: error:
// The size of the view and the limit.
// BUDGET: error: {{.*}}2{{.*}}1
// BUDGET-NOT: error:
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %y = hir.square %x : tensor<5x7xf32>
    %z = hir.exp %y : tensor<5x7xf32>
    return %z : tensor<5x7xf32>
  }
}
