// What fits, what overflows without being packed, and where nothing is asked.
//
// DEFINE: %{memory} = tr -d ' \n' | sed 's/"lifetimes.*//' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='function=@Empty::@f analysis=memory emit=json' | %{memory} --check-prefix=EMPTY
// RUN: tf-opt %s --tf-analyze='function=@Registers::@f analysis=memory emit=json' | %{memory} --check-prefix=REGISTERS
// RUN: tf-opt %s --tf-analyze='function=@Tile::@f analysis=memory emit=json' | %{memory} --check-prefix=TILE
// RUN: tf-opt %s --tf-analyze='function=@None::@f analysis=memory emit=json' | %{memory} --check-prefix=NONE
// RUN: tf-opt %s --tf-analyze='function=@Cache::@f analysis=memory' | FileCheck %s --check-prefix=CACHE
// RUN: tf-opt %s --tf-analyze='function=@Slices::@f analysis=memory emit=json' | %{memory} --check-prefix=SLICES

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
#low = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["t"]>
#high = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["t"]>
#low_rows = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 30000) : (0, 1)>, [split(0)], #low>>
#high_rows = #hir.encoding<smem, layout = #hir.shard<#hir.layout<(2, 30000) : (0, 1)>, [split(0)], #high>>
module @Capacity attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
  // Nothing addressable is a settled question: "optimal" (A1.2.2-c5).
  // EMPTY: "memory":{"advisories":[],"allocation":{"solver_status":"optimal"},"footprint":[],
  module @Empty attributes {hir.topologies = [#hir.topology<"cta", 1>]} {
    func.func @f(%x: f32) -> f32 {
      return %x : f32
    }
  }

  // Two values of 150000 B in registers that hold 262144 B: an advisory, not an error
  // (A1.2.2-c4, A1.2.2-c17). Without a thread level the CTA's registers are one store, and
  // what 132 CTAs hold does not add up: 150000 B each.
  // REGISTERS: "advisories":["rmemholds262144bytes,and300000areliveatthepeak"],"allocation":{"solver_status":"optimal"}
  // REGISTERS-SAME: {"capacity_bytes":262144,"level":"rmem","peak_bytes":300000,"persistent_bytes":0}
  module @Registers attributes {hir.topologies = [#hir.topology<"cta", 132>]} {
    func.func @f(%x: tensor<132x37500xf32>) -> tensor<132x37500xf32> {
      %z = hir.zeros : tensor<132x37500xf32>
      %y = hir.mesh_scope #hir.mesh<[#hir.topology<"cta", 132>], #hir.layout<(132) : (1)>, ["t"]> at(%t) args(%p = %x, %d = %z) : (tensor<132x37500xf32>, tensor<132x37500xf32>) -> (tensor<132x37500xf32>) {
        %w = hir.slice %p[%t, 0] [1, 37500] [1, 1] : tensor<132x37500xf32>
        %a = hir.reshard %w to <rmem> : tensor<1x37500xf32>
        %b = hir.neg %a : tensor<1x37500xf32, #r>
        %g = hir.reshard %b to <gmem> : tensor<1x37500xf32, #r>
        %u = hir.insert_slice %g into %d[%t, 0] : tensor<1x37500xf32>, tensor<132x37500xf32>
        hir.yield %u : tensor<132x37500xf32>
      }
      return %y : tensor<132x37500xf32>
    }
  }

  // A tile that fits at once: "optimal". An SM of sm90 has one block of 262144 B: the L1
  // is left 262144 - 20000 (A1.2.2-c14).
  // TILE: "advisories":["l1isleft242144ofthe262144bytesitshareswithsmem,whosepeakis20000"],"allocation":{"solver_status":"optimal"}
  // TILE-SAME: {"capacity_bytes":232448,"level":"smem","peak_bytes":20000,"persistent_bytes":0}
  module @Tile attributes {hir.topologies = [#hir.topology<"cta", 1>]} {
    func.func @f(%x: tensor<5000xf32>) -> tensor<5000xf32, #s> {
      %a = hir.reshard %x to <smem> : tensor<5000xf32>
      return %a : tensor<5000xf32, #s>
    }
  }

  // Without a topology level only what the target owns is asked (ir.md 11.4): 300000 B of
  // smem are stated and neither refused nor packed.
  // NONE: "advisories":[],"allocation":{"solver_status":"optimal"}
  // NONE-SAME: {"capacity_bytes":232448,"level":"smem","peak_bytes":300000,"persistent_bytes":0}
  module @None {
    func.func @f(%x: tensor<75000xf32>) -> tensor<75000xf32, #s> {
      %a = hir.reshard %x to <smem> : tensor<75000xf32>
      return %a : tensor<75000xf32, #s>
    }
  }

  // A loop over more of gmem than the second-level cache holds (50 MB): an advisory. x is
  // 60000000 B read, the accumulator 4 B.
  // CACHE: # advisory="l2 holds 50000000 bytes, and loop k touches 60000012 bytes of gmem"
  module @Cache {
    func.func @f(%x: tensor<15000000xf32>, %i: tensor<1xf32>) -> tensor<1xf32> {
      %y = hir.grid_region %k = 0 to 15 step 1 iter_args(%acc = %i) -> (tensor<1xf32>) {
        %o = affine.apply affine_map<(d0) -> (1000000 * d0)>(%k)
        %w = hir.slice %x[%o] [1000000] [1] : tensor<15000000xf32>
        %m = hir.reduce sum %w axes [0] {keepdim = true} : tensor<1000000xf32>
        %n = hir.add %acc, %m : tensor<1xf32>, tensor<1xf32>
        hir.yield %n : tensor<1xf32>
      }
      return %y : tensor<1xf32>
    }
  }

  // Two scopes on halves of four CTAs. A tile of 120000 B of the first half is held over
  // the second scope, whose CTAs have a tile of 120000 B of their own: no CTA holds both,
  // although 240000 B, the stated peak, are more than one CTA has (A1.2.2-c4).
  // SLICES: "allocation":{"solver_status":"optimal"}
  // SLICES-SAME: {"capacity_bytes":232448,"level":"smem","peak_bytes":240000,"persistent_bytes":0}
  module @Slices attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
    func.func @f(%x: tensor<2x30000xf32>) -> (tensor<2x30000xf32, #low_rows>, tensor<2x30000xf32, #high_rows>) {
      %a = hir.mesh_scope #low at(%t) args(%p = %x) : (tensor<2x30000xf32>) -> (tensor<2x30000xf32, #low_rows>) {
        %m = hir.reshard %p to <smem, layout = #hir.shard<[2 over t, 30000], #low>> : tensor<2x30000xf32>
        hir.yield %m : tensor<2x30000xf32, #low_rows>
      }
      %b = hir.mesh_scope #high at(%t) args(%p = %x) : (tensor<2x30000xf32>) -> (tensor<2x30000xf32, #high_rows>) {
        %n = hir.reshard %p to <smem, layout = #hir.shard<[2 over t, 30000], #high>> : tensor<2x30000xf32>
        hir.yield %n : tensor<2x30000xf32, #high_rows>
      }
      return %a, %b : tensor<2x30000xf32, #low_rows>, tensor<2x30000xf32, #high_rows>
    }
  }
}
