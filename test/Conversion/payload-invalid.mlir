// RUN: tf-opt %s --tf-analyze -split-input-file -verify-diagnostics

#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
    ^bb0(%v: f32):
      // expected-error @+1 {{'math.powf' op has no counting rule; compute it from ops that have one (docs/conversion.md lists them)}}
      %p = math.powf %v, %v : f32
      linalg.yield %p : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// Logic is counted on truth values only.
#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xi32>) -> tensor<7xi32> {
    %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : tensor<7xi32>) {
    ^bb0(%v: i32):
      // expected-error @+1 {{'arith.andi' op has no counting rule}}
      %p = arith.andi %v, %v : i32
      linalg.yield %p : i32
    } -> tensor<7xi32>
    return %r : tensor<7xi32>
  }
}

// -----

#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>) -> tensor<7xf32> {
    %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
    ^bb0(%v: f32):
      %w = arith.extf %v : f32 to f64
      // expected-error @+1 {{'arith.addf' op works on 'f64', which no rate is published for; the element types are f32}}
      %p = arith.addf %w, %w : f64
      %t = arith.truncf %p : f64 to f32
      linalg.yield %t : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// A gather.
#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%table: tensor<11xf32>, %n: tensor<7xi64>, %x: tensor<7xf32>) -> tensor<7xf32> {
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%n : tensor<7xi64>) outs(%x : tensor<7xf32>) {
    ^bb0(%k: i64, %v: f32):
      %j = arith.index_cast %k : i64 to index
      // expected-error @+1 {{'tensor.extract' op reads a tensor at places that no relation states; pass the tensor as an operand, and choose rows with 'hir.index_select'}}
      %e = tensor.extract %table[%j] : tensor<11xf32>
      linalg.yield %e : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// A number from outside that is no constant.
#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %scale: f32) -> tensor<7xf32> {
    // expected-error @+1 {{'linalg.generic' op reads 'scale' from outside its payload, and what is read is an operand; pass it as one}}
    %r = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
    ^bb0(%v: f32):
      // expected-note @+1 {{read here}}
      %p = arith.mulf %v, %scale : f32
      linalg.yield %p : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// Control flow in a payload.
#i = affine_map<(i) -> (i)>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %c: tensor<7xi1>) -> tensor<7xf32> {
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%c : tensor<7xi1>) outs(%x : tensor<7xf32>) {
    ^bb0(%p: i1, %v: f32):
      // expected-error @+1 {{'scf.if' op has no counting rule}}
      %w = scf.if %p -> f32 {
        scf.yield %v : f32
      } else {
        %e = math.exp %v : f32
        scf.yield %e : f32
      }
      linalg.yield %w : f32
    } -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

// An op on whole tensors follows the same rules.
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xi32>) -> tensor<7xi32> {
    // expected-error @+1 {{'arith.xori' op has no counting rule}}
    %r = arith.xori %x, %x : tensor<7xi32>
    return %r : tensor<7xi32>
  }
}
