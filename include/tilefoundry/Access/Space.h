//===- Space.h - boxes, quasi-affine accesses and their exact count -------===//
//
// A `Space` is a box of named variables: iteration dims, mesh coordinates, loop
// trips. An `Access` maps points of the box to coordinates of one value.
// `count` answers every question the analyses ask of an access: how many
// distinct coordinates do the points reach, when some variables are unioned
// over, some summed over, some held at their first value and some chosen to
// reach most.
//
// Example: a loop of 5 trips (t) reads the window x[10*t, 10*t + 10) of x[50]:
//   vars t in [0,5), i in [0,10); access [10*t + i] of shape [50].
//   t Max,   i Union -> 10   one occurrence
//   t Sum,   i Union -> 50   all trips, each counted for itself
//   t Union, i Union -> 50   what the loop touches
//
// Structured accesses (boxes, strided and block-cyclic sets, products and
// unions of those, row-major regroups) are counted in closed form; everything
// else goes to isl. Both give the exact count or an error, never an
// approximation.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ACCESS_SPACE_H
#define TILEFOUNDRY_ACCESS_SPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tilefoundry {

/// A quasi-affine expression: `offset + sum coeff_i * atom_i`. Atoms are
/// interned in the `Space` that made the expression: a variable, an unknown, a
/// floor division, a minimum or a maximum. Two expressions of one space are
/// equal as functions whenever they compare equal (the converse need not hold).
struct IndexExpr {
  /// Sorted by atom, no zero coefficients.
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> terms;
  int64_t offset = 0;

  bool isConstant() const { return terms.empty(); }
  friend bool operator==(const IndexExpr &a, const IndexExpr &b) {
    return a.offset == b.offset && a.terms == b.terms;
  }
};

/// The coordinates of one value that a point of the space touches. Points whose
/// coordinates leave `[0, shape)` touch nothing (ragged windows are clipped).
struct Access {
  llvm::SmallVector<IndexExpr, 4> coords;
  llvm::SmallVector<int64_t, 4> shape;

  /// A condition that a fold left behind: points with `value` outside
  /// `[0, extent)` touch nothing, because they leave a view on the way to the
  /// owner. Folds add one only where they cannot prove it.
  struct Guard {
    IndexExpr value;
    int64_t extent = 0;
  };
  llvm::SmallVector<Guard, 0> guards = {};
};
/// Whether both are the same expressions of one space.
bool operator==(const Access &a, const Access &b);

/// The values of an expression lie in `[first, last]`; it reaches both where
/// the range is exact.
struct IndexRange {
  int64_t first = 0, last = 0;
  bool isExact = false;
};

/// What `count` does with a variable.
enum class VarRole : uint8_t {
  Union, ///< distinct coordinates over all its values
  Sum,   ///< counted for each value and added up
  Max,   ///< the value for which the (sum of the) count is largest
  First  ///< held at 0
};

struct CountLimits {
  /// Combinations of Sum and Max variables that may be tried one by one where
  /// no closed form applies.
  int64_t maxCombinations = 1 << 20;
  /// isl operations one count may take.
  unsigned long maxIslOperations = 20000000;
  /// Points that one count may visit where neither a closed form nor isl
  /// (within its quota) gives the answer.
  int64_t maxPoints = 1 << 22;
};

class Space {
public:
  /// What counting has cost so far; for tests and benchmarks.
  struct Statistics {
    uint64_t counts = 0;       ///< calls of `count`
    uint64_t cacheHits = 0;    ///< answered from an earlier count
    uint64_t islCounts = 0;    ///< sets handed to isl
    uint64_t enumerations = 0; ///< sets counted point by point
    uint64_t combinations = 0; ///< Sum/Max combinations tried one by one
  };
  const Statistics &getStatistics() const;

  Space();
  ~Space();
  Space(Space &&) noexcept;
  Space &operator=(Space &&) noexcept;
  Space(const Space &) = delete;
  Space &operator=(const Space &) = delete;

  /// A variable over `[0, extent)`; `name` is used in messages and text only.
  unsigned addVariable(int64_t extent, llvm::StringRef name);
  unsigned getNumVariables() const;
  int64_t getExtent(unsigned variable) const;
  llvm::StringRef getName(unsigned variable) const;

  /// A number known only at run time. It is one value for each combination of
  /// the variables `dependsOn`; for different combinations choices are
  /// independent. A count takes the choice that reaches most ("widest legal",
  /// ir.md 8). The same unknown used twice is the same value. Exact for windows
  /// that are intervals or single elements; where the widest choice is out of
  /// reach (an unknown that meets variables under a division, minimum or
  /// maximum, windows with gaps, several free unknowns on one axis) the count
  /// is an upper bound of it: at most the full axis, and at most one value per
  /// combination of the variables involved. See docs/access.md.
  IndexExpr unknown(llvm::ArrayRef<unsigned> dependsOn, llvm::StringRef name);

