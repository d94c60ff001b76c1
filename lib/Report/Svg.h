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

/// Every timed op and the function under the machine's roofs, or on a strip at
/// the edge where it has no flops or no traffic of the level whose bandwidth is
/// drawn. Empty without compute cost, traffic, roofline bounds or rates.
std::string rooflineChart(const Report &report);

/// Every timed op on the track of its scope; empty without any.
std::string timelineChart(const Report &report);

/// A straight line and a text of class `kind`.
std::string svgLine(llvm::StringRef kind, int64_t x1, int64_t y1, int64_t x2,
                    int64_t y2);
std::string svgLabel(int64_t x, int64_t y, llvm::StringRef anchor,
                     llvm::StringRef text, llvm::StringRef kind = "");

/// `log2(ratio)` in 1/1024ths, rounded down; `ratio` is positive.
int64_t log2Fixed(Ratio ratio);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_SVG_H
