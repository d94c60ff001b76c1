// `hir.layer_norm`: normalisation by mean and variance.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 7*35 + 3*5 = 260 and 7*105 + 3*3 = 744 flops in f32, one root a row.
// CHECK: hir.layer_norm %x, %w, %b : tensor<5x7xbf16>, tensor<7xbf16>, tensor<7xbf16>
// CHECK: hir.layer_norm %x, %w, %b {axis = 1 : i64} : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
// COST: %r0 = hir.layer_norm{{.*}}; compute-cost flops=f32:260@260 service=special:5@5; traffic{{.*}}operands=0:r70/w0,1:r14/w0,2:r14/w0,result:r0/w70{{$}}
// COST: %r1 = hir.layer_norm{{.*}}; compute-cost flops=f32:744@744 service=special:3@3; traffic{{.*}}operands=0:r420/w0,1:r140/w0,2:r140/w0,result:r0/w420{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>, %b: tensor<7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.layer_norm %x, %w, %b : tensor<5x7xbf16>, tensor<7xbf16>, tensor<7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @trailing(%x: tensor<3x5x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<3x5x7xf32> {
    %r = hir.layer_norm %x, %w, %b {axis = 1} : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<3x5x7xf32>
  }
  func.func @negative(%x: tensor<3x5x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<3x5x7xf32> {
    %r = hir.layer_norm %x, %w, %b {axis = -2, eps = 1.0e-6} : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<3x5x7xf32>
  }
  func.func @all(%x: tensor<5x7xf32>, %w: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.layer_norm %x, %w, %b {axis = 0} : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @empty(%x: tensor<0x7xf32>, %w: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<0x7xf32> {
    %r = hir.layer_norm %x, %w, %b : tensor<0x7xf32>, tensor<7xf32>, tensor<7xf32>
    return %r : tensor<0x7xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<7xf32>, %b: tensor<7xf32>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.layer_norm %x, %w, %b : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<7xf32>, tensor<7xf32>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @cost(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>, %b: tensor<7xbf16>, %y: tensor<3x5x7xf32>, %v: tensor<5x7xf32>) -> (tensor<5x7xbf16>, tensor<3x5x7xf32>) {
    %r0 = hir.layer_norm %x, %w, %b : tensor<5x7xbf16>, tensor<7xbf16>, tensor<7xbf16>
    %r1 = hir.layer_norm %y, %v, %v {axis = 1} : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
    return %r0, %r1 : tensor<5x7xbf16>, tensor<3x5x7xf32>
  }
}
