// Timelines by hand. Everything lives in rmem, which no bandwidth prices, and `exp` of n
// elements takes n ns: a unit of toy.two gives 1 special result/ns. Two units stand for 4
// CTAs, so every prediction is the makespan times 2 waves.
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml -split-input-file --tf-analyze='analysis=performance' | FileCheck %s

// A chain; the reshape between is structural: no record, and it hands on what it waits
// for (A1.2.4-c1). 13 + 13 + 5 = 31 ns, two waves 62.
// CHECK-LABEL: root=Chain::f predicted-ns=62 waves=2
// CHECK: %z = hir.zeros
// CHECK-NOT: performance=
// CHECK-SAME: {{$}}
// CHECK: %a = hir.exp {{.*}}performance=[0,13)
// CHECK: %r = hir.reshape
// CHECK-NOT: performance=
// CHECK: %b = hir.exp {{.*}}performance=[13,26)
// CHECK: %c = hir.exp {{.*}}performance=[26,31)
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Chain attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                          hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<1x13xf32, #rmem>, tensor<5xf32, #rmem>) {
    %s, %t = hir.mesh_scope #cta at(%p) args() : () -> (tensor<1x13xf32, #rmem>, tensor<5xf32, #rmem>) {
      %z = hir.zeros : tensor<13xf32, #rmem>
      %a = hir.exp %z : tensor<13xf32, #rmem>
      %r = hir.reshape %a to [1, 13] : tensor<13xf32, #rmem>
      %b = hir.exp %r : tensor<1x13xf32, #rmem>
      %y = hir.zeros : tensor<5xf32, #rmem>
      %c = hir.exp %y : tensor<5xf32, #rmem>
      hir.yield %b, %c : tensor<1x13xf32, #rmem>, tensor<5xf32, #rmem>
    }
    return %s, %t : tensor<1x13xf32, #rmem>, tensor<5xf32, #rmem>
  }
}

// -----

// A fork on disjoint slices overlaps; the join waits for the later side (A1.2.4-c5).
// max(17, 5) + 3 = 20 ns, two waves 40.
// CHECK-LABEL: root=Fork::f predicted-ns=40 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[0,17)
// CHECK: %b = hir.exp {{.*}}performance=[0,5)
// CHECK: %c = hir.exp {{.*}}performance=[17,20)
#all = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#low = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Fork attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<3xf32, #rmem>, tensor<17xf32, #rmem>, tensor<5xf32, #rmem>) {
    %x = hir.mesh_scope #low at(%p) args() : () -> (tensor<17xf32, #rmem>) {
      %z = hir.zeros : tensor<17xf32, #rmem>
      %a = hir.exp %z : tensor<17xf32, #rmem>
      hir.yield %a : tensor<17xf32, #rmem>
    }
    %y = hir.mesh_scope #high at(%p) args() : () -> (tensor<5xf32, #rmem>) {
      %z = hir.zeros : tensor<5xf32, #rmem>
      %b = hir.exp %z : tensor<5xf32, #rmem>
      hir.yield %b : tensor<5xf32, #rmem>
    }
    %r = hir.mesh_scope #all at(%p) args(%u = %x, %v = %y) : (tensor<17xf32, #rmem>, tensor<5xf32, #rmem>) -> (tensor<3xf32, #rmem>) {
      %w = hir.slice %u[0] [3] [1] : tensor<17xf32, #rmem>
      %c = hir.exp %w : tensor<3xf32, #rmem>
      hir.yield %c : tensor<3xf32, #rmem>
    }
    return %r, %x, %y : tensor<3xf32, #rmem>, tensor<17xf32, #rmem>, tensor<5xf32, #rmem>
  }
}

// -----

