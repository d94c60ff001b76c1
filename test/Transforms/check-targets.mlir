// RUN: tf-opt %s --tf-check-targets -verify-diagnostics -split-input-file

// Lowered functions keep their own targets (T6-c7); CUDA functions of one group that
// name the same hardware agree, however they spell it, and the host stands beside them.
module @Group {
  func.func @a() attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
    return
  }
  func.func @b() attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm", architecture = "nvidia.sm90">} {
    return
  }
  func.func @host() attributes {hir.target = #hir.cpu<>} {
    return
  }
}

// -----

module @Mixed {
  func.func @a() attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">} {
    return
  }
  // expected-error @below {{function 'b' is compiled for nvidia.h100_sxm and function 'a' of the same group for nvidia.h200_sxm: cuda functions of one compilation group need equal architecture and device facts; compile them apart}}
  func.func @b() attributes {hir.target = #hir.cuda<device = "nvidia.h100_sxm">} {
    return
  }
}

// -----

module @Unknown {
  // expected-error @below {{unknown ID: no device document has the ID 'nvidia.h999'; there are }}
  func.func @a() attributes {hir.target = #hir.cuda<device = "nvidia.h999">} {
    return
  }
}
