//===- Participants.cpp - which positions an occurrence occupies ----------===//

#include "tilefoundry/Analysis/Timeline/Participants.h"
#include <algorithm>
#include <limits>

namespace tilefoundry::timeline {

PositionSet PositionSet::fromPositions(llvm::ArrayRef<int64_t> positions) {
  std::vector<PositionRange> ranges;
  ranges.reserve(positions.size());
  for (int64_t p : positions)
    if (p != std::numeric_limits<int64_t>::max())
      ranges.push_back({p, p + 1});
  return fromRanges(ranges);
}

PositionSet PositionSet::fromRanges(llvm::ArrayRef<PositionRange> ranges) {
  std::vector<PositionRange> given(ranges.begin(), ranges.end());
  std::sort(given.begin(), given.end());
  PositionSet set;
  for (PositionRange r : given) {
    if (r.end <= r.begin)
      continue;
    if (!set.sorted.empty() && r.begin <= set.sorted.back().end)
      set.sorted.back().end = std::max(set.sorted.back().end, r.end);
    else
      set.sorted.push_back(r);
  }
  return set;
}

bool PositionSet::contains(int64_t position) const {
  auto after = std::upper_bound(
      sorted.begin(), sorted.end(), position,
      [](int64_t p, const PositionRange &r) { return p < r.begin; });
  return after != sorted.begin() && position < std::prev(after)->end;
}

bool PositionSet::intersects(const PositionSet &other) const {
  auto a = sorted.begin(), b = other.sorted.begin();
  while (a != sorted.end() && b != other.sorted.end()) {
    if (a->begin < b->end && b->begin < a->end)
      return true;
    if (a->end <= b->end)
      ++a;
    else
      ++b;
  }
  return false;
}

PositionSet PositionSet::unite(const PositionSet &other) const {
  std::vector<PositionRange> both = sorted;
  both.insert(both.end(), other.sorted.begin(), other.sorted.end());
  return fromRanges(both);
}

ParticipantClass ParticipantClasses::intern(const PositionSet &set) {
  auto [entry, isNew] = ids.try_emplace(set, size());
  if (isNew)
    sets.push_back(&entry->first);
  return entry->second;
}

} // namespace tilefoundry::timeline
