//===- Layout.cpp - plain layouts -----------------------------------------===//
//
// Positions, ranges, injectivity, image and inverse of shapes with strides.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Layout/Layout.h"

#include "LayoutSupport.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;
using detail::listText;

Layout Layout::unmaterialised(ArrayRef<int64_t> shape) {
  Layout layout;
  layout.shape.assign(shape.begin(), shape.end());
  layout.materialised = false;
  return layout;
}

Layout Layout::get(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  Layout layout;
  layout.shape.assign(shape.begin(), shape.end());
  layout.strides.assign(strides.begin(), strides.end());
  return layout;
}

Expected<Layout> Layout::rowMajor(ArrayRef<int64_t> shape) {
  Layout layout;
  layout.shape.assign(shape.begin(), shape.end());
  layout.strides.resize(shape.size());
  bool isEmpty = llvm::is_contained(shape, 0);
  CheckedInt stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] < 0)
      return fail("extent " + Twine(shape[i]) + " of axis " + Twine(i) +
                  " is negative");
    if (!stride)
      return fail("row-major strides of " + listText(shape) +
                  " do not fit in 64 bits");
    layout.strides[i] = stride.get();
    // An empty shape reaches no position: its strides only have to exist.
    CheckedInt next = stride * std::max<int64_t>(shape[i], 1);
    if (next || !isEmpty)
      stride = next;
  }
  return layout;
}

Error Layout::verify() const {
  if (materialised && shape.size() != strides.size())
    return fail("layout has " + Twine(shape.size()) + " extents but " +
                Twine(strides.size()) +
                " strides; write one stride per extent or none at all");
  for (auto [i, extent] : llvm::enumerate(shape))
    if (extent < 0)
      return fail("extent " + Twine(extent) + " of layout axis " + Twine(i) +
                  " is negative");
  if (!size())
    return fail("layout " + str() + " has more coordinates than 64 bits count");
  if (materialised && size().get() != 0 && !range())
    return fail("layout " + str() + " reaches positions outside 64 bits");
  return Error::success();
}

bool Layout::isRowMajor() const {
  if (!materialised || shape.size() != strides.size())
    return false;
  if (llvm::is_contained(shape, 0))
    return true;
  CheckedInt expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] < 0)
      return false;
    if (shape[i] == 1)
      continue;
    if (!expected || strides[i] != expected.get())
      return false;
    expected *= shape[i];
  }
  return true;
}

std::optional<int64_t> Layout::map(ArrayRef<int64_t> coordinate) const {
  if (!materialised || coordinate.size() != shape.size() ||
      strides.size() != shape.size())
    return std::nullopt;
  CheckedInt position = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (coordinate[i] < 0 || coordinate[i] >= shape[i])
      return std::nullopt;
    position += CheckedInt(coordinate[i]) * strides[i];
  }
  return position.asOptional();
}

std::optional<PositionRange> Layout::range() const {
  if (!materialised || strides.size() != shape.size())
    return std::nullopt;
  CheckedInt first = 0, last = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] <= 0)
      return std::nullopt;
    CheckedInt reach = CheckedInt(shape[i] - 1) * strides[i];
    (strides[i] < 0 ? first : last) += reach;
  }
  if (!first || !last)
    return std::nullopt;
  return PositionRange{first.get(), last.get()};
}

std::optional<int64_t> Layout::cosize() const {
  if (!materialised || strides.size() != shape.size())
    return std::nullopt;
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<PositionRange> reached = range();
  if (!reached)
    return std::nullopt;
  return (CheckedInt(reached->last) - reached->first + 1).asOptional();
}

//===----------------------------------------------------------------------===//
// Searches over strides
//===----------------------------------------------------------------------===//

namespace {

using Wide = __int128;

/// Searches for digits `y[i]` in `[low[i], high[i]]` whose weighted sum is a
/// target, heaviest stride first: what the lighter strides can still reach
/// bounds the choices, so that ordinary layouts take one or two choices per
/// axis.
class DigitSearch {
public:
  struct Axis {
    int64_t extent;
    Wide weight;   // at least 1
    size_t source; // the axis of the layout
  };

  /// `spread`: digits may be negative as well (differences of coordinates).
  DigitSearch(SmallVector<Axis, 4> axes, bool spread)
      : axes(std::move(axes)), spread(spread) {
    llvm::sort(this->axes, [](const Axis &a, const Axis &b) {
      return a.weight != b.weight ? a.weight > b.weight : a.source < b.source;
    });
    digits.assign(this->axes.size(), 0);
    reach.assign(this->axes.size() + 1, 0);
    for (size_t i = this->axes.size(); i-- > 0;)
      reach[i] =
          reach[i + 1] + Wide(this->axes[i].extent - 1) * this->axes[i].weight;
  }

  /// Whether two different coordinates collide, or nothing after too many
  /// steps.
  std::optional<bool> hasCollision() {
    bool found = searchFrom(0, 0, /*isZeroSoFar=*/true);
    return gaveUp ? std::nullopt : std::optional<bool>(found);
  }

  /// Whether a coordinate reaches `target`.
  std::optional<bool> reaches(Wide target) {
    bool found = searchFrom(0, target, /*isZeroSoFar=*/false);
    return gaveUp ? std::nullopt : std::optional<bool>(found);
  }

