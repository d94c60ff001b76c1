// Every group of ops once, at small sizes: work and movement, each by hand beside it.
//
// RUN: tf-opt %s --tf-analyze='analysis=compute-cost,memory' | FileCheck %s

module @Ops attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>, %e: tensor<3x7xf32>, %six: tensor<6x7xf32>, %wide: tensor<5x256xbf16>, %h: tensor<5x7xbf16>, %hw: tensor<7xbf16>, %hb: tensor<7xbf16>, %ints: tensor<5x7xi32>, %img: tensor<1x3x17x19xf32>, %ker: tensor<5x3x3x3xf32>, %bias: tensor<5xf32>, %nine: tensor<1x1x9x9xf32>, %two: tensor<1x1x2x2xf32>, %rq0: tensor<1x3x4x8xbf16>, %rk0: tensor<1x3x2x8xbf16>, %cos: tensor<64x8xbf16>, %sin: tensor<64x8xbf16>, %cos2: tensor<2x8xbf16>, %sin2: tensor<2x8xbf16>, %pos: tensor<3xi64>, %mask: tensor<5x7xi1>, %num: f32, %row: tensor<7xf32>, %batch: tensor<3x5x7xbf16>, %mat: tensor<7x11xbf16>, %small: tensor<2x3xf32>, %ids: tensor<3xi64>, %irows: tensor<3x7xi32>) -> (tensor<5x7xf32>, tensor<8x7xf32>, tensor<2x5x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<5x21xf32>, tensor<5x256xf8E4M3FN>, tensor<5x2xf32>, tensor<5x7xbf16>, tensor<5xf32>, tensor<5xf32>, tensor<7xi32>, tensor<5xi64>, tensor<5x3xf32>, tensor<5x3xi64>, tensor<1x5x17x19xf32>, tensor<1x1x3x3xf32>, tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xi1>, tensor<5x7xbf16>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xbf16>, tensor<5x7xbf16>, tensor<5x7xi32>, tensor<3x5x11xf32>, tensor<5x7xf32>, tensor<5x7xi32>, tensor<2x3xf32>, tensor<7x5xf32>, tensor<5x7xf32>) {
    // one value through two operands: 2*140.
    // CHECK: %add2 = hir.add {{.*}}compute-cost flops=f32:35@35; traffic traffic=gmem:r280/w140@r280/w140{{$|;}}
    %add2 = hir.add %x, %x : tensor<5x7xf32>, tensor<5x7xf32>
    // 140 + 84.
    // CHECK: %cc = hir.concat {{.*}}traffic traffic=gmem:r224/w224@r224/w224{{$|;}}
    %cc = hir.concat %x, %e {axis = 0} : tensor<5x7xf32>, tensor<3x7xf32>
    // 2*140.
    // CHECK: %st = hir.stack {{.*}}traffic traffic=gmem:r280/w280@r280/w280{{$|;}}
    %st = hir.stack %x, %x {axis = 0} : tensor<5x7xf32>, tensor<5x7xf32>
    // 6*7*4, two halves.
    // CHECK: {{%lo.*}} = hir.split {{.*}}traffic traffic=gmem:r168/w168@r168/w168{{$|;}}
    %lo, %hi = hir.split %six {axis = 0, num = 2} : tensor<6x7xf32>
    // read once, written three times.
    // CHECK: %ri = hir.repeat_interleave {{.*}}traffic traffic=gmem:r140/w420@r140/w420{{$|;}}
    %ri = hir.repeat_interleave %x {repeats = 3, axis = 1} : tensor<5x7xf32>
    // m = 1280, g = 10: 2m + g, 3m; w 1280 + 40.
    // CHECK: {{%qv.*}} = hir.quant {{.*}}compute-cost flops=f32:2570@2570 service=predicate:3840@3840; traffic traffic=gmem:r2560/w1320@r2560/w1320{{$|;}}
    %qv, %qs = hir.quant %wide {group = 128} : tensor<5x256xbf16>
    // m = 35, R = 5: 7m + 3R.
    // CHECK: %ln = hir.layer_norm {{.*}}compute-cost flops=f32:260@260 service=special:5@5; traffic traffic=gmem:r98/w70@r98/w70{{$|;}}
    %ln = hir.layer_norm %h, %hw, %hb : tensor<5x7xbf16>, tensor<7xbf16>, tensor<7xbf16>
    // m + n.
    // CHECK: %mean = hir.reduce {{.*}}compute-cost flops=f32:40@40; traffic traffic=gmem:r140/w20@r140/w20{{$|;}}
    %mean = hir.reduce mean %x axes [1] : tensor<5x7xf32>
    // m and m.
    // CHECK: %am = hir.reduce {{.*}}compute-cost flops=f32:35@35 service=predicate:35@35; traffic traffic=gmem:r140/w20@r140/w20{{$|;}}
    %am = hir.reduce abs_max %x axes [1] : tensor<5x7xf32>
    // m of integers.
    // CHECK: %isum = hir.reduce {{.*}}compute-cost service=integer:35@35; traffic traffic=gmem:r140/w28@r140/w28{{$|;}}
    %isum = hir.reduce sum %ints axes [0] : tensor<5x7xi32>
    // i64 indices.
    // CHECK: %arg = hir.argmax {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r140/w40@r140/w40{{$|;}}
    %arg = hir.argmax %x {axis = 1} : tensor<5x7xf32>
    // 15 values of 4, 15 indices of 8.
    // CHECK: {{%tv.*}} = hir.topk {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r140/w180@r140/w180{{$|;}}
    %tv, %ti = hir.topk %x k 3 : tensor<5x7xf32>
    // n = 1615: 2*n*27; r 3876 + 540 + 20.
    // CHECK: %c1 = hir.conv2d {{.*}}compute-cost flops=f32:87210@87210; traffic traffic=gmem:r4436/w6460@r4436/w6460{{$|;}}
    %c1 = hir.conv2d %img, %ker, %bias padding [1, 1] : tensor<1x3x17x19xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>
    // stride 3, 2 taps: 6 of 9 rows and columns, 144, and 16.
    // CHECK: %c2 = hir.conv2d {{.*}}compute-cost flops=f32:72@72; traffic traffic=gmem:r160/w36@r160/w36{{$|;}}
    %c2 = hir.conv2d %nine, %two stride [3, 3] : tensor<1x1x9x9xf32>, tensor<1x1x2x2xf32>
    // r 192 + 96 + 2*3*16 + 24.
    // CHECK: {{%rq.*}} = hir.rope {{.*}}compute-cost flops=bf16:432@432; traffic traffic=gmem:r408/w288@r408/w288{{$|;}}
    %rq, %rk = hir.rope %rq0, %rk0, %cos, %sin, %pos : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<64x8xbf16>, tensor<64x8xbf16>, tensor<3xi64>
    // tables of 2 rows: at most 2 distinct.
    // CHECK: {{%sq.*}} = hir.rope {{.*}}compute-cost flops=bf16:432@432; traffic traffic=gmem:r376/w288@r376/w288{{$|;}}
    %sq, %sk = hir.rope %rq0, %rk0, %cos2, %sin2, %pos : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<2x8xbf16>, tensor<2x8xbf16>, tensor<3xi64>
    // 35 bits are 5 B; the scalar 4 B.
    // CHECK: %wh = hir.where {{.*}}compute-cost service=select:35@35; traffic traffic=gmem:r145/w140@r145/w140,rmem:r4/w0@r4/w0{{$|;}}
    %wh = hir.where %mask, %x, %num : tensor<5x7xi1>, tensor<5x7xf32>, f32
    // 2n.
    // CHECK: %cl = hir.clamp {{.*}}compute-cost service=predicate:70@70; traffic traffic=gmem:r140/w140@r140/w140{{$|;}}
    %cl = hir.clamp %x {min = -1.0, max = 1.0} : tensor<5x7xf32>
    // 140 + 28; 35 bits.
    // CHECK: %cm = hir.cmp {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r168/w5@r168/w5{{$|;}}
    %cm = hir.cmp lt %x, %row : tensor<5x7xf32>, tensor<7xf32>
    // no work.
    // CHECK: %ca = hir.cast {{.*}}traffic traffic=gmem:r140/w70@r140/w70{{$|;}}
    %ca = hir.cast %x to bf16 : tensor<5x7xf32>
    // the template is not read.
    // CHECK: %fl = hir.full_like {{.*}}traffic traffic=gmem:r0/w140@r0/w140{{$|;}}
    %fl = hir.full_like %x {value = 1.0} : tensor<5x7xf32>
    // 4n and n.
    // CHECK: %ge = hir.gelu {{.*}}compute-cost flops=f32:140@140 service=special:35@35; traffic traffic=gmem:r140/w140@r140/w140{{$|;}}
    %ge = hir.gelu %x {approximate = "none"} : tensor<5x7xf32>
    // 3n and n, in f32.
    // CHECK: %si = hir.sigmoid {{.*}}compute-cost flops=f32:105@105 service=special:35@35; traffic traffic=gmem:r70/w70@r70/w70{{$|;}}
    %si = hir.sigmoid %h : tensor<5x7xbf16>
    // n and 2n.
    // CHECK: %sp = hir.softplus {{.*}}compute-cost flops=f32:35@35 service=special:70@70; traffic traffic=gmem:r70/w70@r70/w70{{$|;}}
    %sp = hir.softplus %h : tensor<5x7xbf16>
    // n of integers.
    // CHECK: %mo = hir.mod {{.*}}compute-cost service=integer:35@35; traffic traffic=gmem:r280/w140@r280/w140{{$|;}}
    %mo = hir.mod %ints, %ints : tensor<5x7xi32>, tensor<5x7xi32>
    // 2*3*5*11*7; r 210 + 154, the matrix once.
    // CHECK: %mm = hir.matmul {{.*}}compute-cost flops=bf16:2310@2310; traffic traffic=gmem:r364/w660@r364/w660{{$|;}}
    %mm = hir.matmul %batch, %mat to f32 : tensor<3x5x7xbf16>, tensor<7x11xbf16>
    // the window.
    // CHECK: %is = hir.insert_slice {{.*}}traffic traffic=gmem:r24/w24@r24/w24{{$|;}}
    %is = hir.insert_slice %small into %x[1, 2] : tensor<2x3xf32>, tensor<5x7xf32>
    // 3 touched rows 84, ids 24, source 84.
    // CHECK: %ia = hir.index_add {{.*}}compute-cost service=integer:21@21; traffic traffic=gmem:r192/w84@r192/w84{{$|;}}
    %ia = hir.index_add %ints, %ids, %irows {dim = 0} : tensor<5x7xi32>, tensor<3xi64>, tensor<3x7xi32>
    // static starts: nothing moves.
    // CHECK: %win = hir.slice 
    %win = hir.slice %six[1, 2] [2, 3] [3, 2] : tensor<6x7xf32>
    // 6 elements of the source.
    // CHECK: %ex = hir.exp {{.*}}compute-cost service=special:6@6; traffic traffic=gmem:r24/w24@r24/w24{{$|;}}
    %ex = hir.exp %win : tensor<2x3xf32>
    // a copy that owns no bytes.
    // CHECK: %tr = hir.transpose {{.*}}traffic traffic=gmem:r140/w140@r140/w140{{$|;}}
    %tr = hir.transpose %x perm [1, 0] : tensor<5x7xf32>
    // n.
    // CHECK: %rl = hir.relu {{.*}}compute-cost service=predicate:35@35; traffic traffic=gmem:r140/w140@r140/w140{{$|;}}
    %rl = hir.relu %x : tensor<5x7xf32>
    return %add2, %cc, %st, %lo, %hi, %ri, %qv, %qs, %ln, %mean, %am, %isum, %arg, %tv, %ti, %c1, %c2, %rq, %rk, %sq, %sk, %wh, %cl, %cm, %ca, %fl, %ge, %si, %sp, %mo, %mm, %is, %ia, %ex, %tr, %rl : tensor<5x7xf32>, tensor<8x7xf32>, tensor<2x5x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<5x21xf32>, tensor<5x256xf8E4M3FN>, tensor<5x2xf32>, tensor<5x7xbf16>, tensor<5xf32>, tensor<5xf32>, tensor<7xi32>, tensor<5xi64>, tensor<5x3xf32>, tensor<5x3xi64>, tensor<1x5x17x19xf32>, tensor<1x1x3x3xf32>, tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xi1>, tensor<5x7xbf16>, tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xbf16>, tensor<5x7xbf16>, tensor<5x7xi32>, tensor<3x5x11xf32>, tensor<5x7xf32>, tensor<5x7xi32>, tensor<2x3xf32>, tensor<7x5xf32>, tensor<5x7xf32>
  }
}
