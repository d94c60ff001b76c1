// What repeats: an op counts the trips of the loops it depends on, footprints the loops
// it stands in. Two calls of one function are two sites.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LOOP
//
// By hand, f32, 35 elements, 140 B; loops of 11 and 3 trips.
//   fixed: 35 special, once, although 33 trips stand around it.
//   outer: reads %i through its window: 11 times 35. inner: reads the inner carried
//   argument, whose initial value is the outer one: 33 times 35.
//   Two calls square: 70.
//   flops 11*35 + 33*35 + 70 = 1610; special 35.
//   r: fixed 140, outer (140 + 140)*11, inner 280*33, squares 280 = 12740;
//   w: fixed 140, outer 140*11, inner 140*33, squares 280 = 6580; rmem r 8*11 = 88.
// Footprint of the inner loop, at the first outer trip: y (folded from the window) is not
// read in it; fixed is written and read in it, 3 trips: 140 B, repeated 840.

// CHECK-DAG: # compute-cost flops=f32:1610@1610 service=special:35@35
// CHECK-DAG: # traffic traffic=gmem:r12740/w6580@r12740/w6580,rmem:r88/w0@r88/w0

// LOOP: "value": "i{{[:"]}}
// LOOP: "buffer": "fixed{{(:[0-9]+)?}}"
// LOOP-NEXT: "bytes": 140,
// LOOP-NEXT: "device_bytes": 140,
// LOOP-NEXT: "level": "gmem",
// LOOP-NEXT: "repeated_bytes": 840
// LOOP: "value": "j{{[:"]}}

module @Repetition attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @sq(%v: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %s = hir.square %v : tensor<5x7xf32>
    return %s : tensor<5x7xf32>
  }
  func.func @f(%x: tensor<5x7xf32>, %y: tensor<55x7xf32>) -> tensor<5x7xf32> {
    %r = hir.grid_region %i = 0 to 55 step 5 iter_args(%a = %x) -> (tensor<5x7xf32>) {
      %w = hir.slice %y[%i, 0] [5, 7] [1, 1] : tensor<55x7xf32>
      %outer = hir.add %a, %w : tensor<5x7xf32>, tensor<5x7xf32>
      %q = hir.grid_region %j = 0 to 3 step 1 iter_args(%b = %outer) -> (tensor<5x7xf32>) {
        %fixed = hir.exp %x : tensor<5x7xf32>
        %inner = hir.add %b, %fixed : tensor<5x7xf32>, tensor<5x7xf32>
        hir.yield %inner : tensor<5x7xf32>
      }
      hir.yield %q : tensor<5x7xf32>
    }
    %s1 = hir.call @sq(%r) : (tensor<5x7xf32>) -> (tensor<5x7xf32>)
    %s2 = hir.call @sq(%s1) : (tensor<5x7xf32>) -> (tensor<5x7xf32>)
    return %s2 : tensor<5x7xf32>
  }
}
