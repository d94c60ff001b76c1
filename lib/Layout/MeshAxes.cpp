//===- MeshAxes.cpp - coordinates of one mesh in terms of another ---------===//
//
// A position of a level is a sum of strides times coordinates in either mesh.
// Matching the two sums digit by digit gives each coordinate of the one as a
// sum of floor digits of the other.
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "tilefoundry/Layout/Mesh.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;

int64_t AxisDigits::evaluate(ArrayRef<int64_t> sourceCoordinate) const {
  int64_t value = constant;
  for (const AxisDigit &digit : digits)
    value +=
        digit.coeff *
        ((sourceCoordinate[digit.sourceAxis] / digit.divisor) % digit.modulus);
  return value;
}

namespace {

/// One axis of a mesh, seen inside its own level.
struct LevelAxis {
  unsigned axis; // numbered through all meshes of one side
  int64_t extent;
  int64_t stride; // at least 1
  std::string name;

  CheckedInt end() const { return CheckedInt(extent) * stride; }
};

/// The part of a mesh that counts positions of one level, with all its axes in
/// order. An axis of extent 1 has the stride 1: its coordinate is 0 whatever was
/// written, and it holds no digit.
struct LevelPart {
  SmallVector<LevelAxis, 4> axes;
  int64_t offset = 0;
};

using LevelParts = StringMap<LevelPart>;

std::string axisName(const Mesh &mesh, size_t axis) {
  return axis < mesh.axisNames.size() ? mesh.axisNames[axis]
                                      : std::to_string(axis);
}

/// Adds the levels of `mesh` to `parts`, axes numbered from `firstAxis`.
Error addLevels(const Mesh &mesh, unsigned firstAxis, LevelParts &parts) {
  auto owner = mesh.levelOfAxis();
  if (!owner)
    return owner.takeError();
  auto flat = mesh.layout.flatten();
  if (!flat)
    return flat.takeError();

  CheckedInt finer = 1;
  int64_t offset = flat->first;
  for (size_t level = mesh.levels.size(); level-- > 0;) {
    const TopologyLevel &topology = mesh.levels[level];
    auto [part, isNew] = parts.try_emplace(topology.name);
    if (!isNew)
      return fail("two of the meshes name topology level '" + topology.name +
                  "'; a scope may not name a level of an enclosing one");
    if (!finer)
      return fail("positions finer than level '" + topology.name +
                  "' leave 64 bits");
    for (size_t i = 0; i < owner->size(); ++i) {
      int64_t extent = flat->second.shape[i], stride = flat->second.strides[i];
      if ((*owner)[i] != level)
        continue;
      if (extent == 1)
        stride = finer.get();
      if (stride < 1 || stride % finer.get() != 0)
        return fail("stride " + Twine(stride) + " of mesh axis '" +
                    axisName(mesh, i) + "' is no positive multiple of " +
                    Twine(finer.get()) + ", the positions finer than level '" +
                    topology.name + "'");
      part->second.axes.push_back({unsigned(firstAxis + i), extent,
                                   stride / finer.get(), axisName(mesh, i)});
    }
    // The part of the offset inside this level; the coarsest keeps the rest.
    if (level == 0)
      part->second.offset = offset;
    else if (topology.extent) {
      part->second.offset = offset % *topology.extent;
      offset /= *topology.extent;
      finer *= *topology.extent;
    } else
      return fail("level '" + topology.name +
                  "' has no extent; only the coarsest level of a mesh may be "
                  "launch-provided");
  }
  return Error::success();
}

/// The overlap of the place values of two axes, when it is a digit of both:
/// place values of an axis run from its stride to stride * extent.
std::optional<AxisDigit> sharedDigit(const LevelAxis &target,
                                     const LevelAxis &source) {
  int64_t sourceEnd = source.end().get(), targetEnd = target.end().get();
  int64_t low = std::max(source.stride, target.stride);
  int64_t high = std::min(sourceEnd, targetEnd);
  if (low >= high || high % low != 0 || low % source.stride != 0 ||
      low % target.stride != 0 || sourceEnd % high != 0 ||
      targetEnd % high != 0)
    return std::nullopt;
  AxisDigit digit;
  digit.sourceAxis = source.axis;
  digit.divisor = low / source.stride;
  digit.modulus = high / low;
  digit.coeff = low / target.stride;
  digit.sourceIsBounded = high == sourceEnd;
  return digit;
}

/// Fills in the coordinates of one level's target axes.
Error expressLevel(StringRef level, const LevelPart &target,
                   const LevelPart &source,
                   SmallVectorImpl<AxisDigits> &result) {
  // The (divisor, modulus) of each source axis that some target digit takes.
  using Piece = std::pair<int64_t, int64_t>;
  SmallVector<SmallVector<Piece, 2>, 4> pieces(source.axes.size());
  for (const LevelAxis &axis : target.axes) {
    AxisDigits &coordinate = result[axis.axis];
    for (auto [i, from] : llvm::enumerate(source.axes)) {
      if (!axis.end() || !from.end())
        return fail("positions of level '" + level + "' leave 64 bits");
      if (std::optional<AxisDigit> digit = sharedDigit(axis, from)) {
        pieces[i].push_back({digit->divisor, digit->modulus});
        coordinate.digits.push_back(*digit);
      }
    }
    llvm::sort(coordinate.digits, [](const AxisDigit &a, const AxisDigit &b) {
      return a.coeff != b.coeff ? a.coeff > b.coeff
                                : a.sourceAxis < b.sourceAxis;
    });
  }
  for (auto [i, from] : llvm::enumerate(source.axes)) {
    // The pieces make up the coordinate when each starts where the last one
    // ends.
    llvm::sort(pieces[i]);
    int64_t covered = 1;
    for (auto [divisor, modulus] : pieces[i])
      covered = divisor == covered ? divisor * modulus : 0;
    if (covered != from.extent)
      return fail("coordinate '" + from.name + "' of extent " +
                  Twine(from.extent) + " and stride " + Twine(from.stride) +
                  " on level '" + level +
                  "' is no sum of digits of the other mesh's axes");
  }
  return Error::success();
}

/// The target coordinate at the origin of the source: what an offset adds.
Error addConstants(StringRef level, const LevelPart &target,
                   const LevelPart &source,
                   SmallVectorImpl<AxisDigits> &result) {
  Layout layout;
  for (const LevelAxis &axis : target.axes) {
    layout.shape.push_back(axis.extent);
    layout.strides.push_back(axis.stride);
  }
  std::optional<int64_t> distance =
      (CheckedInt(source.offset) - target.offset).asOptional();
  if (!distance)
    return fail("offsets on level '" + level + "' leave 64 bits");
  auto origin = layout.inverse(*distance);
  if (!origin)
    return origin.takeError();
  if (!*origin)
    return fail("position " + Twine(source.offset) + " of level '" + level +
                "' is not a position of the other mesh");
  for (auto [i, axis] : llvm::enumerate(target.axes)) {
    AxisDigits &coordinate = result[axis.axis];
    coordinate.constant = (**origin)[i];
    CheckedInt last = coordinate.constant;
    for (const AxisDigit &digit : coordinate.digits)
      last += CheckedInt(digit.coeff) * (digit.modulus - 1);
    if (!last || last.get() >= axis.extent)
      return fail("positions of level '" + level + "' reach coordinate " +
                  Twine(last.get()) + " of mesh axis '" + axis.name +
                  "' of extent " + Twine(axis.extent) +
                  ", so the coordinate is no sum of digits");
  }
  return Error::success();
}

} // namespace

