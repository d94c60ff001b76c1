//===- Options.h - option strings of the passes -----------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_TRANSFORMS_OPTIONS_H
#define TILEFOUNDRY_LIB_TRANSFORMS_OPTIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "llvm/Support/CommandLine.h"

namespace tilefoundry {

/// `a,b,c`; empty for an empty text.
std::vector<std::string> splitList(llvm::StringRef text);

/// `ctx=4096,b=1`. A dimension given twice and a value that is no integer are
/// refused. Nothing for an empty text: a pipeline prints `dims=` where no size
/// was stated, and has to run again.
mlir::FailureOr<std::optional<DimBinding>> parseDims(mlir::Operation *op,
                                                     llvm::StringRef text);

/// One binding per point of a sweep: `ctx=64:64:4096` (ends included) with
/// other dimensions fixed. At most one dimension sweeps.
struct DimSweep {
  bool isSweep = false;
  std::vector<std::optional<DimBinding>> bindings;
};
mlir::FailureOr<DimSweep> parseSweep(mlir::Operation *op, llvm::StringRef text);

/// Refuses an option that is given more than once: only the last would count.
mlir::LogicalResult checkGivenOnce(mlir::Operation *op,
                                   const llvm::cl::Option &option);

/// The view in the place of `module`.
void takeOver(mlir::ModuleOp module, mlir::ModuleOp view);

/// Hands a rendering to the tool, to a file, or to standard output.
mlir::LogicalResult emitRendering(mlir::Operation *op, llvm::StringRef path,
                                  std::string text);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TRANSFORMS_OPTIONS_H
