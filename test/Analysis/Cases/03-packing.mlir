// Buffers of which at most 5 units are live at once, but no arrangement needs fewer
// than 6: a fit is a placement, not a sum. (units, from step, before step):
// (1,2,4) (3,0,1) (1,1,4) (2,5,7) (2,4,5) (2,0,2) (3,3,6) (2,1,3).
//
// RUN: sed s/UNIT/38741/g %s | tf-opt --tf-analyze='analysis=memory emit=json' | FileCheck %s
// RUN: sed s/UNIT/46000/g %s | not tf-opt --tf-analyze='analysis=memory emit=json' 2>%t.err | count 0
// RUN: FileCheck %s --check-prefix=NOFIT < %t.err
//
// By hand: a CTA has 232448 B of shared memory. With units of 38741 B six units are
// 232446 B: placed, with 5*38741 = 193705 live at once.
// With units of 46000 B five units are 230000 B, which is within the capacity, and the
// least placement, 276000 B, is not: refused.

// CHECK: "solver_status": "{{optimal|feasible}}"
// CHECK: "capacity_bytes": 232448,
// CHECK-NEXT: "level": "smem",
// CHECK-NEXT: "peak_bytes": 193705,
// CHECK-NEXT: "persistent_bytes": 0

// NOFIT: error: the buffers in smem do not fit: no packing exists: 8 buffers alive from position 0 do not fit 232448 bytes although at most 230000 bytes are alive at once; shorten lifetimes, split buffers or enlarge the capacity{{$}}
// NOFIT-NOT: error:

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
#s = #hir.encoding<smem>
module @Packing attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>],
  hir.entry = @f
} {
  func.func @f() -> (tensor<1xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<1xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>) {
    %r:8 = hir.mesh_scope #cta at(%t) args() : () -> (tensor<1xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<1xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>) {
      %b2 = hir.zeros : tensor<3xUNITxf8E4M3FN, #s>
      %b6 = hir.zeros : tensor<2xUNITxf8E4M3FN, #s>
      %u2 = hir.reshard %b2 to <gmem> : tensor<3xUNITxf8E4M3FN, #s>
      %b3 = hir.zeros : tensor<1xUNITxf8E4M3FN, #s>
      %b8 = hir.zeros : tensor<2xUNITxf8E4M3FN, #s>
      %u6 = hir.reshard %b6 to <gmem> : tensor<2xUNITxf8E4M3FN, #s>
      %b1 = hir.zeros : tensor<1xUNITxf8E4M3FN, #s>
      %u8 = hir.reshard %b8 to <gmem> : tensor<2xUNITxf8E4M3FN, #s>
      %b7 = hir.zeros : tensor<3xUNITxf8E4M3FN, #s>
      %u1 = hir.reshard %b1 to <gmem> : tensor<1xUNITxf8E4M3FN, #s>
      %u3 = hir.reshard %b3 to <gmem> : tensor<1xUNITxf8E4M3FN, #s>
      %b5 = hir.zeros : tensor<2xUNITxf8E4M3FN, #s>
      %u5 = hir.reshard %b5 to <gmem> : tensor<2xUNITxf8E4M3FN, #s>
      %b4 = hir.zeros : tensor<2xUNITxf8E4M3FN, #s>
      %u7 = hir.reshard %b7 to <gmem> : tensor<3xUNITxf8E4M3FN, #s>
      %u4 = hir.reshard %b4 to <gmem> : tensor<2xUNITxf8E4M3FN, #s>
      hir.yield %u1, %u2, %u3, %u4, %u5, %u6, %u7, %u8 : tensor<1xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<1xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>
    }
    return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : tensor<1xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<1xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>, tensor<3xUNITxf8E4M3FN>, tensor<2xUNITxf8E4M3FN>
  }
}
