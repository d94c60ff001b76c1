// scf.for and affine.for are loops as hir.grid_region is: three ways to write one tiled sum give
// the same figures, totals and footprints.
// RUN: split-file %s %t
// RUN: tf-opt %t/grid.mlir --tf-analyze='analysis=compute-cost,memory,roofline emit=json' > %t/grid.json
// RUN: tf-opt %t/scf.mlir --tf-analyze='analysis=compute-cost,memory,roofline emit=json' > %t/scf.json
// RUN: tf-opt %t/affine.mlir --tf-analyze='analysis=compute-cost,memory,roofline emit=json' > %t/affine.json
// RUN: python3 %S/Inputs/same.py %t/grid.json %t/scf.json %t/affine.json
// RUN: FileCheck %t/scf.mlir --check-prefix=FIGURES < %t/scf.json
// RUN: tf-opt %t/scf.mlir --tf-analyze=analysis=compute-cost | FileCheck %t/scf.mlir
// RUN: tf-opt %t/affine.mlir --tf-analyze=analysis=compute-cost | FileCheck %t/affine.mlir

//--- grid.mlir
module @Loops attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<33x5xf32>, %z: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %sum = hir.grid_region %k = 0 to 33 step 3 iter_args(%acc = %z) -> (tensor<3x5xf32>) {
      %w = hir.slice %x[%k, 0] [3, 5] [1, 1] : tensor<33x5xf32>
      %s = hir.grid_region %j = 0 to 2 step 1 iter_args(%in = %acc) -> (tensor<3x5xf32>) {
        %next = arith.addf %in, %w : tensor<3x5xf32>
        hir.yield %next : tensor<3x5xf32>
      }
      hir.yield %s : tensor<3x5xf32>
    }
    return %sum : tensor<3x5xf32>
  }
}

//--- scf.mlir
// 11 trips of 2 of 15 additions each: 330. %w is read 22 times, its 60 bytes anew in each of 11
// trips: 660 distinct; with %in 22 * (60 + 60) = 2640 read and 1320 written; the start, 11 * 8.
// FIGURES: "footprints": [
// FIGURES: "buffer": "x:{{[0-9]+}}"
// FIGURES-NEXT: "bytes": 660,
// FIGURES-NEXT: "device_bytes": 660,
// FIGURES: "repeated_bytes": 1320
// CHECK: # compute-cost flops=f32:330@330
// CHECK: scf.for %k
// CHECK: scf.for %j
// CHECK: compute-cost flops=f32:15@15
module @Loops attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<33x5xf32>, %z: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c33 = arith.constant 33 : index
    %sum = scf.for %k = %c0 to %c33 step %c3 iter_args(%acc = %z) -> (tensor<3x5xf32>) {
      %w = tensor.extract_slice %x[%k, 0] [3, 5] [1, 1] : tensor<33x5xf32> to tensor<3x5xf32>
      %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%in = %acc) -> (tensor<3x5xf32>) {
        %next = arith.addf %in, %w : tensor<3x5xf32>
        scf.yield %next : tensor<3x5xf32>
      }
      scf.yield %s : tensor<3x5xf32>
    }
    return %sum : tensor<3x5xf32>
  }
}

//--- affine.mlir
// CHECK: # compute-cost flops=f32:330@330
// CHECK: affine.for %k
// CHECK: affine.for %j
module @Loops attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<33x5xf32>, %z: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %sum = affine.for %k = 0 to 33 step 3 iter_args(%acc = %z) -> (tensor<3x5xf32>) {
      %w = tensor.extract_slice %x[%k, 0] [3, 5] [1, 1] : tensor<33x5xf32> to tensor<3x5xf32>
      %s = affine.for %j = 0 to 2 iter_args(%in = %acc) -> (tensor<3x5xf32>) {
        %next = arith.addf %in, %w : tensor<3x5xf32>
        affine.yield %next : tensor<3x5xf32>
      }
      affine.yield %s : tensor<3x5xf32>
    }
    return %sum : tensor<3x5xf32>
  }
}
