//===- Search.cpp - complete search for a packing -------------------------===//
//
// Buffers are placed one after another at never falling offsets, each resting
// on what lies below it; what falls apart in time is finished apart. See
// docs/allocation.md.
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include <algorithm>
#include <array>
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

enum class DiveResult { Found, Exhausted, OutOfNodes, OutOfSteps, OutOfTime };

class Searcher {
public:
  Searcher(const Component &component, SearchBudget &budget);
  SearchResult run(std::vector<int64_t> &offsets);

private:
  void rankBy(int flavour);
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
  DiveResult dive(int64_t nodes);

  const Component &c;
  SearchBudget &budget;
  std::vector<std::vector<int>> neighbours;
  std::vector<int> rank;
  std::vector<int64_t> total;
  std::vector<char> placed;
  /// The top of what has been placed under each buffer; its offset once placed.
  std::vector<int64_t> floor;
  /// `floor`, raised to what the residue being evaluated allows.
  std::vector<int64_t> lowest;
  std::vector<std::pair<int, int64_t>> trail;
  /// How often each moment was found too full; dives to come start there.
  std::vector<int64_t> weight;
  /// Working storage of `momentsFit`.
  std::vector<int> byHeight;
  std::vector<int64_t> sum;
};

Searcher::Searcher(const Component &component, SearchBudget &budget)
    : c(component), budget(budget), neighbours(c.buffers()), rank(c.buffers()),
      total(c.buffers()), placed(c.buffers()), floor(c.buffers()),
      lowest(c.buffers()), weight(c.moments, 1) {
  std::vector<int64_t> live(c.moments, 0);
  for (int b = 0; b < c.buffers(); ++b)
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      live[m] += c.size[b];
  for (int b = 0; b < c.buffers(); ++b) {
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      total[b] = std::max(total[b], live[m]);
    for (int o = 0; o < c.buffers(); ++o)
      if (o != b && c.begin[o] < c.end[b] && c.begin[b] < c.end[o])
        neighbours[b].push_back(o);
  }
}

/// The scale of shares and logarithms: sixteen binary places.
constexpr int64_t kOne = int64_t(1) << 16;

/// kOne * log2(x), rounded down, for a positive `x`: integers, so that every
/// machine ranks alike.
int64_t scaledLog(int64_t x) {
  int whole = 0;
  while (x >> whole > 1)
    ++whole;
  // The mantissa in [1, 2) with 31 fractional bits; squaring it yields the bits
  // of the logarithm one by one.
  uint64_t mantissa = whole > 31 ? static_cast<uint64_t>(x) >> (whole - 31)
                                 : static_cast<uint64_t>(x) << (31 - whole);
  int64_t result = whole;
  for (int bit = 0; bit < 16; ++bit) {
    mantissa = (mantissa * mantissa) >> 31;
    bool two = mantissa >> 32;
    mantissa >>= two;
    result = 2 * result + two;
  }
  return result;
}

/// xorshift64: a fixed sequence, the same everywhere.
class Noise {
public:
  explicit Noise(uint64_t seed) : state(88172645463325252u + 1000003u * seed) {
    for (int i = 0; i < 20; ++i)
      below(1);
  }
  int64_t below(int64_t bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    unsigned __int128 scaled = state >> 11;
    return static_cast<int64_t>((scaled * static_cast<uint64_t>(bound)) >> 53);
  }

private:
  uint64_t state;
};

/// Orders buffers for dive number `flavour`: four plain orders first, then
/// mixtures that favour what lies where earlier dives failed.
void Searcher::rankBy(int flavour) {
  Noise noise(flavour);
  int64_t widthShare = noise.below(kOne), sizeShare = noise.below(kOne);
  using Key = std::array<int64_t, 3>;
  std::vector<Key> keys(c.buffers());
  for (int b = 0; b < c.buffers(); ++b) {
    int64_t width = scaledLog(c.end[b] - c.begin[b]);
    int64_t size = scaledLog(c.size[b]);
    switch (flavour) {
    case 0:
      keys[b] = {width, size, 0};
      break;
    case 1:
      keys[b] = {total[b], width + size, 0};
      break;
    case 2:
      keys[b] = {total[b], width, size};
      break;
    case 3:
      keys[b] = {width + size, 0, 0};
      break;
    default:
      int64_t failures = 1;
      for (int m = c.begin[b]; m < c.end[b]; ++m)
        failures += weight[m];
      int64_t mean = scaledLog(failures) - width;
      keys[b][0] = widthShare * width + sizeShare * size + kOne / 2 * mean +
                   kOne * noise.below(28365);
      if (flavour % 2)
        keys[b][0] += 3 * kOne * scaledLog(total[b]);
    }
  }
  std::vector<int> order(c.buffers());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return keys[a] > keys[b]; });
  for (size_t i = 0; i < order.size(); ++i)
    rank[order[i]] = static_cast<int>(i);
}

