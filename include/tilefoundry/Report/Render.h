//===- Render.h - one analysis result in every form -------------*- C++ -*-===//
//
// The door of this room: a result (or a view that carries records) goes in, one
// rendering comes out. Every form is made from one `Report` (Report.h), whose
// labels come from one printer pass (report.md 3, 4).
//
//   RenderOptions options;
//   options.emit = "json";
//   Expected<std::string> text = render(result, options);
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_REPORT_RENDER_H
#define TILEFOUNDRY_REPORT_RENDER_H

#include "tilefoundry/Analysis/Analyze.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilefoundry {

/// What a table is ordered by, largest first.
enum class SortKey { Time, Bytes, Flops };

/// "time", "bytes", "flops".
std::vector<std::string> sortKeyNames();
/// Nothing for another name.
std::optional<SortKey> parseSortKey(llvm::StringRef name);

struct RenderOptions {
  /// One of `emitNames()`.
  std::string emit = "annotated";
  /// Adds each operand's share to the traffic comments. JSON always has them.
  bool operands = false;
  /// What is live at the peak; needs `memory` among the requested families.
  bool explainPeak = false;
  /// Intensity, ridge points and the time of each resource; needs `roofline`.
  bool explainRoof = false;
  /// Order of the table; absent: the first of time, bytes, flops that was asked
  /// for.
  std::optional<SortKey> sortBy;
};

/// annotated, text, json, ir, table, csv, html, trace.
std::vector<std::string> emitNames();

/// The whole output in the form `options.emit`. The error names an unknown
/// form, an explanation of something that was not asked for, or a sum past 64
/// bits.
llvm::Expected<std::string> render(const AnalysisResult &result,
                                   const RenderOptions &options);

/// One report of a JSON array (`dims=ctx=LO:STEP:HI`, several functions), to be
/// joined by `joinElements`. Refuses any form but JSON.
llvm::Expected<std::string> renderElement(const AnalysisResult &result,
                                          const RenderOptions &options);
/// The JSON array of `elements`, in order.
std::string joinElements(llvm::ArrayRef<std::string> elements);

/// Makes the records attributes of the view of `result`, and leaves on its
/// function what was asked for (`hir.analysis`).
void attachRecords(const AnalysisResult &result);

/// The same for a family that ran on a view by itself: every family whose
/// records the function then carries counts as asked for, and the view's origin
/// names it.
void attachFamilyRecords(AnalysisResult &result);

/// The result that the record attributes of `view` state: its one function with
/// records, on a clone. What was asked for is read from `hir.analysis`, which
/// `emit=ir` writes; without it, every family whose records are there counts as
/// asked for, and per-unit figures as those of the coarsest level. The error
/// names a missing or ambiguous function, an ill-formed record, or an
/// unresolved target.
llvm::Expected<AnalysisResult> resultFromAttributes(mlir::ModuleOp view);

/// `render(resultFromAttributes(view))`, for `--tf-print-report`.
llvm::Expected<std::string> renderFromAttributes(mlir::ModuleOp view,
                                                 const RenderOptions &options);

/// Removes every record attribute of this library and `hir.analysis`; how many
/// attributes there were. A no-op on a program without records.
int64_t stripRecords(mlir::Operation *root);

/// What `emit=ir` leaves on the function beside the records: what was asked
/// for.
inline constexpr llvm::StringLiteral kAnalysisAttr = "hir.analysis";

} // namespace tilefoundry

#endif // TILEFOUNDRY_REPORT_RENDER_H
