//===- WriteWhole.h - output files, whole or absent -------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_TRANSFORMS_WRITEWHOLE_H
#define TILEFOUNDRY_LIB_TRANSFORMS_WRITEWHOLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilefoundry {

/// Writes `text` to `path`: a file whole or not at all, whatever interrupts the
/// process; a link, a pipe or a device (/dev/stdout) in place. The error says
/// why it could not be written; then nothing is left beside an older file.
llvm::Error writeWhole(llvm::StringRef path, llvm::StringRef text);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TRANSFORMS_WRITEWHOLE_H
