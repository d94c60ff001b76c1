//===- ViewBuilder.h - how the information of a view is built ---*- C++ -*-===//
//
// The parts of `ViewInfo::build`: scopes and dependence (ViewInfo.cpp), chains
// of updates (UpdateChains.cpp), what a scope may yield (ScopeYields.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_VIEWBUILDER_H
#define TILEFOUNDRY_LIB_ANALYSIS_VIEWBUILDER_H

#include "tilefoundry/Analysis/ViewInfo.h"
#include "llvm/ADT/DenseSet.h"

namespace tilefoundry {

class ViewInfo::Builder {
public:
  Builder(ViewInfo &view) : view(view) {}
  mlir::LogicalResult run();

private:
  mlir::LogicalResult buildScope(mlir::Operation *op, mlir::Block &block,
                                 Scope &scope);
  mlir::LogicalResult enterLoop(CountedLoopOpInterface loop, Scope &child);
  mlir::LogicalResult enterMesh(hir::MeshScopeOp mesh, Scope &child);

  /// One pass over a block; loops are repeated until nothing grows.
  void propagate(mlir::Block &block);
  void propagateLoop(CountedLoopOpInterface loop);
  void propagateScope(hir::MeshScopeOp mesh);
  void propagateOp(mlir::Operation *op);
  SlotSet operandReads(mlir::Operation *op);
  SlotSet ownLevelSlots(mlir::Operation *op);
  /// The dependence of a new version of a container (ir.md 4, union).
  SlotSet updateDependence(mlir::Operation *op, unsigned container);
  class UpdateChain;
  SlotSet overlappingAxes(mlir::Operation *op, const UpdateChain &chain,
                          const SlotSet &axes);
  bool grow(mlir::Value value, const SlotSet &by);
  SlotSet truncated(mlir::Value value, const Scope &outer);
  mlir::LogicalResult checkYields(hir::MeshScopeOp mesh);
  void noteVariation(mlir::InFlightDiagnostic &diag, mlir::Value yielded,
                     unsigned slot);

  ViewInfo &view;
  int64_t nextPosition = 0;
  /// The coordinate of each axis of a mesh that is a scope.
  llvm::DenseMap<std::pair<hir::MeshAttr, unsigned>, unsigned> axisCoordinates;
};

/// An update of a container and the boundary that it writes.
struct Insertion {
  mlir::Operation *op;
  unsigned container;
};

/// What a chain of updates is made of (ir.md 4): loops that carry it belong to
/// it, and scopes only give it other names.
class ViewInfo::Builder::UpdateChain {
public:
  /// All updates that `value` may carry, and the containers they start from.
  UpdateChain(const ViewInfo &view, mlir::Value value) : view(view) {
    collect(value);
  }
  /// The same without the updates that stand before the first one that varies
  /// along an axis of the first `numSlots` slots: what those made is a
  /// container.
  UpdateChain(const ViewInfo &view, mlir::Value value, unsigned numSlots)
      : view(view), numSlots(numSlots) {
    collect(value);
  }

  /// Axes among `numSlots` slots along which some update varies.
  SlotSet getAxes(unsigned numSlots) const {
    SlotSet axes(numSlots);
    for (const Insertion &insertion : insertions)
      axes |= getAxes(insertion, numSlots);
    return axes;
  }

  llvm::SmallVector<Insertion> insertions;
  llvm::SmallVector<mlir::Value> roots;

private:
  SlotSet getAxes(const Insertion &insertion, unsigned numSlots) const;
  void collect(mlir::Value value);

  const ViewInfo &view;
  std::optional<unsigned> numSlots;
  llvm::DenseSet<mlir::Value> visited;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_VIEWBUILDER_H
