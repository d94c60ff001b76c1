// RUN: tf-opt %s --tf-inline-view | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=json' | FileCheck %s --check-prefix=JSON

// Loops stay loops (A2-c7): the call inside the loop is one clone in one loop, its
// carried value re-typed through the init, the body and the yield. Sharing inside one
// call site stays sharing (A2.1-c8): %s is one exp, used twice.
//   special 42, add 42, mul 42 an occurrence, times 5 trips: flops 84 * 5 = 420.
// JSON: "function_records": {
// JSON: "flops": {
// JSON-NEXT: "f32": 420
// JSON: "service": {
// JSON-NEXT: "special": 210

#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(6) : (1)>, ["p"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(6, 7) : (7, 1)>, [split(0)], #cta>>
module @M attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 6>],
  hir.entry = @f
} {
  // CHECK-LABEL: func.func @f
  func.func @f(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32> {
    // CHECK: %r = hir.grid_region %i = 0 to 10 step 2 iter_args(%acc = %x) -> (tensor<6x7xf32, #[[R:[a-z0-9_]+]]>) {
    // CHECK-NEXT: %s = hir.exp %acc
    // CHECK-NEXT: %d = hir.add %s, %s
    // CHECK-NEXT: %p = hir.mul %d, %acc
    // CHECK-NEXT: hir.yield %p : tensor<6x7xf32, #[[R]]>
    // CHECK-NEXT: }
    // CHECK-NEXT: return %r
    %r = hir.call @loop(%x) : (tensor<6x7xf32, #rows>) -> tensor<6x7xf32>
    return %r : tensor<6x7xf32>
  }
  func.func @loop(%v: tensor<6x7xf32>) -> tensor<6x7xf32> {
    %r = hir.grid_region %i = 0 to 10 step 2 iter_args(%acc = %v) -> (tensor<6x7xf32>) {
      %n = hir.call @body(%acc) : (tensor<6x7xf32>) -> tensor<6x7xf32>
      hir.yield %n : tensor<6x7xf32>
    }
    return %r : tensor<6x7xf32>
  }
  func.func @body(%a: tensor<6x7xf32>) -> tensor<6x7xf32> {
    %s = hir.exp %a : tensor<6x7xf32>
    %d = hir.add %s, %s : tensor<6x7xf32>, tensor<6x7xf32>
    %p = hir.mul %d, %a : tensor<6x7xf32>, tensor<6x7xf32>
    %unused = hir.neg %p : tensor<6x7xf32>
    return %p : tensor<6x7xf32>
  }
}
