//===- ComposedLayout.cpp - a layout, an offset and a layout --------------===//
//
// Sliced and swizzling layouts as one function from coordinates to positions.
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "tilefoundry/Layout/Layout.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;

ArrayRef<int64_t> ComposedLayout::shape() const {
  if (outer)
    return outer->shape;
  return inner ? ArrayRef<int64_t>(inner->shape) : ArrayRef<int64_t>();
}

/// Row-major index of an in-range coordinate.
static std::optional<int64_t> ravel(ArrayRef<int64_t> coordinate,
                                    ArrayRef<int64_t> shape) {
  if (coordinate.size() != shape.size())
    return std::nullopt;
  CheckedInt index = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (coordinate[i] < 0 || coordinate[i] >= shape[i])
      return std::nullopt;
    index = index * shape[i] + coordinate[i];
  }
  return index.asOptional();
}

/// The index that enters `inner`, before the offset is added.
static std::optional<PositionRange> indexRange(const ComposedLayout &layout) {
  if (layout.outer)
    return layout.outer->range();
  CheckedInt count = layout.size();
  if (!count || count.get() == 0)
    return std::nullopt;
  return PositionRange{0, count.get() - 1};
}

Error ComposedLayout::verify() const {
  for (const std::optional<Layout> *part : {&outer, &inner}) {
    if (!*part)
      continue;
    if (!(*part)->materialised)
      return fail("composed layout holds " + (*part)->str() +
                  " without strides; write its strides out");
    if (Error error = (*part)->verify())
      return error;
  }
  std::optional<PositionRange> indices = indexRange(*this);
  if (!indices)
    return Error::success(); // no coordinates at all
  CheckedInt first = CheckedInt(indices->first) + offset;
  CheckedInt last = CheckedInt(indices->last) + offset;
  if (!first || !last)
    return fail("composed layout " + str() +
                " reaches positions outside 64 bits");
  if (inner && (first.get() < 0 || last.get() >= inner->size().get()))
    return fail("composed layout reaches indices " + Twine(first.get()) +
                " to " + Twine(last.get()) + " of its inner layout " +
                inner->str() + ", which has " + Twine(inner->size().get()));
  return Error::success();
}

std::optional<int64_t> ComposedLayout::map(ArrayRef<int64_t> coordinate) const {
  std::optional<int64_t> index =
      outer ? outer->map(coordinate) : ravel(coordinate, shape());
  if (!index)
    return std::nullopt;
  std::optional<int64_t> shifted = (CheckedInt(*index) + offset).asOptional();
  if (!inner || !shifted)
    return shifted;
  CheckedInt count = inner->size();
  if (*shifted < 0 || !count || *shifted >= count.get())
    return std::nullopt;
  return inner->map(unravel(*shifted, inner->shape));
}

Expected<std::pair<int64_t, Layout>> ComposedLayout::flatten() const {
  if (Error error = verify())
    return error;
  if (!inner) {
    if (outer)
      return std::make_pair(offset, *outer);
    return std::make_pair(offset, Layout());
  }
  if (!outer && offset == 0)
    return std::make_pair(int64_t(0), *inner);

  // Strides are what one step along each axis adds at the origin; the layout is
  // affine when they explain every position.
  ArrayRef<int64_t> extents = shape();
  int64_t count = size().get();
  if (count == 0)
    return std::make_pair(offset, Layout::get(extents, Coordinate(rank(), 0)));
  if (count > kMaxEnumeratedPositions)
    return fail("composed layout " + str() + " has " + Twine(count) +
                " positions; at most " + Twine(kMaxEnumeratedPositions) +
                " are compared with strides");
  Coordinate origin(extents.size(), 0);
  int64_t base = *map(origin);
  Layout flat = Layout::get(extents, origin);
  for (size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] < 2)
      continue;
    origin[i] = 1;
    flat.strides[i] = *map(origin) - base;
    origin[i] = 0;
  }
  for (int64_t index = 0; index < count; ++index) {
    Coordinate coordinate = unravel(index, extents);
    std::optional<int64_t> straight = flat.map(coordinate);
    if (!straight || *map(coordinate) - base != *straight)
      return fail("composed layout " + str() +
                  " is no single layout with strides");
  }
  return std::make_pair(base, std::move(flat));
}

