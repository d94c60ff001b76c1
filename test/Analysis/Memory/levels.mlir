// Which level a boundary is charged at, and which way it moves.
//
// RUN: tf-opt %s --tf-analyze='function=@scalars analysis=memory operands=true' | FileCheck %s --check-prefix=SCALARS
// RUN: tf-opt %s --tf-analyze='function=@moves analysis=memory operands=true' | FileCheck %s --check-prefix=MOVES
// RUN: tf-opt %s --tf-analyze='function=@unallocated analysis=memory' | FileCheck %s --check-prefix=UNALLOCATED
// RUN: tf-opt %s --tf-analyze='function=@unallocated analysis=memory emit=json' | FileCheck %s --check-prefix=QUESTION
// RUN: tf-opt %s --tf-analyze='function=@repeated analysis=memory operands=true' | FileCheck %s --check-prefix=LOOP

#s = #hir.encoding<smem>
#r = #hir.encoding<rmem>
module @Levels attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
  // A scalar operand is one number read at rmem, a constant alike: f32 4 B, index 8 B. A
  // dynamic start is read, a static one is an attribute; the slice itself moves nothing
  // (A1.2.2-c7).
  // An unmaterialised shape, two i64, is read at rmem and written where it goes
  // (A1.2.2-c2, A1.2.2-c11). 7*11 f32 = 308 B.
  // SCALARS: # traffic traffic=gmem:r616/w632@r616/w632,rmem:r32/w0@r32/w0
  // SCALARS: %m = hir.mul {{.*}}traffic traffic=gmem:r308/w308@r308/w308,rmem:r4/w0@r4/w0 operands=0:r308/w0,1:r4/w0,result:r0/w308
  // SCALARS: %c = hir.mul {{.*}}traffic traffic=gmem:r308/w308@r308/w308,rmem:r4/w0@r4/w0 operands=0:r308/w0,1:r4/w0,result:r0/w308
  // SCALARS: %w = hir.slice {{.*}}traffic traffic=rmem:r8/w0@r8/w0 operands=
  // SCALARS: %q = hir.shape_of
  // SCALARS: %g = hir.reshard {{.*}}traffic traffic=gmem:r0/w16@r0/w16,rmem:r16/w0@r16/w0 operands=0:r16/w0,result:r0/w16
  func.func @scalars(%x: tensor<7x11xf32>, %i: f32, %j: index) -> (tensor<3x11xf32>, tensor<2xi64>) {
    %two = arith.constant 2.0 : f32
    %m = hir.mul %x, %i : tensor<7x11xf32>, f32
    %c = hir.mul %m, %two : tensor<7x11xf32>, f32
    %w = hir.slice %c[%j, 0] [3, 11] [1, 1] : tensor<7x11xf32>
    %q = hir.shape_of %x : tensor<7x11xf32>
    %g = hir.reshard %q to <gmem> : tensor<2xi64, #hir.encoding<umat>>
    return %w, %g : tensor<3x11xf32>, tensor<2xi64>
  }

  // One value read through two operands is read twice (A1.2.2-c3). A transpose moves, a
  // reshape does not, though neither owns bytes (A1.2.2-c11). A reshard moves between
  // two levels, and nothing within one. `zeros` only writes.
  // MOVES: # traffic traffic=gmem:r924/w616@r924/w616,rmem:r308/w308@r308/w308,smem:r308/w616@r308/w616
  // MOVES: %d = hir.add {{.*}}traffic traffic=gmem:r616/w308@r616/w308 operands=0:r308/w0,1:r308/w0,result:r0/w308
  // MOVES: %e = hir.reshape {{.*}}; traffic operands=0:r0/w0,result:r0/w0{{$}}
  // MOVES: %f = hir.reshard {{.*}}traffic traffic=gmem:r308/w0@r308/w0,smem:r0/w308@r0/w308
  // MOVES: %g = hir.transpose {{.*}}traffic traffic=smem:r308/w308@r308/w308
  // MOVES: %z = hir.zeros {{.*}}traffic traffic=rmem:r0/w308@r0/w308
  // MOVES: %h = hir.reshard {{.*}}traffic traffic=gmem:r0/w308@r0/w308,rmem:r308/w0@r308/w0
  func.func @moves(%x: tensor<7x11xf32>) -> (tensor<11x7xf32, #s>, tensor<7x11xf32>) {
    %d = hir.add %x, %x : tensor<7x11xf32>, tensor<7x11xf32>
    %e = hir.reshape %d to [7, 11] : tensor<7x11xf32>
    %f = hir.reshard %e to <smem> : tensor<7x11xf32>
    %g = hir.transpose %f perm [1, 0] : tensor<7x11xf32, #s>
    %z = hir.zeros : tensor<7x11xf32, #r>
    %h = hir.reshard %z to <gmem> : tensor<7x11xf32, #r>
    return %g, %h : tensor<11x7xf32, #s>, tensor<7x11xf32>
  }

  // A call states one occurrence, the function all trips of the loops it depends on: the
  // invariant neg is counted once, the add five times (A1.2.2-c6): r 308 + 5*616 = 3388,
  // w 6*308 = 1848. A function's record has no operands.
  // LOOP: # traffic traffic=gmem:r3388/w1848@r3388/w1848{{$}}
  // LOOP: %n = hir.neg {{.*}}traffic traffic=gmem:r308/w308@r308/w308 operands=0:r308/w0,result:r0/w308
  // LOOP: %a = hir.add {{.*}}traffic traffic=gmem:r616/w308@r616/w308 operands=0:r308/w0,1:r308/w0,result:r0/w308
  func.func @repeated(%x: tensor<7x11xf32>) -> tensor<7x11xf32> {
    %r = hir.grid_region %k = 0 to 5 step 1 iter_args(%acc = %x) -> (tensor<7x11xf32>) {
      %n = hir.neg %x : tensor<7x11xf32>
      %a = hir.add %acc, %n : tensor<7x11xf32>, tensor<7x11xf32>
      hir.yield %a : tensor<7x11xf32>
    }
    return %r : tensor<7x11xf32>
  }

  // Registers are packed by nobody, so there is nothing to place (A1.2.2-c5), and the
  // traffic stands all the same (A1.2.2-c7): zeros write 308 B, the neg reads and writes
  // 308 B.
  // QUESTION: "allocation": {
  // QUESTION-NEXT: "solver_status": "optimal"
  // UNALLOCATED: # traffic traffic=rmem:r308/w616@r308/w616
  // UNALLOCATED: %z = hir.zeros {{.*}}traffic traffic=rmem:r0/w308@r0/w308
  // UNALLOCATED: %n = hir.neg {{.*}}traffic traffic=rmem:r308/w308@r308/w308
  func.func @unallocated() -> tensor<7x11xf32, #r> {
    %z = hir.zeros : tensor<7x11xf32, #r>
    %n = hir.neg %z : tensor<7x11xf32, #r>
    return %n : tensor<7x11xf32, #r>
  }
}
