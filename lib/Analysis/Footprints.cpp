//===- Footprints.cpp - what each loop touches ----------------------------===//
//
// One row per owner and level for every loop: distinct bytes of one position, of the
// device, and without reuse (analysis 1.2.2, ir.md 11.6).
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
/// An access of one op inside the loop.
struct LoopAccess {
  const MeasuredOp *measured;
  AccessRelations relations;
  const BoundaryRelation *boundary;
};

class LoopFootprint {
public:
  LoopFootprint(const ViewInfo &view, const Scope &loop, int level)
      : view(view), loop(loop), level(level) {}

  std::unique_ptr<LoopFootprintRecord> measure();

private:
  struct Row {
    Value owner;
    SmallVector<std::pair<const MeasuredOp *, unsigned>, 2> accesses;
  };
  void collect();
  /// Bytes of the union of a row's accesses in one share, or nothing.
  std::optional<int64_t> countUnion(const Row &row, Share share);
  std::optional<int64_t> countRepeated(const Row &row);
  /// The deepest scope that holds all accesses' slots; they share the loop's.
  VarRole roleInLoop(const Scope &scope, unsigned slot, Share share,
                     const SlotSet &instances, bool repeated) const;

  const ViewInfo &view;
  const Scope &loop;
  int level;
  bool known = true;
  llvm::MapVector<Value, Row> rows;
  llvm::DenseMap<Operation *, std::unique_ptr<AccessRelations>> relations;
};
} // namespace

static bool isInside(const Scope &scope, const Scope &outer) {
  for (const Scope *s = &scope; s; s = s->parent)
    if (s == &outer)
      return true;
  return false;
}

/// The owner of the bytes that a boundary touches, without placing it.
static Value ownerOf(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto mesh = dyn_cast_or_null<hir::MeshScopeOp>(
          argument.getOwner()->getParentOp());
      if (!mesh || argument.getArgNumber() < mesh.getMesh().getRank())
        return value;
      value =
          mesh.getInputs()[argument.getArgNumber() - mesh.getMesh().getRank()];
      continue;
    }
    auto result = cast<OpResult>(value);
    auto interface = dyn_cast<AccessRelationOpInterface>(result.getOwner());
    int viewed =
        interface ? interface.getViewedOperand(result.getResultNumber()) : -1;
    if (viewed < 0)
      return value;
    value = result.getOwner()->getOperand(viewed);
  }
}

void LoopFootprint::collect() {
  for (const MeasuredOp &measured : view.getOps()) {
    if (!isInside(*measured.scope, loop))
      continue;
    auto &own = relations[measured.op];
    own = std::make_unique<AccessRelations>(
        cast<AccessRelationOpInterface>(measured.op).getAccessRelations());
    forEachMovingBoundary(
        measured.op, *own, [&](const BoundaryRelation &boundary) {
          Value value = boundary.isResult
                            ? Value(measured.op->getResult(boundary.index))
                            : measured.op->getOperand(boundary.index);
          Value owner = ownerOf(value);
          if (hir::ValueDesc::get(owner.getType())->storage ==
              hir::Storage::Umat)
            return;
          Row &row = rows[owner];
          row.owner = owner;
          row.accesses.push_back(
              {&measured,
               static_cast<unsigned>(&boundary - own->boundaries.data())});
        });
  }
}

VarRole LoopFootprint::roleInLoop(const Scope &scope, unsigned slot,
                                  Share share, const SlotSet &instances,
                                  bool repeated) const {
  const Slot &info = scope.slots[slot];
  if (info.isLoop()) {
    bool inside = slot + 1 >= loop.slots.size();
    return !inside ? VarRole::First : repeated ? VarRole::Sum : VarRole::Union;
  }
  if (share == Share::Unit && view.getLevelIndex(info.level) <= level)
    return VarRole::Max;
  return slot < instances.size() && instances.test(slot) ? VarRole::Sum
                                                         : VarRole::Union;
}

