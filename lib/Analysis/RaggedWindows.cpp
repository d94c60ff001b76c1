//===- RaggedWindows.cpp - windows that overrun their source --------------===//
//
// Counts are clipped to the source (ir.md 11.7); an advisory says where, naming
// the loop or mesh axis and both extents.
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

/// `loop k` or `mesh axis w`, for every slot that moves `index`.
static std::string describeMovers(const Scope &scope, const SlotSet &movers) {
  std::string text;
  for (unsigned slot : movers.set_bits()) {
    const Slot &info = scope.slots[slot];
    text += text.empty() ? "" : " and ";
    if (CountedLoopOpInterface loop = asLoop(info.op))
      text += "loop " + hir::getAuthoredName(loop.getInductionVar()).str();
    else
      text += "mesh axis " + cast<hir::MeshScopeOp>(info.op)
                                 .getMesh()
                                 .getAxisNames()[info.axis]
                                 .getValue()
                                 .str();
  }
  return text;
}

namespace {
/// One axis of a window: `start` plus [0, span) of an axis of `source`.
struct WindowAxis {
  Value start, window, source;
  int64_t offset;
  CheckedInt span;
  unsigned axis;
};
} // namespace

static SmallVector<WindowAxis, 2> dynamicAxes(Operation *op) {
  SmallVector<WindowAxis, 2> axes;
  AccessRelations relations =
      cast<AccessRelationOpInterface>(op).getAccessRelations();
  Value result = op->getResult(0);
  for (const DimWindow &window : relations.windows)
    if (window.parameter >= 0)
      axes.push_back({op->getOperand(window.parameter), result, result,
                      window.offset, window.extent, window.dim});
  for (const BoundaryRelation &boundary : relations.boundaries)
    for (auto [axis, subscript] : llvm::enumerate(boundary.subscripts)) {
      if (boundary.isResult || subscript.parameter < 0)
        continue;
      CheckedInt span = 1;
      for (const Subscript::Term &term : subscript.terms)
        span += CheckedInt(term.coeff) *
                (CheckedInt(relations.extents[term.dim]) - 1);
      axes.push_back({op->getOperand(subscript.parameter), result,
                      op->getOperand(boundary.index), subscript.offset, span,
                      static_cast<unsigned>(axis)});
    }
  return axes;
}

void tilefoundry::adviseRaggedWindows(const ViewInfo &view,
                                      MemoryRecord &record) {
  for (const MeasuredOp &measured : view.getOps()) {
    // A number among the operands is what makes a start dynamic.
    if (measured.scope->neverRuns ||
        llvm::all_of(measured.op->getOperandTypes(), llvm::IsaPred<ShapedType>))
      continue;
    for (const WindowAxis &window : dynamicAxes(measured.op)) {
      AccessSpace space(view, *measured.scope, -1, Share::Whole);
      SlotSet movers(measured.scope->slots.size());
      auto range = space.rangeOfIndex(window.start, movers);
      auto desc = hir::ValueDesc::get(window.source.getType());
      if (!range || !desc || desc->isScalar)
        continue; // A start known at run time only stays inside (ir.md 8).
      CheckedInt first = CheckedInt(range->first) + window.offset;
      CheckedInt end = CheckedInt(range->second) + window.offset + window.span;
      int64_t extent = desc->staticShape()[window.axis];
      if (!first || !end || (first.get() >= 0 && end.get() <= extent))
        continue;
      std::string who = describeMovers(*measured.scope, movers);
      std::string reached = first.get() < 0 ? std::to_string(first.get())
                                            : std::to_string(end.get());
      record.advisories.push_back(
          (who.empty() ? std::string("a constant start") : who) +
          " moves window " + hir::getAuthoredName(window.window).str() +
          " to " + reached + " along axis " + std::to_string(window.axis) +
          " of " + hir::getAuthoredName(window.source).str() +
          ", whose extent is " + std::to_string(extent) +
          "; only what lies inside is counted");
    }
  }
}
