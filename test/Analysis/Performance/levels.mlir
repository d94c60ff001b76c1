// Placements over two levels by hand: 4 CTAs of 8 threads, rmem, exp at 1 ns a result of a
// CTA. An unsharded op is done by each thread of its scope, so a CTA's share is n times the
// scope's threads.
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml -split-input-file --tf-analyze='analysis=performance' | FileCheck %s

// Halves of the threads overlap: 5 x 4 = 20 and 3 x 4 = 12 ns. %c in the CTA scope alone
// keeps all its threads busy: 2 ns after both. %d on threads 2-5 shares some with either
// half of the next pair. 20 + 2 + 4 = 26; %e waits for %d: 26 + 4 = 30; %f on 6-7, disjoint
// from %d: [22, 22 + 2). Two waves 60.
// CHECK-LABEL: root=Two::f predicted-ns=60 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[0,20)
// CHECK: %b = hir.exp {{.*}}performance=[0,12)
// CHECK: %c = hir.exp {{.*}}performance=[20,22)
// CHECK: %d = hir.exp {{.*}}performance=[22,26)
// CHECK: %e = hir.exp {{.*}}performance=[26,30)
// CHECK: %f = hir.exp {{.*}}performance=[22,24)
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#t0 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(4) : (1)>>, ["t"]>
#t4 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 4, outer = #hir.layout<(4) : (1)>>, ["t"]>
#t2 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(4) : (1)>>, ["t"]>
#t6 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 6, outer = #hir.layout<(2) : (1)>>, ["t"]>
#rmem = #hir.encoding<rmem>
module @Two attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                        hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], hir.entry = @f} {
  func.func @f() -> (tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>) {
    %r:6 = hir.mesh_scope #cta at(%p) args() : () -> (tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>) {
      %ra = hir.mesh_scope #t0 at(%t) args() : () -> (tensor<5xf32, #rmem>) {
        %z = hir.zeros : tensor<5xf32, #rmem>
        %a = hir.exp %z : tensor<5xf32, #rmem>
        hir.yield %a : tensor<5xf32, #rmem>
      }
      %rb = hir.mesh_scope #t4 at(%t) args() : () -> (tensor<3xf32, #rmem>) {
        %z = hir.zeros : tensor<3xf32, #rmem>
        %b = hir.exp %z : tensor<3xf32, #rmem>
        hir.yield %b : tensor<3xf32, #rmem>
      }
      %y = hir.zeros : tensor<2xf32, #rmem>
      %c = hir.exp %y : tensor<2xf32, #rmem>
      %rd = hir.mesh_scope #t2 at(%t) args() : () -> (tensor<1xf32, #rmem>) {
        %z = hir.zeros : tensor<1xf32, #rmem>
        %d = hir.exp %z : tensor<1xf32, #rmem>
        hir.yield %d : tensor<1xf32, #rmem>
      }
      %re = hir.mesh_scope #t0 at(%t) args() : () -> (tensor<1xf32, #rmem>) {
        %z = hir.zeros : tensor<1xf32, #rmem>
        %e = hir.exp %z : tensor<1xf32, #rmem>
        hir.yield %e : tensor<1xf32, #rmem>
      }
      %rf = hir.mesh_scope #t6 at(%t) args() : () -> (tensor<1xf32, #rmem>) {
        %z = hir.zeros : tensor<1xf32, #rmem>
        %f = hir.exp %z : tensor<1xf32, #rmem>
        hir.yield %f : tensor<1xf32, #rmem>
      }
      hir.yield %ra, %rb, %c, %rd, %re, %rf : tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>
    }
    return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<5xf32, #rmem>, tensor<3xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>, tensor<1xf32, #rmem>
  }
}

// -----

