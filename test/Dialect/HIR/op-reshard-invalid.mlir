// `hir.reshard`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.reshard %x to <smem> : f32
  return
}

// -----

func.func @shape(%x: tensor<5x7xf32>) {
  // expected-error @below {{the layout #hir.layout<(7, 5) : (1, 7)> does not have the tensor's shape}}
  %r = hir.reshard %x to <layout = #hir.layout<(7, 5) : (1, 7)>> : tensor<5x7xf32>
  return
}

// -----

func.func @twice(%x: tensor<5x7xf32>) {
  // expected-error @below {{the layout #hir.layout<(5, 7) : (1, 1)> maps two coordinates to one place}}
  %r = hir.reshard %x to <layout = #hir.layout<(5, 7) : (1, 1)>> : tensor<5x7xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
func.func @size(%x: tensor<4x9xf32>) {
  // expected-error @below {{layout shape [2, 2, 8] has 32 elements but tensor shape [4, 9] has 36; the layout states the whole, unsharded domain}}
  %r = hir.reshard %x to <layout = #hir.shard<[4 over u, 8], #m>> : tensor<4x9xf32>
  return
}

// -----

func.func @storage(%x: tensor<4x9xf32>) {
  // expected-error @below {{expected a storage ('host', 'gmem', 'smem', 'rmem', 'tmem' or 'umat'), got 'disk'}}
  %r = hir.reshard %x to <disk> : tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
func.func @unmaterialised(%x: tensor<4x9xf32>) {
  // expected-error @below {{a sharded value needs a storage that materialises strides, got 'umat'}}
  %r = hir.reshard %x to <umat, layout = #hir.shard<[4 over u, 9], #m>> : tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
func.func @divide(%x: tensor<4x9xf32>) {
  // expected-error @below {{tensor axis 0 of extent 4 does not divide over mesh axis 'v' of extent 3}}
  %r = hir.reshard %x to <layout = #hir.shard<[4 over v, 9], #m>> : tensor<4x9xf32>
  return
}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 6>], #hir.layout<(2, 3) : (3, 1)>, ["u", "v"]>
func.func @axis(%x: tensor<4x9xf32>) {
  // expected-error @below {{the mesh has no axis 'w'}}
  %r = hir.reshard %x to <layout = #hir.shard<[4 over w, 9], #m>> : tensor<4x9xf32>
  return
}

// -----

func.func @layout(%x: tensor<4x9xf32>) {
  // expected-error @below {{expected #hir.layout, #hir.composed or #hir.shard as the layout, got #hir.topology<"cta", 6>}}
  %r = hir.reshard %x to <layout = #hir.topology<"cta", 6>> : tensor<4x9xf32>
  return
}
