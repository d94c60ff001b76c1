//===- Occurrences.cpp - the order and the places of occurrences ----------===//

#include "PerformanceParts.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

OccurrenceOrder::OccurrenceOrder(const ViewInfo &view) {
  for (const MeasuredOp &op : view.getOps())
    measured[op.op] = &op;
  visitBlock(view.getFunction()->getRegion(0).front());
}

ArrayRef<Operation *> OccurrenceOrder::getMembers(Operation *loop) const {
  auto it = members.find(loop);
  return it == members.end() ? ArrayRef<Operation *>()
                             : ArrayRef<Operation *>(it->second);
}

ArrayRef<Operation *> OccurrenceOrder::getSources(Value value) const {
  auto it = sources.find(value);
  return it == sources.end() ? ArrayRef<Operation *>()
                             : ArrayRef<Operation *>(it->second);
}

static void setDepth(llvm::SmallBitVector &depths, unsigned depth) {
  if (depths.size() <= depth)
    depths.resize(depth + 1);
  depths.set(depth);
}

/// Whoever reads `value` stands at least as deep as what it comes from.
void OccurrenceOrder::need(Value value, Depths &depths) const {
  for (Operation *source : getSources(value))
    setDepth(depths, depthOf.lookup(source));
}

/// Gives `op` to the outermost loop that the deepest of `depths` allows, which
/// then needs the rest.
void OccurrenceOrder::place(Operation *op, Depths &depths) {
  int deepest = depths.find_last();
  unsigned depth = deepest < 0 ? 0 : static_cast<unsigned>(deepest);
  depthOf[op] = depth;
  members[depth == 0 ? nullptr : open[depth - 1]].push_back(op);
  if (depth == 0)
    return;
  depths.reset(depth);
  needs[depth - 1] |= depths;
}

void OccurrenceOrder::visitMeasured(const MeasuredOp &op) {
  Depths depths;
  unsigned loops = 0;
  for (auto [slot, info] : llvm::enumerate(op.scope->slots)) {
    if (!info.isLoop())
      continue;
    ++loops;
    if (slot < op.reads.size() && op.reads.test(slot))
      setDepth(depths, loops);
  }
  for (Value operand : op.op->getOperands())
    need(operand, depths);
  place(op.op, depths);
  for (Value result : op.op->getResults())
    sources[result] = {op.op};
}

void OccurrenceOrder::visitLoop(CountedLoopOpInterface loop) {
  auto copySources = [&](Value to, Value from) {
    ArrayRef<Operation *> found = getSources(from);
    sources[to] = Sources(found);
  };
  if (loop.getStaticTrips().value_or(0) == 0) {
    for (auto [result, init] :
         llvm::zip(loop->getResults(), loop.getCarriedInits()))
      copySources(result, init);
    return;
  }
  for (auto [argument, init] :
       llvm::zip(loop.getCarriedArgs(), loop.getCarriedInits()))
    copySources(argument, init);
  open.push_back(loop);
  needs.emplace_back();
  visitBlock(loop.getLoopBlock());
  Depths depths = needs.pop_back_val();
  open.pop_back();
  for (Value init : loop.getCarriedInits())
    need(init, depths);
  for (Value yielded : loop.getYielded())
    need(yielded, depths);
  depths.resize(open.size() + 1);
  place(loop, depths);
  for (Value result : loop->getResults())
    sources[result] = {loop};
}

void OccurrenceOrder::visitBlock(Block &block) {
  for (Operation &op : block) {
    if (CountedLoopOpInterface loop = asLoop(&op)) {
      visitLoop(loop);
    } else if (auto mesh = dyn_cast<hir::MeshScopeOp>(op)) {
      for (auto [argument, input] :
           llvm::zip(mesh.getScopeArgs(), mesh.getInputs())) {
        ArrayRef<Operation *> found = getSources(input);
        sources[argument] = Sources(found);
      }
      visitBlock(mesh.getBody().front());
      for (auto [result, yielded] :
           llvm::zip(mesh.getResults(), mesh.getYielded())) {
        ArrayRef<Operation *> found = getSources(yielded);
        sources[result] = Sources(found);
      }
    } else if (const MeasuredOp *known = getMeasured(&op)) {
      visitMeasured(*known);
    } else {
      Sources own;
      for (Value operand : op.getOperands())
        for (Operation *source : getSources(operand))
          if (!llvm::is_contained(own, source))
            own.push_back(source);
      for (Value result : op.getResults())
        sources[result] = own;
    }
  }
}

