// `hir.concat`: tensors joined along an axis.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: no work; each operand is read once, the result written.
// CHECK: hir.concat %a, %b : tensor<5x7xf32>, tensor<3x7xf32>
// CHECK: hir.concat %a, %b, %c {axis = 1 : i64} : tensor<5x7xf32>, tensor<5x2xf32>, tensor<5x1xf32>
// COST: %r0 = hir.concat{{.*}}; compute-cost; traffic{{.*}}operands=0:r140/w0,1:r84/w0,result:r0/w224{{$}}
// COST: %r1 = hir.concat{{.*}}; compute-cost; traffic{{.*}}operands=0:r2/w0,1:r1/w0,result:r0/w3{{$}}

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xf32>, %b: tensor<3x7xf32>) -> tensor<8x7xf32> {
    %r = hir.concat %a, %b {axis = 0} : tensor<5x7xf32>, tensor<3x7xf32>
    return %r : tensor<8x7xf32>
  }
  func.func @three(%a: tensor<5x7xf32>, %b: tensor<5x2xf32>, %c: tensor<5x1xf32>) -> tensor<5x10xf32> {
    %r = hir.concat %a, %b, %c {axis = 1} : tensor<5x7xf32>, tensor<5x2xf32>, tensor<5x1xf32>
    return %r : tensor<5x10xf32>
  }
  func.func @negative(%a: tensor<5x7xf32>, %b: tensor<5x2xf32>) -> tensor<5x9xf32> {
    %r = hir.concat %a, %b {axis = -1} : tensor<5x7xf32>, tensor<5x2xf32>
    return %r : tensor<5x9xf32>
  }
  func.func @one(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %r = hir.concat %a {axis = 0} : tensor<5x7xf32>
    return %r : tensor<5x7xf32>
  }
  func.func @empty(%a: tensor<0x7xf32>, %b: tensor<3x7xf32>) -> tensor<3x7xf32> {
    %r = hir.concat %a, %b {axis = 0} : tensor<0x7xf32>, tensor<3x7xf32>
    return %r : tensor<3x7xf32>
  }
  func.func @symbolic_other(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x9xf32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.concat %a, %b {axis = 1} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x2xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x9xf32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_sum(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<1x7xf32>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 + 1)>, [#n]>]>> {
    %r = hir.concat %a, %b {axis = 0} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<1x7xf32>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 + 1)>, [#n]>]>>
  }
  func.func @symbolic_twice(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 2)>, [#n]>]>> {
    %r = hir.concat %a, %b {axis = 0} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0] -> (s0 * 2)>, [#n]>]>>
  }
  func.func @two_symbols(%a: tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xf32, #hir.encoding<gmem, dims = [#k]>>) -> tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0, s1] -> (s0 + s1)>, [#k, #n]>]>> {
    %r = hir.concat %a, %b {axis = 0} : tensor<?x7xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xf32, #hir.encoding<gmem, dims = [#k]>>
    return %r : tensor<?x7xf32, #hir.encoding<gmem, dims = [#hir.dim_expr<affine_map<()[s0, s1] -> (s0 + s1)>, [#k, #n]>]>>
  }
  func.func @storage(%a: tensor<5xi1, #hir.encoding<smem>>, %b: tensor<3xi1, #hir.encoding<smem>>) -> tensor<8xi1, #hir.encoding<smem>> {
    %r = hir.concat %a, %b {axis = 0} : tensor<5xi1, #hir.encoding<smem>>, tensor<3xi1, #hir.encoding<smem>>
    return %r : tensor<8xi1, #hir.encoding<smem>>
  }
  func.func @cost(%a: tensor<5x7xf32>, %b: tensor<3x7xf32>, %c: tensor<3xf4E2M1FN>, %d: tensor<2xf4E2M1FN>) -> (tensor<8x7xf32>, tensor<5xf4E2M1FN>) {
    %r0 = hir.concat %a, %b {axis = 0} : tensor<5x7xf32>, tensor<3x7xf32>
    %r1 = hir.concat %c, %d {axis = 0} : tensor<3xf4E2M1FN>, tensor<2xf4E2M1FN>
    return %r0, %r1 : tensor<8x7xf32>, tensor<5xf4E2M1FN>
  }
}
