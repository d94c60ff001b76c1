//===- GecodePacking.h - packing by a constraint library --------*- C++ -*-===//
//
// The same question as Packing.h asked of Gecode, to compare with. Only the
// benchmark uses it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_UTILS_BENCH_GECODEPACKING_H
#define TILEFOUNDRY_UTILS_BENCH_GECODEPACKING_H

#include "tilefoundry/Analysis/Allocation/Packing.h"

namespace tilefoundry::allocation {

struct GecodeOutcome {
  enum class Kind { Fits, NoPacking, Timeout, Failed };
  Kind kind = Kind::Failed;
  /// Filled when `kind` is `Fits`.
  Solution solution;
  /// What the library reported when `kind` is `Failed`.
  std::string message;
  /// Nodes of the search tree over all restarts.
  uint64_t nodes = 0;
};

/// Asks Gecode for at most `seconds`. Sizes divided by their greatest common
/// divisor must stay below the library's 31-bit range.
GecodeOutcome solveWithGecode(const Problem &problem, int64_t seconds);

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_UTILS_BENCH_GECODEPACKING_H
