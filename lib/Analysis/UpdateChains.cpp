//===- UpdateChains.cpp - what a chain of updates makes (ir.md 4) ---------===//

#include "ViewBuilder.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// What belongs to a chain
//===----------------------------------------------------------------------===//

/// The update that makes `value`, if one does.
static std::optional<Insertion> getInsertion(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return std::nullopt;
  auto interface = dyn_cast<AccessRelationOpInterface>(result.getOwner());
  int container =
      interface ? interface.getUpdatedOperand(result.getResultNumber()) : -1;
  if (container < 0)
    return std::nullopt;
  return Insertion{result.getOwner(), static_cast<unsigned>(container)};
}

/// The values that `value` is a version or another name of, inside `mesh`: what
/// enters through its arguments was finished before its positions began.
static SmallVector<Value, 2> getSources(Value value, hir::MeshScopeOp mesh) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (CountedLoopOpInterface loop = asLoop(parent); loop && number > 0)
      return {loop.getCarriedInits()[number - 1],
              loop.getYielded()[number - 1]};
    auto inner = dyn_cast<hir::MeshScopeOp>(parent);
    if (!inner || inner == mesh || number < inner.getMesh().getRank())
      return {};
    return {inner.getInputs()[number - inner.getMesh().getRank()]};
  }
  auto result = cast<OpResult>(value);
  unsigned number = result.getResultNumber();
  if (CountedLoopOpInterface loop = asLoop(result.getOwner()))
    return {loop.getYielded()[number], loop.getCarriedInits()[number]};
  if (auto inner = dyn_cast<hir::MeshScopeOp>(result.getOwner()))
    return {inner.getYielded()[number]};
  if (auto insertion = getInsertion(value))
    return {insertion->op->getOperand(insertion->container)};
  return {};
}

/// Whether what is inserted, or where, varies along the axis `slot`.
static bool varies(const ViewInfo &view, const Insertion &insertion,
                   unsigned slot) {
  for (auto [i, operand] : llvm::enumerate(insertion.op->getOperands())) {
    if (i == insertion.container)
      continue;
    SlotSet reads = view.getDependence(operand);
    if (slot < reads.size() && reads.test(slot))
      return true;
  }
  return false;
}

ViewInfo::Builder::UpdateChain::UpdateChain(const ViewInfo &view, Value value,
                                            unsigned slot) {
  auto mesh = cast<hir::MeshScopeOp>(view.getScope(value)->slots[slot].op);
  SmallVector<Value> reached = {value};
  llvm::DenseSet<Value> isReached = {value};
  llvm::DenseMap<Value, SmallVector<Value, 2>> readers;
  SmallVector<Value> varying;
  for (size_t i = 0; i < reached.size(); ++i) {
    Value at = reached[i];
    if (auto insertion = getInsertion(at);
        insertion && varies(view, *insertion, slot))
      varying.push_back(at);
    for (Value source : getSources(at, mesh)) {
      readers[source].push_back(at);
      if (isReached.insert(source).second)
        reached.push_back(source);
    }
  }
  // What an update that varies leads to; the others make a container.
  llvm::DenseSet<Value> isVersion(varying.begin(), varying.end());
  while (!varying.empty())
    for (Value reader : readers.lookup(varying.pop_back_val()))
      if (isVersion.insert(reader).second)
        varying.push_back(reader);
  for (Value at : reached) {
    if (getSources(at, mesh).empty())
      roots.push_back(at);
    else if (auto insertion = getInsertion(at);
             insertion && isVersion.contains(at))
      insertions.push_back(*insertion);
  }
}

//===----------------------------------------------------------------------===//
// Whether a chain is a union
//===----------------------------------------------------------------------===//

/// Windows that are compared two by two; a hull may hold more.
static constexpr size_t kMaxWindows = 64;
/// isl operations that one comparison of two windows may take.
static constexpr unsigned long kMaxIslOperations = 200000;

namespace {
/// A window of a chain and the first op that writes it.
struct Window {
  Access access;
  Operation *op;
};
} // namespace

