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

/// `loop k` or `mesh axis w`.
static std::string describeMover(const Slot &slot) {
  if (CountedLoopOpInterface loop = asLoop(slot.op))
    return "loop " + hir::getAuthoredName(loop.getInductionVar()).str();
  return "mesh axis " + cast<hir::MeshScopeOp>(slot.op)
                            .getMesh()
                            .getAxisNames()[slot.axis]
                            .getValue()
                            .str();
}

/// `loop k moves`, `mesh axis w and loop k move`: all that an index moves with.
/// `isSure`: they do; otherwise they may.
static std::string describeMoving(const Scope &scope, const SlotSet &movers,
                                  bool isSure) {
  std::string text;
  unsigned left = movers.count();
  for (unsigned slot : movers.set_bits()) {
    text += describeMover(scope.slots[slot]);
    --left;
    text += left == 0 ? "" : left == 1 ? " and " : ", ";
  }
  if (movers.none())
    text = "a constant start";
  if (!isSure)
    return text + " may move";
  return text + (movers.count() > 1 ? " move" : " moves");
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
  auto interface = cast<AccessRelationOpInterface>(op);
  AccessRelations relations = interface.getAccessRelations();
  Value result = op->getResult(0);
  int updated = interface.getUpdatedOperand(0);
  Value container = updated < 0 ? result : op->getOperand(updated);
  for (const DimWindow &window : relations.windows)
    if (window.parameter >= 0)
      axes.push_back({op->getOperand(window.parameter), result, container,
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

namespace {
/// Where a window ends up outside `[0, extent)`.
struct Overrun {
  int64_t reached;
  /// The window gets there; otherwise nothing told how far it gets, and it gets
  /// no further.
  bool isSure;
};
} // namespace

/// What the window reaches beyond `[0, extent)` when its start is in `starts`.
static std::optional<Overrun> findOverrun(const WindowAxis &window,
                                          const IndexRange &starts,
                                          int64_t extent) {
  CheckedInt first = CheckedInt(starts.first) + window.offset;
  CheckedInt end = CheckedInt(starts.last) + window.offset + window.span;
  if (!first || !end || (first.get() >= 0 && end.get() <= extent))
    return std::nullopt;
  return Overrun{first.get() < 0 ? first.get() : end.get(), starts.isExact};
}

/// The overrun over all trips and positions. Most windows are inside by the
/// bounds of their starts already.
static std::optional<Overrun> findOverrun(const WindowAxis &window,
                                          const Space &space,
                                          const IndexExpr &start,
                                          int64_t extent) {
  auto bounds = space.range(start);
  if (!bounds) // A start known at run time only stays inside (ir.md 8).
    return std::nullopt;
  if (!findOverrun(window, {bounds->first, bounds->second, false}, extent))
    return std::nullopt;
  std::optional<IndexRange> starts = space.extremes(start);
  return starts ? findOverrun(window, *starts, extent) : std::nullopt;
}

void tilefoundry::adviseRaggedWindows(const ViewInfo &view,
                                      MemoryRecord &record) {
  for (const MeasuredOp &measured : view.getOps()) {
    // A number among the operands is what makes a start dynamic.
    if (measured.scope->neverRuns ||
        llvm::all_of(measured.op->getOperandTypes(), llvm::IsaPred<ShapedType>))
      continue;
    for (const WindowAxis &window : dynamicAxes(measured.op)) {
      auto desc = hir::ValueDesc::get(window.source.getType());
      if (!desc || desc->isScalar)
        continue;
      AccessSpace space(view, *measured.scope, -1, Share::Whole);
      SlotSet movers(measured.scope->slots.size());
      IndexExpr start = space.placeIndex(window.start, movers);
      int64_t extent = desc->staticShape()[window.axis];
      auto overrun = findOverrun(window, space.getSpace(), start, extent);
      if (!overrun)
        continue;
      record.advisories.push_back(
          describeMoving(*measured.scope, movers, overrun->isSure) +
          " window " + hir::getAuthoredName(window.window).str() +
          (overrun->isSure ? " to " : " as far as ") +
          std::to_string(overrun->reached) + " along axis " +
          std::to_string(window.axis) + " of " +
          hir::getAuthoredName(window.source).str() + ", whose extent is " +
          std::to_string(extent) + "; only what lies inside is counted");
    }
  }
}
