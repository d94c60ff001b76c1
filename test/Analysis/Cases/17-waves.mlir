// One 128x64 tile of a 4096x2112 result in each CTA: 1056 CTAs on 132 processors are
// 8 waves.
//
// RUN: tf-opt %s --tf-analyze='analysis=performance emit=json' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=performance' | FileCheck %s --check-prefix=TIME
//
// By hand: 4096/128 = 32, 2112/64 = 33, 1056 CTAs. A tile is 128*64*2 = 16384 B. A CTA
// squares it (r 16384, w 16384) and inserts it (the same): each 32768/36.36 = 901.1 ->
// 902 ns; 1804 ns a wave, 8 waves 14432 ns.

// CHECK: "end_ns": 14432,
// CHECK: "waves": 8
// TIME: # performance root=Waves::f predicted-ns=14432 waves=8
// TIME: %s = hir.square {{.*}}performance=[0,902)
// TIME: %d = hir.insert_slice {{.*}}performance=[902,1804)

#cta = #hir.mesh<[#hir.topology<"cta", 1056>], #hir.layout<(32, 33) : (33, 1)>, ["m", "n"]>
module @Waves attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1056>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<4096x2112xbf16>, %y: tensor<4096x2112xbf16>) -> tensor<4096x2112xbf16> {
    %r = hir.mesh_scope #cta at(%m, %n) args(%a = %x, %c = %y) : (tensor<4096x2112xbf16>, tensor<4096x2112xbf16>) -> (tensor<4096x2112xbf16>) {
      %row = affine.apply affine_map<(i) -> (i * 128)>(%m)
      %col = affine.apply affine_map<(i) -> (i * 64)>(%n)
      %w = hir.slice %a[%row, %col] [128, 64] [1, 1] : tensor<4096x2112xbf16>
      %s = hir.square %w : tensor<128x64xbf16>
      %d = hir.insert_slice %s into %c[%row, %col] : tensor<128x64xbf16>, tensor<4096x2112xbf16>
      hir.yield %d : tensor<4096x2112xbf16>
    }
    return %r : tensor<4096x2112xbf16>
  }
}
