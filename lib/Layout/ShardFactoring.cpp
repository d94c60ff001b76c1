//===- ShardFactoring.cpp - tensor axes against layout positions ----------===//
//
// The row-major correspondence of tensor axes and layout positions (ir.md 2.4):
// the canonical factoring, its recognition, and the digits of any other
// factoring.
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "tilefoundry/Layout/MaxRank.h"
#include "tilefoundry/Layout/Shard.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;

//===----------------------------------------------------------------------===//
// The canonical factoring
//===----------------------------------------------------------------------===//

/// Appends the positions of one tensor axis and the split entries that name
/// them.
static Error factorAxis(unsigned axis, const Extent &extent,
                        ArrayRef<unsigned> splits, Shard &shard,
                        SmallVectorImpl<bool> &isNamed) {
  Extent residual = extent;
  for (unsigned meshAxis : splits) {
    if (meshAxis >= shard.meshAxes.size())
      return fail("tensor axis " + Twine(axis) + " is split over mesh axis " +
                  Twine(meshAxis) + " but the mesh has " +
                  Twine(shard.meshAxes.size()) + " axes, from 0");
    const MeshAxis &over = shard.meshAxes[meshAxis];
    if (isNamed[meshAxis])
      return fail("mesh axis '" + over.name +
                  "' splits the tensor twice; a mesh axis splits one place");
    isNamed[meshAxis] = true;
    std::optional<Extent> quotient = residual.divideExactly(over.extent);
    if (!quotient) {
      std::string rest;
      if (residual != extent)
        rest = " (" + residual.str() + " left after the mesh axes before it)";
      return fail("tensor axis " + Twine(axis) + " of extent " + extent.str() +
                  rest + " does not divide over mesh axis '" + over.name +
                  "' of extent " + over.extent.str());
    }
    shard.entries[meshAxis] = ShardEntry::split(shard.shape.size());
    shard.shape.push_back(over.extent);
    residual = *quotient;
  }
  if (splits.empty() || !residual.isConstant(1))
    shard.shape.push_back(residual);
  return Error::success();
}

Expected<Shard> canonicalShard(ArrayRef<Extent> tensorShape,
                               ArrayRef<SmallVector<unsigned, 2>> splits,
                               ArrayRef<ShardEntry> others,
                               ArrayRef<MeshAxis> meshAxes) {
  if (splits.size() != tensorShape.size())
    return fail("shard names " + Twine(splits.size()) +
                " tensor axes but the tensor has rank " +
                Twine(tensorShape.size()));
  if (!others.empty() && others.size() != meshAxes.size())
    return fail("shard has " + Twine(others.size()) +
                " entries but its mesh has " + Twine(meshAxes.size()) +
                " axes; write one entry per mesh axis");
  Shard shard;
  shard.meshAxes.assign(meshAxes.begin(), meshAxes.end());
  shard.entries.assign(meshAxes.size(), ShardEntry::broadcast());
  SmallVector<bool, 4> isNamed(meshAxes.size(), false);
  for (unsigned axis = 0; axis < splits.size(); ++axis)
    if (Error error =
            factorAxis(axis, tensorShape[axis], splits[axis], shard, isNamed))
      return error;
  for (auto [axis, entry] : llvm::enumerate(others)) {
    if (isNamed[axis])
      continue;
    if (entry.isSplit())
      return fail("mesh axis '" + meshAxes[axis].name + "' is " + entry.str() +
                  " but splits no tensor axis");
    shard.entries[axis] = entry;
  }
  return shard;
}

namespace {

/// Finds the runs of layout positions that are the canonical factorings of the
/// tensor axes. Runs are ambiguous around extents of 1 only, so the search goes
/// back over those and is memoised by failure.
class CanonicalMatch {
public:
  CanonicalMatch(ArrayRef<Extent> tensorShape, const Shard &shard)
      : tensorShape(tensorShape), shard(shard) {
    for (unsigned k = 0; k < shard.shape.size(); ++k)
      owners.push_back(shard.axesOfPosition(k));
    if (!isTooLong())
      failed.assign((tensorShape.size() + 1) * (shard.shape.size() + 1), false);
  }

  /// The end of each tensor axis' run, or nothing.
  std::optional<SmallVector<unsigned, 4>> run() {
    if (isTooLong() || !matchFrom(0, 0))
      return std::nullopt;
    return ends;
  }

private:
  /// The search recurses once per axis; absurd ranks are never canonical.
  bool isTooLong() const {
    return tensorShape.size() > kMaxRank || shard.shape.size() > kMaxRank;
  }

