// Elements narrower than a byte: rounded up once a tensor, not once an element.
//
// RUN: tf-opt %s --tf-analyze='analysis=memory' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=json' | FileCheck %s --check-prefix=LIFE
//
// By hand: 4096*7168*4/8 = 14680064 B; 15*4 = 60 bits are 8 B; 1000 bits are 125 B.

// CHECK: %wt = hir.transpose {{.*}}traffic traffic=gmem:r14680064/w14680064@r14680064/w14680064
// CHECK: %vt = hir.transpose {{.*}}traffic traffic=gmem:r8/w8@r8/w8
// CHECK: %n = hir.not {{.*}}traffic traffic=gmem:r125/w125@r125/w125

// Parameters 14680064 + 8 + 125, and one result of 125 B that owns its bytes.
// LIFE: "level": "gmem",
// LIFE-NEXT: "peak_bytes": 14680322,
// LIFE-NEXT: "persistent_bytes": 14680197

module @SubByte attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.entry = @f
} {
  func.func @f(%w: tensor<4096x7168xf4E2M1FN>, %v: tensor<3x5xf4E2M1FN>, %b: tensor<1000xi1>) -> (tensor<7168x4096xf4E2M1FN>, tensor<5x3xf4E2M1FN>, tensor<1000xi1>) {
    %wt = hir.transpose %w perm [1, 0] : tensor<4096x7168xf4E2M1FN>
    %vt = hir.transpose %v perm [1, 0] : tensor<3x5xf4E2M1FN>
    %n = hir.not %b : tensor<1000xi1>
    return %wt, %vt, %n : tensor<7168x4096xf4E2M1FN>, tensor<5x3xf4E2M1FN>, tensor<1000xi1>
  }
}
