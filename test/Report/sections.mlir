// What every form of a report keeps to (analysis 1 and 1.2).
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=json' | FileCheck %s --check-prefix=JSON
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=text' | FileCheck %s --check-prefix=TEXT --implicit-check-not=hir. --implicit-check-not=special:20
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=table' | FileCheck %s --check-prefix=TABLE
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=csv' | FileCheck %s --check-prefix=CSV
//
// x is 4x6 of 2 B, its rows on 2 units; w is 6x5, on each. q: 2*4*6*5 = 240 flops, half of
// them on a unit; it reads 48 + 60 B and writes 40, a unit 24 + 60 and 20. n: an occurrence has
// 4*5 = 20 results, reads 40 B and writes 40; the function counts each of 3 trips, for n reads
// what the trip before made.

// (A1.2-c3, A1.2-c5) A comment on the line of its op, the whole beside a unit's share.
// CHECK: %q = hir.matmul {{.*}}   // {{.*}}; compute-cost flops=bf16:240@120; traffic traffic=gmem:r108/w40@r84/w20{{$}}
// A loop and the update of its carry are no calls.
// CHECK-NEXT: %r = hir.grid_region %k = 0 to 6 step 2 {{[^/]*$}}
// (A1.2-c4) Three trips, one line.
// CHECK-NEXT: %n = hir.exp {{.*}}   // {{.*}}; compute-cost service=special:20@10; traffic traffic=gmem:r40/w40@r20/w20{{$}}
// CHECK-NEXT: hir.yield {{[^/]*$}}
// CHECK-NEXT: }{{$}}

// (A1.2-c3, A1.2-c4) Two rows. (A1.2-c5) Four quantities; (A1.2-c15) an empty one is a fact.
// JSON: "calls": [
// JSON-NEXT: {
// JSON-NEXT: "compute-cost": {
// JSON-NEXT: "flops": {
// JSON-NEXT: "bf16": 240
// JSON-NEXT: },
// JSON-NEXT: "flops_per_unit": {
// JSON-NEXT: "bf16": 120
// JSON-NEXT: },
// JSON-NEXT: "service": {},
// JSON-NEXT: "service_per_unit": {}
// JSON: "value": "q:[[#]]"
// JSON: "flops": {},
// JSON: "service": {
// JSON-NEXT: "special": 20
// JSON: "service_per_unit": {
// JSON-NEXT: "special": 10
// JSON: "value": "n:[[#]]"
// JSON-NOT: "compute-cost"
// JSON: "dims"

// (A1.2-c16) The function's sums: 108 + 3*40 and 40 + 3*40 B, 84 + 3*20 and 20 + 3*20.
// TEXT: # compute-cost flops=bf16:240@120 service=special:60@30
// TEXT-NEXT: # traffic traffic=gmem:r228/w160@r144/w80

// What the loop touches beside what it would move without reuse: a unit's 20 B of the carried
// value and of n, 3 times.
// TABLE: loop  buffer  level  bytes [B]  device_bytes [B]  repeated_bytes [B]
// TABLE-NEXT: k acc:{{[0-9]+}} gmem 20 40 60
// TABLE-NEXT: k n:{{[0-9]+}} gmem 20 40 60
// CSV: traffic.per_unit.gmem.write [B],footprint.buffer,footprint.level,footprint.bytes,footprint.device_bytes,footprint.repeated_bytes,footprint.known{{$}}
// CSV: loop,k,[[#]],{{,*}},n:{{[0-9]+}},gmem,20,40,60,true{{$}}

// (A1-c2) What a function's record says, one run found: two runs of one pipeline, with other
// families and another level, say what each says alone.
// RUN: tf-opt %s -o %t.rest --tf-analyze='analysis=memory level=thread emit=json output=%t.a' --tf-analyze='analysis=memory,compute-cost emit=json output=%t.b'
// RUN: tf-opt %s --tf-analyze='analysis=memory level=thread emit=json output=%t.alone-a'
// RUN: tf-opt %s --tf-analyze='analysis=memory,compute-cost emit=json output=%t.alone-b'
// RUN: cmp %t.a %t.alone-a
// RUN: cmp %t.b %t.alone-b
// RUN: not cmp %t.a %t.b

// (A1.2-c9) Work, movement and lifetimes are the program's: another machine, the same cells.
// RUN: sed s/nvidia.h200_sxm/nvidia.a100_sxm_80gb/ %s > %t.other.mlir
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=csv output=%t.h200'
// RUN: tf-opt %t.other.mlir --tf-analyze='analysis=compute-cost,memory emit=csv output=%t.a100'
// RUN: cmp %t.h200 %t.a100

