//===- TypedValues.h - what typed values are held to ------------*- C++ -*-===//
//
// Shared by the packages: a value supplied directly meets the invariants that a
// document does.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_TARGET_TYPEDVALUES_H
#define TILEFOUNDRY_LIB_TARGET_TYPEDVALUES_H

#include "tilefoundry/Target/Hardware/Schema.h"

namespace tilefoundry {

/// The refusal of a value that no document states.
inline llvm::Error valueError(const InvariantViolation &violation) {
  return hardwareError(HardwareErrorKind::BrokenInvariant,
                       {"", 0, violation.path}, violation.message);
}

/// The first of `values` that is not positive.
inline std::optional<InvariantViolation> findNonPositive(
    llvm::ArrayRef<std::pair<llvm::StringLiteral, int64_t>> values) {
  for (const auto &[path, value] : values)
    if (value < 1)
      return InvariantViolation{path.str(), "is " + std::to_string(value) +
                                                "; it must be at least 1"};
  return std::nullopt;
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TARGET_TYPEDVALUES_H
