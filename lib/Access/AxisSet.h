//===- AxisSet.h - a set of coordinates along one axis ----------*- C++ -*-===//
//
// Private to lib/Access. An `AxisSet` is `{ base + sum step_k * x_k }` clipped
// to an interval, in one of two exact forms:
//
//   nested   levels (step, count), each step larger than the span below it, so
//            every element has one decomposition and its rank is computed digit
//            by digit:  8*[0,4) + [0,3)  is levels (1,3), (8,4)
//   runs     sorted disjoint intervals of a lattice `base + unit * r`
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_AXISSET_H
#define TILEFOUNDRY_LIB_ACCESS_AXISSET_H

#include "SpaceImpl.h"

namespace tilefoundry {

/// One summand `coeff * x` with `x` in `[0, extent)`.
struct AxisTerm {
  int64_t coeff;
  int64_t extent;
};

class AxisSet {
public:
  /// Nothing when neither form is small enough.
  static std::optional<AxisSet> get(llvm::ArrayRef<AxisTerm> terms, Wide offset,
                                    Wide lo, Wide hi);
  /// The set of `values`, which need not be sorted or distinct.
  static AxisSet fromValues(llvm::SmallVectorImpl<Wide> &values);
  static std::optional<AxisSet> intersect(const AxisSet &a, const AxisSet &b);

  /// Number of elements of `{ sum coeff * x }` without clipping where only the
  /// number is needed: also two coprime strides of any extent.
  static std::optional<Wide> countUnclipped(llvm::ArrayRef<AxisTerm> terms);

  /// Whether `sum coeff * x` provably takes different values at different
  /// points.
  static bool isInjective(llvm::ArrayRef<AxisTerm> terms);

  Wide count() const { return elements; }
  bool empty() const { return elements == 0; }
  /// Bounds of the clipped set; of no meaning when empty.
  Wide min() const { return lo; }
  Wide max() const { return hi; }
  bool isInterval() const { return hi - lo + 1 == elements; }
  /// The interval `[lo, hi]`.
  static AxisSet interval(Wide lo, Wide hi);
  bool isSameAs(const AxisSet &o) const;

private:
  struct Level {
    Wide step;
    Wide count;
    bool operator==(const Level &o) const {
      return step == o.step && count == o.count;
    }
  };
  using Run = std::pair<Wide, Wide>;

  Wide rank(Wide x) const;
  void finish();
  bool toRuns(Wide unit, llvm::SmallVectorImpl<Run> &out) const;
  Wide lattice() const;
  static std::optional<AxisSet> intersectProgressions(const AxisSet &a,
                                                      const AxisSet &b);

  bool nested = true;
  llvm::SmallVector<Level, 3> levels;
  Wide base = 0;
  Wide unit = 1;
  llvm::SmallVector<Run, 0> runs; ///< in units, relative to `base`
  Wide lo = 0, hi = -1;
  Wide elements = 0;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_AXISSET_H
