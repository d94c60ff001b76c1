//===- Rising.cpp - search by never falling offsets -----------------------===//
//
// Buffers are placed one after another at never falling offsets, each resting
// on what lies below it; what falls apart in time is finished apart. See
// docs/allocation.md.
//
//===----------------------------------------------------------------------===//

#include "Dive.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>

namespace tilefoundry::allocation {
namespace {

/// A set of unplaced buffers that hang together in time (earliest first), all
/// of which shall lie at `level` or over it.
struct Residue {
  std::vector<int> list;
  int64_t level = 0;
  /// At `level` itself only buffers of a later rank may still come.
  int lastRank = -1;
};

/// One residue being placed; the tries are candidates for its next buffer.
struct Frame : DiveFrame<Residue> {
  bool forced = false;
};

class RisingSearch : public BacktrackingSearch<Frame> {
public:
  RisingSearch(const Component &component, SearchBudget &budget);
  const std::vector<int64_t> &offsets() const override { return floor; }

private:
  int64_t lift(int b, const Residue &r) const;
  bool passedOver(int b, const Residue &r) const;
  bool liftPassedOver(const Residue &r);
  std::vector<Residue> rootParts() override;
  bool evaluate(Frame &frame) override;
  void attempt(Frame &frame) override;
  size_t trailSize() const override { return trail.size(); }
  void place(int b, int64_t offset);
  void undoTo(size_t mark) override;
  std::vector<Residue> residues(const std::vector<int> &list, int64_t level,
                                int lastRank) const;

  /// The top of what has been placed under each buffer; its offset once placed.
  std::vector<int64_t> floor;
  /// `floor`, raised to what the residue being evaluated allows.
  std::vector<int64_t> lowest;
  std::vector<std::pair<int, int64_t>> trail;
};

RisingSearch::RisingSearch(const Component &component, SearchBudget &budget)
    : BacktrackingSearch(component, budget), floor(c.buffers()),
      lowest(c.buffers()) {}

int64_t RisingSearch::lift(int b, const Residue &r) const {
  if (floor[b] > r.level)
    return floor[b];
  return rank[b] > r.lastRank ? r.level : r.level + 1;
}

bool RisingSearch::passedOver(int b, const Residue &r) const {
  return floor[b] < r.level || (floor[b] == r.level && rank[b] <= r.lastRank);
}

/// A buffer that was passed over must come to rest on one that is placed later
/// and lies in its way; false when none can.
bool RisingSearch::liftPassedOver(const Residue &r) {
  bool changed = true;
  for (int pass = 0; changed && pass < 4; ++pass) {
    changed = false;
    for (int b : r.list) {
      if (!passedOver(b, r))
        continue;
      int64_t top = floor[b] + c.size[b];
      int64_t rest = std::numeric_limits<int64_t>::max();
      for (int o : neighbours[b])
        if (!placed[o] && lowest[o] < top)
          rest = std::min(rest, lowest[o] + c.size[o]);
      if (rest > c.capacity - c.size[b])
        return false;
      if (rest > lowest[b]) {
        lowest[b] = rest;
        changed = true;
      }
    }
  }
  return true;
}

/// Finds the candidates for the next buffer; false when the residue cannot be
/// placed.
bool RisingSearch::evaluate(Frame &frame) {
  const Residue &r = frame.part;
  for (int b : r.list)
    lowest[b] = lift(b, r);
  if (!liftPassedOver(r) || !momentsFit(r.list, lowest))
    return false;
  int64_t reach = std::numeric_limits<int64_t>::max();
  for (int b : r.list)
    reach = std::min(reach, lowest[b] + c.size[b]);
  frame.tries.clear();
  frame.forced = false;
  for (int b : r.list) {
    if (passedOver(b, r))
      continue;
    int64_t top = floor[b] + c.size[b];
    bool blocked = false;
    for (int o : neighbours[b])
      if (!placed[o] && lowest[o] < top) {
        blocked = true;
        break;
      }
    if (!blocked) {
      // Nothing can come to lie in b's way, so b may as well lie there now.
      frame.tries.assign(1, b);
      frame.forced = true;
      break;
    }
    if (lowest[b] < reach)
      frame.tries.push_back(b);
  }
  std::sort(frame.tries.begin(), frame.tries.end(), [&](int a, int b) {
    return lowest[a] != lowest[b] ? lowest[a] < lowest[b] : rank[a] < rank[b];
  });
  return !frame.tries.empty();
}

void RisingSearch::place(int b, int64_t offset) {
  trail.push_back({b, floor[b]});
  placed[b] = 1;
  floor[b] = offset;
  for (int o : neighbours[b])
    if (!placed[o] && floor[o] < offset + c.size[b]) {
      trail.push_back({o, floor[o]});
      floor[o] = offset + c.size[b];
    }
}

void RisingSearch::undoTo(size_t mark) {
  while (trail.size() > mark) {
    auto [b, old] = trail.back();
    trail.pop_back();
    floor[b] = old;
    // An entry of a placed buffer is either its placement or older than that.
    placed[b] = 0;
  }
}

std::vector<Residue> RisingSearch::residues(const std::vector<int> &list,
                                            int64_t level, int lastRank) const {
  std::vector<Residue> parts;
  for (std::vector<int> &part : split(list))
    parts.push_back({std::move(part), level, lastRank});
  return parts;
}

std::vector<Residue> RisingSearch::rootParts() {
  std::vector<int> all(c.buffers());
  std::iota(all.begin(), all.end(), 0);
  return residues(all, 0, -1);
}

void RisingSearch::attempt(Frame &frame) {
  const Residue &r = frame.part;
  int b = frame.tries[frame.nextTry++];
  int64_t offset = floor[b];
  place(b, offset);
  frame.parts = frame.forced ? residues(r.list, r.level, r.lastRank)
                             : residues(r.list, offset, rank[b]);
  frame.nextPart = 0;
}

} // namespace

std::unique_ptr<DiveSearch> makeRisingSearch(const Component &component,
                                             SearchBudget &budget) {
  return std::make_unique<RisingSearch>(component, budget);
}

} // namespace tilefoundry::allocation
