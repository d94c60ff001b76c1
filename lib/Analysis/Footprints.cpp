//===- Footprints.cpp - what each loop touches ----------------------------===//
//
// One row per owner and level for every loop: distinct bytes of one position,
// of the device, and without reuse (analysis 1.2.2, ir.md 11.6).
//
// An access is placed once for all the loops around it. Which loop asks decides
// only what happens to the loops that the access moves with: those outside stay
// at their first trip. So an answer holds for the next loop outwards unless the
// access moves with the loop in between.
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
/// A boundary of an op, placed where there is a way to.
struct PlacedBoundary {
  const MeasuredOp *measured;
  std::optional<PlacedAccess> device, unit;
  /// Coordinates of the loops that either moves with.
  SlotSet movers;
};

/// The boundaries inside one loop that reach one owner.
struct Row {
  /// Ascending; those of an owner that one loop holds follow one another.
  SmallVector<unsigned, 2> boundaries;
  /// Elements without reuse; nothing when one access cannot be counted.
  std::optional<CheckedInt> repeated = CheckedInt(0);
};

/// What the boundaries [first, last] of an owner reach while the loops `held`
/// stay at their first trip.
struct KnownUnion {
  unsigned first, last;
  SlotSet held;
  std::optional<int64_t> bytes, deviceBytes;
};

/// What a boundary reaches in one share.
struct Reached {
  const PlacedBoundary *boundary;
  const PlacedAccess *placed;
  /// `placed->access`, or the same by positions.
  Access access;
};

class FootprintMeasurer {
public:
  FootprintMeasurer(const ViewInfo &view, int level)
      : view(view), level(level),
        device(view, view.getRoot(), level, Share::Whole),
        unit(view, view.getRoot(), level, Share::Unit) {}

  FailureOr<std::vector<std::unique_ptr<LoopFootprintRecord>>> run();

private:
  using Rows = llvm::MapVector<Value, Row>;

  void visit(const MeasuredOp &measured);
  PlacedBoundary place(const MeasuredOp &measured,
                       const BoundaryRelation &boundary, bool isPlaceable);
  void addToLoops(unsigned boundary, Value owner);
  std::optional<CheckedInt> countRepeated(const PlacedBoundary &boundary,
                                          const SlotSet &inside);
  KnownUnion measureUnion(const Row &row, Value owner, const Scope &loop);
  std::optional<int64_t> countUnion(ArrayRef<unsigned> boundaries, Share share,
                                    const SlotSet &held);
  std::optional<int64_t> countReached(ArrayRef<Reached> reached, Share share,
                                      const SlotSet &held);
  bool agreeOnPositions(ArrayRef<Reached> reached) const;
  std::optional<int64_t> countByPositions(MutableArrayRef<Reached> reached,
                                          const SlotSet &held);
  VarRole axisRole(const Slot &slot, bool isInstance, Share share) const;
  /// Null after a diagnostic.
  std::unique_ptr<LoopFootprintRecord> makeRecord(const Scope &loop);

  bool hasUnits() const { return level >= 0; }
  AccessSpace &spaceOf(Share share) {
    return share == Share::Whole ? device : unit;
  }

