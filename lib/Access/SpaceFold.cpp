//===- SpaceFold.cpp - folding views into the owner of the bytes ----------===//
//
// Slices scale and shift a coordinate, transposes permute, reshapes regroup the
// row-major linearisation.
//
//===----------------------------------------------------------------------===//

#include "SpaceImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefoundry;
using llvm::ArrayRef;

/// A malformed fold yields an access that `count` refuses.
static Access poisonAccess(size_t rank) {
  Access a;
  a.coords.assign(rank, poisonExpr());
  a.shape.assign(rank, 0);
  return a;
}

void Space::guardAxis(const Access &view, size_t axis, Access &owner) const {
  auto r = range(view.coords[axis]);
  if (!r || r->first < 0 || r->second >= view.shape[axis])
    owner.guards.push_back({view.coords[axis], view.shape[axis]});
}

Access Space::foldSlice(const Access &view, ArrayRef<IndexExpr> starts,
                        ArrayRef<int64_t> strides,
                        ArrayRef<int64_t> ownerShape) {
  size_t rank = view.coords.size();
  if (starts.size() != rank || strides.size() != rank ||
      ownerShape.size() != rank || view.shape.size() != rank)
    return poisonAccess(ownerShape.size());
  Access owner;
  owner.guards = view.guards;
  owner.shape.assign(ownerShape.begin(), ownerShape.end());
  for (size_t a = 0; a < rank; ++a) {
    guardAxis(view, a, owner);
    owner.coords.push_back(add(mul(view.coords[a], strides[a]), starts[a]));
  }
  return owner;
}

Access Space::foldTranspose(const Access &view, ArrayRef<int64_t> perm) {
  size_t rank = view.coords.size();
  Access owner = poisonAccess(rank);
  if (perm.size() != rank || view.shape.size() != rank)
    return owner;
  owner.guards = view.guards;
  for (size_t k = 0; k < rank; ++k) {
    if (perm[k] < 0 || static_cast<size_t>(perm[k]) >= rank)
      return poisonAccess(rank);
    owner.coords[perm[k]] = view.coords[k];
    owner.shape[perm[k]] = view.shape[k];
  }
  return owner;
}

/// Takes axes off the ends of two shapes, from `v` and `o` down, until both
/// runs have one size. False when there are none.
static bool takeGroup(ArrayRef<int64_t> view, ArrayRef<int64_t> owner,
                      size_t &v, size_t &o) {
  Wide viewSize = 1, ownerSize = 1;
  do {
    if (v > 0 && viewSize <= ownerSize)
      viewSize *= view[--v];
    else if (o > 0 && ownerSize <= viewSize)
      ownerSize *= owner[--o];
    else
      return false;
    if (!fitsInt64(viewSize) || !fitsInt64(ownerSize))
      return false;
  } while (viewSize != ownerSize);
  return true;
}

Access Space::foldReshape(const Access &view, ArrayRef<int64_t> ownerShape) {
  if (view.coords.size() != view.shape.size())
    return poisonAccess(ownerShape.size());
  if (ArrayRef<int64_t>(view.shape) == ownerShape)
    return view;
  Access owner;
  owner.guards = view.guards;
  owner.shape.assign(ownerShape.begin(), ownerShape.end());
  owner.coords.resize(ownerShape.size());
  // An empty value has no coordinates to regroup.
  if (llvm::is_contained(ownerShape, 0) && llvm::is_contained(view.shape, 0))
    return owner;
  // Groups of axes of equal size correspond to each other; regrouping each on
  // its own keeps the numbers small and untouched axes untouched.
  size_t v = view.shape.size(), o = ownerShape.size();
  while (v > 0 || o > 0) {
    size_t vEnd = v, oEnd = o;
    if (!takeGroup(view.shape, ownerShape, v, o))
      return poisonAccess(ownerShape.size());
    IndexExpr linear;
    int64_t stride = 1;
    for (size_t a = vEnd; a > v; --a) {
      // The leading digit of a group is not wrapped, so a window that overruns
      // the view's leading axis overruns the owner's as well.
      if (a - 1 > v || o == oEnd)
        guardAxis(view, a - 1, owner);
      linear = add(linear, mul(view.coords[a - 1], stride));
      stride *= view.shape[a - 1];
    }
    for (size_t a = oEnd; a > o; --a) {
      owner.coords[a - 1] =
          a - 1 == o ? linear : mod(linear, ownerShape[a - 1]);
      linear = floorDiv(linear, ownerShape[a - 1]);
    }
  }
  return owner;
}