std::optional<int64_t> LoopFootprint::countUnion(const Row &row, Share share) {
  // Accesses in different inner loops have different slots; a space per scope
  // would not union them, so the deepest scope's slots must extend the others'.
  const Scope *deepest = &loop;
  for (const auto &[measured, boundary] : row.accesses)
    if (measured->scope->slots.size() > deepest->slots.size())
      deepest = measured->scope;
  AccessSpace space(view, *deepest, level, share);
  SmallVector<Access, 2> accesses;
  SlotSet instances;
  int64_t bits = 0;
  llvm::DenseMap<const Scope *, unsigned> foreign;
  for (const auto &[measured, boundary] : row.accesses) {
    const AccessRelations &own = *relations[measured->op];
    if (!isInside(*deepest, *measured->scope))
      return std::nullopt;
    if (llvm::Error error =
            space.beginOp(measured->op, own, *measured->scope)) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    auto placed = space.place(own.boundaries[boundary]);
    if (!placed) {
      llvm::consumeError(placed.takeError());
      return std::nullopt;
    }
    instances = placed->instances;
    bits = placed->bits;
    if (!placed->isEmpty)
      accesses.push_back(placed->access);
  }
  auto counted = space.count(
      accesses,
      [&](unsigned slot) {
        return roleInLoop(*deepest, slot, share, instances, false);
      },
      bits);
  if (counted)
    return *counted;
  llvm::consumeError(counted.takeError());
  return std::nullopt;
}

std::optional<int64_t> LoopFootprint::countRepeated(const Row &row) {
  CheckedInt elements = 0;
  int64_t bits = 0;
  for (const auto &[measured, boundary] : row.accesses) {
    const AccessRelations &own = *relations[measured->op];
    AccessSpace space(view, *measured->scope, level,
                      level < 0 ? Share::Whole : Share::Unit);
    if (llvm::Error error =
            space.beginOp(measured->op, own, *measured->scope)) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    auto placed = space.place(own.boundaries[boundary]);
    if (!placed) {
      llvm::consumeError(placed.takeError());
      return std::nullopt;
    }
    bits = placed->bits;
    if (placed->isEmpty)
      continue;
    auto counted = space.count(
        placed->access,
        [&](unsigned slot) {
          return roleInLoop(*measured->scope, slot,
                            level < 0 ? Share::Whole : Share::Unit,
                            placed->instances, true);
        },
        /*bits=*/0);
    if (!counted) {
      llvm::consumeError(counted.takeError());
      return std::nullopt;
    }
    elements += *counted;
  }
  if (!elements)
    return std::nullopt;
  return bytesForElements(elements.get(), bits).asOptional();
}

/// Whether an op in the loop moves tensors without stating a relation: one that
/// `unknown-ops=note` left out.
static bool holdsUnknownAccess(const Scope &loop) {
  auto isTensor = [](Type type) { return isa<ShapedType>(type); };
  return loop.op
      ->walk([&](Operation *op) {
        bool isKnown =
            op->hasTrait<OpTrait::ConstantLike>() ||
            isa<AccessRelationOpInterface, hir::GridRegionOp, hir::MeshScopeOp,
                hir::YieldOp>(op) ||
            (llvm::none_of(op->getOperandTypes(), isTensor) &&
             llvm::none_of(op->getResultTypes(), isTensor));
        return isKnown ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

std::unique_ptr<LoopFootprintRecord> LoopFootprint::measure() {
  auto record = std::make_unique<LoopFootprintRecord>();
  if (loop.neverRuns)
    return record;
  record->known = !holdsUnknownAccess(loop);
  collect();
  for (const auto &[owner, row] : rows) {
    std::optional<int64_t> device = countUnion(row, Share::Whole);
    std::optional<int64_t> bytes =
        level < 0 ? device : countUnion(row, Share::Unit);
    std::optional<int64_t> repeated = countRepeated(row);
    if (!device || !bytes || !repeated || *bytes > *repeated ||
        *device < *bytes) {
      record->known = false;
      continue;
    }
    hir::ValueDesc desc = *hir::ValueDesc::get(owner.getType());
    record->footprints.push_back({bindingLabel(owner),
                                  hir::stringifyStorage(desc.storage).str(),
                                  *bytes, *device, *repeated});
  }
  llvm::sort(record->footprints, [](const auto &a, const auto &b) {
    return std::tie(a.buffer, a.level) < std::tie(b.buffer, b.level);
  });
  return record;
}

std::unique_ptr<LoopFootprintRecord>
tilefoundry::measureLoop(const ViewInfo &view, const Scope &loop, int level) {
  return LoopFootprint(view, loop, level).measure();
}
