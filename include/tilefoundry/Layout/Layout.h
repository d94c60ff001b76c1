//===- Layout.h - shapes with strides ---------------------------*- C++ -*-===//
//
// Static plain and composed layouts (ir.md 2.2): functions from a coordinate to
// a position. Plain data, free of IR.
//
// Example: (2, 3):(4, 1) maps (1, 2) to 6; its image is {0, 1, 2, 4, 5, 6}, its
// cosize 7; 6 has the one preimage (1, 2) and 3 has none.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LAYOUT_LAYOUT_H
#define TILEFOUNDRY_LAYOUT_LAYOUT_H

#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace tilefoundry {

using Coordinate = llvm::SmallVector<int64_t, 4>;

/// The most positions that a function of this room enumerates; beyond it,
/// questions without a closed form are refused with an error instead of taking
/// seconds.
inline constexpr int64_t kMaxEnumeratedPositions = int64_t(1) << 22;

/// Positions from `first` to `last`, both included.
struct PositionRange {
  int64_t first;
  int64_t last;
};

/// `shape` and, when `materialised`, one stride per extent. Every question
/// about positions needs strides; without them it has no answer.
struct Layout {
  llvm::SmallVector<int64_t, 4> shape;
  llvm::SmallVector<int64_t, 4> strides;
  bool materialised = true;

  /// Strides not yet materialised.
  static Layout unmaterialised(llvm::ArrayRef<int64_t> shape);
  static Layout get(llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> strides);
  /// Row-major strides over `shape`. Fails when they leave 64 bits or an extent
  /// is negative.
  static llvm::Expected<Layout> rowMajor(llvm::ArrayRef<int64_t> shape);

  unsigned rank() const { return shape.size(); }
  /// Number of coordinates.
  CheckedInt size() const { return product(shape); }
  /// Ranks agree, extents are not negative, size and range fit in 64 bits.
  llvm::Error verify() const;

  /// Whether this is the row-major layout of its shape; the stride of an extent
  /// of at most 1 says nothing and is not compared, nor is any when a shape is
  /// empty.
  bool isRowMajor() const;

  /// The position of an in-range coordinate; nothing for another coordinate,
  /// for unmaterialised strides or for a position outside 64 bits.
  std::optional<int64_t> map(llvm::ArrayRef<int64_t> coordinate) const;

  /// Smallest and largest position; nothing when there is no coordinate, when
  /// the strides are unmaterialised, or past 64 bits.
  std::optional<PositionRange> range() const;
  /// Places spanned: the largest position plus one for non-negative strides,
  /// `last - first + 1` in general; 0 when there is no coordinate.
  std::optional<int64_t> cosize() const;

  /// Whether distinct coordinates have distinct positions, decided without
  /// enumerating; nothing when the search for a collision gives up (strides
  /// chosen against it) or the strides are unmaterialised.
  std::optional<bool> isInjective() const;
  /// All positions, sorted, without repetition.
  llvm::Expected<llvm::SmallVector<int64_t, 0>> image() const;
  /// The coordinate that maps to `position`, always the same one when there are
  /// several. Fails only when the search gives up.
  llvm::Expected<std::optional<Coordinate>> inverse(int64_t position) const;

  /// `(2, 3):(4, 1)`, or `(2, 3)` when unmaterialised.
  std::string str() const;

  friend bool operator==(const Layout &a, const Layout &b) {
    return a.shape == b.shape && a.strides == b.strides &&
           a.materialised == b.materialised;
  }
  friend bool operator!=(const Layout &a, const Layout &b) { return !(a == b); }
};

/// coordinate -> outer -> + offset -> inner (ir.md 2.2). An absent layout is
/// the identity: without `outer` the coordinate is one of `inner`, linearised
/// row-major; `inner` takes an index and unfolds it row-major over its shape;
/// an index outside `inner` has no position. With neither, a rank-0 layout at
/// `offset`.
struct ComposedLayout {
  std::optional<Layout> inner;
  int64_t offset = 0;
  std::optional<Layout> outer;
  /// Written as a composition, as slices of meshes are, even at offset 0.
  bool composed = false;

  ComposedLayout() = default;
  ComposedLayout(Layout plain) : outer(std::move(plain)) {}
  ComposedLayout(std::optional<Layout> inner, int64_t offset,
                 std::optional<Layout> outer)
      : inner(std::move(inner)), offset(offset), outer(std::move(outer)),
        composed(true) {}

  /// Nothing but a layout, and written as such.
  bool isPlain() const { return !composed && !inner && offset == 0 && outer; }
  llvm::ArrayRef<int64_t> shape() const;
  unsigned rank() const { return shape().size(); }
  CheckedInt size() const { return product(shape()); }
  /// Both layouts are well formed and every index falls inside `inner`.
  llvm::Error verify() const;

  std::optional<int64_t> map(llvm::ArrayRef<int64_t> coordinate) const;
  llvm::Expected<llvm::SmallVector<int64_t, 0>> image() const;
  /// Whether some coordinate maps to `position`.
  llvm::Expected<bool> contains(int64_t position) const;
  llvm::Expected<std::optional<Coordinate>> inverse(int64_t position) const;
  std::optional<bool> isInjective() const;
  std::optional<PositionRange> range() const;

  /// The same function as one offset and one plain layout; fails when `inner`
  /// makes it something that strides cannot state.
  llvm::Expected<std::pair<int64_t, Layout>> flatten() const;

  std::string str() const;

  friend bool operator==(const ComposedLayout &a, const ComposedLayout &b) {
    return a.inner == b.inner && a.offset == b.offset && a.outer == b.outer &&
           a.composed == b.composed;
  }
};

/// The coordinate of row-major index `index` in `shape`; `index` is in range.
Coordinate unravel(int64_t index, llvm::ArrayRef<int64_t> shape);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LAYOUT_LAYOUT_H
