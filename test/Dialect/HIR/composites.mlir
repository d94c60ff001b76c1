// A composite's work is exactly that of its decomposition into primitive ops of the
// catalogue (ir.md 7), in f32 whatever its element type: conversions cost nothing.
//
// RUN: python3 %S/Inputs/compare-work.py tf-opt %s | FileCheck %s
//
// CHECK: 17 compared, 0 differ

module @Composites attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @sigmoid_composite} {
  // 1 / (1 + exp(-x))
  func.func @sigmoid_composite(%x: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.sigmoid %x : tensor<5x7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @sigmoid_primitives(%x: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %one = arith.constant 1.0 : f32
    %f = hir.cast %x to f32 : tensor<5x7xbf16>
    %n = hir.neg %f : tensor<5x7xf32>
    %e = hir.exp %n : tensor<5x7xf32>
    %d = hir.add %e, %one : tensor<5x7xf32>, f32
    %s = hir.div %one, %d : f32, tensor<5x7xf32>
    %r = hir.cast %s to bf16 : tensor<5x7xf32>
    return %r : tensor<5x7xbf16>
  }

  // x * sigmoid(x), on the composite and on its parts
  func.func @silu_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.silu %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @silu_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %one = arith.constant 1.0 : f32
    %n = hir.neg %x : tensor<5x7xf32>
    %e = hir.exp %n : tensor<5x7xf32>
    %d = hir.add %e, %one : tensor<5x7xf32>, f32
    %s = hir.div %one, %d : f32, tensor<5x7xf32>
    %r = hir.mul %x, %s : tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @silu_by_sigmoid_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.silu %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @silu_by_sigmoid_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %s = hir.sigmoid %x : tensor<5x7xf32>
    %r = hir.mul %x, %s : tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }

  // 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
  func.func @gelu_tanh_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.gelu %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @gelu_tanh_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %c = arith.constant 0.044715 : f32
    %k = arith.constant 0.7978845608 : f32
    %x2 = hir.square %x : tensor<5x7xf32>
    %x3 = hir.mul %x2, %x : tensor<5x7xf32>, tensor<5x7xf32>
    %cx = hir.mul %x3, %c : tensor<5x7xf32>, f32
    %in = hir.add %x, %cx : tensor<5x7xf32>, tensor<5x7xf32>
    %kin = hir.mul %in, %k : tensor<5x7xf32>, f32
    %t = hir.tanh %kin : tensor<5x7xf32>
    %t1 = hir.add %t, %one : tensor<5x7xf32>, f32
    %h = hir.mul %x, %half : tensor<5x7xf32>, f32
    %r = hir.mul %h, %t1 : tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }

  // 0.5 x (1 + erf(x / sqrt 2))
  func.func @gelu_erf_composite(%x: tensor<5x7xf16>) -> tensor<5x7xf16> {
    %r = hir.gelu %x {approximate = "none"} : tensor<5x7xf16>
    return %r : tensor<5x7xf16>
  }
  func.func @gelu_erf_primitives(%y: tensor<5x7xf16>) -> tensor<5x7xf16> {
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %k = arith.constant 0.7071067812 : f32
    %x = hir.cast %y to f32 : tensor<5x7xf16>
    %kx = hir.mul %x, %k : tensor<5x7xf32>, f32
    %e = hir.erf %kx : tensor<5x7xf32>
    %e1 = hir.add %e, %one : tensor<5x7xf32>, f32
    %h = hir.mul %x, %half : tensor<5x7xf32>, f32
    %p = hir.mul %h, %e1 : tensor<5x7xf32>, tensor<5x7xf32>
    %r = hir.cast %p to f16 : tensor<5x7xf32>
    return %r : tensor<5x7xf16>
  }

  // log(1 + exp x)
  func.func @softplus_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.softplus %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @softplus_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %one = arith.constant 1.0 : f32
    %e = hir.exp %x : tensor<5x7xf32>
    %e1 = hir.add %e, %one : tensor<5x7xf32>, f32
    %r = hir.log %e1 : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }

  func.func @softmax_composite(%x: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.softmax %x : tensor<5x7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @softmax_primitives(%y: tensor<5x7xbf16>) -> tensor<5x7xbf16> {
    %x = hir.cast %y to f32 : tensor<5x7xbf16>
    %m = hir.reduce max %x axes [1] {keepdim = true} : tensor<5x7xf32>
    %d = hir.sub %x, %m : tensor<5x7xf32>, tensor<5x1xf32>
    %e = hir.exp %d : tensor<5x7xf32>
    %s = hir.reduce sum %e axes [1] {keepdim = true} : tensor<5x7xf32>
    %q = hir.div %e, %s : tensor<5x7xf32>, tensor<5x1xf32>
    %r = hir.cast %q to bf16 : tensor<5x7xf32>
    return %r : tensor<5x7xbf16>
  }

  // x * rsqrt(mean x^2 + eps) * w
  func.func @rms_norm_composite(%x: tensor<3x5x7xbf16>, %w: tensor<7xbf16>) -> tensor<3x5x7xbf16> {
    %r = hir.rms_norm %x, %w : tensor<3x5x7xbf16>, tensor<7xbf16>
    return %r : tensor<3x5x7xbf16>
  }
  func.func @rms_norm_primitives(%y: tensor<3x5x7xbf16>, %v: tensor<7xbf16>) -> tensor<3x5x7xbf16> {
    %eps = arith.constant 1.0e-6 : f32
    %x = hir.cast %y to f32 : tensor<3x5x7xbf16>
    %w = hir.cast %v to f32 : tensor<7xbf16>
    %x2 = hir.square %x : tensor<3x5x7xf32>
    %m = hir.reduce mean %x2 axes [2] {keepdim = true} : tensor<3x5x7xf32>
    %me = hir.add %m, %eps : tensor<3x5x1xf32>, f32
    %s = hir.rsqrt %me : tensor<3x5x1xf32>
    %n = hir.mul %x, %s : tensor<3x5x7xf32>, tensor<3x5x1xf32>
    %p = hir.mul %n, %w : tensor<3x5x7xf32>, tensor<7xf32>
    %r = hir.cast %p to bf16 : tensor<3x5x7xf32>
    return %r : tensor<3x5x7xbf16>
  }

  // (x - mean) * rsqrt(mean (x - mean)^2 + eps) * w + b, over the two trailing axes
  func.func @layer_norm_composite(%x: tensor<3x5x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<3x5x7xf32> {
    %r = hir.layer_norm %x, %w, %b {axis = -2} : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<3x5x7xf32>
  }
  func.func @layer_norm_primitives(%x: tensor<3x5x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<3x5x7xf32> {
    %eps = arith.constant 1.0e-5 : f32
    %m = hir.reduce mean %x axes [1, 2] {keepdim = true} : tensor<3x5x7xf32>
    %c = hir.sub %x, %m : tensor<3x5x7xf32>, tensor<3x1x1xf32>
    %c2 = hir.square %c : tensor<3x5x7xf32>
    %v = hir.reduce mean %c2 axes [1, 2] {keepdim = true} : tensor<3x5x7xf32>
    %ve = hir.add %v, %eps : tensor<3x1x1xf32>, f32
    %s = hir.rsqrt %ve : tensor<3x1x1xf32>
    %n = hir.mul %c, %s : tensor<3x5x7xf32>, tensor<3x1x1xf32>
    %p = hir.mul %n, %w : tensor<3x5x7xf32>, tensor<5x7xf32>
    %r = hir.add %p, %b : tensor<3x5x7xf32>, tensor<5x7xf32>
    return %r : tensor<3x5x7xf32>
  }

  // scale = max |x| / 448 a group; clamp(x / scale)
  func.func @quant_composite(%x: tensor<5x21xf32>) -> (tensor<5x21xf8E4M3FN>, tensor<5x3xf32>) {
    %q, %s = hir.quant %x {group = 7} : tensor<5x21xf32>
    return %q, %s : tensor<5x21xf8E4M3FN>, tensor<5x3xf32>
  }
  func.func @quant_primitives(%x: tensor<5x21xf32>) -> (tensor<5x21xf8E4M3FN>, tensor<5x3xf32>) {
    %largest = arith.constant 448.0 : f32
    %g = hir.reshape %x to [5, 3, 7] : tensor<5x21xf32>
    %a = hir.reduce abs_max %g axes [2] {keepdim = true} : tensor<5x3x7xf32>
    %s = hir.div %a, %largest : tensor<5x3x1xf32>, f32
    %d = hir.div %g, %s : tensor<5x3x7xf32>, tensor<5x3x1xf32>
    %c = hir.clamp %d {min = -448.0, max = 448.0} : tensor<5x3x7xf32>
    %f = hir.cast %c to f8E4M3FN : tensor<5x3x7xf32>
    %q = hir.reshape %f to [5, 21] : tensor<5x3x7xf8E4M3FN>
    %sr = hir.reshape %s to [5, 3] : tensor<5x3x1xf32>
    return %q, %sr : tensor<5x21xf8E4M3FN>, tensor<5x3xf32>
  }

  func.func @mean_composite(%x: tensor<5x7xi32>) -> tensor<5xi32> {
    %r = hir.reduce mean %x axes [1] : tensor<5x7xi32>
    return %r : tensor<5xi32>
  }
  func.func @mean_primitives(%x: tensor<5x7xi32>) -> tensor<5xi32> {
    %n = arith.constant 7 : i32
    %s = hir.reduce sum %x axes [1] : tensor<5x7xi32>
    %r = hir.div %s, %n : tensor<5xi32>, i32
    return %r : tensor<5xi32>
  }

  func.func @abs_max_composite(%x: tensor<5x7xbf16>) -> tensor<7xbf16> {
    %r = hir.reduce abs_max %x axes [0] : tensor<5x7xbf16>
    return %r : tensor<7xbf16>
  }
  func.func @abs_max_primitives(%x: tensor<5x7xbf16>) -> tensor<7xbf16> {
    %a = hir.abs %x : tensor<5x7xbf16>
    %r = hir.reduce max %a axes [0] : tensor<5x7xbf16>
    return %r : tensor<7xbf16>
  }

  func.func @clamp_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.clamp %x {min = -1.0, max = 1.0} : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @clamp_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %lo = arith.constant -1.0 : f32
    %hi = arith.constant 1.0 : f32
    %m = hir.max %x, %lo : tensor<5x7xf32>, f32
    %r = hir.min %m, %hi : tensor<5x7xf32>, f32
    return %r : tensor<5x7xf32>
  }

  func.func @relu_composite(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.relu %x : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @relu_primitives(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %zero = arith.constant 0.0 : f32
    %r = hir.max %x, %zero : tensor<5x7xf32>, f32
    return %r : tensor<5x7xf32>
  }

  // Halves a and b of a row become a cos - b sin and b cos + a sin.
  func.func @rope_composite(%q: tensor<1x3x5x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<3x8xbf16>, %s: tensor<3x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x5x8xbf16>, tensor<1x3x2x8xbf16>) {
    %rq, %rk = hir.rope %q, %k, %c, %s, %p : tensor<1x3x5x8xbf16>, tensor<1x3x2x8xbf16>, tensor<3x8xbf16>, tensor<3x8xbf16>, tensor<3xi64>
    return %rq, %rk : tensor<1x3x5x8xbf16>, tensor<1x3x2x8xbf16>
  }
  func.func @rope_primitives(%q: tensor<1x3x5x8xbf16>, %k: tensor<1x3x2x8xbf16>, %ct: tensor<3x8xbf16>, %st: tensor<3x8xbf16>, %p: tensor<3xi64>) -> (tensor<1x3x7x8xbf16>) {
    %c0 = hir.index_select %ct, %p : tensor<3x8xbf16>, tensor<3xi64>
    %s0 = hir.index_select %st, %p : tensor<3x8xbf16>, tensor<3xi64>
    %cr = hir.reshape %c0 to [3, 1, 8] : tensor<3x8xbf16>
    %sr = hir.reshape %s0 to [3, 1, 8] : tensor<3x8xbf16>
    %c, %c_hi = hir.split %cr {axis = 2, num = 2} : tensor<3x1x8xbf16>
    %s, %s_hi = hir.split %sr {axis = 2, num = 2} : tensor<3x1x8xbf16>
    %x = hir.concat %q, %k {axis = 2} : tensor<1x3x5x8xbf16>, tensor<1x3x2x8xbf16>
    %a, %b = hir.split %x {axis = 3, num = 2} : tensor<1x3x7x8xbf16>
    %ac = hir.mul %a, %c : tensor<1x3x7x4xbf16>, tensor<3x1x4xbf16>
    %bs = hir.mul %b, %s : tensor<1x3x7x4xbf16>, tensor<3x1x4xbf16>
    %lo = hir.sub %ac, %bs : tensor<1x3x7x4xbf16>, tensor<1x3x7x4xbf16>
    %bc = hir.mul %b, %c_hi : tensor<1x3x7x4xbf16>, tensor<3x1x4xbf16>
    %as = hir.mul %a, %s_hi : tensor<1x3x7x4xbf16>, tensor<3x1x4xbf16>
    %hi = hir.add %bc, %as : tensor<1x3x7x4xbf16>, tensor<1x3x7x4xbf16>
    %r = hir.concat %lo, %hi {axis = 3} : tensor<1x3x7x4xbf16>, tensor<1x3x7x4xbf16>
    return %r : tensor<1x3x7x8xbf16>
  }

  // Kernels of one tap are a matrix product.
  func.func @conv2d_composite(%x: tensor<1x3x5x7xbf16>, %w: tensor<11x3x1x1xbf16>) -> tensor<1x11x5x7xf32> {
    %r = hir.conv2d %x, %w to f32 : tensor<1x3x5x7xbf16>, tensor<11x3x1x1xbf16>
    return %r : tensor<1x11x5x7xf32>
  }
  func.func @conv2d_primitives(%x: tensor<1x3x5x7xbf16>, %w: tensor<11x3x1x1xbf16>) -> tensor<1x11x5x7xf32> {
    %xr = hir.reshape %x to [3, 35] : tensor<1x3x5x7xbf16>
    %wr = hir.reshape %w to [11, 3] : tensor<11x3x1x1xbf16>
    %m = hir.matmul %wr, %xr to f32 : tensor<11x3xbf16>, tensor<3x35xbf16>
    %r = hir.reshape %m to [1, 11, 5, 7] : tensor<11x35xf32>
    return %r : tensor<1x11x5x7xf32>
  }

  func.func @index_add_composite(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xf32>) -> tensor<11x7xf32> {
    %r = hir.index_add %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
    return %r : tensor<11x7xf32>
  }
  func.func @index_add_primitives(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xf32>) -> tensor<11x7xf32> {
    %o = hir.index_select %d, %i : tensor<11x7xf32>, tensor<5xi64>
    %a = hir.add %o, %s : tensor<5x7xf32>, tensor<5x7xf32>
    %r = hir.index_copy %d, %i, %a : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
    return %r : tensor<11x7xf32>
  }
}
