// What does not fit is refused, and the notes say what is live at the peak (ir.md 11.8).
//
// RUN: tf-opt %s --tf-analyze='analysis=memory' -verify-diagnostics -split-input-file

// One value over a level (A1.2.2-c17): 58113 f32 are 232452 B, a CTA of sm90 has 232448 B.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<58113xf32>) -> tensor<58113xf32, #hir.encoding<smem>> {
    // expected-error@below {{'big' needs 232452 bytes of smem, which holds 232448 bytes per cta; make its tile smaller or place it elsewhere}}
    %big = hir.reshard %x to <smem> : tensor<58113xf32>
    return %big : tensor<58113xf32, #hir.encoding<smem>>
  }
}

// -----

// The same of a level that is not packed: 65536 registers of 4 B are 262144 B an SM.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  func.func @f(%x: tensor<65537xf32>) -> tensor<65537xf32, #hir.encoding<rmem>> {
    // expected-error@below {{'big' needs 262148 bytes of rmem, which holds 262144 bytes per sm; make its tile smaller or place it elsewhere}}
    %big = hir.reshard %x to <rmem> : tensor<65537xf32>
    return %big : tensor<65537xf32, #hir.encoding<rmem>>
  }
}

// -----

// gmem: 71 GB twice in 141 GB.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  // expected-error@below {{the buffers in gmem do not fit: 142000000000 bytes are alive at position 1, more than the capacity of 141000000000 bytes; shorten lifetimes, shrink buffers or enlarge the capacity}}
  // expected-note@below {{'x' holds 71000000000 of the 142000000000 bytes of gmem live at position 1 (positions 0 to 1)}}
  func.func @f(%x: tensor<71000000000xf8E4M3FN>) -> tensor<71000000000xf8E4M3FN> {
    // expected-note@below {{'y' holds 71000000000 of the 142000000000 bytes of gmem live at position 1 (positions 1 to 1)}}
    %y = hir.neg %x : tensor<71000000000xf8E4M3FN>
    return %y : tensor<71000000000xf8E4M3FN>
  }
}

// -----

// smem, refused without a search: 120000 + 60000 + 60000 B at c. Positions:
// x 0, y 1, a 2, b 3, c 4, d 5.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  // expected-error@below {{the buffers in smem do not fit: 240000 bytes are alive at position 4, more than the capacity of 232448 bytes}}
  func.func @f(%x: tensor<60000xbf16>, %y: tensor<30000xbf16>) -> (tensor<60000xbf16, #hir.encoding<smem>>, tensor<30000xbf16>) {
    // expected-note@below {{'a' holds 120000 of the 240000 bytes of smem live at position 4 (positions 2 to 5)}}
    %a = hir.reshard %x to <smem> : tensor<60000xbf16>
    // expected-note@below {{'b' holds 60000 of the 240000 bytes of smem live at position 4 (positions 3 to 4)}}
    %b = hir.reshard %y to <smem> : tensor<30000xbf16>
    // expected-note@below {{'c' holds 60000 of the 240000 bytes of smem live at position 4 (positions 4 to 5)}}
    %c = hir.neg %b : tensor<30000xbf16, #hir.encoding<smem>>
    %d = hir.reshard %c to <gmem> : tensor<30000xbf16, #hir.encoding<smem>>
    return %a, %d : tensor<60000xbf16, #hir.encoding<smem>>, tensor<30000xbf16>
  }
}

// -----

// The largest by name, the rest by number: seven of 40000 B.
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 1>], hir.entry = @f} {
  // expected-error@below {{the buffers in smem do not fit: 280000 bytes are alive at position 7}}
  // expected-note@below {{2 smaller values hold 80000 bytes there}}
  func.func @f(%x: tensor<20000xbf16>) -> (tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>) {
    // expected-note@below {{'a' holds 40000 of the 280000 bytes of smem live at position 7 (positions 1 to 7)}}
    %a = hir.reshard %x to <smem> : tensor<20000xbf16>
    // expected-note@below {{'b' holds 40000 of the 280000 bytes of smem live at position 7}}
    %b = hir.reshard %x to <smem> : tensor<20000xbf16>
    // expected-note@below {{'c' holds 40000 of the 280000 bytes of smem live at position 7}}
    %c = hir.reshard %x to <smem> : tensor<20000xbf16>
    // expected-note@below {{'d' holds 40000 of the 280000 bytes of smem live at position 7}}
    %d = hir.reshard %x to <smem> : tensor<20000xbf16>
    // expected-note@below {{'e' holds 40000 of the 280000 bytes of smem live at position 7}}
    %e = hir.reshard %x to <smem> : tensor<20000xbf16>
    %f = hir.reshard %x to <smem> : tensor<20000xbf16>
    %g = hir.reshard %x to <smem> : tensor<20000xbf16>
    return %a, %b, %c, %d, %e, %f, %g : tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>, tensor<20000xbf16, #hir.encoding<smem>>
  }
}

// -----

// A store owned per CTA, and the threads analysed: refused rather than assumed (A1.2.2-c4).
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"thread", 32>], hir.entry = @f} {
  // expected-error@below {{smem belongs to the units of level 'cta', but level 'thread' is analysed; declare that level in hir.topologies and ask with level=cta}}
  func.func @f(%x: tensor<5xf32>) -> tensor<5xf32, #hir.encoding<smem>> {
    %a = hir.reshard %x to <smem> : tensor<5xf32>
    return %a : tensor<5xf32, #hir.encoding<smem>>
  }
}
