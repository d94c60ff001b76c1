//===- Windows.cpp - windows that overrun their source --------------------===//
//
// Every count is clipped to the source (ir.md 11.7); who wrote the window
// should know.
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefoundry;

/// The loops and mesh axes that the numbers which place `measured`'s window
/// depend on.
static std::vector<std::string> nameMovers(const ViewInfo &view,
                                           const MeasuredOp &measured) {
  SlotSet moved;
  for (Value operand : measured.op->getOperands())
    if (!isa<TensorType>(operand.getType()))
      moved |= view.getDependence(operand);
  std::vector<std::string> names;
  for (unsigned slot : moved.set_bits()) {
    const Slot &info = measured.scope->slots[slot];
    if (auto loop = dyn_cast<hir::GridRegionOp>(info.op))
      names.push_back("loop " +
                      hir::getAuthoredName(loop.getInductionVar()).str());
    else
      names.push_back("axis " + cast<hir::MeshScopeOp>(info.op)
                                    .getMesh()
                                    .getAxisNames()[info.axis]
                                    .getValue()
                                    .str());
  }
  return names;
}

/// The first axis on which a boundary of the op reaches past its owner, as a
/// sentence.
static std::optional<std::string> describeOverrun(const ViewInfo &view,
                                                  const MeasuredOp &measured) {
  std::vector<std::string> movers = nameMovers(view, measured);
  if (movers.empty())
    return std::nullopt;
  AccessRelations relations =
      cast<AccessRelationOpInterface>(measured.op).getAccessRelations();
  AccessSpace space(view, *measured.scope, -1, Share::Whole);
  if (llvm::Error error =
          space.beginOp(measured.op, relations, *measured.scope)) {
    llvm::consumeError(std::move(error));
    return std::nullopt; // Who counts the op reports it.
  }
  for (const BoundaryRelation &boundary : relations.boundaries) {
    auto placed = space.place(boundary);
    if (!placed) {
      llvm::consumeError(placed.takeError());
      continue;
    }
    if (placed->isEmpty)
      continue;
    for (size_t axis = 0; axis < placed->access.coords.size(); ++axis) {
      auto range = space.getSpace().range(placed->access.coords[axis]);
      int64_t extent = placed->access.shape[axis];
      if (!range || (range->first >= 0 && range->second < extent))
        continue;
      return "the window " + bindingLabel(measured.op->getResult(0)) +
             " covers [" + std::to_string(range->first) + ", " +
             std::to_string(range->second) + "] of the " +
             std::to_string(extent) + " elements of " +
             bindingLabel(placed->owner) + " on axis " + std::to_string(axis) +
             " over " + llvm::join(movers, " and ") +
             "; what it moves is clipped";
    }
  }
  return std::nullopt;
}

void tilefoundry::adviseWindows(const ViewInfo &view,
                                std::vector<std::string> &advisories) {
  for (const MeasuredOp &measured : view.getOps())
    if (!measured.scope->neverRuns)
      if (auto sentence = describeOverrun(view, measured))
        advisories.push_back(std::move(*sentence));
}