  bool matchFrom(unsigned axis, unsigned position) {
    if (axis == tensorShape.size())
      return position == shard.shape.size();
    size_t key = axis * (shard.shape.size() + 1) + position;
    if (failed[key])
      return false;
    Extent residual = tensorShape[axis];
    for (unsigned k = position;; ++k) {
      if (endsAt(axis, position, k, residual))
        return true;
      // One more split position, of exactly one mesh axis.
      if (k == shard.shape.size() || owners[k].size() != 1 ||
          shard.meshAxes[owners[k].front()].extent != shard.shape[k])
        break;
      std::optional<Extent> quotient = residual.divideExactly(shard.shape[k]);
      if (!quotient)
        break;
      residual = *quotient;
    }
    failed[key] = true;
    return false;
  }

  /// Whether the axis may end after split positions `[position, k)`, with or
  /// without a residual, and the rest matches.
  bool endsAt(unsigned axis, unsigned position, unsigned k,
              const Extent &residual) {
    bool hasSplits = k != position;
    unsigned end = k;
    if (!hasSplits || !residual.isConstant(1)) {
      if (k == shard.shape.size() || !owners[k].empty() ||
          shard.shape[k] != residual)
        return false;
      end = k + 1;
    }
    ends.push_back(end);
    if (matchFrom(axis + 1, end))
      return true;
    ends.pop_back();
    return false;
  }

  ArrayRef<Extent> tensorShape;
  const Shard &shard;
  SmallVector<SmallVector<unsigned, 2>, 4> owners;
  SmallVector<bool, 32> failed;
  SmallVector<unsigned, 4> ends;
};

} // namespace