// Positions 0-1, then 1-2 (shares 1: all of it waits), 3 (free), 2-3 (waits for both):
// 7; 7 + 11 = 18; 5; 18 + 3 = 21 ns. Nothing moves forward: %e on 3 comes after %d although
// 3 was idle from 5 to 18 (A1.2.4-c8). 21 + 2 = 23 ns, two waves 46.
// CHECK-LABEL: root=Partial::f predicted-ns=46 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[0,7)
// CHECK: %b = hir.exp {{.*}}performance=[7,18)
// CHECK: %c = hir.exp {{.*}}performance=[0,5)
// CHECK: %d = hir.exp {{.*}}performance=[18,21)
// CHECK: %e = hir.exp {{.*}}performance=[21,23)
#m01 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#m12 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 1, outer = #hir.layout<(2) : (1)>>, ["c"]>
#m23 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#m3 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 3, outer = #hir.layout<(1) : (1)>>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Partial attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                            hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<7xf32, #rmem>, tensor<11xf32, #rmem>, tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>) {
    %ra = hir.mesh_scope #m01 at(%p) args() : () -> (tensor<7xf32, #rmem>) {
      %z = hir.zeros : tensor<7xf32, #rmem>
      %a = hir.exp %z : tensor<7xf32, #rmem>
      hir.yield %a : tensor<7xf32, #rmem>
    }
    %rb = hir.mesh_scope #m12 at(%p) args() : () -> (tensor<11xf32, #rmem>) {
      %z = hir.zeros : tensor<11xf32, #rmem>
      %b = hir.exp %z : tensor<11xf32, #rmem>
      hir.yield %b : tensor<11xf32, #rmem>
    }
    %rc = hir.mesh_scope #m3 at(%p) args() : () -> (tensor<5xf32, #rmem>) {
      %z = hir.zeros : tensor<5xf32, #rmem>
      %c = hir.exp %z : tensor<5xf32, #rmem>
      hir.yield %c : tensor<5xf32, #rmem>
    }
    %rd = hir.mesh_scope #m23 at(%p) args() : () -> (tensor<3xf32, #rmem>) {
      %z = hir.zeros : tensor<3xf32, #rmem>
      %d = hir.exp %z : tensor<3xf32, #rmem>
      hir.yield %d : tensor<3xf32, #rmem>
    }
    %re = hir.mesh_scope #m3 at(%p) args() : () -> (tensor<2xf32, #rmem>) {
      %z = hir.zeros : tensor<2xf32, #rmem>
      %e = hir.exp %z : tensor<2xf32, #rmem>
      hir.yield %e : tensor<2xf32, #rmem>
    }
    return %ra, %rb, %rc, %rd, %re : tensor<7xf32, #rmem>, tensor<11xf32, #rmem>, tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>
  }
}

// -----

// A loop with an invariant, in a scope. %inv stands once before the loop, 19 ns. The body
// carries %acc: the product of 8 elements, 8/2 = 4 ns, then exp of 8, 8 ns: stride 12,
// 3 trips, [19,55). %out reads the yield: 55 + 8 = 63 ns, two waves 126 (A1.2.4-c6).
// CHECK-LABEL: root=Invariant::f predicted-ns=126 waves=2
// CHECK: %inv = hir.exp {{.*}}performance=[0,19)
// CHECK: %m = hir.mul {{.*}}performance=[12t+19,12t+23)*3
// CHECK: %e = hir.exp {{.*}}performance=[12t+23,12t+31)*3
// CHECK: %out = hir.exp {{.*}}performance=[55,63)
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Invariant attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                              hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<8xf32, #rmem> {
    %r = hir.mesh_scope #cta at(%p) args() : () -> (tensor<8xf32, #rmem>) {
      %w = hir.zeros : tensor<19xf32, #rmem>
      %z = hir.zeros : tensor<8xf32, #rmem>
      %l = hir.grid_region %k = 0 to 9 step 4 iter_args(%acc = %z) -> (tensor<8xf32, #rmem>) {
        %inv = hir.exp %w : tensor<19xf32, #rmem>
        %part = hir.slice %inv[0] [8] [1] : tensor<19xf32, #rmem>
        %m = hir.mul %acc, %part : tensor<8xf32, #rmem>, tensor<8xf32, #rmem>
        %e = hir.exp %m : tensor<8xf32, #rmem>
        hir.yield %e : tensor<8xf32, #rmem>
      }
      %out = hir.exp %l : tensor<8xf32, #rmem>
      hir.yield %out : tensor<8xf32, #rmem>
    }
    return %r : tensor<8xf32, #rmem>
  }
}

// -----

