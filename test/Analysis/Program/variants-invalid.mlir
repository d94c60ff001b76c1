// RUN: tf-opt %s -verify-diagnostics -split-input-file

// Overlapping and gapped ranges are refused when the module is verified: exactly one
// variant serves a size (A2-c20).
module @Overlap {
  // expected-error @+1 {{the ranges of the variants overlap in dimension 'ctx': [12, 13) is served by two variants}}
  func.func nested @f(tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@a, @b]}
  func.func nested @a(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 3, 13>} {
    return %x : tensor<7xf32>
  }
  // expected-note @+1 {{variant starts here}}
  func.func nested @b(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 12, 30>} {
    return %x : tensor<7xf32>
  }
}

// -----

module @Gap {
  // expected-error @+1 {{the ranges of the variants leave a gap in dimension 'ctx': [13, 17) is served by no variant}}
  func.func nested @f(tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@b, @a]}
  func.func nested @a(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 3, 13>} {
    return %x : tensor<7xf32>
  }
  // expected-note @+1 {{variant starts here}}
  func.func nested @b(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 17, 30>} {
    return %x : tensor<7xf32>
  }
}

// -----

// The ranges split the dimension's own interval.
#e = #hir.encoding<gmem, dims = [#hir.dim<"ctx", 3, 31>]>
module @Short {
  // expected-error @+1 {{the variants serve [3, 30) of dimension 'ctx', whose interval is [3, 31)}}
  func.func nested @f(tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.variants = [@a]}
  func.func nested @a(%x: tensor<?xf32, #e>) -> tensor<?xf32, #e> attributes {hir.range = #hir.range<"ctx", 3, 30>} {
    return %x : tensor<?xf32, #e>
  }
}

// -----

module @Signature {
  // expected-error @+1 {{variant @a has type '(tensor<8xf32>) -> tensor<8xf32>', but the prototype has '(tensor<7xf32>) -> tensor<7xf32>'}}
  func.func nested @f(tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@a]}
  func.func nested @a(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hir.range = #hir.range<"ctx", 3, 30>} {
    return %x : tensor<8xf32>
  }
}

// -----

module @Weights {
  // expected-error @+1 {{variant @a and the prototype do not mark the same arguments as weights: argument 1 differs}}
  func.func nested @f(tensor<7xf32>, tensor<7xf32> {hir.const = "w"}) -> tensor<7xf32> attributes {hir.variants = [@a]}
  func.func nested @a(%x: tensor<7xf32>, %w: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 3, 30>} {
    return %x : tensor<7xf32>
  }
}

// -----

module @Unranged {
  // expected-error @+1 {{variant @a carries no 'hir.range'}}
  func.func nested @f(tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@a]}
  func.func nested @a(%x: tensor<7xf32>) -> tensor<7xf32> {
    return %x : tensor<7xf32>
  }
}

// -----

module @Body {
  // expected-error @+1 {{a dispatch prototype has no body}}
  func.func nested @f(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.variants = [@a]} {
    return %x : tensor<7xf32>
  }
  func.func nested @a(%x: tensor<7xf32>) -> tensor<7xf32> attributes {hir.range = #hir.range<"ctx", 3, 30>} {
    return %x : tensor<7xf32>
  }
}
