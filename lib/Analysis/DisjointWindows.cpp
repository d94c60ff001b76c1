//===- DisjointWindows.cpp - windows of positions that differ -------------===//
//
// Whether what several ops write at one position of a mesh axis, over all loops
// and scopes inside, is apart from what they write at another (ir.md 4, union).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/AccessSpace.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

bool AccessSpace::isSlotVariable(unsigned variable) const {
  return llvm::any_of(scope.slots, [&](const Slot &slot) {
    return findVariable(slot) == static_cast<int>(variable);
  });
}

std::optional<Access> AccessSpace::hullOfWindows(ArrayRef<Access> windows) {
  if (windows.size() == 1)
    return windows.front();
  Access hull;
  hull.shape = windows.front().shape;
  unsigned numVariables = space.getNumVariables();
  // The part that moves with the slots of the space's scope, without the
  // iterations: those of ops, and of loops and scopes inside it.
  auto movingPart = [&](IndexExpr expr) {
    for (unsigned v = 0; v < numVariables; ++v)
      if (!isSlotVariable(v))
        expr = space.substitute(expr, v, space.constant(0));
    return expr;
  };
  for (unsigned axis = 0; axis < hull.shape.size(); ++axis) {
    IndexExpr base = movingPart(windows.front().coords[axis]);
    int64_t first = 0, last = 0;
    for (const Access &window : windows) {
      // base + [range] holds the window exactly when the difference of the
      // moving parts is a constant.
      IndexExpr offset = space.sub(window.coords[axis], base);
      if (!movingPart(offset).isConstant())
        return std::nullopt;
      auto range = space.range(offset);
      if (!range)
        return std::nullopt;
      bool isFirst = &window == windows.begin();
      first = isFirst ? range->first : std::min(first, range->first);
      last = isFirst ? range->second : std::max(last, range->second);
    }
    CheckedInt span = CheckedInt(last) - first + 1;
    if (!span)
      return std::nullopt;
    IndexExpr inside = space.variable(addVariable(span.get(), "hull", false));
    hull.coords.push_back(
        space.add(space.add(base, space.constant(first)), inside));
  }
  return hull;
}

/// A window that also says in which trip of the loops around the scope it is
/// written: each trip's value is finished before the next.
Access AccessSpace::withTrips(Access window) const {
  for (const Slot &slot : scope.slots) {
    int variable = slot.isLoop() ? findVariable(slot) : -1;
    if (variable < 0)
      continue;
    window.coords.push_back(space.variable(variable));
    window.shape.push_back(space.getExtent(variable));
  }
  return window;
}

bool AccessSpace::areWindowsDisjoint(const Access &a, const Access &b,
                                     unsigned slot,
                                     const CountLimits &limits) const {
  const Slot &axis = scope.slots[slot];
  int variable = findVariable(axis);
  if (axis.extent <= 1)
    return true;
  if (variable < 0)
    return false; // Neither moves along it.
  SmallVector<VarRole, 8> roles(space.getNumVariables(), VarRole::Union);
  roles[variable] = VarRole::Sum;
  auto disjoint =
      space.areImagesDisjoint(withTrips(a), withTrips(b), roles, limits);
  if (disjoint)
    return *disjoint;
  llvm::consumeError(disjoint.takeError());
  return false;
}
