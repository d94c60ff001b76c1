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

/// One residue being placed: the candidates for its next buffer, and the parts
/// that remain after the candidate being tried.
struct Frame {
  Residue residue;
  std::vector<int> candidates;
  size_t nextCandidate = 0;
  bool forced = false;
  std::vector<Residue> parts;
  size_t nextPart = 0;
  size_t trailMark = 0;
};

class RisingSearch : public DiveSearch {
public:
  RisingSearch(const Component &component, SearchBudget &budget);
  DiveResult dive(const std::vector<int> &ranks, int64_t nodes) override;
  const std::vector<int64_t> &offsets() const override { return floor; }

private:
  int64_t lift(int b, const Residue &r) const;
  bool passedOver(int b, const Residue &r) const;
  bool liftPassedOver(const Residue &r);
  bool evaluate(Frame &frame);
  bool momentsFit(const Residue &r);
  void tryCandidate(Frame &frame);
  void place(int b, int64_t offset);
  void undoTo(size_t mark);
  std::vector<Residue> split(const std::vector<int> &list, int64_t level,
                             int lastRank) const;

  std::vector<std::vector<int>> neighbours;
  std::vector<int> rank;
  std::vector<char> placed;
  /// The top of what has been placed under each buffer; its offset once placed.
  std::vector<int64_t> floor;
  /// `floor`, raised to what the residue being evaluated allows.
  std::vector<int64_t> lowest;
  std::vector<std::pair<int, int64_t>> trail;
  /// Working storage of `momentsFit`.
  std::vector<std::pair<int64_t, int>> byHeight; // negated bound, buffer
  std::vector<int64_t> sum;
};

RisingSearch::RisingSearch(const Component &component, SearchBudget &budget)
    : DiveSearch(component, budget), neighbours(overlaps(component)),
      placed(c.buffers()), floor(c.buffers()), lowest(c.buffers()) {}

int64_t RisingSearch::lift(int b, const Residue &r) const {
  if (floor[b] > r.level)
    return floor[b];
  return rank[b] > r.lastRank ? r.level : r.level + 1;
}

/// Whether every moment can still hold what is unplaced: whatever lies at or
/// over some height lies there end to end.
bool RisingSearch::momentsFit(const Residue &r) {
  byHeight.clear();
  for (int b : r.list)
    byHeight.push_back({-lowest[b], b});
  llvm::sort(byHeight);
  sum.assign(c.moments, 0);
  for (auto [depth, b] : byHeight) {
    for (int m = c.begin[b]; m < c.end[b]; ++m) {
      sum[m] += c.size[b];
      if (sum[m] - depth > c.capacity) {
        weight[m] += 1;
        return false;
      }
    }
  }
  return true;
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
  const Residue &r = frame.residue;
  for (int b : r.list)
    lowest[b] = lift(b, r);
  if (!liftPassedOver(r) || !momentsFit(r))
    return false;
  int64_t reach = std::numeric_limits<int64_t>::max();
  for (int b : r.list)
    reach = std::min(reach, lowest[b] + c.size[b]);
  frame.candidates.clear();
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
      frame.candidates.assign(1, b);
      frame.forced = true;
      break;
    }
    if (lowest[b] < reach)
      frame.candidates.push_back(b);
  }
  std::sort(frame.candidates.begin(), frame.candidates.end(),
            [&](int a, int b) {
              return lowest[a] != lowest[b] ? lowest[a] < lowest[b]
                                            : rank[a] < rank[b];
            });
  frame.nextCandidate = 0;
  return !frame.candidates.empty();
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

std::vector<Residue> RisingSearch::split(const std::vector<int> &list,
                                         int64_t level, int lastRank) const {
  std::vector<Residue> parts;
  int end = -1;
  for (int b : list) {
    if (placed[b])
      continue;
    if (parts.empty() || c.begin[b] >= end) {
      parts.emplace_back();
      parts.back().level = level;
      parts.back().lastRank = lastRank;
    }
    parts.back().list.push_back(b);
    end = std::max(end, c.end[b]);
  }
  return parts;
}

void RisingSearch::tryCandidate(Frame &frame) {
  int b = frame.candidates[frame.nextCandidate++];
  int64_t offset = floor[b];
  place(b, offset);
  frame.parts = frame.forced ? split(frame.residue.list, frame.residue.level,
                                     frame.residue.lastRank)
                             : split(frame.residue.list, offset, rank[b]);
  frame.nextPart = 0;
}

DiveResult RisingSearch::dive(const std::vector<int> &ranks, int64_t nodes) {
  rank = ranks;
  undoTo(0);
  std::vector<int> all(c.buffers());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Frame> stack(1);
  // The root has no candidates of its own, only the parts.
  stack[0].parts = split(all, 0, -1);
  while (true) {
    Frame &top = stack.back();
    if (top.nextPart < top.parts.size()) {
      if (nodes-- == 0)
        return DiveResult::OutOfNodes;
      if (std::optional<DiveResult> spent = spendStep())
        return *spent;
      Frame frame;
      frame.residue = std::move(top.parts[top.nextPart++]);
      frame.trailMark = trail.size();
      if (evaluate(frame)) {
        tryCandidate(frame);
        stack.push_back(std::move(frame));
        continue;
      }
    } else {
      // All parts are placed, so this frame is.
      stack.pop_back();
      if (stack.empty())
        return DiveResult::Found;
      continue;
    }
    // A part cannot be placed: try the next candidate of the frame that left
    // it.
    while (true) {
      Frame &failed = stack.back();
      undoTo(failed.trailMark);
      if (failed.nextCandidate < failed.candidates.size()) {
        tryCandidate(failed);
        break;
      }
      stack.pop_back();
      if (stack.empty())
        return DiveResult::Exhausted;
    }
  }
}

} // namespace

std::unique_ptr<DiveSearch> makeRisingSearch(const Component &component,
                                             SearchBudget &budget) {
  return std::make_unique<RisingSearch>(component, budget);
}

} // namespace tilefoundry::allocation
