//===- MemoryParts.h - the parts of the memory family -----------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_MEMORYPARTS_H
#define TILEFOUNDRY_LIB_ANALYSIS_MEMORYPARTS_H

#include "tilefoundry/Analysis/Lifetimes.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Target/Facts.h"
#include "tilefoundry/Target/Target.h"

namespace tilefoundry {

struct AnalyzeOptions;

/// `name:line`, or the name alone for a value without a source line.
std::string bindingLabel(mlir::Value value);

/// What each loop of the view touches, in the order of `ViewInfo::getLoops`.
/// Fails after a diagnostic where bytes leave 64 bits (ir.md 11.5).
mlir::FailureOr<std::vector<std::unique_ptr<LoopFootprintRecord>>>
measureLoops(const ViewInfo &view, int level);

/// An advisory for every window that overruns its source (ir.md 11.7).
void adviseRaggedWindows(const ViewInfo &view, MemoryRecord &record);

/// A residency with its bytes at its level.
struct LevelResidency {
  Residency residency;
  std::string level;
  int64_t bytes = 0;
};

/// The finest level of the view's hierarchy that divides what one unit of
/// `owner` holds: the owner, or where the program does not declare it the next
/// coarser level that it does declare. -1 where nothing divides ("target" among
/// them).
int ownerDepth(llvm::StringRef owner, const ViewInfo &view,
               const Target &target);

/// Bytes that one owner of the level holds of each value (ir.md 9).
mlir::FailureOr<std::vector<LevelResidency>>
measureResidencies(const ViewInfo &view, const MemoryHierarchyFacts &facts,
                   const Target &target);

/// The reshards that need other units' bytes without moving any at the levels
/// that are counted (ir.md 7): one advisory each.
void adviseCommunication(const ViewInfo &view,
                         std::vector<std::string> &advisories);

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
