//===- ProgramDialects.h - what fuzzed programs are written in --*- C++ -*-===//

#ifndef TILEFOUNDRY_FUZZ_PROGRAMDIALECTS_H
#define TILEFOUNDRY_FUZZ_PROGRAMDIALECTS_H

#include "mlir/IR/DialectRegistry.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Transforms/Passes.h"

namespace tilefoundry::fuzz {

/// The dialects that tf-opt registers; the passes come with the first call.
inline const mlir::DialectRegistry &programDialects() {
  static const mlir::DialectRegistry *registry = [] {
    auto *made = new mlir::DialectRegistry;
    registerAllDialects(*made);
    registerTileFoundryPasses();
    return made;
  }();
  return *registry;
}

} // namespace tilefoundry::fuzz

#endif // TILEFOUNDRY_FUZZ_PROGRAMDIALECTS_H