Expected<SmallVector<int64_t, 0>> ComposedLayout::image() const {
  if (Error error = verify())
    return error;
  if (!inner) {
    auto positions = (outer ? *outer : Layout()).image();
    if (positions)
      for (int64_t &position : *positions)
        position += offset;
    return positions;
  }
  int64_t count = size().get();
  if (count > kMaxEnumeratedPositions)
    return fail("composed layout " + str() + " has " + Twine(count) +
                " positions; at most " + Twine(kMaxEnumeratedPositions) +
                " are enumerated");
  SmallVector<int64_t, 0> positions;
  for (int64_t index = 0; index < count; ++index)
    positions.push_back(*map(unravel(index, shape())));
  llvm::sort(positions);
  positions.erase(llvm::unique(positions), positions.end());
  return positions;
}

Expected<std::optional<Coordinate>>
ComposedLayout::inverse(int64_t position) const {
  if (Error error = verify())
    return error;
  if (!inner) {
    std::optional<int64_t> index = (CheckedInt(position) - offset).asOptional();
    if (!index)
      return std::optional<Coordinate>();
    return (outer ? *outer : Layout()).inverse(*index);
  }
  int64_t count = size().get();
  if (count > kMaxEnumeratedPositions)
    return fail("composed layout " + str() + " has " + Twine(count) +
                " positions; at most " + Twine(kMaxEnumeratedPositions) +
                " are searched");
  for (int64_t index = 0; index < count; ++index) {
    Coordinate coordinate = unravel(index, shape());
    if (map(coordinate) == position)
      return std::optional<Coordinate>(std::move(coordinate));
  }
  return std::optional<Coordinate>();
}

Expected<bool> ComposedLayout::contains(int64_t position) const {
  auto coordinate = inverse(position);
  if (!coordinate)
    return coordinate.takeError();
  return coordinate->has_value();
}

std::optional<bool> ComposedLayout::isInjective() const {
  if (!inner)
    return (outer ? *outer : Layout()).isInjective();
  if (!outer && offset == 0)
    return inner->isInjective();
  // What the parts say needs no enumeration.
  std::optional<bool> indices = outer ? outer->isInjective() : true;
  if (indices == false)
    return false;
  if (indices == true && inner->isInjective() == true)
    return true;
  std::optional<int64_t> places = inner->cosize();
  if (places && size() && size().get() > *places)
    return false;
  auto positions = image();
  if (!positions) {
    consumeError(positions.takeError());
    return std::nullopt;
  }
  return static_cast<int64_t>(positions->size()) == size().get();
}

std::optional<PositionRange> ComposedLayout::range() const {
  if (!inner) {
    std::optional<PositionRange> indices = (outer ? *outer : Layout()).range();
    if (!indices)
      return std::nullopt;
    CheckedInt first = CheckedInt(indices->first) + offset;
    CheckedInt last = CheckedInt(indices->last) + offset;
    if (!first || !last)
      return std::nullopt;
    return PositionRange{first.get(), last.get()};
  }
  if (!outer && offset == 0)
    return inner->range();
  auto positions = image();
  if (!positions) {
    consumeError(positions.takeError());
    return std::nullopt;
  }
  if (positions->empty())
    return std::nullopt;
  return PositionRange{positions->front(), positions->back()};
}

std::string ComposedLayout::str() const {
  if (isPlain())
    return outer->str();
  return "composed<inner = " + (inner ? inner->str() : "none") +
         ", offset = " + std::to_string(offset) +
         ", outer = " + (outer ? outer->str() : "none") + ">";
}

} // namespace tilefoundry
