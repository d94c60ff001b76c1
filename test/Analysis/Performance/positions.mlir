// Copies count once per position that makes them, arguments once (A1.2.4-c2, A1.2.4-c3).
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='analysis=compute-cost' | FileCheck %s
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='function=@placed analysis=memory,performance' | FileCheck %s --check-prefix=TIME
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml --tf-analyze='function=@overwrite analysis=performance' | FileCheck %s --check-prefix=OVER
//
// 7 special results outside any scope; 7 in each of 4 CTAs: 28, 7 a CTA; 7 in each of 8
// threads of each: 224, 56 a CTA. The function: 7 + 28 + 224 = 259, 7 + 7 + 56 = 70 a CTA.
// CHECK: # compute-cost service=special:259@70
// CHECK: %x = hir.exp {{.*}}compute-cost service=special:7@7
// CHECK: %a = hir.exp {{.*}}compute-cost service=special:28@7
// CHECK: %b = hir.exp {{.*}}compute-cost service=special:224@56
//
// Movement at rmem stays stated and enters no duration, neither of what takes time (7 ns
// of special results) nor of what takes none (A1.2.3-c5, A1.2.3-c6).
// TIME: %z = hir.zeros {{.*}}traffic traffic=rmem:r0/w28@r0/w28
// TIME-NOT: performance=
// TIME: %a = hir.exp {{.*}}traffic traffic=rmem:r28/w28@r28/w28{{.*}}performance=[0,7)
//
// %y on CTAs 2-3 writes a window of the buffer that %s on 0-1 reads: nobody has decided
// that they share bytes, so both start at once (A1.2.4-c7). %s moves 3 * 28 = 84 B at 4 B/ns;
// %y writes 28.
// OVER: %s = hir.add {{.*}}performance=[0,21)
// OVER: %y = hir.insert_slice {{.*}}performance=[0,7)

#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#low = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#thread = #hir.mesh<[#hir.topology<"thread", 8>], #hir.layout<(8) : (1)>, ["t"]>
#rmem = #hir.encoding<rmem>
module @Positions attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                              hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], hir.entry = @f} {
  func.func @f(%w: tensor<7xf32, #rmem>) -> tensor<7xf32, #rmem> {
    %x = hir.exp %w : tensor<7xf32, #rmem>
    %r = hir.mesh_scope #cta at(%p) args(%u = %x) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
      %a = hir.exp %u : tensor<7xf32, #rmem>
      %s = hir.mesh_scope #thread at(%t) args(%v = %a) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
        %b = hir.exp %v : tensor<7xf32, #rmem>
        hir.yield %b : tensor<7xf32, #rmem>
      }
      hir.yield %s : tensor<7xf32, #rmem>
    }
    return %r : tensor<7xf32, #rmem>
  }
  func.func @placed() -> tensor<7xf32, #rmem> {
    %z = hir.zeros : tensor<7xf32, #rmem>
    %r = hir.mesh_scope #cta at(%p) args(%u = %z) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
      %a = hir.exp %u : tensor<7xf32, #rmem>
      hir.yield %a : tensor<7xf32, #rmem>
    }
    return %r : tensor<7xf32, #rmem>
  }
  func.func @overwrite(%x: tensor<7xf32>, %z: tensor<7xf32, #rmem>) -> (tensor<7xf32>, tensor<7xf32>) {
    %r = hir.mesh_scope #low at(%p) args(%a = %x) : (tensor<7xf32>) -> (tensor<7xf32>) {
      %s = hir.add %a, %a : tensor<7xf32>, tensor<7xf32>
      hir.yield %s : tensor<7xf32>
    }
    %o = hir.mesh_scope #high at(%p) args(%a = %x, %u = %z) : (tensor<7xf32>, tensor<7xf32, #rmem>) -> (tensor<7xf32>) {
      %y = hir.insert_slice %u into %a[0] : tensor<7xf32, #rmem>, tensor<7xf32>
      hir.yield %y : tensor<7xf32>
    }
    return %r, %o : tensor<7xf32>, tensor<7xf32>
  }
}