// Nested loops, scopes inside. Outer body: %a 7, inner loop 3 x 2 = 6, %c 7: stride 20,
// 5 trips: 100 ns, two waves 200. The inner loop's own trips and stride, in the first
// outer trip (ir.md 11.9).
// CHECK-LABEL: root=Nested::f predicted-ns=200 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[20t+0,20t+7)*5
// CHECK: %b = hir.exp {{.*}}performance=[2t+7,2t+9)*3
// CHECK: %c = hir.exp {{.*}}performance=[20t+13,20t+20)*5
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Nested attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                           hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
    %z = hir.zeros : tensor<7xf32, #rmem>
    %y = hir.zeros : tensor<2xf32, #rmem>
    %r:2 = hir.grid_region %i = 0 to 5 step 1 iter_args(%acc = %z, %small = %y) -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
      %ra = hir.mesh_scope #cta at(%p) args(%x = %acc) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
        %a = hir.exp %x : tensor<7xf32, #rmem>
        hir.yield %a : tensor<7xf32, #rmem>
      }
      %rb = hir.grid_region %j = 0 to 3 step 1 iter_args(%in = %small) -> (tensor<2xf32, #rmem>) {
        %s = hir.mesh_scope #cta at(%p) args(%x = %in) : (tensor<2xf32, #rmem>) -> (tensor<2xf32, #rmem>) {
          %b = hir.exp %x : tensor<2xf32, #rmem>
          hir.yield %b : tensor<2xf32, #rmem>
        }
        hir.yield %s : tensor<2xf32, #rmem>
      }
      %rc = hir.mesh_scope #cta at(%p) args(%x = %ra) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
        %c = hir.exp %x : tensor<7xf32, #rmem>
        hir.yield %c : tensor<7xf32, #rmem>
      }
      hir.yield %rc, %rb : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
    }
    return %r#0, %r#1 : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
  }
}

// -----

// An inner loop in which nothing reads the outer one is invariant as a whole, and what
// reads its result with it: 3 x 2 = 6 ns and 2 ns once, then 5 trips of 7: 8 + 35 = 43 ns,
// two waves 86.
// CHECK-LABEL: root=InvariantLoop::f predicted-ns=86 waves=2
// CHECK: %b = hir.exp {{.*}}performance=[2t+0,2t+2)*3
// CHECK: %d = hir.exp {{.*}}performance=[6,8)
// CHECK: %c = hir.exp {{.*}}performance=[7t+8,7t+15)*5
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @InvariantLoop attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                                  hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
    %r, %q = hir.mesh_scope #cta at(%p) args() : () -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
      %z = hir.zeros : tensor<7xf32, #rmem>
      %y = hir.zeros : tensor<2xf32, #rmem>
      %o:2 = hir.grid_region %i = 0 to 5 step 1 iter_args(%acc = %z, %old = %y) -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
        %n = hir.grid_region %j = 0 to 3 step 1 iter_args(%in = %y) -> (tensor<2xf32, #rmem>) {
          %b = hir.exp %in : tensor<2xf32, #rmem>
          hir.yield %b : tensor<2xf32, #rmem>
        }
        %d = hir.exp %n : tensor<2xf32, #rmem>
        %c = hir.exp %acc : tensor<7xf32, #rmem>
        hir.yield %c, %d : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
      }
      hir.yield %o#0, %o#1 : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
    }
    return %r, %q : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
  }
}

// -----

// %inv is invariant but reads %n#0 of a loop that the outer loop drives through %n#1: it
// cannot leave. Inner body 2 + 7 = 9, 3 trips 27; %inv 2: stride 29, 5 trips 145 ns, two
// waves 290.
// CHECK-LABEL: root=Held::f predicted-ns=290 waves=2
// CHECK: %b = hir.exp {{.*}}performance=[9t+0,9t+2)*3
// CHECK: %c = hir.exp {{.*}}performance=[9t+2,9t+9)*3
// CHECK: %inv = hir.exp {{.*}}performance=[29t+27,29t+29)*5
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Held attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
    %r, %q = hir.mesh_scope #cta at(%p) args() : () -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
      %z = hir.zeros : tensor<7xf32, #rmem>
      %y = hir.zeros : tensor<2xf32, #rmem>
      %o:2 = hir.grid_region %i = 0 to 5 step 1 iter_args(%acc = %z, %old = %y) -> (tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
        %n:2 = hir.grid_region %j = 0 to 3 step 1 iter_args(%in = %y, %big = %acc) -> (tensor<2xf32, #rmem>, tensor<7xf32, #rmem>) {
          %b = hir.exp %in : tensor<2xf32, #rmem>
          %c = hir.exp %big : tensor<7xf32, #rmem>
          hir.yield %b, %c : tensor<2xf32, #rmem>, tensor<7xf32, #rmem>
        }
        %inv = hir.exp %n#0 : tensor<2xf32, #rmem>
        hir.yield %n#1, %inv : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
      }
      hir.yield %o#0, %o#1 : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
    }
    return %r, %q : tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
  }
}

// -----

