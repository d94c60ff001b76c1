// RUN: tf-opt %s --tf-analyze -split-input-file -verify-diagnostics

// Buffers.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %b: memref<3xf32>) -> tensor<3xf32> {
    // expected-error @+1 {{'linalg.exp' op operand 0 is a buffer, whose contents no value stands for; measure the program on tensors, before it is bufferized}}
    linalg.exp ins(%b : memref<3xf32>) outs(%b : memref<3xf32>)
    return %x : tensor<3xf32>
  }
}

// -----

// A size nobody named.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
    // expected-error @+1 {{'linalg.exp' op operand 0 has type 'tensor<?x3xf32>', in which a '?' has no dimension; name it with #hir.encoding<..., dims = [...]>}}
    %y = linalg.exp ins(%x : tensor<?x3xf32>) outs(%x : tensor<?x3xf32>) -> tensor<?x3xf32>
    return %y : tensor<?x3xf32>
  }
}

// -----

// An element type that no rate is published for.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
    // expected-error @+1 {{'linalg.exp' op operand 0 has element type 'f64'; the element types are f32, f16, bf16}}
    %y = linalg.exp ins(%x : tensor<3xf64>) outs(%x : tensor<3xf64>) -> tensor<3xf64>
    return %y : tensor<3xf64>
  }
}

// -----

// Maps that no relation expresses.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{'linalg.generic' op walks operand 0 by affine_map<(d0) -> (-d0 + 6)>, in which '-d0' runs backwards; coefficients must be positive, so reverse the data or the other maps}}
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (6 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<7xf32>) outs(%y : tensor<7xf32>) {
    ^bb0(%v: f32, %o: f32):
      linalg.yield %v : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<3xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
    // expected-error @+1 {{'linalg.generic' op walks operand 0 by affine_map<(d0) -> (d0 mod 3)>, in which 'd0 mod 3' is no sum of dims with constant coefficients; an access relation needs one}}
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<3xf32>) outs(%y : tensor<7xf32>) {
    ^bb0(%v: f32, %o: f32):
      linalg.yield %v : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// A structured op without a model of its own.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<8x16xf32>, %d: tensor<2x16x4xf32>) -> tensor<2x16x4xf32> {
    // expected-error @+1 {{no analysis has a model of 'linalg.pack'; attach CostOpInterface and AccessRelationOpInterface to it, or leave it out of the figures with unknown-ops=note}}
    %r = linalg.pack %x inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<8x16xf32> -> tensor<2x16x4xf32>
    return %r : tensor<2x16x4xf32>
  }
}

// -----

// Shares, of which only `hir` says what becomes.
#cta = #hir.mesh<[#hir.topology<"cta", 3>], #hir.layout<(3) : (1)>, ["m"]>
#rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(3, 7) : (7, 1)>, [split(0)], #cta>>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 3>], hir.entry = @f} {
  func.func @f(%x: tensor<21xf32, #rows>) -> tensor<21xf32, #rows> {
    // expected-error @+1 {{which is sharded, and only ops of 'hir' say what becomes of shares; take a position's part with 'hir.local', or reshard it}}
    %y = linalg.exp ins(%x : tensor<21xf32, #rows>) outs(%x : tensor<21xf32, #rows>) -> tensor<21xf32, #rows>
    return %y : tensor<21xf32, #rows>
  }
}