  /// The digits of the solution that `reaches` found, by layout axis.
  void readDigits(Coordinate &coordinate) const {
    for (size_t i = 0; i < axes.size(); ++i)
      coordinate[axes[i].source] = digits[i];
  }

private:
  static constexpr unsigned kMaxSteps = 1u << 20;

  static Wide floorDiv(Wide a, Wide b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
  }

  /// Digits of axes `[i, end)` that sum to `rest`; with `isZeroSoFar` the
  /// all-zero choice does not count and, by symmetry, the first other digit is
  /// positive.
  bool searchFrom(size_t i, Wide rest, bool isZeroSoFar) {
    if (++steps > kMaxSteps) {
      gaveUp = true;
      return false;
    }
    if (i == axes.size())
      return rest == 0 && !isZeroSoFar;
    Wide below = reach[i + 1], weight = axes[i].weight;
    Wide lighterLow = spread ? -below : Wide(0);
    Wide low = -floorDiv(-(rest - below), weight);
    Wide high = floorDiv(rest - lighterLow, weight);
    Wide top = axes[i].extent - 1;
    Wide bottom = spread && !isZeroSoFar ? -top : Wide(0);
    low = std::max(low, bottom);
    high = std::min(high, top);
    for (Wide y = low; y <= high && !gaveUp; ++y) {
      digits[i] = static_cast<int64_t>(y);
      if (searchFrom(i + 1, rest - y * weight, isZeroSoFar && y == 0))
        return true;
    }
    return false;
  }

  SmallVector<Axis, 4> axes;
  SmallVector<Wide, 5> reach;
  SmallVector<int64_t, 4> digits;
  bool spread;
  unsigned steps = 0;
  bool gaveUp = false;
};

} // namespace

std::optional<bool> Layout::isInjective() const {
  if (!materialised || strides.size() != shape.size())
    return std::nullopt;
  if (llvm::any_of(shape, [](int64_t extent) { return extent <= 0; }))
    return true;
  SmallVector<DigitSearch::Axis, 4> axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1)
      continue;
    if (strides[i] == 0)
      return false;
    Wide stride = strides[i];
    axes.push_back({shape[i], stride < 0 ? -stride : stride, i});
  }
  // More coordinates than places to put them.
  std::optional<int64_t> places = cosize();
  if (!places)
    return std::nullopt;
  if (!size() || size().get() > *places)
    return false;
  std::optional<bool> collides =
      DigitSearch(std::move(axes), /*spread=*/true).hasCollision();
  if (!collides)
    return std::nullopt;
  return !*collides;
}

Expected<SmallVector<int64_t, 0>> Layout::image() const {
  if (!materialised)
    return fail("layout " + str() + " has no strides yet, so it has no image");
  if (Error error = verify())
    return error;
  int64_t count = size().get();
  if (count > kMaxEnumeratedPositions)
    return fail("layout " + str() + " has " + Twine(count) +
                " positions; at most " + Twine(kMaxEnumeratedPositions) +
                " are enumerated");
  SmallVector<int64_t, 0> positions;
  if (count == 0)
    return positions;
  positions.reserve(count);
  positions.push_back(0);
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t before = positions.size();
    for (int64_t y = 1; y < shape[i]; ++y)
      for (size_t k = 0; k < before; ++k)
        positions.push_back(positions[k] + y * strides[i]);
  }
  llvm::sort(positions);
  positions.erase(llvm::unique(positions), positions.end());
  return positions;
}

Expected<std::optional<Coordinate>> Layout::inverse(int64_t position) const {
  if (!materialised)
    return fail("layout " + str() +
                " has no strides yet, so it has no inverse");
  if (Error error = verify())
    return error;
  if (size().get() == 0)
    return std::optional<Coordinate>();
  // Negative strides are turned round, so that all weights are positive.
  SmallVector<DigitSearch::Axis, 4> axes;
  Wide target = position;
  for (size_t i = 0; i < shape.size(); ++i) {
    Wide stride = strides[i];
    if (shape[i] == 1 || stride == 0)
      continue;
    if (stride < 0)
      target -= stride * (shape[i] - 1);
    axes.push_back({shape[i], stride < 0 ? -stride : stride, i});
  }
  DigitSearch search(std::move(axes), /*spread=*/false);
  std::optional<bool> exists = search.reaches(target);
  if (!exists)
    return fail("no exact inverse of layout " + str() + " at position " +
                Twine(position) + ": its strides collide too often");
  if (!*exists)
    return std::optional<Coordinate>();
  Coordinate coordinate(shape.size(), 0);
  search.readDigits(coordinate);
  for (size_t i = 0; i < shape.size(); ++i)
    if (strides[i] < 0 && shape[i] > 1)
      coordinate[i] = shape[i] - 1 - coordinate[i];
  return std::optional<Coordinate>(std::move(coordinate));
}

std::string Layout::str() const {
  return materialised ? listText(shape) + ":" + listText(strides)
                      : listText(shape);
}

Coordinate unravel(int64_t index, ArrayRef<int64_t> shape) {
  Coordinate coordinate(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    coordinate[i] = shape[i] > 0 ? index % shape[i] : 0;
    index = shape[i] > 0 ? index / shape[i] : 0;
  }
  return coordinate;
}

} // namespace tilefoundry
