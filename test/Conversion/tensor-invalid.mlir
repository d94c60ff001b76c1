// RUN: tf-opt %s --tf-analyze -split-input-file -verify-diagnostics

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %v: f32) -> tensor<9xf32> {
    // expected-error @+1 {{'tensor.pad' op pads with a computed value; pad with a constant, and write other values with 'tensor.insert_slice'}}
    %r = tensor.pad %x low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %v : f32
    } : tensor<7xf32> to tensor<9xf32>
    return %r : tensor<9xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %y: tensor<14xf32>) -> tensor<14xf32> {
    // expected-error @+1 {{'tensor.insert_slice' op writes every other element of its window; only windows with strides of 1 are measured}}
    %r = tensor.insert_slice %x into %y[0] [7] [2] : tensor<7xf32> into tensor<14xf32>
    return %r : tensor<14xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<14xf32>, %s: index) -> tensor<7xf32> {
    // expected-error @+1 {{'tensor.extract_slice' op has a window whose stride is no positive constant; write strides as constants from 1}}
    %r = tensor.extract_slice %x[0] [7] [%s] : tensor<14xf32> to tensor<7xf32>
    return %r : tensor<7xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<14xf32>, %n: index) -> tensor<?xf32> {
    // expected-error @+1 {{'tensor.extract_slice' op result 0 has type 'tensor<?xf32>', in which a '?' has no dimension; name it with #hir.encoding<..., dims = [...]>}}
    %r = tensor.extract_slice %x[0] [%n] [1] : tensor<14xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>) -> tensor<5x3xf32> {
    %s = arith.constant dense<[5, 3]> : tensor<2xi32>
    // expected-error @+1 {{no analysis has a model of 'tensor.reshape'}}
    %r = tensor.reshape %x(%s) : (tensor<3x5xf32>, tensor<2xi32>) -> tensor<5x3xf32>
    return %r : tensor<5x3xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %n: index) -> tensor<?xf32> {
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{'tensor.pad' op result 0 has type 'tensor<?xf32>', in which a '?' has no dimension}}
    %r = tensor.pad %x low[1] high[%n] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<7xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
}

// -----

module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<7xf32>, %n: index) -> tensor<9xf32> {
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{'tensor.pad' op pads by a run-time number; write the amounts as constants}}
    %r = tensor.pad %x low[1] high[%n] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<7xf32> to tensor<9xf32>
    return %r : tensor<9xf32>
  }
}
