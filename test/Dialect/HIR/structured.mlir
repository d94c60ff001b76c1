// Loops, scopes and calls: every form, printed to itself.
//
// RUN: tf-opt %s > %t.once
// RUN: tf-opt %t.once | diff %t.once -
// RUN: FileCheck %s < %t.once

#n = #hir.dim<"n", 1, 65>
#open = #hir.encoding<gmem, dims = [#n]>
#cta = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
#lane = #hir.mesh<[#hir.topology<"thread", 4>], #hir.layout<(4) : (1)>, ["t"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 3, 7) : (21, 7, 1)>, [split(0), broadcast], #cta>>

module @M attributes {hir.topologies = [#hir.topology<"cta", 6>, #hir.topology<"thread", 4>]} {
  // CHECK-LABEL: @loops
  func.func @loops(%x: tensor<5x7xf32>, %y: tensor<?x7xf32, #open>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
    // CHECK: hir.grid_region %i = 0 to 10 step 3 {
    // CHECK-NEXT: }
    hir.grid_region %i = 0 to 10 step 3 {
      hir.yield
    }
    // CHECK: hir.grid_region %j = 0 to #n step 2 iter_args(%a = %x, %b = %x) -> (tensor<5x7xf32>, tensor<5x7xf32>)
    // CHECK: hir.yield %b, %s : tensor<5x7xf32>, tensor<5x7xf32>
    %r, %q = hir.grid_region %j = 0 to #n step 2 iter_args(%a = %x, %b = %x) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
      %s = hir.add %a, %b : tensor<5x7xf32>, tensor<5x7xf32>
      hir.yield %b, %s : tensor<5x7xf32>, tensor<5x7xf32>
    }
    return %r, %q : tensor<5x7xf32>, tensor<5x7xf32>
  }

  // CHECK-LABEL: @scopes
  func.func @scopes(%x: tensor<6x7xf32, #rows>) -> tensor<6x7xf32, #rows> {
    // CHECK: hir.mesh_scope #cta{{[0-9]*}} at(%u, %v) args(%a = %x) : (tensor<6x7xf32, #gmem_shard>) -> (tensor<6x7xf32, #gmem_shard>)
    %r = hir.mesh_scope #cta at(%u, %v) args(%a = %x) : (tensor<6x7xf32, #rows>) -> (tensor<6x7xf32, #rows>) {
      // CHECK: hir.mesh_scope #thread at(%t) args(%outer = %u) : (index) -> () {
      // CHECK-NEXT: }
      hir.mesh_scope #lane at(%t) args(%outer = %u) : (index) -> () {
        hir.yield
      }
      %e = hir.exp %a : tensor<6x7xf32, #rows>
      hir.yield %e : tensor<6x7xf32, #rows>
    }
    return %r : tensor<6x7xf32, #rows>
  }

  // CHECK-LABEL: @calls
  func.func @calls(%x: tensor<5x7xf32, #hir.encoding<smem>>) -> tensor<5x7xf32> {
    %one = arith.constant 1 : index
    // A parameter without an encoding takes the argument's; weights may be left out.
    // CHECK: hir.call @own(%x) : (tensor<5x7xf32, #smem>) -> (tensor<5x7xf32, #smem>)
    %a = hir.call @own(%x) : (tensor<5x7xf32, #hir.encoding<smem>>) -> (tensor<5x7xf32, #hir.encoding<smem>>)
    // CHECK: hir.call @child::@layer(%one, %a) : (index, tensor<5x7xf32, #smem>) -> (tensor<5x7xf32>)
    %b = hir.call @child::@layer(%one, %a) : (index, tensor<5x7xf32, #hir.encoding<smem>>) -> (tensor<5x7xf32>)
    return %b : tensor<5x7xf32>
  }
  func.func @own(%v: tensor<5x7xf32>) -> tensor<5x7xf32> {
    return %v : tensor<5x7xf32>
  }
  module @child {
    func.func @layer(%i: index, %v: tensor<5x7xf32>, %w: tensor<7xf32> {hir.const = "norm"}) -> tensor<5x7xf32> {
      %r = hir.rms_norm %v, %w : tensor<5x7xf32>, tensor<7xf32>
      return %r : tensor<5x7xf32>
    }
  }
}
