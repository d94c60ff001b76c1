//===- Figures.h - records as the figures of tables -------------*- C++ -*-===//
//
// What a table, a page and a trace show of each op and of what stands around
// it: sums of records, exact or refused.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_REPORT_FIGURES_H
#define TILEFOUNDRY_LIB_REPORT_FIGURES_H

#include "tilefoundry/Report/Report.h"
#include "tilefoundry/Support/CheckedMath.h"

namespace tilefoundry {

/// Of one op over its repetitions, or summed over a group.
struct Figures {
  CheckedInt timeNs, flops;
  /// By level, as `FigureTree::levels` lists them.
  std::vector<CheckedInt> bytes;
};

/// A call or a group in a hierarchy.
struct FigureNode {
  bool isGroup = false;
  size_t index = 0;
  unsigned line = 0;
};

class FigureTree {
public:
  /// The error says which sum leaves 64 bits.
  static llvm::Expected<FigureTree> build(const Report &report,
                                          std::optional<SortKey> sortBy);

  std::vector<std::string> levels;
  std::vector<Figures> calls, groups;
  /// Children of each group, largest first, then in program order.
  std::vector<std::vector<FigureNode>> children;

  bool hasFlops = false, hasBytes = false, hasTime = false;
  /// Whether times are intervals of the timeline; else they are roofline
  /// bounds.
  bool isTimeline = false;
  /// The order; absent where no family that was asked for states any.
  std::optional<SortKey> order;
  /// The level whose bytes decide, an index into `levels`.
  size_t sortLevel = 0;

  /// Whether a record states the time of `call`; else its cell is empty.
  bool statesTime(const CallReport &call) const {
    return isTimeline ? call.get<PerformanceRecord>() != nullptr
                      : call.get<RooflineRecord>() != nullptr;
  }
  int64_t keyOf(const Figures &figures) const;
  /// "time [ns]", "ideal [ns]".
  std::string timeHeader() const;
  /// Header of the share column: "time [%]".
  std::string shareHeader() const;
  /// The part of the whole function, one decimal.
  std::string shareOf(const Figures &figures) const;

private:
  llvm::Error chooseOrder(std::optional<SortKey> sortBy);
  Figures figuresOf(const CallReport &call) const;
  void link(const Report &report);
};

/// A loop on the timeline: all its trips.
struct LoopSpan {
  size_t group = 0;
  int64_t startNs = 0;
  int64_t strideNs = 0;
  int64_t trips = 1;
  CheckedInt endNs() const {
    return CheckedInt(startNs) + CheckedInt(strideNs) * trips;
  }
};

/// The loops that the intervals of their own ops span, in program order.
std::vector<LoopSpan> loopSpans(const Report &report);

/// The scope (or the function, 0) whose positions `group` runs on.
size_t trackOf(const Report &report, size_t group);
/// A function's own name, "scope t,w", "loop k".
std::string groupName(const ReportGroup &group);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_FIGURES_H