Expected<ComposedLayout> levelLayout(const Mesh &mesh, StringRef level) {
  LevelParts parts;
  if (Error error = addLevels(mesh, 0, parts))
    return error;
  auto part = parts.find(level);
  if (part == parts.end())
    return fail("mesh " + mesh.str() + " does not name topology level '" +
                level + "'");
  Layout own;
  for (const LevelAxis &axis : part->second.axes) {
    own.shape.push_back(axis.extent);
    own.strides.push_back(axis.stride);
  }
  if (part->second.offset == 0 && !mesh.isSliced())
    return ComposedLayout(std::move(own));
  return ComposedLayout(std::nullopt, part->second.offset, std::move(own));
}

Expected<bool> coverSamePositions(const Mesh &a, const Mesh &b,
                                  StringRef level) {
  auto first = levelLayout(a, level);
  if (!first)
    return first.takeError();
  auto second = levelLayout(b, level);
  if (!second)
    return second.takeError();
  // Meshes hold no position twice, so as many positions over the same range are
  // the same ones when they leave no gap.
  std::optional<PositionRange> firstRange = first->range();
  std::optional<PositionRange> secondRange = second->range();
  CheckedInt count = first->size();
  if (!firstRange || !secondRange || !count)
    return fail("positions of level '" + level + "' leave 64 bits");
  if (firstRange->first != secondRange->first ||
      firstRange->last != secondRange->last ||
      count.get() != second->size().get())
    return false;
  CheckedInt span = CheckedInt(firstRange->last) - firstRange->first + 1;
  if (span && span.get() == count.get())
    return true;
  auto firstImage = first->image();
  if (!firstImage)
    return firstImage.takeError();
  auto secondImage = second->image();
  if (!secondImage)
    return secondImage.takeError();
  return *firstImage == *secondImage;
}

Expected<SmallVector<AxisDigits, 4>> expressAxes(const Mesh &target,
                                                 ArrayRef<Mesh> sources) {
  LevelParts targetParts, sourceParts;
  if (Error error = addLevels(target, 0, targetParts))
    return error;
  unsigned firstAxis = 0;
  for (const Mesh &source : sources) {
    if (Error error = addLevels(source, firstAxis, sourceParts))
      return error;
    firstAxis += source.rank();
  }

  SmallVector<AxisDigits, 4> result(target.rank());
  for (const TopologyLevel &level : target.levels) {
    auto source = sourceParts.find(level.name);
    if (source == sourceParts.end())
      return fail("no enclosing mesh names topology level '" + level.name +
                  "'");
    const LevelPart &part = targetParts[level.name];
    if (Error error = expressLevel(level.name, part, source->second, result))
      return error;
    if (Error error = addConstants(level.name, part, source->second, result))
      return error;
  }
  return result;
}

} // namespace tilefoundry
