// What performance needs and does not find is refused before anything is written
// (A1.2.4-c1, A1.2.3-c2, A1.2-c3).
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml -verify-diagnostics -split-input-file --tf-analyze='analysis=performance'

// No placement. The structural zeros need none.
#rmem = #hir.encoding<rmem>
module @Unplaced attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                             hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<5xf32, #rmem> {
    %z = hir.zeros : tensor<5xf32, #rmem>
    // expected-error @below {{'hir.exp' takes time but stands in no 'hir.mesh_scope', so nobody is said to perform it; put it into a scope to ask for performance}}
    %a = hir.exp %z : tensor<5xf32, #rmem>
    return %a : tensor<5xf32, #rmem>
  }
}

// -----

// An operand made in a scope places nothing.
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Inputs attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                           hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<5xf32, #rmem> {
    %r = hir.mesh_scope #cta at(%p) args() : () -> (tensor<5xf32, #rmem>) {
      %z = hir.zeros : tensor<5xf32, #rmem>
      %a = hir.exp %z : tensor<5xf32, #rmem>
      hir.yield %a : tensor<5xf32, #rmem>
    }
    // expected-error @below {{stands in no 'hir.mesh_scope'}}
    %b = hir.exp %r : tensor<5xf32, #rmem>
    return %b : tensor<5xf32, #rmem>
  }
}

// -----

// No level.
module @NoLevel attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  // expected-error @below {{performance is stated for level 'cta', with rates of one 'cta', but level 'none' is analysed; declare that level in hir.topologies and ask with level=cta}}
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
    return %x : tensor<5xf32>
  }
}

// -----

// Only the finer level.
module @Threads attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                            hir.topologies = [#hir.topology<"thread", 8>], hir.entry = @f} {
  // expected-error @below {{performance is stated for level 'cta', with rates of one 'cta', but level 'thread' is analysed}}
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
    return %x : tensor<5xf32>
  }
}

// -----

// The launch provides the extent.
// expected-error @below {{topology level 'cta' has the extent '?', which the launch provides; an analysis needs the number}}
module @Launch attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                           hir.topologies = [#hir.topology<"cta", ?>], hir.entry = @f} {
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
    return %x : tensor<5xf32>
  }
}

// -----

// Work of a type without a rate, although the same op moves bytes that have one.
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
module @Type attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f(%x: tensor<16xf4E2M1FN>) -> tensor<16xf4E2M1FN> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<16xf4E2M1FN>) -> (tensor<16xf4E2M1FN>) {
      // expected-error @below {{'hir.add' performs flops of 'f4e2m1', for which the target states no rate of one cta; remove the work, or add the rate to the device's document}}
      %b = hir.add %a, %a : tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>
      hir.yield %b : tensor<16xf4E2M1FN>
    }
    return %r : tensor<16xf4E2M1FN>
  }
}

// -----

// A total past 64 bits: 2^62 trips of 3 results.
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
#rmem = #hir.encoding<rmem>
module @Long attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f() -> tensor<3xf32, #rmem> {
    %z = hir.zeros : tensor<3xf32, #rmem>
    %r = hir.grid_region %i = 0 to 4611686018427387904 step 1 iter_args(%acc = %z) -> (tensor<3xf32, #rmem>) {
      %s = hir.mesh_scope #cta at(%p) args(%a = %acc) : (tensor<3xf32, #rmem>) -> (tensor<3xf32, #rmem>) {
        // expected-error @below {{do not fit in 64 bits}}
        %b = hir.exp %a : tensor<3xf32, #rmem>
        hir.yield %b : tensor<3xf32, #rmem>
      }
      hir.yield %s : tensor<3xf32, #rmem>
    }
    return %r : tensor<3xf32, #rmem>
  }
}

// -----

// Buffers that do not fit leave nothing to time: 2 * 40000 B live in 65536 B (A1.2.4-c10).
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
module @Full attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  // expected-error @+2 {{the buffers in gmem do not fit: 80000 bytes are alive at position 1, more than the capacity of 65536 bytes}}
  // expected-note @below {{'x' holds 40000 of the 80000 bytes of gmem live at position 1}}
  func.func @f(%x: tensor<10000xf32>) -> tensor<10000xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<10000xf32>) -> (tensor<10000xf32>) {
      // expected-note @below {{'b' holds 40000 of the 80000 bytes of gmem live at position 1}}
      %b = hir.add %a, %a : tensor<10000xf32>, tensor<10000xf32>
      hir.yield %b : tensor<10000xf32>
    }
    return %r : tensor<10000xf32>
  }
}
