// Every verdict by hand. A toy.two does 4 f32, 16 bf16 and 32 fp8 flop/ns and moves 8 B/ns
// at gmem; it states no rate for f4 and no bandwidth for rmem.
//
// RUN: tf-opt %s --document %S/../Inputs/toy-2.toml -split-input-file --tf-analyze='analysis=roofline' | FileCheck %s

// 8 flops / 4 = 2; 3 * 32 B / 8 = 12.
// CHECK-LABEL: module=Memory
// CHECK: # roofline ideal-ns=12 bound-by=memory
// CHECK: roofline ideal-ns=12 bound-by=memory
module @Memory attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %y = hir.add %x, %x : tensor<8xf32>, tensor<8xf32>
    return %y : tensor<8xf32>
  }
}

// -----

// 2*5*5*5 = 250 / 4 = 62.5 -> 63; 3*25*4 = 300 B / 8 = 37.5 -> 38.
// CHECK-LABEL: module=Compute
// CHECK: # roofline ideal-ns=63 bound-by=compute
module @Compute attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%a: tensor<5x5xf32>, %b: tensor<5x5xf32>) -> tensor<5x5xf32> {
    %c = hir.matmul %a, %b : tensor<5x5xf32>, tensor<5x5xf32>
    return %c : tensor<5x5xf32>
  }
}

// -----

// 2*3*3*3 = 54 / 4 = 13.5 -> 14; 3*9*4 = 108 B / 8 = 13.5 -> 14.
// CHECK-LABEL: module=Balanced
// CHECK: # roofline ideal-ns=14 bound-by=balanced
module @Balanced attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) -> tensor<3x3xf32> {
    %c = hir.matmul %a, %b : tensor<3x3xf32>, tensor<3x3xf32>
    return %c : tensor<3x3xf32>
  }
}

// -----

// Movement at rmem earns no bound, and neither do special results, which are no flops; a
// reshape moves nothing.
// CHECK-LABEL: module=None
// CHECK: # roofline ideal-ns=0 bound-by=none
// CHECK: %y = hir.exp {{.*}}roofline ideal-ns=0 bound-by=none
// CHECK: %z = hir.reshape {{.*}}roofline ideal-ns=0 bound-by=none
#rmem = #hir.encoding<rmem>
module @None attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<8xf32, #rmem>) -> tensor<2x4xf32, #rmem> {
    %y = hir.exp %x : tensor<8xf32, #rmem>
    %z = hir.reshape %y to [2, 4] : tensor<8xf32, #rmem>
    return %z : tensor<2x4xf32, #rmem>
  }
}

// -----

// f4 flops that no rate prices owe 1 ns where nothing else bounds them (A1.2.3-c1); with
// gmem traffic the movement is the bound: 3 * 16 f4 = 3 * 8 = 24 B / 8 = 3.
// CHECK-LABEL: module=Unrated
// CHECK: # roofline ideal-ns=3 bound-by=memory
// CHECK: %y = hir.add {{.*}}roofline ideal-ns=1 bound-by=unrated
// CHECK: %v = hir.add {{.*}}roofline ideal-ns=3 bound-by=memory
#rmem = #hir.encoding<rmem>
module @Unrated attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<16xf4E2M1FN, #rmem>, %u: tensor<16xf4E2M1FN>) -> (tensor<16xf4E2M1FN, #rmem>, tensor<16xf4E2M1FN>) {
    %y = hir.add %x, %x : tensor<16xf4E2M1FN, #rmem>, tensor<16xf4E2M1FN, #rmem>
    %v = hir.add %u, %u : tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>
    return %y, %v : tensor<16xf4E2M1FN, #rmem>, tensor<16xf4E2M1FN>
  }
}

// -----

// Integer sums are a service and no flops: i32 is bounded by its movement, 3*5*4 = 60 B / 8
// = 7.5 -> 8, and in rmem by nothing. A comparison has no flops either (A1.2.3-c7): 2*20 B
// read, 5 bool = 1 B written, 41 / 8 -> 6.
// CHECK-LABEL: module=Integer
// CHECK: %y = hir.add {{.*}}roofline ideal-ns=8 bound-by=memory
// CHECK: %p = hir.cmp {{.*}}roofline ideal-ns=6 bound-by=memory
// CHECK: %v = hir.add {{.*}}roofline ideal-ns=0 bound-by=none
#rmem = #hir.encoding<rmem>
module @Integer attributes {hir.target = #hir.cuda<device = "toy.two", architecture = "nvidia.sm90">, hir.entry = @f} {
  func.func @f(%x: tensor<5xi32>, %u: tensor<5xi32, #rmem>) -> (tensor<5xi32>, tensor<5xi1>, tensor<5xi32, #rmem>) {
    %y = hir.add %x, %x : tensor<5xi32>, tensor<5xi32>
    %p = hir.cmp lt %x, %y : tensor<5xi32>, tensor<5xi32>
    %v = hir.add %u, %u : tensor<5xi32, #rmem>, tensor<5xi32, #rmem>
    return %y, %p, %v : tensor<5xi32>, tensor<5xi1>, tensor<5xi32, #rmem>
  }
}
