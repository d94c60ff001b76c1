// A dimension that no size was given for, one that does not exist, one outside its
// bounds, and one given twice: each refused by name.
//
// RUN: not tf-opt %s --tf-analyze 2>%t | count 0
// RUN: FileCheck %s --check-prefix=OPEN < %t
// RUN: not tf-opt %s --tf-analyze='dims=ctx=5,rows=7' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=EXTRA < %t
// RUN: not tf-opt %s --tf-analyze='dims=ctx=129' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=BOUND < %t
// RUN: not tf-opt %s --tf-analyze='dims=ctx=5,ctx=7' 2>%t | count 0
// RUN: FileCheck %s --check-prefix=TWICE < %t

#ctx = #hir.dim<"ctx", 1, 129>
#rows = #hir.encoding<gmem, dims = [#ctx]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  // OPEN: missing-dim.mlir:[[@LINE+8]]:{{[0-9]+}}: error: dimension 'ctx' of interval [1, 129) has no extent; give one, e.g. dims=ctx=1{{$}}
  // OPEN-NOT: error:
  // EXTRA: missing-dim.mlir:[[@LINE+6]]:{{[0-9]+}}: error: no dimension 'rows' is reached from 'f'; its dimensions are 'ctx' in [1, 129), e.g. dims=ctx=1{{$}}
  // EXTRA-NOT: error:
  // BOUND: missing-dim.mlir:[[@LINE+4]]:{{[0-9]+}}: error: dimension 'ctx' is given the extent 129, outside its interval [1, 129); use e.g. dims=ctx=1{{$}}
  // BOUND-NOT: error:
  // TWICE: error: dimension 'ctx' is given twice in dims; the dimension is 'ctx' in [1, 129), e.g. dims=ctx=1{{$}}
  // TWICE-NOT: error:
  func.func @f(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> {
    %y = hir.square %x : tensor<?x7xf32, #rows>
    return %y : tensor<?x7xf32, #rows>
  }
}
