// RUN: tf-opt %s --tf-analyze -split-input-file -verify-diagnostics

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %n: index) -> tensor<7xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{'scf.for' op has no static trip count; write its bounds as constants, and keep its range within 64 bits}}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<7xf32>) {
      %e = math.exp %a : tensor<7xf32>
      scf.yield %e : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %n: index) -> tensor<7xf32> {
    // expected-error @+1 {{'affine.for' op has no static trip count; write its bounds as constants, and keep its range within 64 bits}}
    %r = affine.for %i = 0 to %n iter_args(%a = %x) -> (tensor<7xf32>) {
      %e = math.exp %a : tensor<7xf32>
      affine.yield %e : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

// -----

// A bound that an outer loop moves.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = affine.for %i = 0 to 5 iter_args(%a = %x) -> (tensor<7xf32>) {
      // expected-error @+1 {{'affine.for' op has no static trip count; write its bounds as constants}}
      %s = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%b = %a) -> (tensor<7xf32>) {
        %e = math.exp %b : tensor<7xf32>
        affine.yield %e : tensor<7xf32>
      }
      affine.yield %s : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %c: i1) -> tensor<7xf32> {
    // expected-error @+1 {{'scf.if' op is a region that no analysis knows; write loops as 'hir.grid_region', or as 'scf.for' or 'affine.for' where their models are registered}}
    %r = scf.if %c -> tensor<7xf32> {
      %e = math.exp %x : tensor<7xf32>
      scf.yield %e : tensor<7xf32>
    } else {
      scf.yield %x : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %c: i1) -> tensor<7xf32> {
    // expected-error @+1 {{'scf.while' op is a region that no analysis knows}}
    %r = scf.while (%a = %x) : (tensor<7xf32>) -> tensor<7xf32> {
      scf.condition(%c) %a : tensor<7xf32>
    } do {
    ^bb0(%a: tensor<7xf32>):
      %e = math.exp %a : tensor<7xf32>
      scf.yield %e : tensor<7xf32>
    }
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{'scf.forall' op is a region that no analysis knows}}
    %r = scf.forall (%i) in (7) shared_outs(%o = %x) -> (tensor<7xf32>) {
      %w = tensor.extract_slice %o[%i] [1] [1] : tensor<7xf32> to tensor<1xf32>
      %e = math.exp %w : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<1xf32> into tensor<7xf32>
      }
    }
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<?xf32> {
    // expected-error @+1 {{no analysis has a model of 'tensor.cast'}}
    %y = tensor.cast %x : tensor<7xf32> to tensor<?xf32>
    return %y : tensor<?xf32>
  }
}

// -----

// What enters the function or is carried holds bytes, whoever reads it.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  // expected-error @+1 {{'func.func' op parameter 1 has type 'tensor<?xf32>', in which a '?' has no dimension; name it with #hir.encoding<..., dims = [...]>}}
  func.func @f(%x: tensor<7xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    %r = affine.for %i = 0 to 7 iter_args(%a = %y) -> (tensor<?xf32>) {
      affine.yield %a : tensor<?xf32>
    }
    return %r : tensor<?xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  // expected-error @+1 {{'func.func' op parameter 0 is a buffer, whose contents no value stands for}}
  func.func @f(%x: memref<7xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
    return %y : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<3xi8> {
    // expected-error @+1 {{'arith.constant' op result 0 has element type 'i8'; the element types are f32, f16}}
    %c = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
    return %c : tensor<3xi8>
  }
}

// -----

// A bound of 2^64 + 4 is not 4.
module @Wide attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : i128
    %c1 = arith.constant 1 : i128
    %cn = arith.constant 18446744073709551620 : i128
    // expected-error@+1 {{'scf.for' op has no static trip count; write its bounds as constants, and keep its range within 64 bits}}
    %r = scf.for %i = %c0 to %cn step %c1 iter_args(%a = %x) -> (tensor<4xf32>) : i128 {
      %b = hir.exp %a : tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    }
    return %r : tensor<4xf32>
  }
}
