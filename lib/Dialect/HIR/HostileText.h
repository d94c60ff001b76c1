//===- HostileText.h - what MLIR's parser does not survive ------*- C++ -*-===//
//
// Text on which the parser of MLIR 22 runs out of stack, takes quadratic time
// or dereferences null. Found by fuzzing; each is kept in test/Fuzz/Inputs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_DIALECT_HIR_HOSTILETEXT_H
#define TILEFOUNDRY_LIB_DIALECT_HIR_HOSTILETEXT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tilefoundry::hir {

struct HostileText {
  /// Where in the text.
  const char *place;
  /// What is wrong and what to do, as a diagnostic says it.
  std::string reason;
};

/// The first place in `text` that must not reach the parser, if there is one.
/// Strings and comments do not count.
std::optional<HostileText> findHostileText(llvm::StringRef text);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_LIB_DIALECT_HIR_HOSTILETEXT_H
