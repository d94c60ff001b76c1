// `hir.conv2d`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @rank(%x: tensor<3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{operand 0 must have rank 4, got rank 3 [3, 7, 7]}}
  %r = hir.conv2d %x, %w : tensor<3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @integers(%x: tensor<1x3x7x7xi32>, %w: tensor<5x3x3x3xi32>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'}}
  %r = hir.conv2d %x, %w : tensor<1x3x7x7xi32>, tensor<5x3x3x3xi32>
  return
}

// -----

func.func @elements(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xbf16>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'bf16'}}
  %r = hir.conv2d %x, %w : tensor<1x3x7x7xf32>, tensor<5x3x3x3xbf16>
  return
}

// -----

func.func @channels(%x: tensor<1x4x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{operand 0 has 4 channels, but operand 1 reads 3 channels in each of 1 groups}}
  %r = hir.conv2d %x, %w : tensor<1x4x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @groups(%x: tensor<1x6x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'groups' is 2, which does not divide the 5 output channels}}
  %r = hir.conv2d %x, %w groups 2 : tensor<1x6x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'groups' is 0, which does not divide the 5 output channels}}
  %r = hir.conv2d %x, %w groups 0 : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @twice(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'stride' is stated twice}}
  %r = hir.conv2d %x, %w stride [1, 1] stride [2, 2] : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @stride(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'stride' must be in [1, 2^31], got 0}}
  %r = hir.conv2d %x, %w stride [0, 1] : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @padding(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'padding' must be in [0, 2^31], got -1}}
  %r = hir.conv2d %x, %w padding [-1, 0] : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @dilation(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{'dilation' needs two numbers, got 1}}
  %r = hir.conv2d %x, %w dilation [1] : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @fit(%x: tensor<1x3x2x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{a window of 3 taps, dilation 1, does not fit axis 2 of extent 2 with padding 0}}
  %r = hir.conv2d %x, %w : tensor<1x3x2x7xf32>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @bias(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{operands 1 and 2 disagree in output channels: axis 0 of operand 1 has extent 5, axis 0 of operand 2 has 4}}
  %r = hir.conv2d %x, %w, %b : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>, tensor<4xf32>
  return
}

// -----

func.func @bias_rank(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5x1xf32>) {
  // expected-error @below {{operand 2 must have rank 1, got rank 2 [5, 1]}}
  %r = hir.conv2d %x, %w, %b : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>, tensor<5x1xf32>
  return
}

// -----

func.func @bias_elements(%x: tensor<1x3x7x7xbf16>, %w: tensor<5x3x3x3xbf16>, %b: tensor<5xi32>) {
  // expected-error @below {{operands 0 and 2 must have one element type, got 'bf16' and 'i32'}}
  %r = hir.conv2d %x, %w, %b : tensor<1x3x7x7xbf16>, tensor<5x3x3x3xbf16>, tensor<5xi32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @spatial_symbol(%x: tensor<1x3x?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{spatial axis 2 must be static; bind its dimension first}}
  %r = hir.conv2d %x, %w : tensor<1x3x?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<5x3x3x3xf32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
func.func @channel_symbol(%x: tensor<1x?x7x7xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{channel extents must be static; bind their dimensions first}}
  %r = hir.conv2d %x, %w : tensor<1x?x7x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<5x3x3x3xf32>
  return
}

// -----

func.func @to(%x: tensor<1x3x7x7xf32>, %w: tensor<5x3x3x3xf32>) {
  // expected-error @below {{cannot produce 'i32'; 'to' names a floating-point element type}}
  %r = hir.conv2d %x, %w to i32 : tensor<1x3x7x7xf32>, tensor<5x3x3x3xf32>
  return
}
