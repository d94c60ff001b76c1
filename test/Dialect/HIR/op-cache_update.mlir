// `hir.cache_update`: new rows of a key or value cache.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: the window is the 7 rows of `new`, 7*3*2*5 elements of 2 B; the cache is not read.
// CHECK: hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x2x5xbf16>
// COST: %r0 = hir.cache_update{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r8/w0,2:r8/w0,3:r420/w0,result:r0/w420{{$}}
// COST: %r1 = hir.cache_update{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r4/w0,2:r8/w0,3:r420/w0,result:r0/w420{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x7x2x5xbf16>) -> tensor<3x11x2x5xbf16> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x2x5xbf16>
    return %r : tensor<3x11x2x5xbf16>
  }
  func.func @integers(%c: tensor<3x11x2x5xbf16>, %p: i64, %s: i32, %n: tensor<3x7x2x5xbf16>) -> tensor<3x11x2x5xbf16> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, i64, i32, tensor<3x7x2x5xbf16>
    return %r : tensor<3x11x2x5xbf16>
  }
  func.func @symbolic(%c: tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#n]>>, %p: index, %s: index, %n: tensor<3x7x2x5xbf16>) -> tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#n]>>, index, index, tensor<3x7x2x5xbf16>
    return %r : tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_new(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#k]>>) -> tensor<3x11x2x5xbf16> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x?x2x5xbf16, #hir.encoding<gmem, dims = [#k]>>
    return %r : tensor<3x11x2x5xbf16>
  }
  func.func @empty(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x0x2x5xbf16>) -> tensor<3x11x2x5xbf16> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x0x2x5xbf16>
    return %r : tensor<3x11x2x5xbf16>
  }
  func.func @other_storage(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x7x2x5xbf16, #hir.encoding<rmem>>) -> tensor<3x11x2x5xbf16> {
    %r = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x2x5xbf16, #hir.encoding<rmem>>
    return %r : tensor<3x11x2x5xbf16>
  }
  func.func @cost(%c: tensor<3x11x2x5xbf16>, %p: index, %s: index, %n: tensor<3x7x2x5xbf16>, %q: i32) -> (tensor<3x11x2x5xbf16>, tensor<3x11x2x5xbf16>) {
    %r0 = hir.cache_update %c, %p, %s, %n : tensor<3x11x2x5xbf16>, index, index, tensor<3x7x2x5xbf16>
    %r1 = hir.cache_update %c, %q, %s, %n : tensor<3x11x2x5xbf16>, i32, index, tensor<3x7x2x5xbf16>
    return %r0, %r1 : tensor<3x11x2x5xbf16>, tensor<3x11x2x5xbf16>
  }
}