  IndexExpr constant(int64_t value) const;
  IndexExpr variable(unsigned v) const;
  /// Sums and products saturate into an error that `count` reports; no overflow
  /// wraps.
  IndexExpr add(const IndexExpr &a, const IndexExpr &b);
  IndexExpr sub(const IndexExpr &a, const IndexExpr &b);
  IndexExpr mul(const IndexExpr &a, int64_t factor);
  /// Floor division and the remainder in `[0, divisor)`, for `divisor >= 1`.
  IndexExpr floorDiv(const IndexExpr &a, int64_t divisor);
  IndexExpr mod(const IndexExpr &a, int64_t divisor);
  IndexExpr min(llvm::ArrayRef<IndexExpr> values);
  IndexExpr max(llvm::ArrayRef<IndexExpr> values);

  /// Terms of `e` written out in full. What is asked of an expression takes time
  /// in proportion, although shared parts are stored once: divisions of sums of
  /// divisions double it at every step.
  uint64_t getSize(const IndexExpr &e) const;
  /// Bounds of the values over the box, term by term: `k + k mod 4` may come
  /// out as if its terms moved by themselves. Nothing when an unknown enters.
  std::optional<std::pair<int64_t, int64_t>> range(const IndexExpr &e) const;
  /// Smallest and largest value over the box, for more work than `range`. Not
  /// exact only where neither a closed form, nor isl within its quota, nor
  /// `maxPoints` points tell.
  std::optional<IndexRange> extremes(const IndexExpr &e,
                                     const CountLimits &limits = {}) const;
  /// The variables that enter `access`: through any atom, or because an unknown
  /// depends on them.
  llvm::SmallBitVector variablesOf(const Access &access) const;
  /// Whether variable `v` enters `e`, through any atom.
  bool dependsOn(const IndexExpr &e, unsigned v) const;
  /// Replaces variable `v` by `value` in `e`. Values must stay inside the
  /// extent of `v`: `e` was simplified over it.
  IndexExpr substitute(const IndexExpr &e, unsigned v, const IndexExpr &value);

  //===--- composition: folding a view into the value that owns the bytes
  //---===//

  /// `view` is `owner` sliced: view coordinate c of axis a is owner coordinate
  /// starts[a] + c * strides[a].
  Access foldSlice(const Access &view, llvm::ArrayRef<IndexExpr> starts,
                   llvm::ArrayRef<int64_t> strides,
                   llvm::ArrayRef<int64_t> ownerShape);
  /// View axis k is owner axis perm[k].
  Access foldTranspose(const Access &view, llvm::ArrayRef<int64_t> perm);
  /// Keeps in `owner` the points that stay inside axis `axis` of `view`, where
  /// that is not certain; for folds that the ones here do not cover.
  void guardAxis(const Access &view, size_t axis, Access &owner) const;
  /// Row-major regroup between two shapes of one size.
  Access foldReshape(const Access &view, llvm::ArrayRef<int64_t> ownerShape);

  //===--- counting
  //---------------------------------------------------------===//

  /// Max over the Max variables of the sum over the Sum variables of
  /// `ceil(bits * |union over accesses of the image over the Union variables| /
  /// 8)`; with `bits == 0` the plain number of coordinates. All accesses have
  /// one shape. A variable of extent 0 makes the image empty. The error names
  /// the relation and the limit that was passed.
  llvm::Expected<int64_t> count(llvm::ArrayRef<Access> accesses,
                                llvm::ArrayRef<VarRole> roles, int64_t bits = 0,
                                const CountLimits &limits = {}) const;

  /// Whether the image of `a` at one combination of the variables with role Sum
  /// and the image of `b` at another one are always disjoint, over all values
  /// of the other variables, for each image by itself. An axis on which a
  /// coordinate has an unknown proves nothing; false then means "not proven".
  /// Used to prove that windows of different positions do not overlap.
  llvm::Expected<bool> areImagesDisjoint(const Access &a, const Access &b,
                                         llvm::ArrayRef<VarRole> roles,
                                         const CountLimits &limits = {}) const;
  /// The same for the images of one access.
  llvm::Expected<bool> areImagesDisjoint(const Access &a,
                                         llvm::ArrayRef<VarRole> roles,
                                         const CountLimits &limits = {}) const {
    return areImagesDisjoint(a, a, roles, limits);
  }

  /// `{ [t, i] -> [10*t + i] : 0 <= t < 5, 0 <= i < 10 }`.
  std::string str(const Access &access) const;
  std::string str(const IndexExpr &expr) const;

  /// For the files of lib/Access only.
  struct Impl;
  const Impl &getImpl() const { return *impl; }

private:
  std::unique_ptr<Impl> impl;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_ACCESS_SPACE_H
