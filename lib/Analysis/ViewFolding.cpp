//===- ViewFolding.cpp - accesses folded to who owns the bytes ------------===//
//
// Readers of a view, a window, or another name that a scope or loop gives touch
// the value behind it (ir.md 8, 9).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/AccessSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

llvm::Error AccessSpace::foldOnce(PlacedAccess &placed, Operation *viewing,
                                  unsigned result) {
  auto interface = cast<AccessRelationOpInterface>(viewing);
  unsigned operand = interface.getViewedOperand(result);
  Value source = viewing->getOperand(operand);
  hir::ValueDesc desc = *hir::ValueDesc::get(source.getType());
  SmallVector<int64_t, 4> shape = desc.staticShape();
  placed.owner = source;
  if (placed.isEmpty)
    return llvm::Error::success();
  AccessRelations own = interface.getAccessRelations();
  const BoundaryRelation *boundary = own.operand(operand);
  Access folded;
  folded.shape = shape;
  // What leaves the view on the way is not touched in the owner either.
  folded.guards = placed.access.guards;
  for (size_t axis = 0; axis < placed.access.coords.size(); ++axis)
    space.guardAxis(placed.access, axis, folded);
  for (auto [axis, subscript] : llvm::enumerate(boundary->subscripts)) {
    if (subscript.kind == Subscript::Kind::Regroup) {
      placed.access = space.foldReshape(placed.access, shape);
      return llvm::Error::success();
    }
    if (subscript.kind == Subscript::Kind::Own) {
      auto coord = ownPart(desc.getShard(), desc.shape, axis,
                           placed.access.coords[subscript.terms.front().dim],
                           interface.getOwnLevel());
      if (!coord)
        return coord.takeError();
      folded.coords.push_back(*coord);
      continue;
    }
    IndexExpr sum = space.constant(subscript.offset);
    for (const Subscript::Term &term : subscript.terms)
      sum =
          space.add(sum, space.mul(placed.access.coords[term.dim], term.coeff));
    if (subscript.parameter >= 0)
      sum = space.add(sum, resolveSeen(viewing, subscript.parameter));
    folded.coords.push_back(sum);
  }
  placed.access = std::move(folded);
  return llvm::Error::success();
}

llvm::Error AccessSpace::foldToOwner(PlacedAccess &placed) {
  while (true) {
    if (Value named = getNamedValue(placed.owner)) {
      placed.owner = named;
      continue;
    }
    if (!view.isFoldable(placed.owner, *opScope))
      return llvm::Error::success();
    auto result = cast<OpResult>(placed.owner);
    if (llvm::Error error =
            foldOnce(placed, result.getOwner(), result.getResultNumber()))
      return error;
  }
}

llvm::Expected<SlotSet> AccessSpace::getInstances(Value value) {
  SlotSet instances(opScope->slots.size());
  SlotSet variation = view.getVariation(value);
  // Where the value was made in a scope that the op is not in, that scope's
  // axes are in its type, or it is a union along them (ir.md 4).
  unsigned common = countCommonSlots(*view.getScope(value), *opScope);
  for (unsigned slot : variation.set_bits())
    if (slot < common)
      instances.set(slot);
  auto desc = hir::ValueDesc::get(value.getType());
  hir::ShardAttr shard = desc ? desc->getShard() : hir::ShardAttr();
  if (!shard)
    return instances;
  // The slots that axes of each kind move with.
  SlotSet partial(instances.size()), split(instances.size()),
      broadcast(instances.size());
  for (auto [axis, entry] : llvm::enumerate(shard.getEntries())) {
    auto expr = meshAxis(shard.getMesh(), axis);
    if (!expr)
      return expr.takeError();
    if (!*expr)
      continue;
    SlotSet &kind = isPartial(entry.kind) ? partial
                    : entry.isSplit()     ? split
                                          : broadcast;
    for (auto [slot, info] : llvm::enumerate(opScope->slots)) {
      int variable = findVariable(info);
      if (variable >= 0 && !info.isLoop() && space.dependsOn(**expr, variable))
        kind.set(slot);
    }
  }
  // What one slot means for the value is one thing.
  SlotSet mixed = split;
  mixed |= broadcast;
  mixed &= partial;
  SlotSet varying = instances;
  varying &= split;
  varying &= broadcast;
  mixed |= varying;
  if (mixed.any()) {
    const Slot &slot = opScope->slots[mixed.find_first()];
    StringRef name = cast<hir::MeshScopeOp>(slot.op)
                         .getMesh()
                         .getAxisNames()[slot.axis]
                         .getValue();
    return llvm::createStringError(
        "mesh axes of level '" + slot.level +
        "' are parts of the scope's axis '" + name +
        "', and a value is not shared alike along them; reshard it onto "
        "the scope's mesh first");
  }
  instances |= partial;
  instances.reset(split);
  return instances;
}