int64_t Searcher::lift(int b, const Residue &r) const {
  if (floor[b] > r.level)
    return floor[b];
  return rank[b] > r.lastRank ? r.level : r.level + 1;
}

/// Whether every moment can still hold what is unplaced: whatever lies at or
/// over some height lies there end to end.
bool Searcher::momentsFit(const Residue &r) {
  byHeight = r.list;
  std::sort(byHeight.begin(), byHeight.end(), [&](int a, int b) {
    return lowest[a] != lowest[b] ? lowest[a] > lowest[b] : a < b;
  });
  sum.assign(c.moments, 0);
  for (int b : byHeight) {
    for (int m = c.begin[b]; m < c.end[b]; ++m) {
      sum[m] += c.size[b];
      if (lowest[b] + sum[m] > c.capacity) {
        weight[m] += 1;
        return false;
      }
    }
  }
  return true;
}

bool Searcher::passedOver(int b, const Residue &r) const {
  return floor[b] < r.level || (floor[b] == r.level && rank[b] <= r.lastRank);
}

/// A buffer that was passed over must come to rest on one that is placed later
/// and lies in its way; false when none can.
bool Searcher::liftPassedOver(const Residue &r) {
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
bool Searcher::evaluate(Frame &frame) {
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

void Searcher::place(int b, int64_t offset) {
  trail.push_back({b, floor[b]});
  placed[b] = 1;
  floor[b] = offset;
  for (int o : neighbours[b])
    if (!placed[o] && floor[o] < offset + c.size[b]) {
      trail.push_back({o, floor[o]});
      floor[o] = offset + c.size[b];
    }
}

void Searcher::undoTo(size_t mark) {
  while (trail.size() > mark) {
    auto [b, old] = trail.back();
    trail.pop_back();
    floor[b] = old;
    // An entry of a placed buffer is either its placement or older than that.
    placed[b] = 0;
  }
}

std::vector<Residue> Searcher::split(const std::vector<int> &list,
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

void Searcher::tryCandidate(Frame &frame) {
  int b = frame.candidates[frame.nextCandidate++];
  int64_t offset = floor[b];
  place(b, offset);
  frame.parts = frame.forced ? split(frame.residue.list, frame.residue.level,
                                     frame.residue.lastRank)
                             : split(frame.residue.list, offset, rank[b]);
  frame.nextPart = 0;
}

DiveResult Searcher::dive(int64_t nodes) {
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
      if (budget.steps >= budget.limit)
        return DiveResult::OutOfSteps;
      ++budget.steps;
      if (std::chrono::steady_clock::now() > budget.deadline)
        return DiveResult::OutOfTime;
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

/// 1, 1, 2, 1, 1, 2, 4, ...: mostly short dives, now and then a longer one, and
/// in the end one that is long enough for any proof.
int64_t lubyTerm(int64_t i) {
  while (true) {
    int64_t span = 1;
    while (2 * span - 1 < i)
      span *= 2;
    if (2 * span - 1 == i)
      return span;
    i -= span - 1;
  }
}

SearchResult Searcher::run(std::vector<int64_t> &offsets) {
  constexpr int64_t diveNodes = 1000;
  for (int flavour = 0;; ++flavour) {
    rankBy(flavour);
    switch (dive(diveNodes * lubyTerm(flavour + 1))) {
    case DiveResult::Found:
      offsets = floor;
      return SearchResult::Found;
    case DiveResult::Exhausted:
      return SearchResult::None;
    case DiveResult::OutOfSteps:
      return SearchResult::StepLimit;
    case DiveResult::OutOfTime:
      return SearchResult::Timeout;
    case DiveResult::OutOfNodes:
      undoTo(0);
      break;
    }
  }
}

} // namespace

SearchResult search(const Component &component, SearchBudget &budget,
                    std::vector<int64_t> &offsets) {
  return Searcher(component, budget).run(offsets);
}

} // namespace tilefoundry::allocation
