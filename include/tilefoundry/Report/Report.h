//===- Report.h - what a report says, before it has a form ------*- C++ -*-===//
//
// One structure that text, JSON, annotated IR, tables and pages are made from
// (report.md 4, analysis 1.2). Every number is a record's or the exact sum of
// records'.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_REPORT_REPORT_H
#define TILEFOUNDRY_REPORT_REPORT_H

#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Target/Facts.h"
#include "llvm/ADT/STLExtras.h"

namespace tilefoundry {

/// One boundary's part of an occurrence's movement, in bytes.
struct OperandShare {
  /// Absent for the results, which are one entry.
  std::optional<unsigned> position;
  std::string name;
  /// `bf16[1,2048] gmem`; several results are listed.
  std::string type;
  TrafficBytes bytes;
};

/// What stands between the ops of a report and its function.
struct ReportGroup {
  enum class Kind { Function, Scope, Loop };
  Kind kind = Kind::Function;
  std::string label;
  unsigned line = 0;
  /// Index of the group around this one; -1 for the function.
  int64_t parent = -1;
};

/// One op that carries a shown record.
struct CallReport {
  mlir::Operation *op = nullptr;
  /// The name printed left of `=`; the op's own name where it has no result.
  std::string name;
  /// The line of its `=` in the printed IR, counted from 1.
  unsigned line = 0;
  std::string opName;
  /// As the printer pass spelled them, joined by ", ".
  std::string resultTypes;
  /// In the order the families were asked for.
  llvm::SmallVector<const Record *, 4> records;
  /// Only for the form that states them (JSON).
  std::vector<OperandShare> operands;
  size_t group = 0;
  /// How often the function's total counts it; 1 without a view to ask.
  CheckedInt repetition = 1;

  /// `q:7`.
  std::string label() const { return name + ":" + std::to_string(line); }
  template <typename T> const T *get() const {
    for (const Record *record : records)
      if (&record->getType() == &T::type)
        return static_cast<const T *>(record);
    return nullptr;
  }
};

/// One cache over a loop's footprint (analysis 1.2.2).
struct CachePressure {
  std::string cacheLevel;
  std::string backingLevel;
  int64_t deviceBytes = 0;
  std::optional<int64_t> capacityBytes;
  /// "fits", "exceeds", "lower-bound" or "unknown".
  std::string status;
};

/// One loop with a footprint, labelled by its induction variable.
struct LoopReport {
  std::string name;
  unsigned line = 0;
  const LoopFootprintRecord *footprint = nullptr;
  std::vector<CachePressure> pressure;
};

/// What is live when a level is fullest.
struct PeakExplanation {
  std::string level;
  int64_t peakBytes = 0;
  /// The first position of the value order at which that much is live.
  int64_t position = 0;
  /// Largest first, then by name.
  std::vector<const ValueLifetime *> live;
};

/// A ratio of two non-negative integers; no value where `denominator` is 0.
struct Ratio {
  unsigned __int128 numerator = 0;
  unsigned __int128 denominator = 0;
};

/// What one element type's peak means for the function.
struct RoofCompute {
  std::string type;
  int64_t flops = 0;
  /// Absent where no rate is published.
  std::optional<int64_t> flopsPerSecond;
  /// flop per byte at which compute and memory take equally long.
  Ratio ridge;
  Ratio timeNs;
};

/// Where the function stands under the roof, and why.
struct RoofExplanation {
  /// The level whose traffic the bandwidth measures.
  std::string level;
  int64_t flops = 0;
  int64_t bytes = 0;
  std::optional<int64_t> bytesPerSecond;
  /// flop per byte.
  Ratio intensity;
  Ratio memoryNs;
  std::vector<RoofCompute> compute;
  std::string boundBy;
};

/// The exact sums that stand beside the records.
struct ReportTotals {
  CountMap flops;
  /// Absent where nothing that was asked for states traffic.
  std::optional<TrafficMap> traffic;
};

/// Which records a report shows: the one decision that every form shares.
class Selection {
public:
  /// Record types of the families asked for, in that order, as their
  /// descriptors declare them.
  explicit Selection(const AnalysisResult &result);

  llvm::ArrayRef<const RecordType *> getTypes() const { return types; }
  bool shows(const RecordType &type) const {
    return llvm::is_contained(types, &type);
  }
  /// Roofline without memory: of its dependencies only sums and peaks show.
  bool hasBoundedMemory() const { return boundedMemory; }
  bool hasTotals() const { return totals; }

private:
  std::vector<const RecordType *> types;
  bool boundedMemory = false;
  bool totals = false;
};

struct Report {
  explicit Report(const AnalysisResult &result)
      : result(result), selection(result) {}

  const AnalysisResult &result;
  Selection selection;
  std::string target, module, function;

  /// The printed IR without record attributes.
  std::string text;
  /// Index 0 is the function.
  std::vector<ReportGroup> groups;
  /// In value order.
  std::vector<CallReport> calls;
  std::vector<LoopReport> loops;

  /// Of the function, in the order the families were asked for.
  std::vector<const Record *> functionRecords;
  /// The memory and traffic of the function where written, shown whole or in
  /// part.
  const MemoryRecord *memory = nullptr;
  const TrafficRecord *traffic = nullptr;
  std::optional<ReportTotals> totals;
  std::optional<TargetResources> resources;
  /// Whether `CallReport::repetition` is more than a placeholder.
  bool hasRepetition = false;

  std::vector<PeakExplanation> peaks;
  std::optional<RoofExplanation> roof;

  template <typename T> const T *get() const {
    for (const Record *record : functionRecords)
      if (&record->getType() == &T::type)
        return static_cast<const T *>(record);
    return nullptr;
  }
};

/// Everything a rendering of `result` says. `result` must outlive it.
llvm::Expected<Report> buildReport(const AnalysisResult &result,
                                   const RenderOptions &options);

/// The rows of a loop's `cache-pressure`: one per cache whose ultimate explicit
/// backing level is of the same scope and holds one of the loop's buffers.
/// `memory` supplies peaks of levels that share capacity with a cache and may
/// be null.
llvm::Expected<std::vector<CachePressure>>
projectCachePressure(const LoopFootprintRecord &footprint,
                     const MemoryHierarchyFacts &hierarchy,
                     const MemoryRecord *memory);

/// One explanation per level with a footprint row, sorted by level.
std::vector<PeakExplanation> explainPeaks(const MemoryRecord &memory);

/// Null records count as no work and no traffic.
RoofExplanation explainRoof(const ComputeCostRecord *cost,
                            const TrafficRecord *traffic,
                            const RooflineRecord &roofline,
                            const ThroughputFacts &rates);

/// `digits` decimals, half rounded up; "none" where there is no value.
std::string fixedDecimal(Ratio ratio, unsigned digits);

/// `bf16[1,2048] gmem`.
std::string describeType(mlir::Type type);

} // namespace tilefoundry

#endif // TILEFOUNDRY_REPORT_REPORT_H
