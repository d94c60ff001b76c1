// A refusal of performance writes nothing and takes nothing from the other families
// (A1.2-c3).
//
// RUN: not tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline,performance' 2> %t.err | count 0
// RUN: FileCheck %s --check-prefix=REFUSED < %t.err
// RUN: not tf-opt %s --tf-analyze='function=@placed analysis=performance level=thread' 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: not tf-opt %s --tf-analyze='function=@placed analysis=performance level=warp' 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory,roofline' | FileCheck %s --check-prefix=OTHERS
//
// REFUSED: error: 'hir.add' takes time but stands in no 'hir.mesh_scope'
// THREAD: error: performance is stated for level 'cta', with rates of one 'cta', but level 'thread' is analysed
// WARP: error: the program declares no topology level 'warp'; its levels are 'cta', 'thread'
//
// 512 flops / 67000 a ns and 6144 B / 4800 a ns: 1 and 2 ns.
// OTHERS: # roofline ideal-ns=2 bound-by=memory
// OTHERS-NOT: # performance
// OTHERS: %y = hir.add {{.*}}compute-cost flops=f32:512@512{{.*}}roofline ideal-ns=2 bound-by=memory

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
module @Ready attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
                          hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], hir.entry = @f} {
  func.func @f(%x: tensor<512xf32>) -> tensor<512xf32> {
    %y = hir.add %x, %x : tensor<512xf32>, tensor<512xf32>
    return %y : tensor<512xf32>
  }
  func.func @placed(%x: tensor<512xf32>) -> tensor<512xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<512xf32>) -> (tensor<512xf32>) {
      %y = hir.add %a, %a : tensor<512xf32>, tensor<512xf32>
      hir.yield %y : tensor<512xf32>
    }
    return %r : tensor<512xf32>
  }
}
