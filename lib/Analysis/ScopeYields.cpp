//===- ScopeYields.cpp - what a mesh scope may yield (ir.md 4) ------------===//

#include "ViewBuilder.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

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
  UpdateChain chain(view, yielded, slot);
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
