//===- Occupancy.cpp - until when everybody is busy -----------------------===//

#include "Occupancy.h"
#include <algorithm>

namespace tilefoundry::timeline {

static AtomSet rangesOf(std::vector<int32_t> &atoms) {
  std::sort(atoms.begin(), atoms.end());
  AtomSet set;
  for (int32_t a : atoms) {
    if (!set.empty() && a < set.back().end)
      continue;
    if (!set.empty() && a == set.back().end)
      ++set.back().end;
    else
      set.push_back({a, a + 1});
  }
  return set;
}

Occupancy::Occupancy(const ParticipantClasses &classes,
                     const std::vector<bool> &used)
    : classAtoms(classes.size()) {
  // Segments between the ends of ranges are never cut by any set.
  std::vector<int64_t> cuts;
  for (int32_t id = 0; id < classes.size(); ++id)
    if (used[id])
      for (PositionRange r : classes.set(id).ranges()) {
        cuts.push_back(r.begin);
        cuts.push_back(r.end);
      }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  auto segmentAt = [&](int64_t position) {
    return std::lower_bound(cuts.begin(), cuts.end(), position) - cuts.begin();
  };
  auto forSegments = [&](int32_t id, auto &&visit) {
    for (PositionRange r : classes.set(id).ranges())
      for (auto s = segmentAt(r.begin), e = segmentAt(r.end); s < e; ++s)
        visit(s);
  };

  // Refinement: each set moves the segments it holds into groups of their own,
  // apart from the ones it does not hold. Group 0 belongs to no set.
  std::vector<int32_t> group(cuts.size(), 0),
      count{static_cast<int32_t>(cuts.size())};
  std::vector<int32_t> movedTo{0}, freed;
  std::vector<int32_t> touched;
  for (int32_t id = 0; id < classes.size(); ++id) {
    if (!used[id])
      continue;
    touched.clear();
    forSegments(id, [&](auto s) {
      int32_t from = group[s];
      if (movedTo[from] == 0) {
        int32_t fresh;
        if (freed.empty()) {
          fresh = static_cast<int32_t>(count.size());
          count.push_back(0);
          movedTo.push_back(0);
        } else {
          fresh = freed.back();
          freed.pop_back();
        }
        movedTo[from] = fresh;
        touched.push_back(from);
      }
      --count[from];
      group[s] = movedTo[from];
      ++count[group[s]];
    });
    for (int32_t from : touched) {
      movedTo[from] = 0;
      if (from != 0 && count[from] == 0)
        freed.push_back(from);
    }
  }

  // Atoms are numbered by their first position, so that neighbours stay
  // neighbours.
  std::vector<int32_t> atomOf(count.size(), -1);
  int32_t atoms = 0;
  for (int32_t g : group)
    if (g != 0 && atomOf[g] < 0)
      atomOf[g] = atoms++;
  std::vector<int32_t> held;
  for (int32_t id = 0; id < classes.size(); ++id) {
    if (!used[id])
      continue;
    held.clear();
    forSegments(id, [&](auto s) { held.push_back(atomOf[group[s]]); });
    classAtoms[id] = rangesOf(held);
  }
  free.assign(atoms, 0);
  blockFree.assign(atoms / blockSize + 1, 0);
  blockLatest.assign(atoms / blockSize + 1, 0);
}

AtomSet Occupancy::unite(llvm::ArrayRef<ParticipantClass> ids) const {
  AtomSet all;
  for (ParticipantClass id : ids)
    all.insert(all.end(), classAtoms[id].begin(), classAtoms[id].end());
  std::sort(all.begin(), all.end(),
            [](AtomRange a, AtomRange b) { return a.begin < b.begin; });
  AtomSet set;
  for (AtomRange r : all) {
    if (!set.empty() && r.begin <= set.back().end)
      set.back().end = std::max(set.back().end, r.end);
    else
      set.push_back(r);
  }
  return set;
}

int64_t Occupancy::freeAt(const AtomSet &atoms) const {
  int64_t latest = 0;
  for (auto [begin, end] : atoms)
    for (int32_t a = begin; a < end;) {
      int32_t block = a / blockSize, next = (block + 1) * blockSize;
      if (a == block * blockSize && next <= end) {
        latest = std::max(latest, blockLatest[block]);
        a = next;
        continue;
      }
      latest = std::max(latest, blockFree[block]);
      for (next = std::min(next, end); a < next; ++a)
        latest = std::max(latest, free[a]);
    }
  return latest;
}

void Occupancy::occupy(const AtomSet &atoms, int64_t until) {
  for (auto [begin, end] : atoms)
    for (int32_t a = begin; a < end;) {
      int32_t block = a / blockSize, next = (block + 1) * blockSize;
      blockLatest[block] = std::max(blockLatest[block], until);
      if (a == block * blockSize && next <= end) {
        blockFree[block] = until;
        a = next;
        continue;
      }
      for (next = std::min(next, end); a < next; ++a)
        free[a] = until;
    }
}

} // namespace tilefoundry::timeline