// What leaves a loop still waits for what it reads through the names of its scope, and
// readers of the loop wait for an invariant it yields. %x on 0-1: 7; %inv on 2-3 reads it:
// [7,12). The loop keeps nobody busy, yields %inv; %c on 0-1 starts at 12, not at 7:
// 12 + 5 = 17 ns, two waves 34.
// CHECK-LABEL: root=Names::f predicted-ns=34 waves=2
// CHECK: %x = hir.exp {{.*}}performance=[0,7)
// CHECK: %inv = hir.exp {{.*}}performance=[7,12)
// CHECK: %c = hir.exp {{.*}}performance=[12,17)
#low = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Names attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                          hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<5xf32, #rmem> {
    %z = hir.zeros : tensor<7xf32, #rmem>
    %y = hir.zeros : tensor<5xf32, #rmem>
    %rx = hir.mesh_scope #low at(%p) args(%q = %z) : (tensor<7xf32, #rmem>) -> (tensor<7xf32, #rmem>) {
      %x = hir.exp %q : tensor<7xf32, #rmem>
      hir.yield %x : tensor<7xf32, #rmem>
    }
    %l = hir.grid_region %i = 0 to 5 step 1 iter_args(%acc = %y) -> (tensor<5xf32, #rmem>) {
      %ri = hir.mesh_scope #high at(%p) args(%q = %rx) : (tensor<7xf32, #rmem>) -> (tensor<5xf32, #rmem>) {
        %part = hir.slice %q[0] [5] [1] : tensor<7xf32, #rmem>
        %inv = hir.exp %part : tensor<5xf32, #rmem>
        hir.yield %inv : tensor<5xf32, #rmem>
      }
      hir.yield %ri : tensor<5xf32, #rmem>
    }
    %rc = hir.mesh_scope #low at(%p) args(%q = %l) : (tensor<5xf32, #rmem>) -> (tensor<5xf32, #rmem>) {
      %c = hir.exp %q : tensor<5xf32, #rmem>
      hir.yield %c : tensor<5xf32, #rmem>
    }
    return %rc : tensor<5xf32, #rmem>
  }
}

// -----

// A loop of 0 trips takes no time, leaves no records, not even for invariants, and hands
// its initial value on: %x on 0-1: 5; %c on 2-3 reads the loop's result: [5,10). Inside a
// loop that runs, likewise: %d 5 ns, 2 trips: [10,20). Two waves 40.
// CHECK-LABEL: root=NoTrips::f predicted-ns=40 waves=2
// CHECK: %x = hir.exp {{.*}}performance=[0,5)
// CHECK: %never = hir.exp
// CHECK-NOT: performance=
// CHECK: %c = hir.exp {{.*}}performance=[5,10)
// CHECK: %fixed = hir.exp
// CHECK-NOT: performance=
// CHECK: %d = hir.exp {{.*}}performance=[5t+10,5t+15)*2
#low = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#high = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#rmem = #hir.encoding<rmem>
module @NoTrips attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                            hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<5xf32, #rmem> {
    %z = hir.zeros : tensor<5xf32, #rmem>
    %rx = hir.mesh_scope #low at(%p) args(%q = %z) : (tensor<5xf32, #rmem>) -> (tensor<5xf32, #rmem>) {
      %x = hir.exp %q : tensor<5xf32, #rmem>
      hir.yield %x : tensor<5xf32, #rmem>
    }
    // Nobody is said to perform %never, and nobody has to.
    %l = hir.grid_region %i = 3 to 3 step 1 iter_args(%acc = %rx) -> (tensor<5xf32, #rmem>) {
      %never = hir.exp %acc : tensor<5xf32, #rmem>
      hir.yield %never : tensor<5xf32, #rmem>
    }
    %rc = hir.mesh_scope #high at(%p) args(%q = %l) : (tensor<5xf32, #rmem>) -> (tensor<5xf32, #rmem>) {
      %c = hir.exp %q : tensor<5xf32, #rmem>
      hir.yield %c : tensor<5xf32, #rmem>
    }
    %o = hir.grid_region %i = 0 to 2 step 1 iter_args(%acc = %rc) -> (tensor<5xf32, #rmem>) {
      %rd = hir.mesh_scope #high at(%p) args(%q = %acc, %w = %z) : (tensor<5xf32, #rmem>, tensor<5xf32, #rmem>) -> (tensor<5xf32, #rmem>) {
        %n = hir.grid_region %j = 0 to 0 step 1 iter_args(%in = %q) -> (tensor<5xf32, #rmem>) {
          %fixed = hir.exp %w : tensor<5xf32, #rmem>
          hir.yield %fixed : tensor<5xf32, #rmem>
        }
        %d = hir.exp %n : tensor<5xf32, #rmem>
        hir.yield %d : tensor<5xf32, #rmem>
      }
      hir.yield %rd : tensor<5xf32, #rmem>
    }
    return %o : tensor<5xf32, #rmem>
  }
}