bool isCanonical(ArrayRef<Extent> tensorShape, const Shard &shard) {
  if (shard.entries.size() != shard.meshAxes.size())
    return false;
  return CanonicalMatch(tensorShape, shard).run().has_value();
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

namespace {

/// A part of a layout position: a contiguous range of its place values.
struct Piece {
  unsigned position;
  Extent extent;
  SmallVector<unsigned, 2> meshAxes;
};

/// Deals layout positions, left to right, to tensor axes, cutting a position
/// where an axis ends inside it.
class Dealer {
public:
  Dealer(ArrayRef<Extent> tensorShape, const Shard &shard)
      : tensorShape(tensorShape), shard(shard) {
    // A position that several mesh axes split is one piece per mesh axis; where
    // their product is not known to be the position, one piece in all.
    for (unsigned k = 0; k < shard.shape.size(); ++k) {
      SmallVector<unsigned, 2> axes = shard.axesOfPosition(k);
      Extent over(1);
      for (unsigned axis : axes)
        over = over * shard.meshAxes[axis].extent;
      if (axes.size() < 2 || over != shard.shape[k]) {
        pieces.push_back({k, shard.shape[k], axes});
        continue;
      }
      for (unsigned axis : axes)
        pieces.push_back({k, shard.meshAxes[axis].extent, {axis}});
    }
  }

  Expected<ShardFactoring> run();

private:
  Error dealTo(unsigned axis, AxisFactoring &digits);
  Error dealAll(ShardFactoring &factoring);
  Error refuseCut(unsigned axis, const Extent &rest, const Piece &piece) const;
  std::optional<ShardFactoring> unsplitFallback() const;

  ArrayRef<Extent> tensorShape;
  const Shard &shard;
  SmallVector<Piece, 8> pieces;
  size_t next = 0;
};

} // namespace

/// Fills in strides from the extents: within the axis, and within each
/// position.
static void fillStrides(ShardFactoring &factoring, unsigned positions) {
  SmallVector<Extent, 8> inPosition(positions, Extent(1));
  for (AxisFactoring &digits : llvm::reverse(factoring)) {
    Extent stride(1);
    for (ShardDigit &digit : llvm::reverse(digits)) {
      digit.stride = stride;
      stride = stride * digit.extent;
      if (!digit.position)
        continue;
      digit.positionStride = inPosition[*digit.position];
      inPosition[*digit.position] = digit.positionStride * digit.extent;
    }
  }
}

Error Dealer::refuseCut(unsigned axis, const Extent &rest,
                        const Piece &piece) const {
  std::string over;
  for (unsigned meshAxis : piece.meshAxes)
    over += " split over mesh axis '" + shard.meshAxes[meshAxis].name + "'";
  return fail("layout position " + Twine(piece.position) + " of extent " +
              shard.shape[piece.position].str() + over +
              " does not end with tensor axis " + Twine(axis) + " of extent " +
              tensorShape[axis].str() + " (" + piece.extent.str() +
              " against the " + rest.str() +
              " left of the axis); reshard first");
}

Error Dealer::dealTo(unsigned axis, AxisFactoring &digits) {
  Extent rest = tensorShape[axis];
  bool isLast = axis + 1 == tensorShape.size();
  while (next < pieces.size()) {
    Piece &piece = pieces[next];
    // A complete axis takes an extent of 1 when it has nothing yet, and the
    // last axis takes all that are left.
    if (rest.isConstant(1) &&
        (!piece.extent.isConstant(1) || (!digits.empty() && !isLast)))
      break;
    std::optional<Extent> quotient = rest.divideExactly(piece.extent);
    if (rest.isConstant(0) && piece.extent.isConstant(0))
      quotient = Extent(1);
    if (quotient) {
      digits.push_back({piece.extent, {}, piece.position, {}, piece.meshAxes});
      rest = *quotient;
      ++next;
      continue;
    }
    // The axis ends inside the piece: cut it, unless it is one mesh axis.
    std::optional<Extent> remainder = piece.extent.divideExactly(rest);
    if (!remainder || !piece.meshAxes.empty())
      return refuseCut(axis, rest, piece);
    digits.push_back({rest, {}, piece.position, {}, {}});
    piece.extent = *remainder;
    rest = Extent(1);
  }
  if (!rest.isConstant(1))
    return fail("layout shape " + toString(shard.shape) +
                " ends inside tensor axis " + Twine(axis) + " of extent " +
                tensorShape[axis].str());
  return Error::success();
}

/// Without a split, no correspondence is needed: each axis is one digit.
std::optional<ShardFactoring> Dealer::unsplitFallback() const {
  if (shard.hasKind(ShardKind::Split))
    return std::nullopt;
  ShardFactoring factoring;
  for (const Extent &extent : tensorShape)
    factoring.push_back({{extent, {}, std::nullopt, {}, {}}});
  return factoring;
}

Error Dealer::dealAll(ShardFactoring &factoring) {
  for (unsigned axis = 0; axis < tensorShape.size(); ++axis)
    if (Error error = dealTo(axis, factoring[axis]))
      return error;
  // Possible for extents of 0, symbols and rank 0 only: the sizes agree.
  if (next < pieces.size())
    return fail("layout position " + Twine(pieces[next].position) +
                " of extent " + shard.shape[pieces[next].position].str() +
                " belongs to no axis of tensor shape " + toString(tensorShape) +
                "; reshard first");
  return Error::success();
}

Expected<ShardFactoring> Dealer::run() {
  ShardFactoring factoring(tensorShape.size());
  if (Error error = dealAll(factoring)) {
    std::optional<ShardFactoring> fallback = unsplitFallback();
    if (!fallback)
      return error;
    consumeError(std::move(error));
    factoring = std::move(*fallback);
  }
  fillStrides(factoring, shard.shape.size());
  return factoring;
}

Expected<ShardFactoring> factorAxes(ArrayRef<Extent> tensorShape,
                                    const Shard &shard) {
  if (Error error = verifyShard(tensorShape, shard))
    return error;
  std::optional<SmallVector<unsigned, 4>> ends =
      CanonicalMatch(tensorShape, shard).run();
  if (!ends)
    return Dealer(tensorShape, shard).run();
  ShardFactoring factoring;
  unsigned position = 0;
  for (unsigned end : *ends) {
    AxisFactoring digits;
    for (; position < end; ++position)
      digits.push_back({shard.shape[position],
                        {},
                        position,
                        {},
                        shard.axesOfPosition(position)});
    factoring.push_back(std::move(digits));
  }
  fillStrides(factoring, shard.shape.size());
  return factoring;
}

Expected<AxisSplits> axisSplits(ArrayRef<Extent> tensorShape,
                                const Shard &shard) {
  auto factoring = factorAxes(tensorShape, shard);
  if (!factoring)
    return factoring.takeError();
  AxisSplits splits(tensorShape.size());
  for (auto [axis, digits] : llvm::enumerate(*factoring))
    for (const ShardDigit &digit : digits)
      splits[axis].append(digit.meshAxes.begin(), digit.meshAxes.end());
  return splits;
}

} // namespace tilefoundry
