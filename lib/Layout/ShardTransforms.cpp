//===- ShardTransforms.cpp - local shapes and shards of views -------------===//
//
// What one participant holds of a sharded tensor, and what reshape, slice and
// local make of its shard (ir.md 2.4, 5, 6).
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "tilefoundry/Layout/Shard.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;

Expected<SmallVector<bool, 4>> axesAtOrCoarser(ArrayRef<StringRef> axisLevels,
                                               ArrayRef<StringRef> hierarchy,
                                               StringRef level) {
  const auto *asked = llvm::find(hierarchy, level);
  if (asked == hierarchy.end())
    return fail("level '" + level + "' is not in the topology [" +
                llvm::join(hierarchy, ", ") + "]");
  SmallVector<bool, 4> result;
  for (StringRef axisLevel : axisLevels) {
    const auto *it = llvm::find(hierarchy, axisLevel);
    if (it == hierarchy.end())
      return fail("mesh level '" + axisLevel + "' is not in the topology [" +
                  llvm::join(hierarchy, ", ") + "]");
    result.push_back(it <= asked);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Local shapes
//===----------------------------------------------------------------------===//

/// Whether some split divides; then the correspondence of axes matters.
static bool anySplitDivides(const Shard &shard, AtOrCoarser isAtOrCoarser) {
  for (auto [axis, entry] : llvm::enumerate(shard.entries))
    if (entry.isSplit() && isAtOrCoarser(axis))
      return true;
  return false;
}

/// What is left of an extent that `meshAxes` make up once some of them divide.
static Extent undivided(const Extent &extent, ArrayRef<unsigned> meshAxes,
                        const Shard &shard, AtOrCoarser isAtOrCoarser) {
  if (llvm::none_of(meshAxes, isAtOrCoarser))
    return extent;
  Extent rest(1);
  for (unsigned axis : meshAxes)
    if (!isAtOrCoarser(axis))
      rest = rest * shard.meshAxes[axis].extent;
  return rest;
}

Expected<ExtentVector> localShape(ArrayRef<Extent> tensorShape,
                                  const Shard &shard,
                                  AtOrCoarser isAtOrCoarser) {
  if (Error error = verifyShard(tensorShape, shard))
    return error;
  if (shard.hasDynamic() || !anySplitDivides(shard, isAtOrCoarser))
    return ExtentVector(tensorShape.begin(), tensorShape.end());
  auto factoring = factorAxes(tensorShape, shard);
  if (!factoring)
    return factoring.takeError();
  ExtentVector local;
  for (const AxisFactoring &digits : *factoring) {
    ExtentVector rest;
    for (const ShardDigit &digit : digits)
      rest.push_back(
          undivided(digit.extent, digit.meshAxes, shard, isAtOrCoarser));
    local.push_back(productOf(rest));
  }
  return local;
}

Expected<Extent> localSize(ArrayRef<Extent> tensorShape, const Shard &shard,
                           AtOrCoarser isAtOrCoarser) {
  if (Error error = verifyShard(tensorShape, shard))
    return error;
  Extent size = productOf(tensorShape);
  if (!shard.hasDynamic() && anySplitDivides(shard, isAtOrCoarser)) {
    ExtentVector rest;
    for (unsigned k = 0; k < shard.shape.size(); ++k)
      rest.push_back(undivided(shard.shape[k], shard.axesOfPosition(k), shard,
                               isAtOrCoarser));
    size = productOf(rest);
  }
  if (size.hasOverflowed())
    return fail("elements of tensor shape " + toString(tensorShape) +
                " do not fit in 64 bits");
  return size;
}

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

namespace {

/// Collects the positions of a refined shard, merging unsplit neighbours.
class Refiner {
public:
  Refiner(const Shard &shard) : source(shard), result(shard) {
    result.shape.clear();
    if (result.strides)
      result.strides = ExtentVector();
  }

  void addAxis(const AxisFactoring &digits) {
    size_t first = result.shape.size();
    mayMerge = false;
    for (const ShardDigit &digit : digits) {
      if (digit.isSplit())
        addSplit(digit);
      else if (!digit.extent.isConstant(1))
        addUnsplit(digit);
    }
    // An axis without a position left is one position of 1.
    if (result.shape.size() == first)
      append(Extent(1), Extent(1));
  }

  Shard take() { return std::move(result); }

private:
  Extent strideOf(const ShardDigit &digit) const {
    if (!source.strides || !digit.position)
      return Extent(0);
    return (*source.strides)[*digit.position] * digit.positionStride;
  }

  void append(const Extent &extent, const Extent &stride) {
    result.shape.push_back(extent);
    if (result.strides)
      result.strides->push_back(stride);
  }

  void addSplit(const ShardDigit &digit) {
    for (unsigned axis : digit.meshAxes)
      result.entries[axis] = ShardEntry::split(result.shape.size());
    append(digit.extent, strideOf(digit));
    mayMerge = false;
  }

  void addUnsplit(const ShardDigit &digit) {
    Extent stride = strideOf(digit);
    if (mayMerge &&
        (!result.strides || result.strides->back() == digit.extent * stride)) {
      result.shape.back() = result.shape.back() * digit.extent;
      if (result.strides)
        result.strides->back() = stride;
      return;
    }
    append(digit.extent, stride);
    mayMerge = true;
  }

  const Shard &source;
  Shard result;
  /// The last position is an unsplit one of this axis.
  bool mayMerge = false;
};

} // namespace

/// `refineShard` from digits already at hand.
static Shard refine(const ShardFactoring &factoring, const Shard &shard) {
  Refiner refiner(shard);
  bool isExact = true;
  for (const AxisFactoring &digits : factoring) {
    refiner.addAxis(digits);
    for (const ShardDigit &digit : digits)
      isExact &= digit.position.has_value();
  }
  Shard result = refiner.take();
  // Without a correspondence of positions there is none of strides.
  if (!isExact)
    result.strides.reset();
  return result;
}

Expected<Shard> refineShard(ArrayRef<Extent> tensorShape, const Shard &shard) {
  auto factoring = factorAxes(tensorShape, shard);
  if (!factoring)
    return factoring.takeError();
  return refine(*factoring, shard);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Whether every layout position is a digit of one tensor axis only.
static bool keepsPositionsWhole(const ShardFactoring &factoring,
                                unsigned positions) {
  SmallVector<std::optional<unsigned>, 4> axisOf(positions);
  for (auto [axis, digits] : llvm::enumerate(factoring))
    for (const ShardDigit &digit : digits) {
      if (!digit.position)
        return false;
      std::optional<unsigned> &owner = axisOf[*digit.position];
      if (owner && *owner != axis)
        return false;
      owner = axis;
    }
  return true;
}

Expected<Shard> reshapeShard(ArrayRef<Extent> oldShape, const Shard &shard,
                             ArrayRef<Extent> newShape) {
  if (Error error = verifyShard(oldShape, shard))
    return error;
  Extent from = productOf(oldShape), to = productOf(newShape);
  if (from.isStatic() && to.isStatic() && from != to)
    return fail("reshape from " + toString(oldShape) + " with " + from.str() +
                " elements to " + toString(newShape) + " with " + to.str());
  auto factoring = factorAxes(newShape, shard);
  if (!factoring)
    return fail(
        "reshape from " + toString(oldShape) + " to " + toString(newShape) +
        " cannot carry its shard: " + llvm::toString(factoring.takeError()));
  if (keepsPositionsWhole(*factoring, shard.shape.size()))
    return shard;
  return refine(*factoring, shard);
}

Expected<Shard> sliceShard(ArrayRef<Extent> oldShape, const Shard &shard,
                           ArrayRef<Extent> newShape) {
  if (oldShape.size() != newShape.size())
    return fail("slice from rank " + Twine(oldShape.size()) + " to rank " +
                Twine(newShape.size()) + "; a slice keeps the rank");
  auto splits = axisSplits(oldShape, shard);
  if (!splits)
    return splits.takeError();
  bool isWhole = true;
  for (size_t axis = 0; axis < oldShape.size(); ++axis) {
    if (oldShape[axis] == newShape[axis])
      continue;
    isWhole = false;
    if (!(*splits)[axis].empty())
      return fail("slice narrows axis " + Twine(axis) + " from " +
                  oldShape[axis].str() + " to " + newShape[axis].str() +
                  " but mesh axis '" +
                  shard.meshAxes[(*splits)[axis].front()].name +
                  "' splits it; reshard first");
  }
  if (isWhole)
    return shard;
  if (shard.hasKind(ShardKind::Split) && !isCanonical(oldShape, shard))
    return fail("layout shape " + toString(shard.shape) +
                " is not the canonical factoring of tensor shape " +
                toString(oldShape) + "; reshard first");
  return canonicalShard(newShape, *splits, shard.entries, shard.meshAxes);
}

/// The non-canonical domain without the positions that are one coordinate now.
static void dropDivided(const Shard &source, AtOrCoarser isAtOrCoarser,
                        ArrayRef<unsigned> keptAxes, Shard &local) {
  for (unsigned k = 0; k < source.shape.size(); ++k) {
    SmallVector<unsigned, 2> axes = source.axesOfPosition(k);
    if (!axes.empty() && llvm::all_of(axes, isAtOrCoarser))
      continue;
    for (unsigned axis = 0; axis < keptAxes.size(); ++axis)
      if (source.entries[keptAxes[axis]] == ShardEntry::split(k))
        local.entries[axis] = ShardEntry::split(local.shape.size());
    local.shape.push_back(
        undivided(source.shape[k], axes, source, isAtOrCoarser));
  }
}

Expected<LocalShard> projectShard(ArrayRef<Extent> tensorShape,
                                  const Shard &shard,
                                  AtOrCoarser isAtOrCoarser) {
  if (shard.hasDynamic())
    return fail("shard " + shard.str() +
                " has a dynamic entry, which states no distribution; reshard "
                "first");
  auto shape = localShape(tensorShape, shard, isAtOrCoarser);
  if (!shape)
    return shape.takeError();
  auto splits = axisSplits(tensorShape, shard);
  if (!splits)
    return splits.takeError();

  LocalShard local;
  local.shape = std::move(*shape);
  SmallVector<unsigned, 4> newNumber(shard.entries.size());
  for (unsigned axis = 0; axis < shard.entries.size(); ++axis) {
    if (isAtOrCoarser(axis))
      continue;
    newNumber[axis] = local.keptAxes.size();
    local.keptAxes.push_back(axis);
    local.shard.meshAxes.push_back(shard.meshAxes[axis]);
    local.shard.entries.push_back(shard.entries[axis]);
  }
  if (!isCanonical(tensorShape, shard)) {
    dropDivided(shard, isAtOrCoarser, local.keptAxes, local.shard);
    return local;
  }
  AxisSplits finer(splits->size());
  for (auto [axis, meshAxes] : llvm::enumerate(*splits))
    for (unsigned meshAxis : meshAxes)
      if (!isAtOrCoarser(meshAxis))
        finer[axis].push_back(newNumber[meshAxis]);
  auto canonical = canonicalShard(local.shape, finer, local.shard.entries,
                                  local.shard.meshAxes);
  if (!canonical)
    return canonical.takeError();
  local.shard = std::move(*canonical);
  return local;
}

} // namespace tilefoundry
