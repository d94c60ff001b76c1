//===- Search.cpp - complete search for a packing -------------------------===//
//
// Two searches take turns, each begun again and again. See docs/allocation.md.
//
//===----------------------------------------------------------------------===//

#include "Dive.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace tilefoundry::allocation {

DiveSearch::DiveSearch(const Component &component, SearchBudget &budget)
    : c(component), budget(budget), neighbours(c.buffers()),
      placed(c.buffers()), weight(c.moments, 1) {
  for (int b = 0; b < c.buffers(); ++b)
    for (int o = 0; o < c.buffers(); ++o)
      if (o != b && c.begin[o] < c.end[b] && c.begin[b] < c.end[o])
        neighbours[b].push_back(o);
}

bool DiveSearch::momentsFit(const std::vector<int> &list,
                            const std::vector<int64_t> &bounds) {
  byHeight.clear();
  for (int b : list)
    byHeight.push_back({-bounds[b], b});
  llvm::sort(byHeight);
  sum.assign(c.moments, 0);
  for (auto [depth, b] : byHeight)
    for (int m = c.begin[b]; m < c.end[b]; ++m) {
      sum[m] += c.size[b];
      if (sum[m] - depth > c.capacity) {
        weight[m] += 1;
        return false;
      }
    }
  return true;
}

std::vector<std::vector<int>>
DiveSearch::split(const std::vector<int> &list) const {
  std::vector<std::vector<int>> parts;
  int end = -1;
  for (int b : list) {
    if (placed[b])
      continue;
    if (parts.empty() || c.begin[b] >= end)
      parts.emplace_back();
    parts.back().push_back(b);
    end = std::max(end, c.end[b]);
  }
  return parts;
}

std::optional<DiveResult> DiveSearch::spendStep() {
  if (budget.steps >= budget.limit)
    return DiveResult::OutOfSteps;
  ++budget.steps;
  if (std::chrono::steady_clock::now() > budget.deadline)
    return DiveResult::OutOfTime;
  return std::nullopt;
}

/// 1, 1, 2, 1, 1, 2, 4, ...: mostly short dives, now and then a longer one, and
/// in the end one that is long enough for any proof.
static int64_t lubyTerm(int64_t i) {
  while (true) {
    int64_t span = 1;
    while (2 * span - 1 < i)
      span *= 2;
    if (2 * span - 1 == i)
      return span;
    i -= span - 1;
  }
}

SearchResult search(const Component &component, SearchBudget &budget,
                    std::vector<int64_t> &offsets) {
  constexpr int64_t diveNodes = 1000;
  std::unique_ptr<DiveSearch> searches[] = {
      makeSkylineSearch(component, budget),
      makeRisingSearch(component, budget)};
  Ranking ranking(component);
  for (int flavour = 0;; ++flavour)
    for (std::unique_ptr<DiveSearch> &turn : searches) {
      switch (turn->dive(ranking.ranks(flavour, turn->weights()),
                         diveNodes * lubyTerm(flavour + 1))) {
      case DiveResult::Found:
        offsets = turn->offsets();
        return SearchResult::Found;
      case DiveResult::Exhausted:
        return SearchResult::None;
      case DiveResult::OutOfSteps:
        return SearchResult::StepLimit;
      case DiveResult::OutOfTime:
        return SearchResult::Timeout;
      case DiveResult::OutOfNodes:
        break;
      }
    }
}

} // namespace tilefoundry::allocation
