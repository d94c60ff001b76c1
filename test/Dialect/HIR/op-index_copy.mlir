// `hir.index_copy`: rows overwritten at chosen places.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; at most 5 of 11 rows and 3 of 3 are touched, written only.
// CHECK: hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
// COST: %r0 = hir.index_copy{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r40/w0,2:r140/w0,result:r0/w140{{$}}
// COST: %r1 = hir.index_copy{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r40/w0,2:r140/w0,result:r0/w84{{$}}
// COST: %r2 = hir.index_copy{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r40/w0,2:r20/w0,result:r0/w20{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xf32>) -> tensor<11x7xf32> {
    %r = hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
    return %r : tensor<11x7xf32>
  }
  func.func @other_axis(%d: tensor<3x11xf32>, %i: tensor<5xi32>, %s: tensor<3x5xf32>) -> tensor<3x11xf32> {
    %r = hir.index_copy %d, %i, %s {dim = 1} : tensor<3x11xf32>, tensor<5xi32>, tensor<3x5xf32>
    return %r : tensor<3x11xf32>
  }
  func.func @negative(%d: tensor<3x11xf32>, %i: tensor<5xi32>, %s: tensor<3x5xf32>) -> tensor<3x11xf32> {
    %r = hir.index_copy %d, %i, %s {dim = -1} : tensor<3x11xf32>, tensor<5xi32>, tensor<3x5xf32>
    return %r : tensor<3x11xf32>
  }
  func.func @empty(%d: tensor<11x7xf32>, %i: tensor<0xi64>, %s: tensor<0x7xf32>) -> tensor<11x7xf32> {
    %r = hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<0xi64>, tensor<0x7xf32>
    return %r : tensor<11x7xf32>
  }
  func.func @symbolic(%d: tensor<11x7xf32>, %i: tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>, %s: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<11x7xf32> {
    %r = hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<11x7xf32>
  }
  func.func @symbolic_rows(%d: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %i: tensor<5xi64>, %s: tensor<5x7xf32>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.index_copy %d, %i, %s : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<5xi64>, tensor<5x7xf32>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @other_storage(%d: tensor<11x7xf32>, %i: tensor<5xi64, #hir.encoding<smem>>, %s: tensor<5x7xf32, #hir.encoding<rmem>>) -> tensor<11x7xf32> {
    %r = hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<5xi64, #hir.encoding<smem>>, tensor<5x7xf32, #hir.encoding<rmem>>
    return %r : tensor<11x7xf32>
  }
  func.func @integers(%d: tensor<11xi32>, %i: tensor<5xi64>, %s: tensor<5xi32>) -> tensor<11xi32> {
    %r = hir.index_copy %d, %i, %s : tensor<11xi32>, tensor<5xi64>, tensor<5xi32>
    return %r : tensor<11xi32>
  }
  func.func @cost(%d: tensor<11x7xf32>, %i: tensor<5xi64>, %s: tensor<5x7xf32>, %e: tensor<3x7xf32>, %f: tensor<11xi32>, %t: tensor<5xi32>) -> (tensor<11x7xf32>, tensor<3x7xf32>, tensor<11xi32>) {
    %r0 = hir.index_copy %d, %i, %s : tensor<11x7xf32>, tensor<5xi64>, tensor<5x7xf32>
    %r1 = hir.index_copy %e, %i, %s : tensor<3x7xf32>, tensor<5xi64>, tensor<5x7xf32>
    %r2 = hir.index_copy %f, %i, %t : tensor<11xi32>, tensor<5xi64>, tensor<5xi32>
    return %r0, %r1, %r2 : tensor<11x7xf32>, tensor<3x7xf32>, tensor<11xi32>
  }
}
