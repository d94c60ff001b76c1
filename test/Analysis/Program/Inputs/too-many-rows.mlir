#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["c"]>
module attributes {hir.topologies = [#hir.topology<"cta", 3>]} {
  func.func @f(%cache: tensor<1x16x2x5xf32>, %new: tensor<1x4x2x5xf32>, %pos: i32) -> tensor<1x16x2x5xf32> {
    %c5 = arith.constant 5 : index
    %z = hir.mesh_scope #cta at(%c) args(%ca = %cache, %n = %new, %p = %pos, %s = %c5) : (tensor<1x16x2x5xf32>, tensor<1x4x2x5xf32>, i32, index) -> (tensor<1x16x2x5xf32>) {
      %u = hir.cache_update %ca, %p, %s, %n : tensor<1x16x2x5xf32>, i32, index, tensor<1x4x2x5xf32>
      hir.yield %u : tensor<1x16x2x5xf32>
    }
    return %z : tensor<1x16x2x5xf32>
  }
}