  const ViewInfo &view;
  int level;
  /// All accesses of the view stand in one space for each share.
  AccessSpace device, unit;
  std::vector<PlacedBoundary> boundaries;
  llvm::DenseMap<const Scope *, Rows> rows;
  llvm::DenseMap<Value, SmallVector<KnownUnion, 1>> unions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

/// The owner of the bytes that a boundary of an op in `reader` touches, without
/// placing it.
static Value ownerOf(Value value, const ViewInfo &view, const Scope &reader) {
  while (true) {
    if (Value named = getNamedValue(value)) {
      value = named;
      continue;
    }
    if (!view.isFoldable(value, reader))
      return value;
    auto viewing = cast<AccessRelationOpInterface>(value.getDefiningOp());
    unsigned number = cast<OpResult>(value).getResultNumber();
    value = viewing->getOperand(viewing.getViewedOperand(number));
  }
}

static bool isLoopScope(const Scope &scope) {
  return scope.parent && scope.slots.size() > scope.parent->slots.size() &&
         scope.slots.back().isLoop();
}

//===----------------------------------------------------------------------===//
// Placing, and what is moved without reuse
//===----------------------------------------------------------------------===//

static std::optional<PlacedAccess> placeIn(AccessSpace &space,
                                           const BoundaryRelation &boundary) {
  auto placed = space.place(boundary);
  if (placed)
    return std::move(*placed);
  llvm::consumeError(placed.takeError());
  return std::nullopt;
}

static bool beginIn(AccessSpace &space, const MeasuredOp &measured,
                    const AccessRelations &relations) {
  llvm::Error error = space.beginOp(measured.op, relations, *measured.scope);
  bool isPlaceable = !error;
  llvm::consumeError(std::move(error));
  return isPlaceable;
}

PlacedBoundary FootprintMeasurer::place(const MeasuredOp &measured,
                                        const BoundaryRelation &boundary,
                                        bool isPlaceable) {
  PlacedBoundary result{&measured, {}, {}, SlotSet(view.getNumCoordinates())};
  if (!isPlaceable)
    return result;
  auto placeShare = [&](Share share) {
    std::optional<PlacedAccess> placed = placeIn(spaceOf(share), boundary);
    if (placed && !placed->isEmpty)
      spaceOf(share).collectMovers(placed->access, measured.scope->slots,
                                   result.movers);
    return placed;
  };
  result.device = placeShare(Share::Whole);
  if (hasUnits())
    result.unit = placeShare(Share::Unit);
  return result;
}

void FootprintMeasurer::visit(const MeasuredOp &measured) {
  if (measured.scope->neverRuns || measured.scope->loopDepth == 0)
    return;
  AccessRelations relations =
      cast<AccessRelationOpInterface>(measured.op).getAccessRelations();
  bool isPlaceable = beginIn(device, measured, relations) &&
                     (!hasUnits() || beginIn(unit, measured, relations));
  forEachMovingBoundary(
      measured.op, relations, [&](const BoundaryRelation &boundary) {
        Value owner = ownerOf(
            boundary.isResult ? Value(measured.op->getResult(boundary.index))
                              : measured.op->getOperand(boundary.index),
            view, *measured.scope);
        if (hir::ValueDesc::get(owner.getType())->storage == hir::Storage::Umat)
          return;
        boundaries.push_back(place(measured, boundary, isPlaceable));
        addToLoops(boundaries.size() - 1, owner);
      });
}

VarRole FootprintMeasurer::axisRole(const Slot &slot, bool isInstance,
                                    Share share) const {
  if (share == Share::Unit && view.getLevelIndex(slot.level) <= level)
    return VarRole::Max;
  return isInstance ? VarRole::Sum : VarRole::Union;
}

/// Elements of one position, those of each trip of the loops `inside` counted
/// anew.
std::optional<CheckedInt>
FootprintMeasurer::countRepeated(const PlacedBoundary &boundary,
                                 const SlotSet &inside) {
  Share share = hasUnits() ? Share::Unit : Share::Whole;
  const auto &placed = hasUnits() ? boundary.unit : boundary.device;
  if (!placed)
    return std::nullopt;
  if (placed->isEmpty)
    return CheckedInt(0);
  ArrayRef<Slot> slots = boundary.measured->scope->slots;
  auto counted = spaceOf(share).count(
      placed->access, slots,
      [&](unsigned slot) {
        if (!slots[slot].isLoop())
          return axisRole(slots[slot], placed->instances.test(slot), share);
        return inside.test(slots[slot].coordinate) ? VarRole::Sum
                                                   : VarRole::First;
      },
      /*bits=*/0);
  if (counted)
    return CheckedInt(*counted);
  llvm::consumeError(counted.takeError());
  return std::nullopt;
}

void FootprintMeasurer::addToLoops(unsigned number, Value owner) {
  const PlacedBoundary &boundary = boundaries[number];
  SlotSet inside(view.getNumCoordinates());
  std::optional<CheckedInt> elements = countRepeated(boundary, inside);
  for (const Scope *scope = boundary.measured->scope; scope;
       scope = scope->parent) {
    if (!isLoopScope(*scope))
      continue;
    const Slot &loop = scope->slots.back();
    inside.set(loop.coordinate);
    if (boundary.movers.test(loop.coordinate))
      elements = countRepeated(boundary, inside);
    else if (elements)
      *elements *= loop.extent;
    Row &row = rows[scope][owner];
    row.boundaries.push_back(number);
    if (row.repeated && elements)
      *row.repeated += *elements;
    else
      row.repeated.reset();
  }
}

//===----------------------------------------------------------------------===//
// What is touched
//===----------------------------------------------------------------------===//

namespace {
/// Accesses of one set of instances; those of another touch other values.
struct InstanceGroup {
  SlotSet instances;
  SmallVector<Access, 2> accesses;
};
} // namespace

/// Bytes of the union of accesses in one share, or nothing.
std::optional<int64_t>
FootprintMeasurer::countReached(ArrayRef<Reached> reached, Share share,
                                const SlotSet &held) {
  SmallVector<InstanceGroup, 1> groups;
  SmallVector<Slot, 4> slots;
  SlotSet known(view.getNumCoordinates());
  int64_t bits = 0;
  for (const Reached &own : reached) {
    bits = own.placed->bits;
    SlotSet instances(view.getNumCoordinates());
    for (auto [i, slot] :
         llvm::enumerate(own.boundary->measured->scope->slots)) {
      if (own.placed->instances.test(i))
        instances.set(slot.coordinate);
      // A loop that no access moves with changes nothing.
      bool matters =
          !slot.isLoop() || own.boundary->movers.test(slot.coordinate);
      if (!matters || known.test(slot.coordinate))
        continue;
      known.set(slot.coordinate);
      slots.push_back(slot);
    }
    auto group = llvm::find_if(groups, [&](const InstanceGroup &g) {
      return g.instances == instances;
    });
    if (group == groups.end())
      group = groups.insert(group, {instances, {}});
    group->accesses.push_back(own.access);
  }
  CheckedInt total = 0;
  for (const InstanceGroup &group : groups) {
    auto counted = spaceOf(share).count(
        group.accesses, slots,
        [&](unsigned i) {
          const Slot &slot = slots[i];
          if (!slot.isLoop())
            return axisRole(slot, group.instances.test(slot.coordinate), share);
          return held.test(slot.coordinate) ? VarRole::First : VarRole::Union;
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

/// Whether a position is known by one set of coordinates in all of them: no two
/// stand in scopes over different meshes of a level that units are of.
bool FootprintMeasurer::agreeOnPositions(ArrayRef<Reached> reached) const {
  auto meshesOf = [&](const Reached &own) {
    SmallVector<std::pair<StringRef, Attribute>, 2> meshes;
    for (const Slot &slot : own.boundary->measured->scope->slots) {
      if (slot.isLoop() || view.getLevelIndex(slot.level) > level)
        continue;
      std::pair<StringRef, Attribute> mesh{
          slot.level, cast<hir::MeshScopeOp>(slot.op).getMesh()};
      if (meshes.empty() || meshes.back() != mesh)
        meshes.push_back(mesh);
    }
    return meshes;
  };
  auto first = meshesOf(reached.front());
  return llvm::all_of(reached.drop_front(), [&](const Reached &own) {
    return meshesOf(own) == first;
  });
}

/// The most bytes that one position reaches where the scopes around the
/// accesses take different positions, or nothing.
std::optional<int64_t>
FootprintMeasurer::countByPositions(MutableArrayRef<Reached> reached,
                                    const SlotSet &held) {
  using Positions = SmallVector<std::optional<unsigned>, 2>;
  SmallVector<Positions, 4> positions;
  for (Reached &own : reached) {
    auto placed =
        unit.placeOnPositions(own.access, own.boundary->measured->scope->slots);
    if (!placed) {
      llvm::consumeError(placed.takeError());
      return std::nullopt;
    }
    own.access = std::move(placed->access);
    positions.push_back(std::move(placed->positions));
  }
  // Where one level has several sets of positions that exclude one another, a
  // position performs what stands in one of them, and what stands in none.
  std::optional<unsigned> dividing;
  llvm::SmallSetVector<unsigned, 2> sets;
  for (int own = 0; own <= level; ++own) {
    llvm::SmallSetVector<unsigned, 2> taken;
    for (const Positions &where : positions)
      if (where[own])
        taken.insert(*where[own]);
    if (taken.size() < 2)
      continue;
    if (dividing)
      return std::nullopt;
    dividing = own;
    sets = std::move(taken);
  }
  if (!dividing)
    return countReached(reached, Share::Unit, held);
  std::optional<int64_t> most = 0;
  for (unsigned set : sets) {
    for (unsigned other : sets) {
      auto disjoint = set == other ? llvm::Expected<bool>(true)
                                   : unit.arePositionsDisjoint(set, other);
      bool excludes = disjoint && *disjoint;
      llvm::consumeError(disjoint.takeError());
      if (!excludes)
        return std::nullopt;
    }
    SmallVector<Reached, 4> own;
    for (auto [access, where] : llvm::zip_equal(reached, positions))
      if (!where[*dividing] || *where[*dividing] == set)
        own.push_back(access);
    std::optional<int64_t> bytes = countReached(own, Share::Unit, held);
    if (!bytes)
      return std::nullopt;
    most = std::max(*most, *bytes);
  }
  return most;
}

/// Bytes of the union of an owner's accesses in one share, or nothing.
std::optional<int64_t> FootprintMeasurer::countUnion(ArrayRef<unsigned> numbers,
                                                     Share share,
                                                     const SlotSet &held) {
  SmallVector<Reached, 4> reached;
  for (unsigned number : numbers) {
    const PlacedBoundary &boundary = boundaries[number];
    const auto &placed =
        share == Share::Whole ? boundary.device : boundary.unit;
    if (!placed)
      return std::nullopt;
    if (!placed->isEmpty)
      reached.push_back({&boundary, &*placed, placed->access});
  }
  if (share == Share::Whole || reached.empty() || agreeOnPositions(reached))
    return countReached(reached, share, held);
  return countByPositions(reached, held);
}

KnownUnion FootprintMeasurer::measureUnion(const Row &row, Value owner,
                                           const Scope &loop) {
  SlotSet moved(view.getNumCoordinates()), held(view.getNumCoordinates());
  for (unsigned number : row.boundaries)
    moved |= boundaries[number].movers;
  for (const Slot &slot : ArrayRef(loop.slots).drop_back())
    if (slot.isLoop() && moved.test(slot.coordinate))
      held.set(slot.coordinate);
  SmallVector<KnownUnion, 1> &known = unions[owner];
  for (const KnownUnion &answer : llvm::reverse(known))
    if (answer.first == row.boundaries.front() &&
        answer.last == row.boundaries.back() && answer.held == held)
      return answer;
  KnownUnion answer{
      row.boundaries.front(), row.boundaries.back(), held, {}, {}};
  answer.deviceBytes = countUnion(row.boundaries, Share::Whole, held);
  answer.bytes = hasUnits() ? countUnion(row.boundaries, Share::Unit, held)
                            : answer.deviceBytes;
  known.push_back(answer);
  return answer;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Whether an op in the loop moves tensors without stating a relation: one that
/// `unknown-ops=note` left out.
static bool movesUnknown(Operation *op) {
  auto isTensor = [](Type type) { return isa<ShapedType>(type); };
  bool isKnown = hir::isConstant(op) || hir::endsBlock(op) || isMeasured(op) ||
                 isa<hir::MeshScopeOp>(op) || asLoop(op);
  return !isKnown && (llvm::any_of(op->getOperandTypes(), isTensor) ||
                      llvm::any_of(op->getResultTypes(), isTensor));
}

/// The loops that hold an op which moves tensors without stating a relation.
static llvm::DenseSet<Operation *> loopsWithUnknown(const ViewInfo &view) {
  llvm::DenseSet<Operation *> loops;
  view.getFunction()->walk([&](Operation *op) {
    if (op == view.getFunction() || !movesUnknown(op))
      return;
    for (Operation *around = op->getParentOp();
         around && loops.insert(around).second;)
      around = around->getParentOp();
  });
  return loops;
}

std::unique_ptr<LoopFootprintRecord>
FootprintMeasurer::makeRecord(const Scope &loop) {
  auto record = std::make_unique<LoopFootprintRecord>();
  for (const auto &[owner, row] : rows[&loop]) {
    KnownUnion reached = measureUnion(row, owner, loop);
    std::optional<int64_t> repeated;
    hir::ValueDesc desc = *hir::ValueDesc::get(owner.getType());
    if (row.repeated) {
      CheckedInt bytes = *row.repeated;
      if (bytes)
        bytes = bytesForElements(bytes.get(), elementTypeBits(desc.element()));
      if (!bytes) {
        loop.op->emitError()
            << "the bytes of '" << bindingLabel(owner) << "' that '"
            << loop.op->getName()
            << "' moves without reuse do not fit in 64 bits; give the loops "
               "fewer trips";
        return nullptr;
      }
      repeated = bytes.get();
    }
    if (!repeated || !reached.bytes || !reached.deviceBytes ||
        *reached.bytes > *repeated || *reached.deviceBytes < *reached.bytes) {
      record->known = false;
      continue;
    }
    record->footprints.push_back(
        {bindingLabel(owner), hir::stringifyStorage(desc.storage).str(),
         *reached.bytes, *reached.deviceBytes, *repeated});
  }
  llvm::stable_sort(record->footprints, [](const auto &a, const auto &b) {
    return std::tie(a.buffer, a.level) < std::tie(b.buffer, b.level);
  });
  return record;
}

FailureOr<std::vector<std::unique_ptr<LoopFootprintRecord>>>
FootprintMeasurer::run() {
  std::vector<std::unique_ptr<LoopFootprintRecord>> records;
  if (view.getLoops().empty())
    return records;
  for (const MeasuredOp &measured : view.getOps())
    visit(measured);
  llvm::DenseSet<Operation *> unknown = loopsWithUnknown(view);
  for (const Scope *loop : view.getLoops()) {
    records.push_back(makeRecord(*loop));
    if (!records.back())
      return failure();
    if (!loop->neverRuns && unknown.contains(loop->op))
      records.back()->known = false;
  }
  return records;
}

FailureOr<std::vector<std::unique_ptr<LoopFootprintRecord>>>
tilefoundry::measureLoops(const ViewInfo &view, int level) {
  return FootprintMeasurer(view, level).run();
}
