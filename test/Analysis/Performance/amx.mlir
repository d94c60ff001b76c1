// An AMX core states f32 alone: 504.9 flop/ns a unit and 200 / 2 = 100 B/ns.
//
// RUN: tf-opt %s --tf-analyze='function=@sum analysis=performance' | FileCheck %s
// RUN: not tf-opt %s --tf-analyze='function=@special analysis=performance' 2>&1 | FileCheck %s --check-prefix=SPECIAL
// RUN: not tf-opt %s --tf-analyze='function=@half analysis=performance' 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: tf-opt %s --tf-analyze='function=@half analysis=roofline' | FileCheck %s --check-prefix=ROOF
// RUN: not tf-opt %s --tf-analyze='function=@sum analysis=performance level=amx' 2>&1 | FileCheck %s --check-prefix=UNIT
//
// Each core: 2048 flops / 504.9 -> 5 ns; 3 * 8192 B / 100 = 245.76 -> 246 ns. 8 cores on 2
// units: 4 waves, 984 ns.
// CHECK: # performance root=Amx::sum predicted-ns=984 waves=4
// CHECK: %b = hir.add {{.*}}performance=[0,246)
//
// SPECIAL: error: 'hir.exp' performs service of 'special', for which the target states no rate of one core
// HALF: error: 'hir.add' performs flops of 'f16', for which the target states no rate of one core
// UNIT: error: performance is stated for level 'core', with rates of one 'core', but level 'amx' is analysed
//
// Every core's copy counts as work, read and write are one value's: f16 has no rate, 3 *
// 4096 B / 200 = 61.44 -> 62 ns.
// ROOF: %b = hir.add {{.*}}roofline ideal-ns=62 bound-by=memory

#core = #hir.mesh<[#hir.topology<"core", 8>], #hir.layout<(8) : (1)>, ["c"]>
module @Amx attributes {hir.target = #hir.amx<>, hir.topologies = [#hir.topology<"core", 8>, #hir.topology<"amx", 1>]} {
  func.func @sum(%x: tensor<2048xf32>) -> tensor<2048xf32> {
    %r = hir.mesh_scope #core at(%p) args(%a = %x) : (tensor<2048xf32>) -> (tensor<2048xf32>) {
      %b = hir.add %a, %a : tensor<2048xf32>, tensor<2048xf32>
      hir.yield %b : tensor<2048xf32>
    }
    return %r : tensor<2048xf32>
  }
  func.func @special(%x: tensor<2048xf32>) -> tensor<2048xf32> {
    %r = hir.mesh_scope #core at(%p) args(%a = %x) : (tensor<2048xf32>) -> (tensor<2048xf32>) {
      %b = hir.exp %a : tensor<2048xf32>
      hir.yield %b : tensor<2048xf32>
    }
    return %r : tensor<2048xf32>
  }
  func.func @half(%x: tensor<2048xf16>) -> tensor<2048xf16> {
    %r = hir.mesh_scope #core at(%p) args(%a = %x) : (tensor<2048xf16>) -> (tensor<2048xf16>) {
      %b = hir.add %a, %a : tensor<2048xf16>, tensor<2048xf16>
      hir.yield %b : tensor<2048xf16>
    }
    return %r : tensor<2048xf16>
  }
}
