// `hir.topk`: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

func.func @large(%x: tensor<7xf32>) {
  // expected-error @below {{k is 8 but axis 0 has extent 7}}
  %r = hir.topk %x k 8 : tensor<7xf32>
  return
}

// -----

func.func @negative(%x: tensor<7xf32>) {
  // expected-error @below {{k is -1 but axis 0 has extent 7}}
  %r = hir.topk %x k -1 : tensor<7xf32>
  return
}

// -----

func.func @axis(%x: tensor<7xf32>) {
  // expected-error @below {{axis 1 is outside a value of rank 1; use a number in [-1, 1)}}
  %r = hir.topk %x k 1 {axis = 1} : tensor<7xf32>
  return
}

// -----

func.func @rank0(%x: tensor<f32>) {
  // expected-error @below {{axis -1 is outside a value of rank 0}}
  %r = hir.topk %x k 1 : tensor<f32>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @below {{operand 0 must be a tensor, got 'f32'}}
  %r = hir.topk %x k 1 : f32
  return
}
