//===- ViewInfo.h - scopes, positions and variation of a view ---*- C++ -*-===//
//
// Built once per analysis: the tree of loops and mesh scopes, the value order,
// and for every value the loops and mesh axes it depends on (ir.md 4, 9;
// analysis 2.1).
//
// A scope's *slots* are the loops and mesh axes around it, outermost first: one
// slot per loop, one per mesh axis. A dependence is a set of slots of the
// value's scope; on the way out of a loop or scope, its slots drop off the end.
//
//   mesh_scope [m, n] { grid_region k { slice x[m * 16, k] } }
//   slots of the slice: 0 = m, 1 = n, 2 = k; its window depends on {0, 2}.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_VIEWINFO_H
#define TILEFOUNDRY_ANALYSIS_VIEWINFO_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "llvm/ADT/SmallBitVector.h"
#include <memory>
#include <vector>

namespace tilefoundry {

/// One loop or mesh axis around an op.
struct Slot {
  enum class Kind : uint8_t { Loop, Axis };
  Kind kind;
  /// The loop or `mesh_scope`.
  mlir::Operation *op;
  /// Trips of the loop, positions of the axis.
  int64_t extent;
  /// Of an axis: its number in the mesh and the level that takes it.
  unsigned axis = 0;
  llvm::StringRef level;
  /// One number per loop, and per axis of a mesh in whatever scopes.
  unsigned coordinate = 0;
  bool isLoop() const { return kind == Kind::Loop; }
};

/// A function, loop or mesh scope, with the measured ops directly in it.
class Scope {
public:
  mlir::Operation *op = nullptr;
  Scope *parent = nullptr;
  std::vector<std::unique_ptr<Scope>> children;
  /// All slots around an op of this scope, outermost first.
  llvm::SmallVector<Slot, 4> slots;
  /// Positions of the value order that the scope spans, inclusive; empty when
  /// `lastPosition < firstPosition`.
  int64_t firstPosition = 0, lastPosition = -1;
  /// Whether this loop or one around it has 0 trips.
  bool neverRuns = false;
  /// Nesting depth of loops.
  unsigned loopDepth = 0;
};

/// How many slots, from the outermost on, are around both scopes.
unsigned countCommonSlots(const Scope &a, const Scope &b);

/// What a scope's argument, or a scope's or loop's result, is another name of;
/// null for any other value. A loop's result names what its last trip yields,
/// or the initial value where there is none (ir.md 4, 9).
mlir::Value getNamedValue(mlir::Value name);

/// A set of slots.
using SlotSet = llvm::SmallBitVector;

/// A measured op in value order.
struct MeasuredOp {
  mlir::Operation *op;
  Scope *scope;
  int64_t position;
  /// Slots that its operands transitively read.
  SlotSet reads;
};

/// Whether `op` computes an address or a number that is read where it is used:
/// no call of its own (ir.md 1).
bool computesNumber(mlir::Operation *op);
/// Whether `op` is a measured call: an op of the catalogue, or a foreign one
/// with a model that does more than compute a number.
bool isMeasured(mlir::Operation *op);

/// Work and movement already measured in a view; defined beside the measuring.
class MeasureCache;

class ViewInfo {
public:
  ViewInfo();
  ~ViewInfo();

  /// Analyses `view`; fails after a diagnostic (a scope whose yield varies, a
  /// position that cannot be placed).
  static mlir::FailureOr<std::unique_ptr<ViewInfo>>
  build(mlir::func::FuncOp view);

  mlir::func::FuncOp getFunction() const { return function; }
  Scope &getRoot() const { return *root; }
  llvm::ArrayRef<MeasuredOp> getOps() const { return ops; }
  /// Loops in program order.
  llvm::ArrayRef<Scope *> getLoops() const { return loops; }
  /// The hierarchy, coarsest first, with static extents (`?` has none).
  llvm::ArrayRef<hir::TopologyAttr> getTopologies() const { return topologies; }
  /// Slots of one coordinate move as one: `Slot::coordinate` is below this.
  unsigned getNumCoordinates() const { return numCoordinates; }
  /// Index of a level in the hierarchy, or -1.
  int getLevelIndex(llvm::StringRef level) const;

  /// The scope in which `value` is defined.
  Scope *getScope(mlir::Value value) const;
  /// The slots of its scope that `value`'s elements depend on.
  SlotSet getDependence(mlir::Value value) const;
  /// Axis slots that `value` varies along (ir.md 4).
  SlotSet getVariation(mlir::Value value) const;
  /// Whether `value` is a view whose place in its source is known to readers in
  /// `reader`: what a scope yields may move with coordinates of its own, which
  /// have no meaning outside (ir.md 4, 8).
  bool isFoldable(mlir::Value value, const Scope &reader) const;
  /// Position of a value in the value order, or of the op that defines it.
  int64_t getPosition(mlir::Value value) const;
  int64_t getNumPositions() const { return numPositions; }

  /// What has been measured of this view: each distinct op is measured once,
  /// whichever families ask.
  MeasureCache &getMeasureCache() const { return *measureCache; }

private:
  class Builder;

  std::unique_ptr<MeasureCache> measureCache;

  mlir::func::FuncOp function;
  llvm::SmallVector<hir::TopologyAttr> topologies;
  std::unique_ptr<Scope> root;
  std::vector<MeasuredOp> ops;
  std::vector<Scope *> loops;
  llvm::DenseMap<mlir::Block *, Scope *> scopes;
  llvm::DenseMap<mlir::Value, SlotSet> dependence;
  llvm::DenseMap<mlir::Operation *, int64_t> positions;
  int64_t numPositions = 0;
  unsigned numCoordinates = 0;
};

/// The scope tree of a view as an analysis of MLIR's manager: passes that leave
/// the view's ops as they are preserve it, and share what it has measured. Null
/// after a diagnostic.
class ScopeTreeAnalysis {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScopeTreeAnalysis)
  explicit ScopeTreeAnalysis(mlir::func::FuncOp function);
  const std::shared_ptr<ViewInfo> &getView() const { return view; }

private:
  std::shared_ptr<ViewInfo> view;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_VIEWINFO_H
