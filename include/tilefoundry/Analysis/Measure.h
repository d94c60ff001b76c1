//===- Measure.h - work and movement of one op ------------------*- C++ -*-===//
//
// One occurrence and a function's share of it, from the op's relations and
// rules (ir.md 8, 11.1-11.3, 11.7).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_MEASURE_H
#define TILEFOUNDRY_ANALYSIS_MEASURE_H

#include "tilefoundry/Analysis/AccessSpace.h"
#include <deque>

namespace tilefoundry {

/// How often a function performs `measured`: the trips of the enclosing loops
/// that it reads, 0 inside a loop that never runs (ir.md 11.1).
CheckedInt countRepetitions(const MeasuredOp &measured);

struct OpWork {
  /// One occurrence: over all positions, and one unit's.
  Work whole, perUnit;
  /// How often the function performs it: the trips of the enclosing loops it
  /// depends on, 0 inside a loop that never runs.
  CheckedInt repetitions = 1;
};

/// `level` is an index in the view's hierarchy, or -1: per unit then equals
/// whole. The answer lives as long as `view`; ops that are one by structure
/// share it.
llvm::Expected<const OpWork *>
measureWork(const ViewInfo &view, const MeasuredOp &measured, int level);

/// What one boundary moves.
struct BoundaryTraffic {
  bool isResult;
  unsigned index;
  /// The storage level charged.
  llvm::StringRef level;
  /// Bytes of one occurrence, and of the function over all trips.
  int64_t whole = 0, perUnit = 0, totalWhole = 0, totalPerUnit = 0;
};

/// What one op moves: its operands, then its results.
using OpTraffic = llvm::SmallVector<BoundaryTraffic, 4>;

/// As `measureWork`.
llvm::Expected<const OpTraffic *>
measureTraffic(const ViewInfo &view, const MeasuredOp &measured, int level);

/// Results by structure: outside loops and scopes, ops of one name, attributes
/// and types that read whole tensors only have one answer; any other op has its
/// own.
class MeasureCache {
public:
  struct Entry {
    int level;
    std::optional<OpWork> work;
    std::optional<OpTraffic> traffic;
  };
  /// The entry of `measured` at `level`, made empty when there is none.
  Entry &lookup(const MeasuredOp &measured, int level);
  /// Distinct entries so far, for tests and benchmarks.
  size_t size() const { return classes.size(); }

private:
  /// Ops that are one but for the values they name.
  struct Structure : llvm::DenseMapInfo<mlir::Operation *> {
    static unsigned getHashValue(mlir::Operation *op);
    static bool isEqual(mlir::Operation *lhs, mlir::Operation *rhs);
  };
  /// One entry per level asked for; addresses are stable.
  using Entries = std::deque<Entry>;
  Entries &classify(const MeasuredOp &measured);

  std::deque<Entries> classes;
  llvm::DenseMap<mlir::Operation *, Entries *, Structure> structural;
  /// By position in the value order.
  std::vector<Entries *> known;
};

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
