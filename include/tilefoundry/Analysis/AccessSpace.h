//===- AccessSpace.h - an op's relations placed in its scope ----*- C++ -*-===//
//
// Takes the relations an op states and places them: iterations are held to what
// a participant owns, dynamic starts become affine forms of loop trips and mesh
// coordinates, and views fold to the value that owns the bytes (ir.md 8). What
// is left are accesses over one `Space` whose counts answer traffic and
// footprints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ACCESSSPACE_H
#define TILEFOUNDRY_ANALYSIS_ACCESSSPACE_H

#include "tilefoundry/Access/Space.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Layout/Mesh.h"
#include "tilefoundry/Layout/Shard.h"

namespace tilefoundry {

/// Whose iterations are meant: those of all positions, or those of one unit of
/// the analysed level.
enum class Share : uint8_t { Whole, Unit };

/// How an iteration dim divides among participants: digits, major first.
struct DimDigit {
  int64_t extent;
  int64_t stride;
  /// The mesh axis that the digit is, or no mesh.
  hir::MeshAttr mesh;
  unsigned axis = 0;
};
using DimDigits = llvm::SmallVector<DimDigit, 3>;

/// The digits of every iteration dim of `op`, from its sharded boundaries. A
/// dim that nobody splits is one digit.
llvm::Expected<llvm::SmallVector<DimDigits, 4>>
splitDims(mlir::Operation *op, const AccessRelations &relations);

/// One boundary, folded to the owner of its bytes.
struct PlacedAccess {
  Access access;
  mlir::Value owner;
  /// Axis slots along which positions hold different values (ir.md 8,
  /// instances).
  SlotSet instances;
  int64_t bits = 0;
  /// Nothing is touched (an extent is 0).
  bool isEmpty = false;
};

class AccessSpace {
public:
  /// `level` is an index in the hierarchy, or -1 for none.
  AccessSpace(const ViewInfo &view, const Scope &scope, int level, Share share)
      : view(view), scope(scope), opScope(&scope), level(level), share(share) {}

  /// Starts an op: iteration variables are its own from here on. Its scope may
  /// be another one than that of the ops before: a loop is one variable in all
  /// of them, and so is an axis of one mesh.
  llvm::Error beginOp(mlir::Operation *op, const AccessRelations &relations,
                      const Scope &opScope);
  /// Places a boundary of the op begun last.
  llvm::Expected<PlacedAccess> place(const BoundaryRelation &boundary);
  /// The axis slots along which positions hold different values of `value`:
  /// what it varies along or is partial on, less what its type splits (ir.md
  /// 8).
  llvm::Expected<SlotSet> getInstances(mlir::Value value);
  /// A scalar operand: one number, per instance.
  PlacedAccess placeScalar(mlir::Value scalar);

  /// Counts the union of `accesses` (of one owner). `roleOf` says what happens
  /// to each slot; a slot that no access mentions still multiplies where its
  /// role is Sum. Iterations are unioned; positions outside scopes are
  /// maximised.
  llvm::Expected<int64_t>
  count(llvm::ArrayRef<Access> accesses,
        llvm::function_ref<VarRole(unsigned slot)> roleOf, int64_t bits) const {
    return count(accesses, scope.slots, roleOf, bits);
  }
  /// The same, for accesses of several scopes; `slots` are those around any of
  /// them.
  llvm::Expected<int64_t>
  count(llvm::ArrayRef<Access> accesses, llvm::ArrayRef<Slot> slots,
        llvm::function_ref<VarRole(unsigned slot)> roleOf, int64_t bits) const;

  /// Iterations of each dim that the participant performs.
  llvm::Expected<llvm::SmallVector<int64_t, 4>> localExtents();
  /// An index as a form of the slots of the space's scope, and the slots that
  /// it moves with.
  IndexExpr placeIndex(mlir::Value index, SlotSet &movers);
  /// The coordinate that iteration dim `dim` of the op begun last stands for.
  llvm::Expected<IndexExpr> dimExpr(unsigned dim);
  /// A coordinate of a shard's mesh, or nothing where the share does not divide
  /// by it.
  llvm::Expected<std::optional<IndexExpr>> meshAxis(hir::MeshAttr mesh,
                                                    unsigned axis);
  /// One window that holds all of `windows`, which must move alike: their
  /// starts differ by constants. Nothing otherwise.
  std::optional<Access> hullOfWindows(llvm::ArrayRef<Access> windows);
  /// Whether window `a` of one position and window `b` of another never overlap
  /// where the two differ on the axis `slot` of the space's scope: whatever
  /// their other coordinates and the trips of loops inside the scope are, in
  /// one trip of the loops around it. False where that cannot be shown.
  bool areWindowsDisjoint(const Access &a, const Access &b, unsigned slot,
                          const CountLimits &limits = {}) const;

  /// An access by positions of the levels up to the analysed one, and which
  /// ones the scopes around it take.
  struct PositionedAccess {
    Access access;
    /// By level: the number of the scope's set of positions, or nothing outside
    /// scopes of that level.
    llvm::SmallVector<std::optional<unsigned>, 2> positions;
  };
  /// Puts positions in the place of the axes of scopes in `access`, made in a
  /// scope with `slots`: accesses of scopes over different meshes then speak of
  /// the same positions (ir.md 2.3).
  llvm::Expected<PositionedAccess> placeOnPositions(const Access &access,
                                                    llvm::ArrayRef<Slot> slots);
  /// Whether no position is in both of two sets of one level.
  llvm::Expected<bool> arePositionsDisjoint(unsigned a, unsigned b) const;

