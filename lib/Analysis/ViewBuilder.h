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
  bool startsVarying(const UpdateChain &chain, const Slot &axis);
  bool isUnion(const UpdateChain &chain, const Scope &at, unsigned slot);
  bool grow(mlir::Value value, const SlotSet &by);
  SlotSet truncated(mlir::Value value, const Scope &outer);
  mlir::LogicalResult checkYields(hir::MeshScopeOp mesh);
  void noteVariation(mlir::InFlightDiagnostic &diag, mlir::Value yielded,
                     unsigned slot);

  ViewInfo &view;
  int64_t nextPosition = 0;
  /// The coordinate of each axis of a mesh that is a scope.
  llvm::DenseMap<std::pair<hir::MeshAttr, unsigned>, unsigned> axisCoordinates;
  /// Whether what two updates write is disjoint for positions that differ on
  /// the axis of a slot around both.
  llvm::DenseMap<
      std::pair<std::pair<mlir::Operation *, mlir::Operation *>, unsigned>,
      bool>
      disjointWindows;
};

/// An update of a container and the boundary that it writes.
struct Insertion {
  mlir::Operation *op;
  unsigned container;
};

/// What a chain of updates is made of, for one axis of a scope (ir.md 4): the
/// updates inside that scope, through the loops that carry it and the scopes
/// inside, which only give it other names. What enters through the arguments of
/// the axis's own scope is a container: a union that another scope made, or an
/// earlier trip of a loop around, is one finished value. Updates before the
/// first one that varies along the axis belong to the container.
class ViewInfo::Builder::UpdateChain {
public:
  /// The chain that ends in `value`, for the axis `slot` of its scope.
  UpdateChain(const ViewInfo &view, mlir::Value value, unsigned slot);

  /// None where nothing that the chain inserts varies along the axis.
  llvm::SmallVector<Insertion> insertions;
  /// The containers that it starts from.
  llvm::SmallVector<mlir::Value> roots;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_VIEWBUILDER_H
