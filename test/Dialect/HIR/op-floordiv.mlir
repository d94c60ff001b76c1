// `hir.floordiv`: quotients rounded down, element by element.
//
// RUN: tf-opt %s | tf-opt | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory operands=true' | FileCheck %s --check-prefix=COST
//
// By hand: 35 results of the 5x7 result; a broadcast operand is read once.
// CHECK: hir.floordiv %a, %b : tensor<5x7xi32>, tensor<7xi32>
// COST: %r0 = hir.floordiv{{.*}}; compute-cost service=integer:35@35; traffic{{.*}}operands=0:r140/w0,1:r28/w0,result:r0/w140{{$}}
// COST: %r1 = hir.floordiv{{.*}}; compute-cost service=integer:35@35; traffic{{.*}}operands=0:r140/w0,1:r4/w0,result:r0/w140{{$}}
// COST: %r2 = hir.floordiv{{.*}}; compute-cost; traffic{{.*}}operands=0:r0/w0,1:r0/w0,result:r0/w0{{$}}
// COST: %r3 = hir.floordiv{{.*}}; compute-cost service=integer:1@1; traffic{{.*}}operands=0:r4/w0,1:r4/w0,result:r0/w4{{$}}
// COST: %r4 = hir.floordiv{{.*}}; compute-cost service=integer:35@35; traffic{{.*}}operands=0:r280/w0,1:r280/w0,result:r0/w280{{$}}

#n = #hir.dim<"n", 1, 65>
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 132>], hir.entry = @cost} {
  func.func @plain(%a: tensor<5x7xi32>, %b: tensor<7xi32>) -> tensor<5x7xi32> {
    %r = hir.floordiv %a, %b : tensor<5x7xi32>, tensor<7xi32>
    return %r : tensor<5x7xi32>
  }
  func.func @both_broadcast(%a: tensor<5x1xi32>, %b: tensor<7xi32>) -> tensor<5x7xi32> {
    %r = hir.floordiv %a, %b : tensor<5x1xi32>, tensor<7xi32>
    return %r : tensor<5x7xi32>
  }
  func.func @scalar(%a: tensor<5x7xi32>, %b: i32) -> tensor<5x7xi32> {
    %r = hir.floordiv %a, %b : tensor<5x7xi32>, i32
    return %r : tensor<5x7xi32>
  }
  func.func @scalar_first(%a: i32, %b: tensor<7xi32>) -> tensor<7xi32> {
    %r = hir.floordiv %a, %b : i32, tensor<7xi32>
    return %r : tensor<7xi32>
  }
  func.func @rank0(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
    %r = hir.floordiv %a, %b : tensor<i32>, tensor<i32>
    return %r : tensor<i32>
  }
  func.func @rank0_broadcast(%a: tensor<i32>, %b: tensor<3xi32>) -> tensor<3xi32> {
    %r = hir.floordiv %a, %b : tensor<i32>, tensor<3xi32>
    return %r : tensor<3xi32>
  }
  func.func @empty(%a: tensor<0x7xi32>, %b: tensor<1x7xi32>) -> tensor<0x7xi32> {
    %r = hir.floordiv %a, %b : tensor<0x7xi32>, tensor<1x7xi32>
    return %r : tensor<0x7xi32>
  }
  func.func @symbolic(%a: tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<7xi32>) -> tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.floordiv %a, %b : tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, tensor<7xi32>
    return %r : tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>
  }
  func.func @symbolic_both(%a: tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>) -> tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>> {
    %r = hir.floordiv %a, %b : tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>
    return %r : tensor<?x7xi32, #hir.encoding<gmem, dims = [#n]>>
  }
  // `umat` abstains.
  func.func @storage(%a: tensor<5x7xi32, #hir.encoding<smem>>, %b: tensor<7xi32, #hir.encoding<umat>>) -> tensor<5x7xi32, #hir.encoding<smem>> {
    %r = hir.floordiv %a, %b : tensor<5x7xi32, #hir.encoding<smem>>, tensor<7xi32, #hir.encoding<umat>>
    return %r : tensor<5x7xi32, #hir.encoding<smem>>
  }
  func.func @all_umat(%a: tensor<7xi32, #hir.encoding<umat>>, %b: i32) -> tensor<7xi32, #hir.encoding<umat>> {
    %r = hir.floordiv %a, %b : tensor<7xi32, #hir.encoding<umat>>, i32
    return %r : tensor<7xi32, #hir.encoding<umat>>
  }
  func.func @equal_layouts(%a: tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>) -> tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>> {
    %r = hir.floordiv %a, %b : tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
    return %r : tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>
  }
  // Else the result is row-major.
  func.func @unequal_layouts(%a: tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, %b: tensor<5x7xi32>) -> tensor<5x7xi32> {
    %r = hir.floordiv %a, %b : tensor<5x7xi32, #hir.encoding<gmem, layout = #hir.layout<(5, 7) : (1, 5)>>>, tensor<5x7xi32>
    return %r : tensor<5x7xi32>
  }
  func.func @elements_i64(%a: tensor<5x7xi64>, %b: tensor<5x7xi64>) -> tensor<5x7xi64> {
    %r = hir.floordiv %a, %b : tensor<5x7xi64>, tensor<5x7xi64>
    return %r : tensor<5x7xi64>
  }
  func.func @cost(%a: tensor<5x7xi32>, %b: tensor<7xi32>, %c: i32, %z: tensor<0x7xi32>, %t: tensor<i32>, %xi64: tensor<5x7xi64>) -> (tensor<5x7xi32>, tensor<5x7xi32>, tensor<0x7xi32>, tensor<i32>, tensor<5x7xi64>) {
    %r0 = hir.floordiv %a, %b : tensor<5x7xi32>, tensor<7xi32>
    %r1 = hir.floordiv %a, %c : tensor<5x7xi32>, i32
    %r2 = hir.floordiv %z, %b : tensor<0x7xi32>, tensor<7xi32>
    %r3 = hir.floordiv %t, %t : tensor<i32>, tensor<i32>
    %r4 = hir.floordiv %xi64, %xi64 : tensor<5x7xi64>, tensor<5x7xi64>
    return %r0, %r1, %r2, %r3, %r4 : tensor<5x7xi32>, tensor<5x7xi32>, tensor<0x7xi32>, tensor<i32>, tensor<5x7xi64>
  }
}