  /// Sets in `movers` the coordinates of those of `slots` that the access moves
  /// with.
  void collectMovers(const Access &access, llvm::ArrayRef<Slot> slots,
                     SlotSet &movers) const;

  Space &getSpace() { return space; }
  std::string str(const Access &access) const { return space.str(access); }

private:
  /// The variable of a slot of the op's scope.
  IndexExpr slotVariable(unsigned slot) { return slotVariable(*opScope, slot); }
  IndexExpr slotVariable(const Scope &of, unsigned slot);
  /// The variable of a slot, or -1 while nothing mentions it.
  int findVariable(const Slot &slot) const;
  /// Whether it is the variable of a slot of the space's own scope.
  bool isSlotVariable(unsigned variable) const;
  Access withTrips(Access window) const;
  IndexExpr resolve(mlir::Value index);
  void resolveNow(mlir::Value index);
  IndexExpr resolveArgument(mlir::BlockArgument argument);
  IndexExpr resolveOp(mlir::OpResult result);
  IndexExpr resolveCast(mlir::OpResult result);
  IndexExpr resolveMap(mlir::OpResult result, mlir::AffineMap map);
  /// The index that an op folded through takes, as readers in the op's scope
  /// see it: loops that have ended are at their last trip.
  IndexExpr resolveSeen(mlir::Operation *viewing, unsigned operand);
  IndexExpr atLastTrips(IndexExpr expr, llvm::ArrayRef<Slot> loops);
  bool isInRange(const IndexExpr &expr, int64_t first, int64_t last) const;
  bool fits(const IndexExpr &expr, mlir::Type type) const;
  IndexExpr unknownIndex(mlir::Value value);
  struct ScopeMeshes {
    llvm::SmallVector<Mesh, 2> meshes;
    /// The slot of every axis of theirs.
    llvm::SmallVector<unsigned, 4> slots;
  };
  llvm::Expected<ScopeMeshes> scopeMeshes() const;
  /// Positions of one level outside scopes.
  struct PositionMesh {
    Mesh mesh;
    llvm::SmallVector<IndexExpr, 4> variables;
  };
  std::optional<llvm::SmallVector<IndexExpr, 4>>
  divideLevel(const Mesh &target, llvm::ArrayRef<Mesh> sources,
              llvm::function_ref<IndexExpr(unsigned)> coordinateOf);
  llvm::Error
  expressLevel(const Mesh &target, llvm::ArrayRef<unsigned> axes,
               llvm::ArrayRef<Mesh> sources,
               llvm::function_ref<IndexExpr(unsigned)> coordinateOf,
               llvm::MutableArrayRef<std::optional<IndexExpr>> result);
  unsigned
  placePositions(const Mesh &target, llvm::ArrayRef<unsigned> axes,
                 llvm::MutableArrayRef<std::optional<IndexExpr>> result);
  llvm::Error mapMesh(hir::MeshAttr mesh);
  llvm::Expected<IndexExpr> subscriptExpr(const Subscript &subscript,
                                          int64_t extent);
  llvm::Error foldToOwner(PlacedAccess &placed);
  llvm::Error foldOnce(PlacedAccess &placed, mlir::Operation *viewing,
                       unsigned result);
  llvm::Expected<IndexExpr> ownPart(hir::ShardAttr shard,
                                    llvm::ArrayRef<hir::AxisExtent> shape,
                                    unsigned axis, IndexExpr local,
                                    llvm::StringRef levelName);

  const ViewInfo &view;
  const Scope &scope;
  /// The scope of the op begun last.
  const Scope *opScope;
  int level;
  Share share;
  Space space;
  /// The coordinates that something mentions, with their variables.
  llvm::SmallDenseMap<unsigned, unsigned, 4> slotVariables;
  llvm::SmallVector<PositionMesh, 1> positionMeshes;
  /// Per variable: it is a position outside scopes.
  llvm::SmallVector<bool, 8> isPosition;
  llvm::DenseMap<mlir::Value, IndexExpr> resolved;
  llvm::SmallVector<
      std::pair<hir::MeshAttr, llvm::SmallVector<std::optional<IndexExpr>, 4>>,
      1>
      meshes;

  // The op begun last.
  mlir::Operation *op = nullptr;
  const AccessRelations *relations = nullptr;
  llvm::SmallVector<DimDigits, 4> digits;
  llvm::SmallVector<std::optional<IndexExpr>, 4> dims;
  llvm::SmallVector<std::optional<IndexExpr>, 4> windowDims;

  /// Iteration variables by extent, and those that the op has taken.
  llvm::SmallVector<std::pair<int64_t, unsigned>, 8> iterations;
  llvm::SmallBitVector iterationsTaken;

  unsigned addVariable(int64_t extent, llvm::StringRef name, bool position);
  unsigned iterationVariable(int64_t extent, llvm::StringRef name);
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_ACCESSSPACE_H
