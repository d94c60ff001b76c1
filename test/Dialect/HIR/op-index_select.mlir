// `hir.index_select`: rows chosen by an index tensor.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: min(indices, rows) distinct rows: 5 of 11, all 3 of 3, 2 of 11 in each of 3.
// CHECK: hir.index_select %x, %i : tensor<11x7xf32>, tensor<5xi64>
// CHECK: hir.index_select %x, %i {dim = 1 : i64} : tensor<3x11x7xf32>, tensor<5xi32>
// COST: %r0 = hir.index_select{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,1:r40/w0,result:r0/w140{{$}}
// COST: %r1 = hir.index_select{{.*}}; compute-cost; traffic{{.*}}operands=0:r84/w0,1:r40/w0,result:r0/w140{{$}}
// COST: %r2 = hir.index_select{{.*}}; compute-cost; traffic{{.*}}operands=0:r84/w0,1:r8/w0,result:r0/w84{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%x: tensor<11x7xf32>, %i: tensor<5xi64>) -> tensor<5x7xf32> {
    %r = hir.index_select %x, %i : tensor<11x7xf32>, tensor<5xi64>
    return %r : tensor<5x7xf32>
  }
  func.func @other_axis(%x: tensor<3x11x7xf32>, %i: tensor<5xi32>) -> tensor<3x5x7xf32> {
    %r = hir.index_select %x, %i {dim = 1} : tensor<3x11x7xf32>, tensor<5xi32>
    return %r : tensor<3x5x7xf32>
  }
  func.func @negative(%x: tensor<3x11xf32>, %i: tensor<5xi32>) -> tensor<3x5xf32> {
    %r = hir.index_select %x, %i {dim = -1} : tensor<3x11xf32>, tensor<5xi32>
    return %r : tensor<3x5xf32>
  }
  func.func @empty(%x: tensor<11x7xf32>, %i: tensor<0xi64>) -> tensor<0x7xf32> {
    %r = hir.index_select %x, %i : tensor<11x7xf32>, tensor<0xi64>
    return %r : tensor<0x7xf32>
  }
  func.func @symbolic(%x: tensor<11x7xf32>, %i: tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.index_select %x, %i : tensor<11x7xf32>, tensor<?xi64, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_table(%x: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %i: tensor<5xi64>) -> tensor<5x7xf32> {
    %r = hir.index_select %x, %i : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<5xi64>
    return %r : tensor<5x7xf32>
  }
  // Indices may sit elsewhere.
  func.func @storage(%x: tensor<11xf4E2M1FN, #hir.encoding<smem>>, %i: tensor<5xi64>) -> tensor<5xf4E2M1FN, #hir.encoding<smem>> {
    %r = hir.index_select %x, %i : tensor<11xf4E2M1FN, #hir.encoding<smem>>, tensor<5xi64>
    return %r : tensor<5xf4E2M1FN, #hir.encoding<smem>>
  }
  func.func @cost(%x: tensor<11x7xf32>, %i: tensor<5xi64>, %y: tensor<3x7xf32>, %z: tensor<3x11x7xbf16>, %j: tensor<2xi32>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<3x2x7xbf16>) {
    %r0 = hir.index_select %x, %i : tensor<11x7xf32>, tensor<5xi64>
    %r1 = hir.index_select %y, %i : tensor<3x7xf32>, tensor<5xi64>
    %r2 = hir.index_select %z, %j {dim = 1} : tensor<3x11x7xbf16>, tensor<2xi32>
    return %r0, %r1, %r2 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<3x2x7xbf16>
  }
}
