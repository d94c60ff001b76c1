//===- Dive.h - one bounded attempt at a packing ----------------*- C++ -*-===//
//
// What the searches share: a search is begun again and again, each time with
// another ranking of the buffers, and remembers which moments failed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_DIVE_H
#define TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_DIVE_H

#include "Component.h"
#include <memory>
#include <optional>

namespace tilefoundry::allocation {

enum class DiveResult { Found, Exhausted, OutOfNodes, OutOfSteps, OutOfTime };

/// A complete search that can be cut off. Both implementations explore every
/// packing that matters, so `Exhausted` is a proof whichever says it.
class DiveSearch {
public:
  virtual ~DiveSearch() = default;

  /// Searches from the root, preferring buffers of low rank, for at most
  /// `nodes` decisions.
  virtual DiveResult dive(const std::vector<int> &ranks, int64_t nodes) = 0;
  /// Where the buffers lie after `Found`.
  virtual const std::vector<int64_t> &offsets() const = 0;
  /// How often each moment was found too full, plus one.
  const std::vector<int64_t> &weights() const { return weight; }

protected:
  DiveSearch(const Component &component, SearchBudget &budget)
      : c(component), budget(budget), weight(component.moments, 1) {}

  /// Counts one decision; why the search must end, if it must.
  std::optional<DiveResult> spendStep();

  const Component &c;
  SearchBudget &budget;
  std::vector<int64_t> weight;
};

/// For each buffer the others that are alive at one of its moments.
std::vector<std::vector<int>> overlaps(const Component &component);

/// Places buffers one after another at never falling offsets.
std::unique_ptr<DiveSearch> makeRisingSearch(const Component &component,
                                             SearchBudget &budget);
/// Asks who covers a moment next in a hollow of what has been placed.
std::unique_ptr<DiveSearch> makeSkylineSearch(const Component &component,
                                              SearchBudget &budget);

/// Ranks for dive number `flavour`: four plain orders first, then mixtures that
/// favour what lies where earlier dives failed.
class Ranking {
public:
  explicit Ranking(const Component &component);
  std::vector<int> ranks(int flavour,
                         const std::vector<int64_t> &weights) const;

private:
  const Component &c;
  /// The most bytes alive at a moment of each buffer.
  std::vector<int64_t> total;
};

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_LIB_ANALYSIS_ALLOCATION_DIVE_H
