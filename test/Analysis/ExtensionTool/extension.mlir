// RUN: tf-opt-extension %s --tf-analyze='analysis=intensity,compute-cost' | FileCheck %s
// RUN: tf-opt-extension %s --tf-analyze='analysis=intensity,compute-cost emit=json' | FileCheck %s --check-prefix=JSON
// RUN: tf-opt-extension %s --tf-analyze='analysis=intensity emit=ir' | FileCheck %s --check-prefix=IR
// RUN: tf-opt-extension %s --tf-analyze='analysis=intensity emit=ir' --tf-print-report='format=text' | FileCheck %s --check-prefix=PRINT
// RUN: tf-opt-extension %s --tf-analyze='analysis=intensity emit=ir' --tf-strip-records | FileCheck %s --check-prefix=STRIP
// RUN: not tf-opt %s 2>&1 | FileCheck %s --check-prefix=ABSENT

// A target of another package inherits the four families and adds one; its record is
// rendered in text and JSON by the library as it is (A2.2-c3, A2.2-c4).
//   neg of 7 x 64: 448 flops, 1792 B read and 1792 B written: 448 * 1024 / 3584 = 128.
//   matmul 7 x 64 by 64 x 64: 57344 flops; 1792 + 16384 read, 1792 written = 19968:
//   57344 * 1024 / 19968 = 2940. The function: 57792 * 1024 / 23552 = 2512.
// CHECK: # selection requested=intensity,compute-cost executed=compute-cost,memory,intensity
// CHECK: # intensity flops-per-kilobyte=2512 verdict=fed
// CHECK: %n = hir.neg %x {{.*}}intensity flops-per-kilobyte=128 verdict=starved; compute-cost
// CHECK: %m = hir.matmul %n, %w {{.*}}intensity flops-per-kilobyte=2940 verdict=fed
// JSON: "intensity": {
// JSON-NEXT: "flops_per_kilobyte": 128,
// JSON-NEXT: "verdict": "starved"
// JSON: "function_records": {
// JSON: "intensity": {
// JSON-NEXT: "flops_per_kilobyte": 2512,
// JSON-NEXT: "verdict": "fed"
// IR: machine.intensity = {flops_per_kilobyte = 128 : i64, verdict = "starved"}
// PRINT: # intensity flops-per-kilobyte=2512 verdict=fed
// STRIP: hir.neg
// STRIP-NOT: intensity
// ABSENT: error: #"machine"<"tuned"> : 'none' attribute created with unregistered dialect
module @M attributes {hir.target = #machine.tuned, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<7x64xf32>, %w: tensor<64x64xf32>) -> tensor<7x64xf32> {
    %n = hir.neg %x : tensor<7x64xf32>
    %m = hir.matmul %n, %w : tensor<7x64xf32>, tensor<64x64xf32>
    return %m : tensor<7x64xf32>
  }
}
