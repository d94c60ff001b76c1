//===- Measure.h - work and movement of one op ----------------------*- C++ -*-===//
//
// One occurrence and a function's share of it, from the op's relations and rules
// (ir.md 8, 11.1-11.3, 11.7).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_MEASURE_H
#define TILEFOUNDRY_ANALYSIS_MEASURE_H

#include "tilefoundry/Analysis/AccessSpace.h"

namespace tilefoundry {

/// How often a function performs `measured`: the trips of the enclosing loops that it
/// reads, 0 inside a loop that never runs (ir.md 11.1).
CheckedInt countRepetitions(const MeasuredOp &measured);

struct OpWork {
  /// One occurrence: over all positions, and one unit's.
  Work whole, perUnit;
  /// How often the function performs it: the trips of the enclosing loops it
  /// depends on, 0 inside a loop that never runs.
  CheckedInt repetitions = 1;
};

/// `level` is an index in the view's hierarchy, or -1: per unit then equals whole.
llvm::Expected<OpWork> measureWork(const ViewInfo &view,
                                   const MeasuredOp &measured, int level);

/// What one boundary moves.
struct BoundaryTraffic {
  bool isResult;
  unsigned index;
  /// The storage level charged.
  llvm::StringRef level;
  /// Bytes of one occurrence, and of the function over all trips.
  int64_t whole = 0, perUnit = 0, totalWhole = 0, totalPerUnit = 0;
};

llvm::Expected<llvm::SmallVector<BoundaryTraffic, 4>>
measureTraffic(const ViewInfo &view, const MeasuredOp &measured, int level);

/// Calls `visit` for each boundary of `measured` that moves, scalars excepted.
void forEachMovingBoundary(
    mlir::Operation *op, const AccessRelations &relations,
    llvm::function_ref<void(const BoundaryRelation &)> visit);

/// The positions of the axes around `scope`, all of them or of the levels finer
/// than `level`.
CheckedInt countPositions(const ViewInfo &view, const Scope &scope, int level,
                          Share share);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_MEASURE_H
