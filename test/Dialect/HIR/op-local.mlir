// `hir.local`: a position's own part moves nothing; what reads it reads the source.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: x has 12*5 elements; each of 4 positions owns 3*5 of them, and all together
// own each once: 240 B, 60 a position.
// CHECK: hir.local %p at "cta" : tensor<12x5xf32, #{{.*}}>
// COST: %own = hir.local {{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,result:r0/w0{{$}}
// COST: %own_r = hir.reshard {{.*}}; compute-cost; traffic traffic=gmem:r240/w0@r60/w0,rmem:r0/w240@r0/w60 operands=0:r240/w0,result:r0/w240{{$}}
// COST: %y = hir.exp {{.*}}; compute-cost service=special:60@15; traffic traffic=rmem:r240/w240@r60/w60 operands=0:r240/w0,result:r0/w240{{$}}

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 3, 5) : (15, 5, 1)>, [split(0)], #cta>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @cost} {
  func.func @cost(%x: tensor<12x5xf32, #rows>) -> tensor<12x5xf32> {
    %out = hir.zeros : tensor<12x5xf32>
    %r = hir.mesh_scope #cta at(%t) args(%p = %x, %o = %out) : (tensor<12x5xf32, #rows>, tensor<12x5xf32>) -> (tensor<12x5xf32>) {
      %own = hir.local %p at "cta" : tensor<12x5xf32, #rows>
      %own_r = hir.reshard %own to <rmem> : tensor<3x5xf32>
      %y = hir.exp %own_r : tensor<3x5xf32, #hir.encoding<rmem>>
      %first = affine.apply affine_map<(d0) -> (d0 * 3)>(%t)
      %w = hir.insert_slice %y into %o[%first, 0] : tensor<3x5xf32, #hir.encoding<rmem>>, tensor<12x5xf32>
      hir.yield %w : tensor<12x5xf32>
    }
    return %r : tensor<12x5xf32>
  }
}
