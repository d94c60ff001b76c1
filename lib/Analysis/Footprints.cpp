//===- Footprints.cpp - what each loop touches ----------------------------===//
//
// One row per owner and level for every loop: distinct bytes of one position,
// of the device, and without reuse (analysis 1.2.2, ir.md 11.6).
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

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
  VarRole roleInLoop(const Slot &slot, bool isInstance, Share share,
                     bool repeated) const;

  const ViewInfo &view;
  const Scope &loop;
  int level;
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

/// What a loop's or scope's result is another name of (ir.md 9).
static Value yieldedValue(OpResult result) {
  unsigned number = result.getResultNumber();
  if (auto mesh = dyn_cast<hir::MeshScopeOp>(result.getOwner()))
    return mesh.getYielded()[number];
  if (CountedLoopOpInterface loop = asLoop(result.getOwner()))
    return loop.getStaticTrips() == 0 ? loop.getCarriedInits()[number]
                                      : loop.getYielded()[number];
  return {};
}

/// The owner of the bytes that a boundary touches, without placing it.
static Value ownerOf(Value value) {
  // A result that names a view keeps its own coordinates.
  Value result;
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
    auto own = cast<OpResult>(value);
    if (Value yielded = yieldedValue(own)) {
      result = result ? result : value;
      value = yielded;
      continue;
    }
    auto interface = dyn_cast<AccessRelationOpInterface>(own.getOwner());
    int viewed =
        interface ? interface.getViewedOperand(own.getResultNumber()) : -1;
    if (viewed < 0)
      return value;
    if (result)
      return result;
    value = own.getOwner()->getOperand(viewed);
  }
}

void LoopFootprint::collect() {
  for (const MeasuredOp &measured : view.getOps()) {
    if (!isInside(*measured.scope, loop) || measured.scope->neverRuns)
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

VarRole LoopFootprint::roleInLoop(const Slot &slot, bool isInstance,
                                  Share share, bool repeated) const {
  if (slot.isLoop()) {
    bool isOutside =
        llvm::any_of(ArrayRef(loop.slots).drop_back(),
                     [&](const Slot &outer) { return outer.isSameAs(slot); });
    return isOutside  ? VarRole::First
           : repeated ? VarRole::Sum
                      : VarRole::Union;
  }
  if (share == Share::Unit && view.getLevelIndex(slot.level) <= level)
    return VarRole::Max;
  return isInstance ? VarRole::Sum : VarRole::Union;
}

static bool contains(ArrayRef<Slot> slots, const Slot &slot) {
  return llvm::any_of(slots, [&](const Slot &s) { return s.isSameAs(slot); });
}

std::optional<int64_t> LoopFootprint::countUnion(const Row &row, Share share) {
  AccessSpace space(view, loop, level, share);
  // Accesses with other instance axes touch other values.
  struct Group {
    SmallVector<Slot, 2> instances;
    SmallVector<Access, 2> accesses;
  };
  SmallVector<Group, 1> groups;
  SmallVector<Slot, 4> slots;
  llvm::SmallPtrSet<const Scope *, 4> scopes;
  int64_t bits = 0;
  for (const auto &[measured, boundary] : row.accesses) {
    const AccessRelations &own = *relations[measured->op];
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
    if (scopes.insert(measured->scope).second)
      for (const Slot &slot : measured->scope->slots)
        if (!contains(slots, slot))
          slots.push_back(slot);
    SmallVector<Slot, 2> instances;
    for (unsigned slot : placed->instances.set_bits())
      instances.push_back(measured->scope->slots[slot]);
    auto group = llvm::find_if(groups, [&](const Group &g) {
      return g.instances.size() == instances.size() &&
             llvm::all_of(instances, [&](const Slot &slot) {
               return contains(g.instances, slot);
             });
    });
    if (group == groups.end())
      group = groups.insert(group, Group{instances, {}});
    group->accesses.push_back(std::move(placed->access));
  }
  CheckedInt total = 0;
  for (const Group &group : groups) {
    auto counted = space.count(
        group.accesses, slots,
        [&](unsigned slot) {
          return roleInLoop(slots[slot], contains(group.instances, slots[slot]),
                            share, /*repeated=*/false);
        },
        bits);
    if (!counted) {
      llvm::consumeError(counted.takeError());
      return std::nullopt;
    }
    total += *counted;
  }
  return total.asOptional();
}

std::optional<int64_t> LoopFootprint::countRepeated(const Row &row) {
  CheckedInt elements = 0;
  int64_t bits = 0;
  for (const auto &access : row.accesses) {
    const auto *measured = access.first;
    unsigned boundary = access.second;
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
          return roleInLoop(measured->scope->slots[slot],
                            placed->instances.test(slot),
                            level < 0 ? Share::Whole : Share::Unit,
                            /*repeated=*/true);
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
        bool isKnown = hir::isConstant(op) || hir::endsBlock(op) ||
                       isMeasured(op) || isa<hir::MeshScopeOp>(op) ||
                       asLoop(op) ||
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
    std::optional<int64_t> repeated;
    if (device && bytes)
      repeated = countRepeated(row);
    if (!repeated || *bytes > *repeated || *device < *bytes) {
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
