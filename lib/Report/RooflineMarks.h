//===- RooflineMarks.h - what the roofline chart marks ----------*- C++ -*-===//
//
// Where each timed op stands by its records, before it has a place on paper.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_REPORT_ROOFLINEMARKS_H
#define TILEFOUNDRY_LIB_REPORT_ROOFLINEMARKS_H

#include "tilefoundry/Report/Report.h"

namespace tilefoundry {

struct RooflineMark {
  enum class Kind {
    /// Has an intensity and a rate.
    Placed,
    /// Infinite intensity: flops, but no bytes at the level drawn.
    NoTraffic,
    /// No rate: moves or waits, or its time is not a roofline's.
    NoFlops,
  };
  Kind kind = Kind::NoFlops;
  /// log2 of flop per byte, of `Placed`; log2 of flop/s, of all but `NoFlops`;
  /// both in 1/1024ths.
  int64_t intensity = 0, rate = 0;
  /// The roofline's bound, of one occurrence.
  int64_t idealNs = 0;
  /// idealNs times repetitions: which marks deserve their names first.
  int64_t weight = 0;
  std::string name, hover, boundBy;
  bool isFunction = false;
};

/// One mark for each op of `report` with a bound or an interval above 0 ns, in
/// program order, then the function's. Empty when compute cost, traffic or
/// roofline are not shown.
std::vector<RooflineMark> rooflineMarks(const Report &report,
                                        llvm::StringRef level);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_ROOFLINEMARKS_H