/// The distinct windows that the chain writes; nothing where one cannot be
/// placed.
static std::optional<SmallVector<Window, 2>>
windowsOfChain(AccessSpace &space, const ViewInfo &view,
               ArrayRef<Insertion> insertions) {
  SmallVector<Window, 2> windows;
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
    bool isKnown =
        placed->isEmpty || llvm::any_of(windows, [&](const Window &window) {
          return window.access == placed->access;
        });
    if (!isKnown)
      windows.push_back({std::move(placed->access), insertion.op});
  }
  return windows;
}

/// Whether one window around all of `windows` shows that positions that differ
/// on the axis write apart.
static bool isHullDisjoint(AccessSpace &space, ArrayRef<Window> windows,
                           unsigned slot) {
  auto accesses = llvm::map_to_vector<4>(
      windows, [](const Window &window) { return window.access; });
  std::optional<Access> hull = space.hullOfWindows(accesses);
  return hull && space.areWindowsDisjoint(*hull, *hull, slot);
}

/// Whether positions that differ on the axis `slot` write apart (ir.md 4): each
/// window of the chain at one of them is disjoint from each at another.
bool ViewInfo::Builder::isUnion(const UpdateChain &chain, const Scope &at,
                                unsigned slot) {
  auto mesh = cast<hir::MeshScopeOp>(at.slots[slot].op);
  // Loops and scopes inside the mesh's scope are iterations of a position.
  const Scope &scope = *view.scopes.lookup(&mesh.getBody().front());
  AccessSpace space(view, scope, -1, Share::Whole);
  auto windows = windowsOfChain(space, view, chain.insertions);
  if (!windows)
    return false;
  if (windows->empty() || isHullDisjoint(space, *windows, slot))
    return true;
  if (windows->size() == 1 || windows->size() > kMaxWindows)
    return false;
  CountLimits limits;
  limits.maxIslOperations = kMaxIslOperations;
  auto areDisjoint = [&](const Window &a, const Window &b) {
    // A longer chain compares the windows of a shorter one again.
    auto [known, isNew] = disjointWindows.try_emplace({{a.op, b.op}, slot});
    if (isNew)
      known->second =
          space.areWindowsDisjoint(a.access, b.access, slot, limits);
    return known->second;
  };
  for (size_t i = 0; i < windows->size(); ++i)
    for (size_t j = 0; j <= i; ++j)
      if (!areDisjoint((*windows)[i], (*windows)[j]))
        return false;
  return true;
}

/// Whether a container that the chain starts from varies along an axis of the
/// level of `axis` or a finer one: it stays a value of its own at each
/// position. One that varies along coarser axes is one value for the positions
/// of `axis`.
bool ViewInfo::Builder::startsVarying(const UpdateChain &chain,
                                      const Slot &axis) {
  int level = view.getLevelIndex(axis.level);
  return llvm::any_of(chain.roots, [&](Value root) {
    const Scope &scope = *view.getScope(root);
    SlotSet variation = view.getVariation(root);
    return llvm::any_of(variation.set_bits(), [&](unsigned slot) {
      return view.getLevelIndex(scope.slots[slot].level) >= level;
    });
  });
}

SlotSet ViewInfo::Builder::updateDependence(Operation *op, unsigned container) {
  Value updated = op->getResult(0);
  const Scope &scope = *view.getScope(updated);
  SlotSet result = view.getDependence(op->getOperand(container));
  result.resize(scope.slots.size());
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (i == container)
      continue;
    SlotSet reads = view.getDependence(operand);
    for (unsigned slot : reads.set_bits())
      if (scope.slots[slot].isLoop())
        result.set(slot);
  }
  for (auto [slot, axis] : llvm::enumerate(scope.slots)) {
    if (axis.isLoop() || result.test(slot))
      continue;
    UpdateChain chain(view, updated, slot);
    if (!chain.insertions.empty() &&
        (startsVarying(chain, axis) || !isUnion(chain, scope, slot)))
      result.set(slot);
  }
  return result;
}
