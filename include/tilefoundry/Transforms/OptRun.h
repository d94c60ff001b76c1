//===- OptRun.h - one program through a pipeline ----------------*- C++ -*-===//
//
// What tf-opt does with each program of its input, without a command line: the
// driver, the fuzzers and other embedders run the same code.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TRANSFORMS_OPTRUN_H
#define TILEFOUNDRY_TRANSFORMS_OPTRUN_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "tilefoundry/Target/Hardware/Registry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefoundry {

/// How a program is read and printed.
struct OptRunOptions {
  /// Print the generic form of ops.
  bool generic = false;
  /// Print locations.
  bool locations = false;
  /// Give the context a pool of threads.
  bool threads = true;
  /// Check diagnostics against the program's expected-* comments.
  bool verifyDiagnostics = false;
  /// Refuse a program whose printed form parses to another text.
  bool verifyRoundtrip = false;
  /// The process does nothing more than write its output: tearing a large
  /// program down is then time for nothing.
  bool endsSoon = false;
};

/// Parses `program`, runs the passes that `populate` adds, and writes to `os`
/// what the passes render, or else the module. Diagnostics go to `errors`;
/// after one that is an error nothing is written to `os` and the result is a
/// failure.
mlir::LogicalResult runProgram(
    std::unique_ptr<llvm::MemoryBuffer> program,
    const mlir::DialectRegistry &registry,
    const HardwareSpecRegistry &documents, const OptRunOptions &options,
    llvm::function_ref<mlir::LogicalResult(mlir::PassManager &)> populate,
    llvm::raw_ostream &os, llvm::raw_ostream &errors);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TRANSFORMS_OPTRUN_H
