//===- Tool.h - what tf-target does -----------------------------*- C++ -*-===//
//
// The commands of tf-target as a function over streams, so that tests and the
// tool run the same code (report contract 5).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_TOOL_H
#define TILEFOUNDRY_TARGET_HARDWARE_TOOL_H

#include "tilefoundry/Target/Hardware/Registry.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefoundry {

/// Every pair that composes, one a line: identity, architecture, device.
void printHardwareList(const HardwareSpecRegistry &registry,
                       llvm::raw_ostream &os);

/// The documents behind `id` with digests, then every fact by path.
llvm::Error printHardware(const HardwareSpecRegistry &registry,
                          llvm::StringRef id, llvm::raw_ostream &os);

/// Validates documents outside the installed set, one after another: one line
/// on `os` for each that is valid, all failures in the error.
llvm::Error checkHardwareFiles(const HardwareSpecRegistry &registry,
                               llvm::ArrayRef<std::string> files,
                               llvm::raw_ostream &os);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_TOOL_H
