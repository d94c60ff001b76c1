//===- SearchTest.cpp - both searches settle what is known ----------------===//
//
// Each search by itself, so that neither hides behind the other: on planes cut
// into rectangles, which fit by construction, and against trying everything.
//
//===----------------------------------------------------------------------===//

#include "Dive.h"
#include "TiledPlane.h"
#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "gtest/gtest.h"
#include <chrono>
#include <random>

using namespace tilefoundry::allocation;

namespace {

using MakeSearch = std::unique_ptr<DiveSearch> (*)(const Component &,
                                                   SearchBudget &);

/// Every position a moment: more than the solver keeps, and as right.
Component toComponent(const Problem &problem) {
  Component c;
  c.capacity = problem.capacity;
  for (const Buffer &b : problem.buffers) {
    c.begin.push_back(static_cast<int>(b.first));
    c.end.push_back(static_cast<int>(b.last) + 1);
    c.size.push_back(b.size);
    c.moments = std::max(c.moments, c.end.back());
  }
  return c;
}

/// Buffers as the solver hands them on: earliest first.
void sortByBegin(Problem &problem) {
  std::stable_sort(
      problem.buffers.begin(), problem.buffers.end(),
      [](const Buffer &a, const Buffer &b) { return a.first < b.first; });
}

class Searches : public testing::TestWithParam<MakeSearch> {
protected:
  /// What the search says in dives of `nodes`, at most `dives` of them.
  DiveResult ask(const Problem &problem, int64_t nodes, int dives) {
    component = toComponent(problem);
    budget.limit = nodes * dives;
    budget.deadline = std::chrono::steady_clock::now() + std::chrono::hours(24);
    search = GetParam()(component, budget);
    Ranking ranking(component);
    DiveResult result = DiveResult::OutOfNodes;
    for (int i = 0; i < dives && result == DiveResult::OutOfNodes; ++i)
      result = search->dive(ranking.ranks(i, search->weights()), nodes);
    return result;
  }

  /// Whether the packing found is right by the validator.
  testing::AssertionResult isRight(const Problem &problem) {
    Solution solution{search->offsets(), 0};
    for (size_t i = 0; i < solution.offsets.size(); ++i)
      solution.height = std::max(solution.height,
                                 solution.offsets[i] + problem.buffers[i].size);
    if (llvm::Error error = validate(problem, solution))
      return testing::AssertionFailure() << llvm::toString(std::move(error));
    return testing::AssertionSuccess();
  }

  Component component;
  SearchBudget budget;
  std::unique_ptr<DiveSearch> search;
};

TEST_P(Searches, NeverDenyAPlantedPacking) {
  int found = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    TiledPlaneOptions options;
    options.seed = seed;
    options.tiles = 5 + static_cast<int>(seed % 20);
    options.positions = 11;
    options.capacity = 23;
    options.thinned = seed % 3 ? 0 : 20;
    Problem problem = TiledPlane(options).build();
    sortByBegin(problem);
    DiveResult result = ask(problem, 2000, 5);
    ASSERT_NE(result, DiveResult::Exhausted) << "seed " << seed;
    if (result != DiveResult::Found)
      continue;
    ++found;
    ASSERT_TRUE(isRight(problem)) << "seed " << seed;
  }
  // At most one in twenty may stay open after 10000 decisions.
  EXPECT_GE(found, 380);
}

/// Tries every offset for every buffer in turn.
bool fitsSomewhere(const Component &c, std::vector<int64_t> &offsets,
                   size_t next) {
  if (next == c.size.size())
    return true;
  for (int64_t offset = 0; offset <= c.capacity - c.size[next]; ++offset) {
    bool free = true;
    for (size_t o = 0; o < next && free; ++o)
      free = c.end[o] <= c.begin[next] || c.end[next] <= c.begin[o] ||
             offsets[o] + c.size[o] <= offset ||
             offset + c.size[next] <= offsets[o];
    offsets[next] = offset;
    if (free && fitsSomewhere(c, offsets, next + 1))
      return true;
  }
  return false;
}

TEST_P(Searches, AgreeWithTryingEveryOffset) {
  std::mt19937_64 rng(20250711);
  int fits = 0, denied = 0;
  for (int round = 0; round < 4000; ++round) {
    Problem problem;
    problem.capacity = 5 + static_cast<int64_t>(rng() % 3);
    for (uint64_t i = 4 + rng() % 5; i-- > 0;) {
      int64_t first = static_cast<int64_t>(rng() % 6);
      problem.buffers.push_back({"b", first,
                                 std::min<int64_t>(6, first + rng() % 4),
                                 static_cast<int64_t>(1 + rng() % 3)});
    }
    sortByBegin(problem);
    DiveResult result = ask(problem, 1000000, 1);
    std::vector<int64_t> offsets(problem.buffers.size());
    bool expected = fitsSomewhere(component, offsets, 0);
    ASSERT_EQ(result, expected ? DiveResult::Found : DiveResult::Exhausted)
        << "round " << round;
    if (expected) {
      ASSERT_TRUE(isRight(problem)) << "round " << round;
    }
    ++(expected ? fits : denied);
  }
  EXPECT_GT(fits, 1000);
  EXPECT_GT(denied, 500);
}

INSTANTIATE_TEST_SUITE_P(Both, Searches,
                         testing::Values(&makeRisingSearch, &makeSkylineSearch),
                         [](auto info) {
                           return info.index ? std::string("Skyline")
                                             : std::string("Rising");
                         });

TEST(TiledPlane, PlantedPackingsAreRightAndFillTheCapacity) {
  for (uint64_t index = 0; index < 40; ++index) {
    TiledPlane plane(hardQuestion(index));
    Problem problem = plane.build();
    llvm::Error error = validate(problem, plane.planted);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    llvm::Expected<int64_t> live = maxLiveBytes(problem);
    ASSERT_TRUE(bool(live));
    EXPECT_EQ(*live, problem.capacity) << "question " << index;
  }
}

} // namespace
