//===- ViewInfo.cpp - scopes, positions and variation of a view -----------===//

#include "ViewBuilder.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool tilefoundry::computesNumber(Operation *op) {
  if (hir::isConstant(op))
    return true;
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect != "arith" && dialect != "affine" && dialect != "math")
    return false;
  auto isScalar = [](Type type) { return !isa<ShapedType>(type); };
  return op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

bool tilefoundry::isMeasured(Operation *op) {
  // The catalogue's own ops are measured on numbers too.
  return isa<CostOpInterface>(op) &&
         (isa_and_nonnull<hir::HIRDialect>(op->getDialect()) ||
          !computesNumber(op));
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

unsigned tilefoundry::countCommonSlots(const Scope &a, const Scope &b) {
  unsigned count = 0;
  for (auto [own, other] : llvm::zip(a.slots, b.slots)) {
    if (own.op != other.op || own.axis != other.axis)
      break;
    ++count;
  }
  return count;
}

Value tilefoundry::getNamedValue(Value name) {
  if (auto argument = dyn_cast<BlockArgument>(name)) {
    auto mesh =
        dyn_cast_or_null<hir::MeshScopeOp>(argument.getOwner()->getParentOp());
    unsigned number = argument.getArgNumber();
    if (!mesh || number < mesh.getMesh().getRank())
      return {};
    return mesh.getInputs()[number - mesh.getMesh().getRank()];
  }
  auto result = cast<OpResult>(name);
  unsigned number = result.getResultNumber();
  if (auto mesh = dyn_cast<hir::MeshScopeOp>(result.getOwner()))
    return mesh.getYielded()[number];
  if (CountedLoopOpInterface loop = asLoop(result.getOwner()))
    return loop.getStaticTrips() == 0 ? loop.getCarriedInits()[number]
                                      : loop.getYielded()[number];
  return {};
}

bool ViewInfo::isFoldable(Value value, const Scope &reader) const {
  auto result = dyn_cast<OpResult>(value);
  auto interface = result
                       ? dyn_cast<AccessRelationOpInterface>(result.getOwner())
                       : AccessRelationOpInterface();
  int viewed =
      interface ? interface.getViewedOperand(result.getResultNumber()) : -1;
  if (viewed < 0)
    return false;
  const Scope &scope = *getScope(value);
  // What decides where the view lies.
  SlotSet moves(scope.slots.size());
  if (!interface.getOwnLevel().empty())
    moves |= getDependence(value);
  for (auto [i, operand] : llvm::enumerate(interface->getOperands()))
    if (static_cast<int>(i) != viewed)
      moves |= getDependence(operand);
  unsigned common = countCommonSlots(scope, reader);
  return llvm::none_of(moves.set_bits(), [&](unsigned slot) {
    const Slot &info = scope.slots[slot];
    return slot >= common && !info.isLoop() && info.extent > 1;
  });
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

FailureOr<std::unique_ptr<ViewInfo>> ViewInfo::build(func::FuncOp function) {
  auto view = std::make_unique<ViewInfo>();
  view->function = function;
  view->topologies =
      tilefoundry::getTopologies(function->getParentOfType<ModuleOp>());
  if (failed(Builder(*view).run()))
    return failure();
  return view;
}

ScopeTreeAnalysis::ScopeTreeAnalysis(func::FuncOp function) {
  auto built = ViewInfo::build(function);
  if (succeeded(built))
    view = std::move(*built);
}

LogicalResult ViewInfo::Builder::enterLoop(CountedLoopOpInterface loop,
                                           Scope &child) {
  std::optional<int64_t> trips = loop.getStaticTrips();
  if (!trips)
    return loop->emitOpError() << "has no static trip count; "
                               << (isa<hir::GridRegionOp>(loop.getOperation())
                                       ? "bind its dimensions"
                                       : "write its bounds as constants")
                               << ", and keep its range within 64 bits";
  child.slots.push_back(
      {Slot::Kind::Loop, loop, *trips, 0, {}, view.numCoordinates++});
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
    auto [coordinate, isNew] = axisCoordinates.try_emplace(
        {mesh.getMesh(), axis}, view.numCoordinates);
    view.numCoordinates += isNew;
    child.slots.push_back({Slot::Kind::Axis, mesh, *size,
                           static_cast<unsigned>(axis), (*levels)[axis],
                           coordinate->second});
  }
  return success();
}

LogicalResult ViewInfo::Builder::buildScope(Operation *op, Block &block,
                                            Scope &scope) {
  scope.op = op;
  scope.firstPosition = nextPosition;
  view.scopes[&block] = &scope;
  for (Operation &inner : block) {
    CountedLoopOpInterface loop = asLoop(&inner);
    if (loop || isa<hir::MeshScopeOp>(inner)) {
      Scope &child = *scope.children.emplace_back(std::make_unique<Scope>());
      child.parent = &scope;
      child.slots = scope.slots;
      child.neverRuns = scope.neverRuns;
      child.loopDepth = scope.loopDepth;
      if (failed(loop ? enterLoop(loop, child)
                      : enterMesh(cast<hir::MeshScopeOp>(inner), child)) ||
          failed(buildScope(&inner, inner.getRegion(0).front(), child)))
        return failure();
      continue;
    }
    if (isMeasured(&inner)) {
      view.positions[&inner] = nextPosition;
      view.ops.push_back({&inner, &scope, nextPosition++, {}});
    } else if (hir::isConstant(&inner) &&
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
  for (MeasuredOp &measured : view.ops) {
    measured.reads = operandReads(measured.op);
    // Whoever asks may ask for any slot around the op.
    measured.reads.resize(measured.scope->slots.size());
  }
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

void ViewInfo::Builder::propagateLoop(CountedLoopOpInterface loop) {
  Block &body = loop.getLoopBlock();
  Scope &scope = *view.scopes.lookup(&body);
  const Scope &outer = *scope.parent;
  SlotSet own(scope.slots.size());
  own.set(scope.slots.size() - 1);
  grow(loop.getInductionVar(), own);
  OperandRange inits = loop.getCarriedInits();
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
  for (auto [i, result] : llvm::enumerate(loop->getResults()))
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
    if (CountedLoopOpInterface loop = asLoop(&op))
      propagateLoop(loop);
    else if (auto mesh = dyn_cast<hir::MeshScopeOp>(op))
      propagateScope(mesh);
    else
      propagateOp(&op);
  }
}
