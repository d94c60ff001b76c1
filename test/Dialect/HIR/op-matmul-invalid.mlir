// `hir.matmul`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @contraction(%a: tensor<5x7xf32>, %b: tensor<6x3xf32>) {
  // expected-error @below {{operands 0 and 1 disagree in the contracted dimension: axis 1 of operand 0 has extent 7, axis 0 of operand 1 has 6}}
  %r = hir.matmul %a, %b : tensor<5x7xf32>, tensor<6x3xf32>
  return
}

// -----

func.func @rank(%a: tensor<7xf32>, %b: tensor<7x3xf32>) {
  // expected-error @below {{operand 0 must have rank 2 or more, got [7]}}
  %r = hir.matmul %a, %b : tensor<7xf32>, tensor<7x3xf32>
  return
}

// -----

func.func @rank0(%a: tensor<5x7xf32>, %b: tensor<f32>) {
  // expected-error @below {{operand 1 must have rank 2 or more, got []}}
  %r = hir.matmul %a, %b : tensor<5x7xf32>, tensor<f32>
  return
}

// -----

func.func @scalar(%a: f32, %b: tensor<7x3xf32>) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.matmul %a, %b : f32, tensor<7x3xf32>
  return
}

// -----

func.func @integers(%a: tensor<5x7xi32>, %b: tensor<7x3xi32>) {
  // expected-error @below {{operand 0 must have a floating-point element type, got 'i32'; insert 'hir.cast'}}
  %r = hir.matmul %a, %b : tensor<5x7xi32>, tensor<7x3xi32>
  return
}

// -----

func.func @elements(%a: tensor<5x7xf32>, %b: tensor<7x3xbf16>) {
  // expected-error @below {{operands 0 and 1 must have one element type, got 'f32' and 'bf16'; insert 'hir.cast'}}
  %r = hir.matmul %a, %b : tensor<5x7xf32>, tensor<7x3xbf16>
  return
}

// -----

func.func @to(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>) {
  // expected-error @below {{cannot produce 'i32'; 'to' names a floating-point element type}}
  %r = hir.matmul %a, %b to i32 : tensor<5x7xf32>, tensor<7x3xf32>
  return
}

// -----

func.func @batch(%a: tensor<2x5x7xf32>, %b: tensor<3x7x3xf32>) {
  // expected-error @below {{batch axes do not broadcast: operands 0 and 1 have shapes [2, 5, 7] and [3, 7, 3]}}
  %r = hir.matmul %a, %b : tensor<2x5x7xf32>, tensor<3x7x3xf32>
  return
}

// -----

func.func @storage(%a: tensor<5x7xf32, #hir.encoding<smem>>, %b: tensor<7x3xf32>) {
  // expected-error @below {{operands 0 and 1 must live in one storage, got 'smem' and 'gmem'; 'hir.reshard' one of them}}
  %r = hir.matmul %a, %b : tensor<5x7xf32, #hir.encoding<smem>>, tensor<7x3xf32>
  return
}

// -----

#n = #hir.dim<"n", 1, 65>
#k = #hir.dim<"k", 1, 9>
func.func @symbols(%a: tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, %b: tensor<?x3xf32, #hir.encoding<gmem, dims = [#k]>>) {
  // expected-error @below {{disagree in the contracted dimension: axis 1 of operand 0 has extent n, axis 0 of operand 1 has k}}
  %r = hir.matmul %a, %b : tensor<5x?xf32, #hir.encoding<gmem, dims = [#n]>>, tensor<?x3xf32, #hir.encoding<gmem, dims = [#k]>>
  return
}
