//===- Measure.cpp - work and movement of one op --------------------------===//

#include "tilefoundry/Analysis/Measure.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

CheckedInt tilefoundry::countPositions(const ViewInfo &view, const Scope &scope,
                                       int level, Share share) {
  CheckedInt positions = 1;
  for (const Slot &slot : scope.slots) {
    if (slot.isLoop())
      continue;
    if (share == Share::Unit && view.getLevelIndex(slot.level) <= level)
      continue;
    positions *= slot.extent;
  }
  return positions;
}

CheckedInt tilefoundry::countRepetitions(const MeasuredOp &measured) {
  if (measured.scope->neverRuns)
    return 0;
  CheckedInt repetitions = 1;
  for (unsigned slot : measured.reads.set_bits())
    if (measured.scope->slots[slot].isLoop())
      repetitions *= measured.scope->slots[slot].extent;
  return repetitions;
}

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

ViewInfo::ViewInfo() : measureCache(std::make_unique<MeasureCache>()) {}
ViewInfo::~ViewInfo() = default;

static constexpr OperationEquivalence::Flags structureFlags =
    OperationEquivalence::IgnoreLocations |
    OperationEquivalence::IgnoreDiscardableAttrs;

unsigned MeasureCache::Structure::getHashValue(Operation *op) {
  llvm::hash_code hash = OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue, structureFlags);
  for (Type type : op->getOperandTypes())
    hash = llvm::hash_combine(hash, type);
  return static_cast<unsigned>(hash);
}

bool MeasureCache::Structure::isEqual(Operation *lhs, Operation *rhs) {
  if (lhs == rhs)
    return true;
  if (lhs == getEmptyKey() || lhs == getTombstoneKey() ||
      rhs == getEmptyKey() || rhs == getTombstoneKey())
    return false;
  // Which operand a payload uses where is part of what the op does.
  for (auto [left, right] : llvm::zip(lhs->getRegions(), rhs->getRegions()))
    if (!OperationEquivalence::isRegionEquivalentTo(&left, &right,
                                                    structureFlags))
      return false;
  return lhs->getOperandTypes() == rhs->getOperandTypes() &&
         OperationEquivalence::isEquivalentTo(
             lhs, rhs, OperationEquivalence::ignoreValueEquivalence,
             /*markEquivalent=*/nullptr, structureFlags);
}

/// Whether the op's name, attributes and types decide what it does: nothing
/// around it moves, no number places a window, and no operand folds to another
/// owner.
static bool isDecidedByStructure(const MeasuredOp &measured) {
  if (!measured.scope->slots.empty())
    return false;
  for (Value operand : measured.op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      return false;
    if (getNamedValue(operand))
      return false;
    auto result = dyn_cast<OpResult>(operand);
    auto viewing = result
                       ? dyn_cast<AccessRelationOpInterface>(result.getOwner())
                       : AccessRelationOpInterface();
    if (viewing && viewing.getViewedOperand(result.getResultNumber()) >= 0)
      return false;
  }
  return true;
}

MeasureCache::Entries &MeasureCache::classify(const MeasuredOp &measured) {
  if (!isDecidedByStructure(measured))
    return classes.emplace_back();
  Entries *&entries = structural[measured.op];
  if (!entries)
    entries = &classes.emplace_back();
  return *entries;
}

