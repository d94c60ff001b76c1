//===- Svg.h - the charts of the page ---------------------------*- C++ -*-===//
//
// Inline SVG, placed with integers: the same report gives the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_REPORT_SVG_H
#define TILEFOUNDRY_LIB_REPORT_SVG_H

#include "tilefoundry/Report/Report.h"

namespace tilefoundry {

/// Text between tags or inside a quoted attribute.
std::string escapeHtml(llvm::StringRef text);

/// Every op under the machine's roofs; empty without compute cost, traffic,
/// roofline bounds or rates to draw.
std::string rooflineChart(const Report &report);

/// Every timed op on the track of its scope; empty without any.
std::string timelineChart(const Report &report);

/// `log2(ratio)` in 1/1024ths, rounded down; `ratio` is positive.
int64_t log2Fixed(Ratio ratio);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_SVG_H