// (A1.2-c11) What roofline rests on stays on the IR and is reported by no form.
// RUN: tf-opt %s --tf-analyze='analysis=roofline emit=ir' -o %t.ir
// RUN: FileCheck %s --check-prefix=KEPT < %t.ir
// KEPT: %q = hir.matmul {{.*}}hir.compute_cost = {{.*}}hir.roofline = {{.*}}hir.traffic =
// RUN: tf-opt %s --tf-analyze='analysis=roofline emit=annotated' | FileCheck %s --check-prefix=ONLY --implicit-check-not='compute-cost flops' --implicit-check-not='traffic='
// RUN: tf-opt %t.ir --tf-print-report=format=annotated | FileCheck %s --check-prefix=ONLY --implicit-check-not='compute-cost flops' --implicit-check-not='traffic='
// RUN: tf-opt %s --tf-analyze='analysis=roofline emit=csv' | FileCheck %s --check-prefix=ONLYCSV --implicit-check-not=flops --implicit-check-not=traffic
// RUN: tf-opt %s --tf-analyze='analysis=roofline emit=html' | FileCheck %s --check-prefix=ONLYHTML --implicit-check-not=flops= --implicit-check-not=traffic=
// ONLY: selection requested=roofline executed=compute-cost,memory,roofline
// ONLY: %q = hir.matmul {{.*}}; roofline ideal-ns=1 bound-by=
// ONLYCSV: compute_ns,memory_ns,ideal_ns,bound_by
// ONLYHTML: bound-by=

// A trace of nothing is a trace all the same, and it is said why it is empty.
// RUN: tf-opt %s --tf-analyze='analysis=memory emit=trace' 2>&1 | FileCheck %s --check-prefix=EMPTY --implicit-check-not='"ph": "X"'
// EMPTY: warning: emit=trace draws the timeline, which was not asked for; add performance to 'analysis'
// EMPTY: "traceEvents": [

// (A1.2-c8) Nobody is said to perform q: performance is refused before anything is written, and
// the other families above are not.
// RUN: rm -f %t.none
// RUN: not tf-opt %s --tf-analyze='analysis=memory,performance emit=json output=%t.none' 2>&1 | FileCheck %s --check-prefix=UNPLACED
// RUN: not test -e %t.none
// UNPLACED: 'hir.matmul' takes time but stands in no 'hir.mesh_scope'

// Tables sort by the first of time, bytes and flops that was asked for, unless told otherwise.
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory emit=table' | FileCheck %s --check-prefix=BYTES
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost emit=table' | FileCheck %s --check-prefix=FLOPS
// RUN: tf-opt %s --tf-analyze='emit=table' | FileCheck %s --check-prefix=TIME
// RUN: tf-opt %s --tf-analyze='sort=bytes emit=table' | FileCheck %s --check-prefix=BYTES
// RUN: not tf-opt %s --tf-analyze='analysis=memory sort=time emit=table' 2>&1 | FileCheck %s --check-prefix=NOTIME
// RUN: not tf-opt %s --tf-analyze='sort=size emit=table' 2>&1 | FileCheck %s --check-prefix=NOKEY
// BYTES: gmem [%]
// FLOPS: flops [%]
// TIME: ideal [%]
// NOTIME: cannot order by 'time': no family that was asked for states it
// NOKEY: unknown sort=size; use time, bytes, flops

#cta = #hir.mesh<[#hir.topology<"cta", 2>], #hir.layout<(2) : (1)>, ["c"]>
#rows6 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 6) : (12, 6, 1)>, [split(0)], #cta>>
#rows5 = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(2, 2, 5) : (10, 5, 1)>, [split(0)], #cta>>
module @Forms attributes {
  hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
  hir.topologies = [#hir.topology<"cta", 2>, #hir.topology<"thread", 32>],
  hir.entry = @f
} {
  func.func @f(%x: tensor<4x6xbf16, #rows6>, %w: tensor<6x5xbf16>) -> tensor<4x5xbf16, #rows5> {
    %q = hir.matmul %x, %w : tensor<4x6xbf16, #rows6>, tensor<6x5xbf16>
    %r = hir.grid_region %k = 0 to 6 step 2 iter_args(%acc = %q) -> (tensor<4x5xbf16, #rows5>) {
      %n = hir.exp %acc : tensor<4x5xbf16, #rows5>
      hir.yield %n : tensor<4x5xbf16, #rows5>
    }
    return %r : tensor<4x5xbf16, #rows5>
  }
}
