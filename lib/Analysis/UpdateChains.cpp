//===- UpdateChains.cpp - what a chain of updates makes (ir.md 4) ---------===//

#include "ViewBuilder.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

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
    if (CountedLoopOpInterface loop = asLoop(parent); loop && number > 0) {
      collect(loop.getCarriedInits()[number - 1]);
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
  if (CountedLoopOpInterface loop = asLoop(op)) {
    collect(loop.getYielded()[result.getResultNumber()]);
    collect(loop.getCarriedInits()[result.getResultNumber()]);
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
