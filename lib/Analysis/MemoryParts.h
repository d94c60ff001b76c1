//===- MemoryParts.h - the parts of the memory family ---------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_MEMORYPARTS_H
#define TILEFOUNDRY_LIB_ANALYSIS_MEMORYPARTS_H

#include "tilefoundry/Analysis/Lifetimes.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Target/Facts.h"

namespace tilefoundry {

struct AnalyzeOptions;

/// `name:line`, or the name alone for a value without a source line.
std::string bindingLabel(mlir::Value value);

/// What one loop touches.
std::unique_ptr<LoopFootprintRecord> measureLoop(const ViewInfo &view,
                                                 const Scope &loop, int level);

/// An advisory for every window that overruns its source (ir.md 11.7).
void adviseRaggedWindows(const ViewInfo &view, MemoryRecord &record);

/// A residency with its bytes at its level.
struct LevelResidency {
  Residency residency;
  std::string level;
  int64_t bytes = 0;
};

/// Bytes that one owner of the level holds of each value (ir.md 9).
mlir::FailureOr<std::vector<LevelResidency>>
measureResidencies(const ViewInfo &view, const MemoryHierarchyFacts &facts);

/// Whether the buffers fit (ir.md 11.8): errors, or advisories and the solver's
/// status in `record`.
mlir::LogicalResult settleCapacity(mlir::Operation *function,
                                   const ViewInfo &view,
                                   const MemoryHierarchyFacts &facts,
                                   llvm::ArrayRef<LevelResidency> residencies,
                                   const std::optional<std::string> &level,
                                   const AnalyzeOptions &options,
                                   MemoryRecord &record);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_MEMORYPARTS_H