MeasureCache::Entry &MeasureCache::lookup(const MeasuredOp &measured,
                                          int level) {
  auto position = static_cast<size_t>(measured.position);
  if (known.size() <= position)
    known.resize(position + 1);
  if (!known[position])
    known[position] = &classify(measured);
  Entries &entries = *known[position];
  for (Entry &entry : entries)
    if (entry.level == level)
      return entry;
  entries.emplace_back().level = level;
  return entries.back();
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static llvm::Expected<Work> workOfShare(const ViewInfo &view,
                                        const MeasuredOp &measured,
                                        const AccessRelations &relations,
                                        int level, Share share) {
  AccessSpace space(view, *measured.scope, level, share);
  if (llvm::Error error =
          space.beginOp(measured.op, relations, *measured.scope))
    return error;
  auto extents = space.localExtents();
  if (!extents)
    return extents.takeError();
  Work work;
  cast<CostOpInterface>(measured.op).getWork(*extents, work);
  work.scale(countPositions(view, *measured.scope, level, share));
  if (work.hasOverflowed())
    return llvm::createStringError(
        "the work of the op does not fit in 64 bits");
  return work;
}

llvm::Expected<const OpWork *>
tilefoundry::measureWork(const ViewInfo &view, const MeasuredOp &measured,
                         int level) {
  std::optional<OpWork> &known =
      view.getMeasureCache().lookup(measured, level).work;
  if (known)
    return &*known;
  AccessRelations relations =
      cast<AccessRelationOpInterface>(measured.op).getAccessRelations();
  OpWork result;
  auto whole = workOfShare(view, measured, relations, level, Share::Whole);
  if (!whole)
    return whole.takeError();
  result.whole = *whole;
  result.perUnit = *whole;
  if (level >= 0) {
    auto unit = workOfShare(view, measured, relations, level, Share::Unit);
    if (!unit)
      return unit.takeError();
    result.perUnit = *unit;
  }
  result.repetitions = countRepetitions(measured);
  if (!result.repetitions)
    return llvm::createStringError(
        "the trips of the enclosing loops do not fit in 64 bits");
  known = result;
  return &*known;
}

//===----------------------------------------------------------------------===//
// Traffic
//===----------------------------------------------------------------------===//

void tilefoundry::forEachMovingBoundary(
    Operation *op, const AccessRelations &relations,
    llvm::function_ref<void(const BoundaryRelation &)> visit) {
  auto cost = cast<CostOpInterface>(op);
  for (const BoundaryRelation &boundary : relations.boundaries) {
    bool moves = boundary.isResult ? cost.writesResult(boundary.index)
                                   : cost.readsOperand(boundary.index);
    Value value = boundary.isResult ? Value(op->getResult(boundary.index))
                                    : op->getOperand(boundary.index);
    if (moves && isa<RankedTensorType>(value.getType()))
      visit(boundary);
  }
}

namespace {
/// The questions asked of one boundary in one share.
class TrafficCounter {
public:
  TrafficCounter(const ViewInfo &view, const MeasuredOp &measured, int level,
                 Share share)
      : view(view), measured(measured), level(level), share(share),
        space(view, *measured.scope, level, share) {}

  AccessSpace &getSpace() { return space; }

  /// Bytes of one occurrence and of all the function's trips.
  llvm::Error count(const PlacedAccess &placed, int64_t &occurrence,
                    int64_t &total) {
    if (placed.isEmpty)
      return llvm::Error::success();
    auto once = space.count(
        placed.access,
        [&](unsigned slot) {
          return isLoop(slot) ? VarRole::Max : axisRole(slot, placed);
        },
        placed.bits);
    if (!once)
      return once.takeError();
    occurrence = *once;
    if (measured.scope->neverRuns)
      return llvm::Error::success();
    bool repeats = llvm::any_of(measured.reads.set_bits(),
                                [&](unsigned slot) { return isLoop(slot); });
    if (!repeats) {
      total = *once;
      return llvm::Error::success();
    }
    auto all = space.count(
        placed.access,
        [&](unsigned slot) {
          if (!isLoop(slot))
            return axisRole(slot, placed);
          return measured.reads.test(slot) ? VarRole::Sum : VarRole::First;
        },
        placed.bits);
    if (!all)
      return all.takeError();
    total = *all;
    return llvm::Error::success();
  }

private:
  bool isLoop(unsigned slot) const {
    return measured.scope->slots[slot].isLoop();
  }
  VarRole axisRole(unsigned slot, const PlacedAccess &placed) const {
    if (share == Share::Unit &&
        view.getLevelIndex(measured.scope->slots[slot].level) <= level)
      return VarRole::Max;
    return placed.instances.test(slot) ? VarRole::Sum : VarRole::Union;
  }

  const ViewInfo &view;
  const MeasuredOp &measured;
  int level;
  Share share;
  AccessSpace space;
};
} // namespace

static StringRef storageLevel(Value value) {
  auto desc = hir::ValueDesc::get(value.getType());
  // An unmaterialised value is read at rmem (analysis 1.2.2).
  if (desc->storage == hir::Storage::Umat)
    return hir::stringifyStorage(hir::Storage::Rmem);
  return hir::stringifyStorage(desc->storage);
}

/// Counts every moving boundary for one share; the moves are in operand order,
/// then results.
static llvm::Error countShare(const ViewInfo &view, const MeasuredOp &measured,
                              const AccessRelations &relations, int level,
                              Share share,
                              SmallVectorImpl<BoundaryTraffic> &moves) {
  Operation *op = measured.op;
  auto cost = cast<CostOpInterface>(op);
  TrafficCounter counter(view, measured, level, share);
  if (llvm::Error error =
          counter.getSpace().beginOp(op, relations, *measured.scope))
    return error;
  llvm::Error status = llvm::Error::success();
  size_t next = 0;
  auto record = [&](bool isResult, unsigned index, Value value,
                    llvm::Expected<PlacedAccess> placed) {
    if (status) {
      if (!placed)
        llvm::consumeError(placed.takeError());
      return;
    }
    if (!placed) {
      status = placed.takeError();
      return;
    }
    if (next == moves.size())
      moves.push_back({isResult, index, storageLevel(value)});
    BoundaryTraffic &move = moves[next++];
    bool whole = share == Share::Whole;
    status = counter.count(*placed, whole ? move.whole : move.perUnit,
                           whole ? move.totalWhole : move.totalPerUnit);
  };
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (!cost.readsOperand(i))
      continue;
    Value operand = op->getOperand(i);
    if (!isa<RankedTensorType>(operand.getType()))
      record(false, i, operand, counter.getSpace().placeScalar(operand));
    else if (const BoundaryRelation *boundary = relations.operand(i))
      record(false, i, operand, counter.getSpace().place(*boundary));
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    Value result = op->getResult(i);
    const BoundaryRelation *boundary = relations.result(i);
    if (boundary && cost.writesResult(i) &&
        isa<RankedTensorType>(result.getType()))
      record(true, i, result, counter.getSpace().place(*boundary));
  }
  return status;
}

static llvm::Expected<OpTraffic>
countTraffic(const ViewInfo &view, const MeasuredOp &measured, int level) {
  AccessRelations relations =
      cast<AccessRelationOpInterface>(measured.op).getAccessRelations();
  OpTraffic moves;
  if (llvm::Error error =
          countShare(view, measured, relations, level, Share::Whole, moves))
    return error;
  if (level < 0) {
    for (BoundaryTraffic &move : moves) {
      move.perUnit = move.whole;
      move.totalPerUnit = move.totalWhole;
    }
    return moves;
  }
  if (llvm::Error error =
          countShare(view, measured, relations, level, Share::Unit, moves))
    return error;
  return moves;
}

llvm::Expected<const OpTraffic *>
tilefoundry::measureTraffic(const ViewInfo &view, const MeasuredOp &measured,
                            int level) {
  std::optional<OpTraffic> &known =
      view.getMeasureCache().lookup(measured, level).traffic;
  if (known)
    return &*known;
  auto counted = countTraffic(view, measured, level);
  if (!counted)
    return counted.takeError();
  known = std::move(*counted);
  return &*known;
}
