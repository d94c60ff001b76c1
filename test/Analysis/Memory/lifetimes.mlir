// Lifetimes, position by position (ir.md 9). A position is a parameter, a measured op or
// a tensor constant in program order; a row is [defined_at, last_used_at], both included.
// tensor<3x5xf32> is 60 B.
//
// DEFINE: %{function} =
// DEFINE: %{rows} = tf-opt %s --tf-analyze='function=@%{function} analysis=memory emit=json' | tr -d ' \n' | sed 's/},{/},\n{/g; s/\(binding":"[^":]*\):[0-9]*/\1/g' | FileCheck %s --check-prefix=%{function}
//
// REDEFINE: %{function} = views
// RUN: %{rows}
// REDEFINE: %{function} = carried
// RUN: %{rows}
// REDEFINE: %{function} = nested
// RUN: %{rows}
// REDEFINE: %{function} = zero
// RUN: %{rows}
// REDEFINE: %{function} = zero_inside
// RUN: %{rows}
// REDEFINE: %{function} = scope
// RUN: %{rows}
// REDEFINE: %{function} = several
// RUN: %{rows}
// REDEFINE: %{function} = alias
// RUN: %{rows}
// REDEFINE: %{function} = umat
// RUN: %{rows}

#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
module @Lifetimes attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 1>]
} {
  // x 0, t 1, r 2, w 3, n 4, m 5, k 6. A transpose and a reshape own nothing and
  // prolong what they describe; a slice owns its bytes (A1.2.2-c9); the parameter is
  // held to the end although nothing reads it after 3 (A1.2.2-c10); what is returned
  // lives to the last position; what nothing reads is not there.
  // views: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":6,"level":"gmem","persistent":true}
  // views-NEXT: {"binding":"e","bytes":60,"defined_at":1,"last_used_at":5,"level":"gmem","persistent":false}
  // views-NEXT: {"binding":"w","bytes":40,"defined_at":4,"last_used_at":6,"level":"gmem","persistent":false}
  // views-NEXT: {"binding":"n","bytes":60,"defined_at":5,"last_used_at":6,"level":"gmem","persistent":false}
  // views-NEXT: {"binding":"m","bytes":40,"defined_at":6,"last_used_at":6,"level":"gmem","persistent":false}]
  func.func @views(%x: tensor<3x5xf32>) -> (tensor<15xf32>, tensor<2x5xf32>) {
    %e = hir.exp %x : tensor<3x5xf32>
    %t = hir.transpose %e perm [1, 0] : tensor<3x5xf32>
    %r = hir.reshape %t to [15] : tensor<5x3xf32>
    %w = hir.slice %x[0, 0] [2, 5] [1, 1] : tensor<3x5xf32>
    %n = hir.neg %r : tensor<15xf32>
    %dead = hir.neg %n : tensor<15xf32>
    %m = hir.neg %w : tensor<2x5xf32>
    return %n, %m : tensor<15xf32>, tensor<2x5xf32>
  }

  // x 0, i 1, o 2, loop 3-6 (a b c e), y 7. The initial value ends where the loop
  // begins; a value from outside lasts to the loop's end; `acc` is last read by e;
  // `other` is never read; c is the last yielded value and the loop's result.
  // carried: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":7,"level":"gmem","persistent":true}
  // carried-NEXT: {"binding":"i","bytes":60,"defined_at":1,"last_used_at":3,
  // carried-NEXT: {"binding":"o","bytes":60,"defined_at":2,"last_used_at":6,
  // carried-NEXT: {"binding":"acc","bytes":60,"defined_at":3,"last_used_at":6,
  // carried-NEXT: {"binding":"other","bytes":60,"defined_at":3,"last_used_at":3,
  // carried-NEXT: {"binding":"a","bytes":60,"defined_at":3,"last_used_at":4,
  // carried-NEXT: {"binding":"b","bytes":60,"defined_at":4,"last_used_at":5,
  // carried-NEXT: {"binding":"c","bytes":60,"defined_at":5,"last_used_at":7,
  // carried-NEXT: {"binding":"e","bytes":60,"defined_at":6,"last_used_at":6,
  // carried-NEXT: {"binding":"y","bytes":60,"defined_at":7,"last_used_at":7,{{.*}}]
  func.func @carried(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %i = hir.neg %x : tensor<3x5xf32>
    %o = hir.exp %x : tensor<3x5xf32>
    %r:2 = hir.grid_region %k = 0 to 4 step 1 iter_args(%acc = %i, %other = %i) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
      %a = hir.add %acc, %o : tensor<3x5xf32>, tensor<3x5xf32>
      %b = hir.neg %a : tensor<3x5xf32>
      %c = hir.add %b, %o : tensor<3x5xf32>, tensor<3x5xf32>
      %e = hir.add %c, %acc : tensor<3x5xf32>, tensor<3x5xf32>
      hir.yield %c, %e : tensor<3x5xf32>, tensor<3x5xf32>
    }
    %y = hir.exp %r#0 : tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }

  // x 0, p 1, outer 2-5: q 2, inner 3-4 (s u), v 5; z 6. p, read inside both loops,
  // lasts to the outer one's end; q, from outside the inner loop only, to its own last
  // use behind it.
  // nested: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":6,
  // nested-NEXT: {"binding":"p","bytes":60,"defined_at":1,"last_used_at":5,
  // nested-NEXT: {"binding":"acc","bytes":60,"defined_at":2,"last_used_at":2,
  // nested-NEXT: {"binding":"q","bytes":60,"defined_at":2,"last_used_at":5,
  // nested-NEXT: {"binding":"in","bytes":60,"defined_at":3,"last_used_at":3,
  // nested-NEXT: {"binding":"s","bytes":60,"defined_at":3,"last_used_at":4,
  // nested-NEXT: {"binding":"u","bytes":60,"defined_at":4,"last_used_at":5,
  // nested-NEXT: {"binding":"v","bytes":60,"defined_at":5,"last_used_at":6,
  // nested-NEXT: {"binding":"z","bytes":60,"defined_at":6,"last_used_at":6,{{.*}}]
  func.func @nested(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %p = hir.neg %x : tensor<3x5xf32>
    %r = hir.grid_region %i = 0 to 2 step 1 iter_args(%acc = %x) -> (tensor<3x5xf32>) {
      %q = hir.exp %acc : tensor<3x5xf32>
      %c = hir.grid_region %j = 0 to 3 step 1 iter_args(%in = %q) -> (tensor<3x5xf32>) {
        %s = hir.add %in, %p : tensor<3x5xf32>, tensor<3x5xf32>
        %u = hir.add %s, %q : tensor<3x5xf32>, tensor<3x5xf32>
        hir.yield %u : tensor<3x5xf32>
      }
      %v = hir.add %c, %q : tensor<3x5xf32>, tensor<3x5xf32>
      hir.yield %v : tensor<3x5xf32>
    }
    %z = hir.neg %r : tensor<3x5xf32>
    return %z : tensor<3x5xf32>
  }

  // x 0, a 1, loop 2 (d), y 3. A loop that never runs yields its initial value and
  // holds nothing.
  // zero: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":3,
  // zero-NEXT: {"binding":"a","bytes":60,"defined_at":1,"last_used_at":3,
  // zero-NEXT: {"binding":"y","bytes":60,"defined_at":3,"last_used_at":3,{{.*}}]
  func.func @zero(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %a = hir.neg %x : tensor<3x5xf32>
    %r = hir.grid_region %k = 0 to 0 step 1 iter_args(%acc = %a) -> (tensor<3x5xf32>) {
      %d = hir.neg %acc : tensor<3x5xf32>
      hir.yield %d : tensor<3x5xf32>
    }
    %y = hir.exp %r : tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }

  // x 0, a 1, outer 2-4: loop 2 (d), n 3, m 4; y 5. The inner loop's result is `a`, which
  // the next outer trip reads again: it lasts to the outer loop's end.
  // zero_inside: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":5,
  // zero_inside-NEXT: {"binding":"a","bytes":60,"defined_at":1,"last_used_at":4,
  // zero_inside-NEXT: {"binding":"c","bytes":60,"defined_at":2,"last_used_at":3,
  // zero_inside-NEXT: {"binding":"n","bytes":60,"defined_at":3,"last_used_at":4,
  // zero_inside-NEXT: {"binding":"m","bytes":60,"defined_at":4,"last_used_at":5,
  // zero_inside-NEXT: {"binding":"y","bytes":60,"defined_at":5,"last_used_at":5,{{.*}}]
  func.func @zero_inside(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %a = hir.neg %x : tensor<3x5xf32>
    %o = hir.grid_region %i = 0 to 2 step 1 iter_args(%c = %x) -> (tensor<3x5xf32>) {
      %r = hir.grid_region %k = 0 to 0 step 1 iter_args(%acc = %a) -> (tensor<3x5xf32>) {
        %d = hir.neg %acc : tensor<3x5xf32>
        hir.yield %d : tensor<3x5xf32>
      }
      %n = hir.add %r, %c : tensor<3x5xf32>, tensor<3x5xf32>
      %m = hir.neg %n : tensor<3x5xf32>
      hir.yield %m : tensor<3x5xf32>
    }
    %y = hir.neg %o : tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }

  // x 0, a 1, t 2, b 3, c 4. A scope's argument is `a`, its result is `b`.
  // scope: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":4,
  // scope-NEXT: {"binding":"a","bytes":60,"defined_at":1,"last_used_at":3,
  // scope-NEXT: {"binding":"b","bytes":60,"defined_at":3,"last_used_at":4,
  // scope-NEXT: {"binding":"c","bytes":60,"defined_at":4,"last_used_at":4,{{.*}}]
  func.func @scope(%x: tensor<3x5xf32>) -> tensor<5x3xf32> {
    %a = hir.neg %x : tensor<3x5xf32>
    %y = hir.mesh_scope #cta at(%p) args(%s = %a) : (tensor<3x5xf32>) -> (tensor<5x3xf32>) {
      %t = hir.transpose %s perm [1, 0] : tensor<3x5xf32>
      %b = hir.neg %t : tensor<5x3xf32>
      hir.yield %b : tensor<5x3xf32>
    }
    %c = hir.neg %y : tensor<5x3xf32>
    return %c : tensor<5x3xf32>
  }

  // x 0, c (a constant) 1, v and i 2, y 3: two results of one op at one position, one of
  // them never read: 3*2 f32 24 B, 3*2 i64 48 B. A constant owns 24 B like any value.
  // several: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":3,
  // several-NEXT: {"binding":"c","bytes":24,"defined_at":1,"last_used_at":3,
  // several-NEXT: {"binding":"v","bytes":24,"defined_at":2,"last_used_at":3,
  // several-NEXT: {"binding":"i","bytes":48,"defined_at":2,"last_used_at":2,
  // several-NEXT: {"binding":"y","bytes":24,"defined_at":3,"last_used_at":3,{{.*}}]
  func.func @several(%x: tensor<3x5xf32>) -> tensor<3x2xf32> {
    %c = arith.constant dense<2.0> : tensor<3x2xf32>
    %v, %i = hir.topk %x k 2 : tensor<3x5xf32>
    %y = hir.add %v, %c : tensor<3x2xf32>, tensor<3x2xf32>
    return %y : tensor<3x2xf32>
  }

  // x 0, a 1, loop 2-3 (n m), y 4. The loop yields a value from outside, which as its
  // result lasts to the use behind the loop, and an argument, which lasts to the loop's
  // end.
  // alias: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":4,
  // alias-NEXT: {"binding":"a","bytes":60,"defined_at":1,"last_used_at":4,
  // alias-NEXT: {"binding":"p","bytes":60,"defined_at":2,"last_used_at":3,
  // alias-NEXT: {"binding":"q","bytes":60,"defined_at":2,"last_used_at":2,
  // alias-NEXT: {"binding":"s","bytes":60,"defined_at":2,"last_used_at":2,
  // alias-NEXT: {"binding":"n","bytes":60,"defined_at":2,"last_used_at":3,
  // alias-NEXT: {"binding":"m","bytes":60,"defined_at":3,"last_used_at":3,
  // alias-NEXT: {"binding":"y","bytes":60,"defined_at":4,"last_used_at":4,{{.*}}]
  func.func @alias(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %a = hir.neg %x : tensor<3x5xf32>
    %r:3 = hir.grid_region %k = 0 to 3 step 1 iter_args(%p = %x, %q = %x, %s = %x) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
      %n = hir.neg %q : tensor<3x5xf32>
      %m = hir.neg %n : tensor<3x5xf32>
      hir.yield %a, %p, %m : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
    }
    %y = hir.exp %r#0 : tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }

  // x 0, i (a scalar) 1, s (umat) 2, y 3: positions, but no residency.
  // umat: "lifetimes":[{"binding":"x","bytes":60,"defined_at":0,"last_used_at":3,
  // umat-NEXT: {"binding":"y","bytes":60,"defined_at":3,"last_used_at":3,{{.*}}]
  func.func @umat(%x: tensor<3x5xf32>, %i: f32) -> (tensor<3x5xf32>, tensor<2xi64, #hir.encoding<umat>>) {
    %s = hir.shape_of %x : tensor<3x5xf32>
    %y = hir.mul %x, %i : tensor<3x5xf32>, f32
    return %y, %s : tensor<3x5xf32>, tensor<2xi64, #hir.encoding<umat>>
  }
}
