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
  DiveSearch(const Component &component, SearchBudget &budget);

  /// Counts one decision; why the search must end, if it must.
  std::optional<DiveResult> spendStep();
  /// Whether every moment can still hold the unplaced buffers of `list`, none
  /// of which may lie under its bound: whatever lies at or over some height
  /// lies there end to end. A moment that cannot gains weight.
  bool momentsFit(const std::vector<int> &list,
                  const std::vector<int64_t> &bounds);
  /// What is unplaced of `list`, earliest first, in parts that hang together in
  /// time.
  std::vector<std::vector<int>> split(const std::vector<int> &list) const;

  const Component &c;
  SearchBudget &budget;
  /// For each buffer the others that are alive at one of its moments.
  std::vector<std::vector<int>> neighbours;
  std::vector<int> rank;
  std::vector<char> placed;
  std::vector<int64_t> weight;

private:
  /// Working storage of `momentsFit`.
  std::vector<std::pair<int64_t, int>> byHeight; // negated bound, buffer
  std::vector<int64_t> sum;
};

/// Buffers to place, what is tried for them, and what a try leaves to place.
template <typename PartT> struct DiveFrame {
  using Part = PartT;
  Part part;
  std::vector<int> tries;
  size_t nextTry = 0;
  std::vector<Part> parts;
  size_t nextPart = 0;
  size_t trailMark = 0;
};

/// Depth first over parts and tries, without recursion; `FrameT` is a
/// `DiveFrame`.
template <typename FrameT> class BacktrackingSearch : public DiveSearch {
public:
  DiveResult dive(const std::vector<int> &ranks, int64_t nodes) final;

protected:
  using DiveSearch::DiveSearch;

  virtual std::vector<typename FrameT::Part> rootParts() = 0;
  /// Finds what to try for `frame.part`; false when it cannot be placed.
  virtual bool evaluate(FrameT &frame) = 0;
  /// Makes the next try and states the parts it leaves.
  virtual void attempt(FrameT &frame) = 0;
  /// Told that every try for a part has failed.
  virtual void noteFailure(const FrameT &) {}
  virtual size_t trailSize() const = 0;
  virtual void undoTo(size_t mark) = 0;
};

template <typename FrameT>
DiveResult BacktrackingSearch<FrameT>::dive(const std::vector<int> &ranks,
                                            int64_t nodes) {
  rank = ranks;
  undoTo(0);
  std::vector<FrameT> stack(1);
  // The root tries nothing of its own, only its parts do.
  stack[0].parts = rootParts();
  while (true) {
    FrameT &top = stack.back();
    if (top.nextPart == top.parts.size()) {
      // All parts are placed, so this frame is.
      stack.pop_back();
      if (stack.empty())
        return DiveResult::Found;
      continue;
    }
    if (nodes-- == 0)
      return DiveResult::OutOfNodes;
    if (std::optional<DiveResult> spent = spendStep())
      return *spent;
    FrameT frame;
    frame.part = std::move(top.parts[top.nextPart++]);
    frame.trailMark = trailSize();
    if (evaluate(frame)) {
      attempt(frame);
      stack.push_back(std::move(frame));
      continue;
    }
    // A part cannot be placed: the frame that left it tries something else.
    while (true) {
      FrameT &failed = stack.back();
      undoTo(failed.trailMark);
      if (failed.nextTry < failed.tries.size()) {
        attempt(failed);
        break;
      }
      if (stack.size() > 1)
        noteFailure(failed);
      stack.pop_back();
      if (stack.empty())
        return DiveResult::Exhausted;
    }
  }
}

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
