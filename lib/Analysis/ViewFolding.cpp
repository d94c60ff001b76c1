//===- ViewFolding.cpp - accesses folded to who owns the bytes ------------===//
//
// Readers of a view, a window or a scope's argument touch the value behind it
// (ir.md 8).
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
      sum = space.add(sum, resolve(viewing->getOperand(subscript.parameter)));
    folded.coords.push_back(sum);
  }
  placed.access = std::move(folded);
  return llvm::Error::success();
}

llvm::Error AccessSpace::foldToOwner(PlacedAccess &placed) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(placed.owner)) {
      auto mesh =
          dyn_cast<hir::MeshScopeOp>(argument.getOwner()->getParentOp());
      if (!mesh || argument.getArgNumber() < mesh.getMesh().getRank())
        return llvm::Error::success();
      placed.owner =
          mesh.getInputs()[argument.getArgNumber() - mesh.getMesh().getRank()];
      continue;
    }
    auto result = cast<OpResult>(placed.owner);
    auto interface = dyn_cast<AccessRelationOpInterface>(result.getOwner());
    if (!interface || interface.getViewedOperand(result.getResultNumber()) < 0)
      return llvm::Error::success();
    if (llvm::Error error =
            foldOnce(placed, result.getOwner(), result.getResultNumber()))
      return error;
  }
}

llvm::Expected<SlotSet> AccessSpace::getInstances(Value value) {
  SlotSet instances(opScope->slots.size());
  SlotSet variation = view.getVariation(value);
  for (unsigned slot : variation.set_bits())
    if (slot < opScope->slots.size())
      instances.set(slot);
  auto desc = hir::ValueDesc::get(value.getType());
  hir::ShardAttr shard = desc ? desc->getShard() : hir::ShardAttr();
  if (!shard)
    return instances;
  for (auto [axis, entry] : llvm::enumerate(shard.getEntries())) {
    if (!entry.isSplit() && !isPartial(entry.kind))
      continue;
    auto expr = meshAxis(shard.getMesh(), axis);
    if (!expr)
      return expr.takeError();
    if (!*expr)
      continue;
    for (unsigned slot = 0; slot < opScope->slots.size(); ++slot) {
      int variable = findVariable(opScope->slots[slot]);
      if (variable >= 0 && !opScope->slots[slot].isLoop() &&
          space.dependsOn(**expr, variable))
        instances[slot] = !entry.isSplit();
    }
  }
  return instances;
}