// Slices of both levels: a product shares a position only where both factors do. CTAs 0-1
// of threads 0-3; CTAs 2-3 of threads 0-3; CTAs 0-1 of threads 4-7: all disjoint. CTAs 1-2
// of threads 3-4 meet all three: 3*4, 5*4, 2*4, then 20 + 1*2 = 22; two waves 44.
// CHECK-LABEL: root=Product::f predicted-ns=44 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[0,12)
// CHECK: %b = hir.exp {{.*}}performance=[0,20)
// CHECK: %c = hir.exp {{.*}}performance=[0,8)
// CHECK: %d = hir.exp {{.*}}performance=[20,22)
#c01 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#c12 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 1, outer = #hir.layout<(2) : (1)>>, ["c"]>
#c23 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2) : (1)>>, ["c"]>
#t0 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(4) : (1)>>, ["t"]>
#t3 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 3, outer = #hir.layout<(2) : (1)>>, ["t"]>
#t4 = #hir.mesh<[#hir.topology<"thread", 8>], #hir.composed<inner = none, offset = 4, outer = #hir.layout<(4) : (1)>>, ["t"]>
#rmem = #hir.encoding<rmem>
module @Product attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                            hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], hir.entry = @f} {
  func.func @f() -> (tensor<3xf32, #rmem>, tensor<5xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>) {
    %ra = hir.mesh_scope #c01 at(%p) args() : () -> (tensor<3xf32, #rmem>) {
      %s = hir.mesh_scope #t0 at(%t) args() : () -> (tensor<3xf32, #rmem>) {
        %z = hir.zeros : tensor<3xf32, #rmem>
        %a = hir.exp %z : tensor<3xf32, #rmem>
        hir.yield %a : tensor<3xf32, #rmem>
      }
      hir.yield %s : tensor<3xf32, #rmem>
    }
    %rb = hir.mesh_scope #c23 at(%p) args() : () -> (tensor<5xf32, #rmem>) {
      %s = hir.mesh_scope #t0 at(%t) args() : () -> (tensor<5xf32, #rmem>) {
        %z = hir.zeros : tensor<5xf32, #rmem>
        %b = hir.exp %z : tensor<5xf32, #rmem>
        hir.yield %b : tensor<5xf32, #rmem>
      }
      hir.yield %s : tensor<5xf32, #rmem>
    }
    %rc = hir.mesh_scope #c01 at(%p) args() : () -> (tensor<2xf32, #rmem>) {
      %s = hir.mesh_scope #t4 at(%t) args() : () -> (tensor<2xf32, #rmem>) {
        %z = hir.zeros : tensor<2xf32, #rmem>
        %c = hir.exp %z : tensor<2xf32, #rmem>
        hir.yield %c : tensor<2xf32, #rmem>
      }
      hir.yield %s : tensor<2xf32, #rmem>
    }
    %rd = hir.mesh_scope #c12 at(%p) args() : () -> (tensor<1xf32, #rmem>) {
      %s = hir.mesh_scope #t3 at(%t) args() : () -> (tensor<1xf32, #rmem>) {
        %z = hir.zeros : tensor<1xf32, #rmem>
        %d = hir.exp %z : tensor<1xf32, #rmem>
        hir.yield %d : tensor<1xf32, #rmem>
      }
      hir.yield %s : tensor<1xf32, #rmem>
    }
    return %ra, %rb, %rc, %rd : tensor<3xf32, #rmem>, tensor<5xf32, #rmem>, tensor<2xf32, #rmem>, tensor<1xf32, #rmem>
  }
}

// -----

// One mesh over both levels states what nested scopes state: each of 8 threads does 3
// results, 24 ns a CTA. Strided CTAs 0, 2 and 1, 3 are disjoint, 0-1 meets both (A1.2.4-c4).
// 24; 24 + 5 and 24 + 7; 31 + 2 = 33, two waves 66.
// CHECK-LABEL: root=Mixed::f predicted-ns=66 waves=2
// CHECK: %a = hir.exp {{.*}}performance=[0,24)
// CHECK: %b = hir.exp {{.*}}performance=[24,29)
// CHECK: %c = hir.exp {{.*}}performance=[24,31)
// CHECK: %d = hir.exp {{.*}}performance=[31,33)
#both = #hir.mesh<[#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], #hir.layout<(4, 8) : (8, 1)>, ["c", "t"]>
#even = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (2)>>, ["c"]>
#odd = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 1, outer = #hir.layout<(2) : (2)>>, ["c"]>
#c01 = #hir.mesh<[#hir.topology<"cta", 4>], #hir.composed<inner = none, offset = 0, outer = #hir.layout<(2) : (1)>>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Mixed attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                          hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 8>], hir.entry = @f} {
  func.func @f() -> (tensor<3xf32, #rmem>, tensor<5xf32, #rmem>, tensor<7xf32, #rmem>, tensor<2xf32, #rmem>) {
    %ra = hir.mesh_scope #both at(%p, %t) args() : () -> (tensor<3xf32, #rmem>) {
      %z = hir.zeros : tensor<3xf32, #rmem>
      %a = hir.exp %z : tensor<3xf32, #rmem>
      hir.yield %a : tensor<3xf32, #rmem>
    }
    %rb = hir.mesh_scope #even at(%p) args() : () -> (tensor<5xf32, #rmem>) {
      %z = hir.zeros : tensor<5xf32, #rmem>
      %b = hir.exp %z : tensor<5xf32, #rmem>
      hir.yield %b : tensor<5xf32, #rmem>
    }
    %rc = hir.mesh_scope #odd at(%p) args() : () -> (tensor<7xf32, #rmem>) {
      %z = hir.zeros : tensor<7xf32, #rmem>
      %c = hir.exp %z : tensor<7xf32, #rmem>
      hir.yield %c : tensor<7xf32, #rmem>
    }
    %rd = hir.mesh_scope #c01 at(%p) args() : () -> (tensor<2xf32, #rmem>) {
      %z = hir.zeros : tensor<2xf32, #rmem>
      %d = hir.exp %z : tensor<2xf32, #rmem>
      hir.yield %d : tensor<2xf32, #rmem>
    }
    return %ra, %rb, %rc, %rd : tensor<3xf32, #rmem>, tensor<5xf32, #rmem>, tensor<7xf32, #rmem>, tensor<2xf32, #rmem>
  }
}
