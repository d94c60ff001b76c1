//===- ViewInfo.cpp - scopes, positions and variation of a view -----------===//

#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool Slot::isSameAs(const Slot &other) const {
  if (op == other.op)
    return axis == other.axis;
  return !isLoop() && !other.isLoop() && axis == other.axis &&
         cast<hir::MeshScopeOp>(op).getMesh() ==
             cast<hir::MeshScopeOp>(other.op).getMesh();
}

int ViewInfo::getLevelIndex(StringRef level) const {
  for (auto [i, topology] : llvm::enumerate(topologies))
    if (topology.getName() == level)
      return static_cast<int>(i);
  return -1;
}

Scope *ViewInfo::getScope(Value value) const {
  return scopes.lookup(value.getParentBlock());
}

SlotSet ViewInfo::getDependence(Value value) const {
  auto it = dependence.find(value);
  return it == dependence.end() ? SlotSet() : it->second;
}

SlotSet ViewInfo::getVariation(Value value) const {
  SlotSet result = getDependence(value);
  const Scope *scope = getScope(value);
  for (unsigned slot : result.set_bits())
    if (scope->slots[slot].isLoop())
      result.reset(slot);
  return result;
}

int64_t ViewInfo::getPosition(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber();
  auto it = positions.find(value.getDefiningOp());
  return it == positions.end() ? -1 : it->second;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

class ViewInfo::Builder {
public:
  Builder(ViewInfo &view) : view(view) {}
  LogicalResult run();

private:
  LogicalResult buildScope(Operation *op, Block &block, Scope &scope);
  LogicalResult enterLoop(hir::GridRegionOp loop, Scope &child);
  LogicalResult enterMesh(hir::MeshScopeOp mesh, Scope &child);

  /// One pass over a block; loops are repeated until nothing grows.
  void propagate(Block &block);
  void propagateLoop(hir::GridRegionOp loop);
  void propagateScope(hir::MeshScopeOp mesh);
  void propagateOp(Operation *op);
  SlotSet operandReads(Operation *op);
  SlotSet ownLevelSlots(Operation *op);
  /// The dependence of a new version of a container (ir.md 4, union).
  SlotSet updateDependence(Operation *op, unsigned container);
  class UpdateChain;
  SlotSet overlappingAxes(Operation *op, const UpdateChain &chain,
                          const SlotSet &axes);
  bool grow(Value value, const SlotSet &by);
  SlotSet truncated(Value value, const Scope &outer);
  LogicalResult checkYields(hir::MeshScopeOp mesh);
  void noteVariation(InFlightDiagnostic &diag, Value yielded, unsigned slot);

  ViewInfo &view;
  int64_t nextPosition = 0;
};

FailureOr<std::unique_ptr<ViewInfo>> ViewInfo::build(func::FuncOp function) {
  auto view = std::make_unique<ViewInfo>();
  view->function = function;
  view->topologies =
      tilefoundry::getTopologies(function->getParentOfType<ModuleOp>());
  if (failed(Builder(*view).run()))
    return failure();
  return view;
}

LogicalResult ViewInfo::Builder::enterLoop(hir::GridRegionOp loop,
                                           Scope &child) {
  std::optional<int64_t> trips = loop.getStaticTripCount();
  if (!trips)
    return loop.emitOpError()
           << "has no static trip count; bind its dimensions, and keep its "
              "range within 64 bits";
  child.slots.push_back({Slot::Kind::Loop, loop, *trips, 0, {}});
  child.neverRuns |= *trips == 0;
  ++child.loopDepth;
  view.loops.push_back(&child);
  return success();
}

LogicalResult ViewInfo::Builder::enterMesh(hir::MeshScopeOp mesh,
                                           Scope &child) {
  auto levels = hir::levelNamesOfAxes(mesh.getMesh());
  if (!levels)
    return mesh.emitOpError() << llvm::toString(levels.takeError());
  for (auto [axis, extent] : llvm::enumerate(mesh.getMesh().getShape())) {
    std::optional<int64_t> size = hir::getStaticExtent(extent);
    if (!size)
      return mesh.emitOpError()
             << "has a mesh with symbolic extents; bind their "
                "dimensions first";
    child.slots.push_back({Slot::Kind::Axis, mesh, *size,
                           static_cast<unsigned>(axis), (*levels)[axis]});
  }
  return success();
}

LogicalResult ViewInfo::Builder::buildScope(Operation *op, Block &block,
                                            Scope &scope) {
  scope.op = op;
  scope.firstPosition = nextPosition;
  view.scopes[&block] = &scope;
  for (Operation &inner : block) {
    if (isa<hir::GridRegionOp, hir::MeshScopeOp>(inner)) {
      Scope &child = *scope.children.emplace_back(std::make_unique<Scope>());
      child.parent = &scope;
      child.slots = scope.slots;
      child.neverRuns = scope.neverRuns;
      child.loopDepth = scope.loopDepth;
      auto loop = dyn_cast<hir::GridRegionOp>(inner);
      if (failed(loop ? enterLoop(loop, child)
                      : enterMesh(cast<hir::MeshScopeOp>(inner), child)) ||
          failed(buildScope(&inner, inner.getRegion(0).front(), child)))
        return failure();
      continue;
    }
    if (isa<CostOpInterface>(inner)) {
      view.positions[&inner] = nextPosition;
      view.ops.push_back({&inner, &scope, nextPosition++, {}});
    } else if (inner.hasTrait<OpTrait::ConstantLike>() &&
               isa<TensorType>(inner.getResult(0).getType())) {
      view.positions[&inner] = nextPosition++;
    }
  }
  scope.lastPosition = nextPosition - 1;
  return success();
}

LogicalResult ViewInfo::Builder::run() {
  Block &body = view.function.getBody().front();
  view.root = std::make_unique<Scope>();
  nextPosition = body.getNumArguments();
  if (failed(buildScope(view.function, body, *view.root)))
    return failure();
  view.root->firstPosition = 0;
  view.numPositions = nextPosition;
  propagate(body);
  for (MeasuredOp &measured : view.ops)
    measured.reads = operandReads(measured.op);
  WalkResult result = view.function.walk([&](hir::MeshScopeOp mesh) {
    return failed(checkYields(mesh)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Dependence
//===----------------------------------------------------------------------===//

bool ViewInfo::Builder::grow(Value value, const SlotSet &by) {
  if (by.none())
    return false;
  SlotSet &known = view.dependence[value];
  SlotSet before = known;
  known |= by;
  return known != before;
}

/// The dependence of `value` as seen from `outer`, whose slots are a prefix.
SlotSet ViewInfo::Builder::truncated(Value value, const Scope &outer) {
  SlotSet result = view.getDependence(value);
  result.resize(outer.slots.size());
  return result;
}

SlotSet ViewInfo::Builder::ownLevelSlots(Operation *op) {
  SlotSet result;
  auto interface = dyn_cast<AccessRelationOpInterface>(op);
  if (!interface || interface.getOwnLevel().empty())
    return result;
  int depth = view.getLevelIndex(interface.getOwnLevel());
  const Scope &scope = *view.getScope(op->getResult(0));
  result.resize(scope.slots.size());
  auto desc = hir::ValueDesc::get(op->getOperand(0).getType());
  hir::ShardAttr shard = desc ? desc->getShard() : hir::ShardAttr();
  if (!shard)
    return result;
  auto levels = hir::levelNamesOfAxes(shard.getMesh());
  if (!levels) {
    llvm::consumeError(levels.takeError());
    return result;
  }
  // Along an axis that the shard broadcasts, every position has the same part.
  auto isStated = [&](unsigned axis) {
    return shard.getEntries()[axis].kind != ShardKind::Broadcast;
  };
  for (auto [i, slot] : llvm::enumerate(scope.slots)) {
    if (slot.isLoop() || view.getLevelIndex(slot.level) > depth)
      continue;
    bool varies = false;
    if (cast<hir::MeshScopeOp>(slot.op).getMesh() == shard.getMesh())
      varies = isStated(slot.axis);
    else
      for (auto [axis, level] : llvm::enumerate(*levels))
        varies |= level == slot.level && isStated(axis);
    if (varies)
      result.set(i);
  }
  return result;
}

SlotSet ViewInfo::Builder::operandReads(Operation *op) {
  SlotSet reads = ownLevelSlots(op);
  auto interface = dyn_cast<AccessRelationOpInterface>(op);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (!interface || interface.dependsOnOperand(i))
      reads |= view.getDependence(operand);
  return reads;
}

namespace {
/// An update of a container and the boundary that it writes.
struct Insertion {
  Operation *op;
  unsigned container;
};
} // namespace

/// What a chain of updates is made of (ir.md 4): loops that carry it belong to
/// it, and scopes only give it other names.
class ViewInfo::Builder::UpdateChain {
public:
  /// All updates that `value` may carry, and the containers they start from.
  UpdateChain(const ViewInfo &view, Value value) : view(view) {
    collect(value);
  }
  /// The same without the updates that stand before the first one that varies
  /// along an axis of the first `numSlots` slots: what those made is a
  /// container.
  UpdateChain(const ViewInfo &view, Value value, unsigned numSlots)
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

  SmallVector<Insertion> insertions;
  SmallVector<Value> roots;

private:
  SlotSet getAxes(const Insertion &insertion, unsigned numSlots) const;
  void collect(Value value);

  const ViewInfo &view;
  std::optional<unsigned> numSlots;
  llvm::DenseSet<Value> visited;
};

SlotSet ViewInfo::Builder::UpdateChain::getAxes(const Insertion &insertion,
                                                unsigned numSlots) const {
  const Scope &scope = *view.getScope(insertion.op->getResult(0));
  SlotSet axes(numSlots);
  for (auto [i, operand] : llvm::enumerate(insertion.op->getOperands())) {
    if (i == insertion.container)
      continue;
    SlotSet reads = view.getDependence(operand);
    for (unsigned slot : reads.set_bits())
      if (slot < numSlots && !scope.slots[slot].isLoop())
        axes.set(slot);
  }
  return axes;
}

void ViewInfo::Builder::UpdateChain::collect(Value value) {
  if (!visited.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (auto loop = dyn_cast<hir::GridRegionOp>(parent); loop && number > 0) {
      collect(loop.getInitArgs()[number - 1]);
      collect(loop.getYielded()[number - 1]);
    } else if (auto mesh = dyn_cast<hir::MeshScopeOp>(parent);
               mesh && number >= mesh.getMesh().getRank()) {
      collect(mesh.getInputs()[number - mesh.getMesh().getRank()]);
    } else {
      roots.push_back(value);
    }
    return;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<hir::GridRegionOp>(op)) {
    collect(loop.getYielded()[result.getResultNumber()]);
    collect(loop.getInitArgs()[result.getResultNumber()]);
    return;
  }
  if (auto mesh = dyn_cast<hir::MeshScopeOp>(op))
    return collect(mesh.getYielded()[result.getResultNumber()]);
  auto interface = dyn_cast<AccessRelationOpInterface>(op);
  int container =
      interface ? interface.getUpdatedOperand(result.getResultNumber()) : -1;
  if (container < 0) {
    roots.push_back(value);
    return;
  }
  insertions.push_back({op, static_cast<unsigned>(container)});
  Value updated = op->getOperand(container);
  if (numSlots && UpdateChain(view, updated).getAxes(*numSlots).none())
    roots.push_back(updated);
  else
    collect(updated);
}

/// The scope around both.
static const Scope *commonScope(const Scope *a, const Scope *b) {
  for (const Scope *outer = a; outer; outer = outer->parent)
    for (const Scope *other = b; other; other = other->parent)
      if (outer == other)
        return outer;
  return a;
}

/// The innermost of nested scopes; the one around all where some stand side by
/// side.
static const Scope &placingScope(const Scope &first,
                                 ArrayRef<const Scope *> others) {
  const Scope *deepest = &first, *around = &first;
  for (const Scope *scope : others) {
    around = commonScope(around, scope);
    if (commonScope(deepest, scope) == deepest)
      deepest = scope;
  }
  bool areNested = commonScope(deepest, &first) == &first &&
                   llvm::all_of(others, [&](const Scope *scope) {
                     return commonScope(deepest, scope) == scope;
                   });
  return areNested ? *deepest : *around;
}

/// The windows that the chain writes; nothing where one cannot be placed.
static std::optional<SmallVector<Access, 2>>
windowsOfChain(AccessSpace &space, const ViewInfo &view,
               ArrayRef<Insertion> insertions) {
  SmallVector<Access, 2> windows;
  for (const Insertion &insertion : insertions) {
    AccessRelations relations =
        cast<AccessRelationOpInterface>(insertion.op).getAccessRelations();
    const Scope &scope = *view.getScope(insertion.op->getResult(0));
    if (llvm::Error error = space.beginOp(insertion.op, relations, scope)) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    auto placed = space.place(*relations.result(0));
    if (!placed) {
      llvm::consumeError(placed.takeError());
      return std::nullopt;
    }
    if (!placed->isEmpty)
      windows.push_back(placed->access);
  }
  return windows;
}

/// Those of `axes`, slots of the scope that `op` stands in, along which
/// positions that differ may write the same element.
SlotSet ViewInfo::Builder::overlappingAxes(Operation *op,
                                           const UpdateChain &chain,
                                           const SlotSet &axes) {
  // The deepest scope sees every start that encloses it; what stands in loops
  // side by side is seen from around them.
  SmallVector<const Scope *> scopes;
  for (const Insertion &insertion : chain.insertions)
    scopes.push_back(view.getScope(insertion.op->getResult(0)));
  const Scope &around = placingScope(*view.getScope(op->getResult(0)), scopes);
  if (axes.find_last() >= static_cast<int>(around.slots.size()))
    return axes;
  AccessSpace space(view, around, -1, Share::Whole);
  auto windows = windowsOfChain(space, view, chain.insertions);
  if (!windows)
    return axes;
  SlotSet overlapping(axes.size());
  if (windows->empty())
    return overlapping;
  std::optional<Access> window = space.hullOfWindows(*windows);
  if (!window)
    return axes;
  for (unsigned axis : axes.set_bits()) {
    SlotSet alone(around.slots.size());
    alone.set(axis);
    auto disjoint = space.areWindowsDisjoint(*window, alone);
    if (!disjoint)
      llvm::consumeError(disjoint.takeError());
    else if (*disjoint)
      continue;
    overlapping.set(axis);
  }
  return overlapping;
}

SlotSet ViewInfo::Builder::updateDependence(Operation *op, unsigned container) {
  const Scope &scope = *view.getScope(op->getResult(0));
  SlotSet result = view.getDependence(op->getOperand(container));
  result.resize(scope.slots.size());
  // A container that already varies stays a value of its own at each position.
  SlotSet own = result;
  for (unsigned slot = 0; slot < scope.slots.size(); ++slot)
    if (scope.slots[slot].isLoop())
      own.reset(slot);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (i == container)
      continue;
    SlotSet reads = view.getDependence(operand);
    for (unsigned slot : reads.set_bits())
      if (scope.slots[slot].isLoop())
        result.set(slot);
  }
  if (llvm::all_of(scope.slots, [](const Slot &slot) { return slot.isLoop(); }))
    return result;
  UpdateChain chain(view, op->getResult(0), scope.slots.size());
  SlotSet axes = chain.getAxes(scope.slots.size());
  if (axes.any())
    result |= own.any() ? axes : overlappingAxes(op, chain, axes);
  return result;
}

void ViewInfo::Builder::propagateOp(Operation *op) {
  auto interface = dyn_cast<AccessRelationOpInterface>(op);
  SlotSet reads;
  bool known = false;
  for (OpResult result : op->getResults()) {
    int container =
        interface ? interface.getUpdatedOperand(result.getResultNumber()) : -1;
    if (container >= 0) {
      grow(result, updateDependence(op, container));
      continue;
    }
    if (!known)
      reads = operandReads(op);
    known = true;
    grow(result, reads);
  }
}

void ViewInfo::Builder::propagateLoop(hir::GridRegionOp loop) {
  Block &body = loop.getBody().front();
  Scope &scope = *view.scopes.lookup(&body);
  const Scope &outer = *scope.parent;
  SlotSet own(scope.slots.size());
  own.set(scope.slots.size() - 1);
  grow(loop.getInductionVar(), own);
  auto inits = loop.getInitArgs();
  for (auto [argument, init] : llvm::zip(loop.getCarriedArgs(), inits)) {
    grow(argument, own);
    grow(argument, view.getDependence(init));
  }
  bool grew = true;
  while (grew) {
    propagate(body);
    grew = false;
    for (auto [argument, yielded] :
         llvm::zip(loop.getCarriedArgs(), loop.getYielded()))
      grew |= grow(argument, view.getDependence(yielded));
  }
  bool runs = scope.slots.back().extent > 0;
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    grow(result, runs ? truncated(loop.getYielded()[i], outer)
                      : view.getDependence(inits[i]));
}

void ViewInfo::Builder::propagateScope(hir::MeshScopeOp mesh) {
  Block &body = mesh.getBody().front();
  Scope &scope = *view.scopes.lookup(&body);
  unsigned first = scope.parent->slots.size();
  for (auto [i, coordinate] : llvm::enumerate(mesh.getCoordinates())) {
    SlotSet own(scope.slots.size());
    own.set(first + i);
    grow(coordinate, own);
  }
  for (auto [argument, input] :
       llvm::zip(mesh.getScopeArgs(), mesh.getInputs()))
    grow(argument, view.getDependence(input));
  propagate(body);
  for (auto [result, yielded] : llvm::zip(mesh.getResults(), mesh.getYielded()))
    grow(result, truncated(yielded, *scope.parent));
}

void ViewInfo::Builder::propagate(Block &block) {
  for (Operation &op : block) {
    if (auto loop = dyn_cast<hir::GridRegionOp>(op))
      propagateLoop(loop);
    else if (auto mesh = dyn_cast<hir::MeshScopeOp>(op))
      propagateScope(mesh);
    else
      propagateOp(&op);
  }
}

//===----------------------------------------------------------------------===//
// What a scope may yield
//===----------------------------------------------------------------------===//

/// Own axes of the scope that the type splits or is partial on.
static SmallVector<bool> axesCoveredByType(hir::MeshScopeOp mesh, Type type) {
  SmallVector<bool> covered(mesh.getMesh().getRank(), false);
  auto desc = hir::ValueDesc::get(type);
  hir::ShardAttr shard = desc ? desc->getShard() : hir::ShardAttr();
  if (!shard)
    return covered;
  auto states = [&](const ShardEntry &entry) {
    return entry.isSplit() || isPartial(entry.kind) ||
           entry.kind == ShardKind::Dynamic;
  };
  if (shard.getMesh() == mesh.getMesh()) {
    for (auto [axis, entry] : llvm::enumerate(shard.getEntries()))
      covered[axis] = states(entry);
    return covered;
  }
  auto target = hir::toMesh(shard.getMesh()),
       source = hir::toMesh(mesh.getMesh());
  if (!target || !source)
    return covered;
  auto digits = expressAxes(*target, *source);
  if (!digits) {
    llvm::consumeError(digits.takeError());
    return covered;
  }
  for (auto [axis, entry] : llvm::enumerate(shard.getEntries()))
    if (states(entry))
      for (const AxisDigit &digit : (*digits)[axis].digits)
        covered[digit.sourceAxis] = true;
  return covered;
}

/// Says why `yielded` varies along the axis of `slot`.
void ViewInfo::Builder::noteVariation(InFlightDiagnostic &diag, Value yielded,
                                      unsigned slot) {
  UpdateChain chain(view, yielded, slot + 1);
  bool startsVarying = llvm::any_of(chain.roots, [&](Value root) {
    SlotSet varies = view.getDependence(root);
    return slot < varies.size() && varies.test(slot);
  });
  if (!chain.insertions.empty() && !startsVarying)
    diag.attachNote(chain.insertions.front().op->getLoc())
        << "the windows it inserts overlap for positions that differ on the "
           "axis, or cannot be shown not to";
  else if (Operation *def = yielded.getDefiningOp())
    diag.attachNote(def->getLoc()) << "the varying value";
}

LogicalResult ViewInfo::Builder::checkYields(hir::MeshScopeOp mesh) {
  Scope &scope = *view.scopes.lookup(&mesh.getBody().front());
  unsigned first = scope.parent->slots.size();
  for (auto [i, yielded] : llvm::enumerate(mesh.getYielded())) {
    SlotSet varies = view.getDependence(yielded);
    SmallVector<bool> covered = axesCoveredByType(mesh, yielded.getType());
    for (unsigned axis = 0; axis < covered.size(); ++axis) {
      unsigned slot = first + axis;
      if (slot >= varies.size() || !varies.test(slot) || covered[axis] ||
          scope.slots[slot].extent <= 1)
        continue;
      InFlightDiagnostic diag =
          mesh.emitOpError()
          << "yields result " << i << ", which varies along mesh axis '"
          << mesh.getMesh().getAxisNames()[axis].getValue()
          << "': every position has another value; insert disjoint windows "
             "into "
             "a container that does not vary, or shard the value over the axis";
      noteVariation(diag, yielded, slot);
      return diag;
    }
  }
  return success();
}
