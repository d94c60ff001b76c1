// `hir.rms_norm`: normalisation by the root mean square.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 4*35 + 2*5 = 150 and 4*105 + 2*15 = 450 flops in f32, one root a row; the weight is read once.
// CHECK: hir.rms_norm %x, %w : tensor<5x7xbf16>, tensor<7xbf16>
// CHECK: hir.rms_norm %x, %w {eps = 1.000000e-05 : f64} : tensor<3x5x7xf32>, tensor<7xf32>
// COST: %r0 = hir.rms_norm{{.*}}; compute-cost flops=f32:150@150 service=special:5@5; traffic{{.*}}operands=0:r70/w0,1:r14/w0,result:r0/w70{{$}}
// COST: %r1 = hir.rms_norm{{.*}}; compute-cost flops=f32:450@450 service=special:15@15; traffic{{.*}}operands=0:r420/w0,1:r28/w0,result:r0/w420{{$}}
// COST: %r2 = hir.rms_norm{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>) -> tensor<5x7xbf16> {
    %r = hir.rms_norm %x, %w : tensor<5x7xbf16>, tensor<7xbf16>
    return %r : tensor<5x7xbf16>
  }
  func.func @eps(%x: tensor<3x5x7xf32>, %w: tensor<7xf32>) -> tensor<3x5x7xf32> {
    %r = hir.rms_norm %x, %w {eps = 1.0e-5} : tensor<3x5x7xf32>, tensor<7xf32>
    return %r : tensor<3x5x7xf32>
  }
  func.func @rank1(%x: tensor<7xf32>, %w: tensor<7xf32>) -> tensor<7xf32> {
    %r = hir.rms_norm %x, %w : tensor<7xf32>, tensor<7xf32>
    return %r : tensor<7xf32>
  }
  func.func @empty(%x: tensor<0x7xf32>, %w: tensor<7xf32>) -> tensor<0x7xf32> {
    %r = hir.rms_norm %x, %w : tensor<0x7xf32>, tensor<7xf32>
    return %r : tensor<0x7xf32>
  }
  func.func @symbolic(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<7xf32>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.rms_norm %x, %w : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<7xf32>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_row(%x: tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, %w: tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.rms_norm %x, %w : tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @storage(%x: tensor<5x7xf32, #hir.encoding<smem>>, %w: tensor<7xf32, #hir.encoding<smem>>) -> tensor<5x7xf32, #hir.encoding<smem>> {
    %r = hir.rms_norm %x, %w : tensor<5x7xf32, #hir.encoding<smem>>, tensor<7xf32, #hir.encoding<smem>>
    return %r : tensor<5x7xf32, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>, %y: tensor<3x5x7xf32>, %v: tensor<7xf32>, %z: tensor<0x7xf32>) -> (tensor<5x7xbf16>, tensor<3x5x7xf32>, tensor<0x7xf32>) {
    %r0 = hir.rms_norm %x, %w : tensor<5x7xbf16>, tensor<7xbf16>
    %r1 = hir.rms_norm %y, %v : tensor<3x5x7xf32>, tensor<7xf32>
    %r2 = hir.rms_norm %z, %v : tensor<0x7xf32>, tensor<7xf32>
    return %r0, %r1, %r2 : tensor<5x7xbf16>, tensor<3x5x7xf32>, tensor<0x7xf32>
  }
}
