//===- Lifetimes.h - who is resident when -----------------------*- C++ -*-===//
//
// Loop-aware liveness over the value order of a view (ir.md 9).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_LIFETIMES_H
#define TILEFOUNDRY_ANALYSIS_LIFETIMES_H

#include "tilefoundry/Analysis/ViewInfo.h"

namespace tilefoundry {

/// One value's residency, inclusive at both ends.
struct Residency {
  mlir::Value value;
  int64_t definedAt = 0;
  int64_t lastUsedAt = 0;
  bool persistent = false;
};

/// Every residency of the view in value order: parameters, results that own
/// bytes, carried arguments, tensor constants. `umat` values and what stands in
/// a loop that never runs have none.
std::vector<Residency> computeResidencies(const ViewInfo &view);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_LIFETIMES_H
