//===- PerformanceParts.h - the parts of the performance family -*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_PERFORMANCEPARTS_H
#define TILEFOUNDRY_LIB_ANALYSIS_PERFORMANCEPARTS_H

#include "tilefoundry/Analysis/Timeline/Participants.h"
#include "tilefoundry/Analysis/ViewInfo.h"

namespace tilefoundry {

/// Where each occurrence stands on the timeline: in program order, except that
/// what no trip of a loop changes stands once, before the loop
/// (analysis 1.2.4).
///
///   loop i {
///     a = exp w             // the function's: a, loop i
///     loop j { b = f w, j } // the function's too: nothing in it reads i
///     c = g b, i            // loop i's
///   }
///
/// gives members(function) = [a, loop j, loop i], members(loop j) = [b] and
/// members(loop i) = [c]. Loops of 0 trips have no place.
class OccurrenceOrder {
public:
  explicit OccurrenceOrder(const ViewInfo &view);

  /// Measured ops and loops that happen once per trip of `loop`, or once per
  /// function for null.
  llvm::ArrayRef<mlir::Operation *> getMembers(mlir::Operation *loop) const;
  /// The measured ops and loops that `value` comes from, through the names that
  /// scopes, loops of 0 trips and index arithmetic give it.
  llvm::ArrayRef<mlir::Operation *> getSources(mlir::Value value) const;
  /// Null for an op without a model.
  const MeasuredOp *getMeasured(mlir::Operation *op) const {
    return measured.lookup(op);
  }

private:
  using Sources = llvm::SmallVector<mlir::Operation *, 1>;
  /// Numbers of enclosing loops (0: none) that something needs around it.
  using Depths = llvm::SmallBitVector;

  void visitBlock(mlir::Block &block);
  void visitLoop(CountedLoopOpInterface loop);
  void visitMeasured(const MeasuredOp &op);
  void need(mlir::Value value, Depths &depths) const;
  void place(mlir::Operation *op, Depths &depths);

  /// The loops around the block being visited and what their members need.
  llvm::SmallVector<mlir::Operation *> open;
  llvm::SmallVector<Depths> needs;
  llvm::DenseMap<mlir::Operation *, const MeasuredOp *> measured;
  llvm::DenseMap<mlir::Operation *, std::vector<mlir::Operation *>> members;
  llvm::DenseMap<mlir::Operation *, unsigned> depthOf;
  llvm::DenseMap<mlir::Value, Sources> sources;
};

/// The positions that occurrences occupy, over the levels that some scope
/// names; a level that an op's scopes do not name is occupied whole
/// (ir.md 11.9).
class Participants {
public:
  explicit Participants(const ViewInfo &view) : view(view) {}

  /// Fails after a diagnostic when a slice has too many positions to list.
  mlir::LogicalResult build();
  timeline::ParticipantClass classOf(const Scope &scope);
  const timeline::ParticipantClasses &getClasses() const { return classes; }

private:
  /// The positions of one level, cut where a slice begins or ends: a stretch
  /// that no slice divides counts as one.
  struct Level {
    std::vector<int64_t> cuts;
    llvm::DenseMap<hir::MeshAttr, timeline::PositionSet> slices;

    int64_t count() const { return static_cast<int64_t>(cuts.size()) + 1; }
    int64_t stretchAt(int64_t position) const;
  };

  std::vector<timeline::PositionRange>
  stretches(const Scope &scope, llvm::StringRef name, const Level &level) const;

  const ViewInfo &view;
  std::vector<std::pair<std::string, Level>> levels;
  timeline::ParticipantClasses classes;
  llvm::DenseMap<const Scope *, timeline::ParticipantClass> known;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_PERFORMANCEPARTS_H
