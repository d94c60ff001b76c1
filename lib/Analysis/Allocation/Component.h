//===- Component.h - one packing question in canonical form -----*- C++ -*-===//
//
// What the solver works on: buffers that hang together in time, positions
// reduced to the moments that matter, sizes divided by what they have in
// common.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_COMPONENT_H
#define TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_COMPONENT_H

#include "tilefoundry/Analysis/Allocation/Packing.h"
#include <chrono>

namespace tilefoundry::allocation {

/// A moment is a maximal set of buffers alive together; buffer i is alive at
/// the moments `[begin[i], end[i])`. Two buffers overlap in time exactly when
/// they share a moment, and every moment is inclusion-maximal, so a packing is
/// right when it is right moment by moment.
struct Component {
  std::vector<int> begin;
  std::vector<int> end;
  std::vector<int64_t> size;
  int moments = 0;
  int64_t capacity = 0;

  int buffers() const { return static_cast<int>(size.size()); }
};

/// The most buffers in one part that a search or a quadratic order takes on.
constexpr int maxSearchBuffers = 4096;

/// Settles what fits at once, end to end; else tries first fit over a handful
/// of orders (of their begins alone for very many buffers) and stops at the
/// first result within `component.capacity`; false, with `offsets` meaningless,
/// when none is.
bool packGreedily(const Component &component, std::vector<int64_t> &offsets,
                  int64_t &height);

enum class SearchResult { Found, None, StepLimit, Timeout };

struct SearchBudget {
  /// Steps taken so far, over all components, and their limit.
  int64_t steps = 0;
  int64_t limit = 0;
  std::chrono::steady_clock::time_point deadline;
};

/// Complete search for a packing of `component` (see docs/allocation.md).
SearchResult search(const Component &component, SearchBudget &budget,
                    std::vector<int64_t> &offsets);

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_COMPONENT_H