//===----------------------------------------------------------------------===//
// Participants
//===----------------------------------------------------------------------===//

LogicalResult Participants::build() {
  SmallVector<int> named;
  WalkResult result = view.getFunction().walk([&](hir::MeshScopeOp scope) {
    for (hir::TopologyAttr level : scope.getMesh().getLevels())
      if (int index = view.getLevelIndex(level.getName());
          !llvm::is_contained(named, index))
        named.push_back(index);
    return WalkResult::advance();
  });
  llvm::sort(named);
  for (int index : named)
    levels.emplace_back(view.getTopologies()[index].getName().str(), Level());
  result = view.getFunction().walk([&](hir::MeshScopeOp scope) {
    // A mesh over several levels covers them whole (ir.md 2.3).
    auto plain = hir::toMesh(scope.getMesh());
    if (!plain || !plain->isSliced())
      return WalkResult::advance();
    auto level = llvm::find_if(levels, [&](const auto &known) {
      return known.first == plain->levels.front().name;
    });
    if (level->second.slices.count(scope.getMesh()))
      return WalkResult::advance();
    auto positions = plain->positions(0);
    if (!positions) {
      scope.emitOpError() << llvm::toString(positions.takeError());
      return WalkResult::interrupt();
    }
    timeline::PositionSet set =
        timeline::PositionSet::fromPositions(*positions);
    for (timeline::PositionRange range : set.ranges())
      llvm::append_values(level->second.cuts, range.begin, range.end);
    level->second.slices[scope.getMesh()] = std::move(set);
    return WalkResult::advance();
  });
  for (auto &[name, level] : levels) {
    llvm::sort(level.cuts);
    level.cuts.erase(llvm::unique(level.cuts), level.cuts.end());
  }
  return failure(result.wasInterrupted());
}

int64_t Participants::Level::stretchAt(int64_t position) const {
  return llvm::upper_bound(cuts, position) - cuts.begin();
}

/// The stretches of a level that the scopes around state, or all.
std::vector<timeline::PositionRange>
Participants::stretches(const Scope &scope, StringRef name,
                        const Level &level) const {
  for (const Scope *s = &scope; s; s = s->parent) {
    auto mesh = dyn_cast<hir::MeshScopeOp>(s->op);
    if (!mesh)
      continue;
    auto slice = level.slices.find(mesh.getMesh());
    if (slice == level.slices.end())
      continue;
    std::vector<timeline::PositionRange> own;
    for (timeline::PositionRange range : slice->second.ranges())
      own.push_back({level.stretchAt(range.begin), level.stretchAt(range.end)});
    return own;
  }
  return {{0, level.count()}};
}

timeline::ParticipantClass Participants::classOf(const Scope &scope) {
  // Loops do not change who takes part.
  const Scope *key = &scope;
  while (key->parent && !isa<hir::MeshScopeOp>(key->op))
    key = key->parent;
  auto it = known.find(key);
  if (it != known.end())
    return it->second;
  // Row-major over the levels.
  std::vector<timeline::PositionRange> set{{0, 1}};
  for (const auto &[name, level] : levels) {
    std::vector<timeline::PositionRange> inner = stretches(*key, name, level);
    int64_t count = level.count();
    std::vector<timeline::PositionRange> next;
    for (timeline::PositionRange range : set) {
      if (inner.front() == timeline::PositionRange{0, count}) {
        next.push_back({range.begin * count, range.end * count});
        continue;
      }
      for (int64_t outer = range.begin; outer < range.end; ++outer)
        for (timeline::PositionRange own : inner)
          next.push_back({outer * count + own.begin, outer * count + own.end});
    }
    set = std::move(next);
  }
  return known[key] = classes.intern(timeline::PositionSet::fromRanges(set));
}
