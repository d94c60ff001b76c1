//===- Search.cpp - complete search for a packing -------------------------===//
//
// Every moment is a stack of buffers. The search decides, moment by moment,
// which undecided buffer lies lowest (or highest) in it, and pushes the
// consequences up and down through the buffers that moments share. See
// docs/allocation.md.
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace tilefoundry::allocation {
namespace {

/// One moment: `order[0, low)` are decided, from the bottom; `order[high,
/// size)` are decided, up to the top; those between lie between them in an
/// order yet open.
struct Moment {
  std::vector<int> order;
  int low = 0;
  int high = 0;
  /// How often this moment ran into a contradiction; restarts keep it.
  int64_t weight = 1;
  bool queued = false;

  int open() const { return high - low; }
};

/// What to undo: an entry of `below`, `above`, or a moment's decided ends.
struct TrailEntry {
  enum Kind { Below, Above, Low, High } kind;
  int index;
  int64_t old;
};

/// A decision point: in `moment`, one of `candidates` lies lowest (or highest).
struct Choice {
  int moment;
  bool lowest;
  std::vector<int> candidates;
  size_t next;
  size_t trailMark;
};

class Searcher {
public:
  Searcher(const Component &component, SearchBudget &budget);
  SearchResult run(std::vector<int64_t> &offsets);

private:
  bool raise(TrailEntry::Kind kind, int buffer, int64_t bound);
  bool raiseBelow(int b, int64_t bound) {
    return bound <= below[b] || raise(TrailEntry::Below, b, bound);
  }
  bool raiseAbove(int b, int64_t bound) {
    return bound <= above[b] || raise(TrailEntry::Above, b, bound);
  }
  void enqueue(int moment);
  void decide(int moment, int buffer, bool lowest);
  void undoTo(size_t mark);

  bool propagate();
  bool propagateMoment(int moment);
  bool boundOpen(const Moment &moment, int64_t &lowestTop,
                 int64_t &highestRoom);
  bool forceEnds(int moment, bool &again);
  void countCandidates(const Moment &moment, bool lowest, int &count, int &only,
                       std::vector<int> *all) const;
  bool choose(Choice &choice);
  void sortCandidates(Choice &choice) const;
  SearchResult dive(int64_t failures);

  const Component &c;
  SearchBudget &budget;
  /// Lower bounds on the bytes under and over each buffer.
  std::vector<int64_t> below, above;
  std::vector<int> twinBefore, twinAfter;
  std::vector<Moment> moments;
  std::vector<TrailEntry> trail;
  std::vector<int> queue;
  std::vector<int> scratch;
  int flavour = 0;
};

Searcher::Searcher(const Component &component, SearchBudget &budget)
    : c(component), budget(budget), below(c.buffers(), 0),
      above(c.buffers(), 0), twinBefore(c.buffers(), -1),
      twinAfter(c.buffers(), -1), moments(c.moments) {
  for (int b = 0; b < c.buffers(); ++b)
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      moments[m].order.push_back(b);
  for (Moment &m : moments)
    m.high = static_cast<int>(m.order.size());
  // Buffers with one lifetime and one size are interchangeable: the earlier one
  // of such twins lies lower.
  std::vector<int> order(c.buffers());
  std::iota(order.begin(), order.end(), 0);
  auto key = [&](int b) { return std::tuple(c.begin[b], c.end[b], c.size[b]); };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return key(a) < key(b); });
  for (size_t i = 1; i < order.size(); ++i)
    if (key(order[i - 1]) == key(order[i])) {
      twinBefore[order[i]] = order[i - 1];
      twinAfter[order[i - 1]] = order[i];
    }
}

void Searcher::enqueue(int moment) {
  if (moments[moment].queued)
    return;
  moments[moment].queued = true;
  queue.push_back(moment);
}

bool Searcher::raise(TrailEntry::Kind kind, int buffer, int64_t bound) {
  std::vector<int64_t> &values = kind == TrailEntry::Below ? below : above;
  trail.push_back({kind, buffer, values[buffer]});
  values[buffer] = bound;
  if (below[buffer] + c.size[buffer] + above[buffer] > c.capacity)
    return false;
  for (int m = c.begin[buffer]; m < c.end[buffer]; ++m)
    enqueue(m);
  return true;
}

void Searcher::decide(int moment, int buffer, bool lowest) {
  Moment &m = moments[moment];
  auto at =
      std::find(m.order.begin() + m.low, m.order.begin() + m.high, buffer);
  if (lowest) {
    trail.push_back({TrailEntry::Low, moment, m.low});
    std::iter_swap(at, m.order.begin() + m.low++);
  } else {
    trail.push_back({TrailEntry::High, moment, m.high});
    std::iter_swap(at, m.order.begin() + --m.high);
  }
  enqueue(moment);
}

void Searcher::undoTo(size_t mark) {
  while (trail.size() > mark) {
    TrailEntry e = trail.back();
    trail.pop_back();
    switch (e.kind) {
    case TrailEntry::Below:
      below[e.index] = e.old;
      break;
    case TrailEntry::Above:
      above[e.index] = e.old;
      break;
    // What lay at the ends merely rejoins the open middle; its order is free.
    case TrailEntry::Low:
      moments[e.index].low = static_cast<int>(e.old);
      break;
    case TrailEntry::High:
      moments[e.index].high = static_cast<int>(e.old);
      break;
    }
  }
}

bool Searcher::propagate() {
  for (size_t i = 0; i < queue.size(); ++i) {
    int m = queue[i];
    moments[m].queued = false;
    if (propagateMoment(m))
      continue;
    moments[m].weight += 1;
    for (++i; i < queue.size(); ++i)
      moments[queue[i]].queued = false;
    queue.clear();
    return false;
  }
  queue.clear();
  return true;
}

/// Pushes bounds up and down one stack until the decided ends stay as they are.
bool Searcher::propagateMoment(int index) {
  Moment &m = moments[index];
  int count = static_cast<int>(m.order.size());
  bool again = true;
  while (again) {
    again = false;
    int64_t level = 0, room = 0;
    for (int i = 0; i < m.low; ++i) {
      if (!raiseBelow(m.order[i], level))
        return false;
      level = below[m.order[i]] + c.size[m.order[i]];
    }
    for (int i = count; i-- > m.high;) {
      if (!raiseAbove(m.order[i], room))
        return false;
      room = above[m.order[i]] + c.size[m.order[i]];
    }
    if (m.open() > 0) {
      for (int i = m.low; i < m.high; ++i)
        if (!raiseBelow(m.order[i], level) || !raiseAbove(m.order[i], room))
          return false;
      if (!boundOpen(m, level, room) || !forceEnds(index, again))
        return false;
      if (again)
        continue;
    }
    for (int i = m.high; i < count; ++i) {
      if (!raiseBelow(m.order[i], level))
        return false;
      level = below[m.order[i]] + c.size[m.order[i]];
    }
    for (int i = m.low; i-- > 0;) {
      if (!raiseAbove(m.order[i], room))
        return false;
      room = above[m.order[i]] + c.size[m.order[i]];
    }
  }
  return true;
}

/// Bounds the stack of the open buffers as a one-machine schedule: whatever
/// lies at or over some height lies there end to end, under whatever must lie
/// above it. `top` becomes the lowest possible top of the open part, `room` the
/// same from above.
bool Searcher::boundOpen(const Moment &m, int64_t &top, int64_t &room) {
  scratch.assign(m.order.begin() + m.low, m.order.begin() + m.high);
  auto insertionSort = [&](const std::vector<int64_t> &key) {
    for (size_t i = 1; i < scratch.size(); ++i) {
      int b = scratch[i];
      size_t j = i;
      for (; j > 0 && key[scratch[j - 1]] > key[b]; --j)
        scratch[j] = scratch[j - 1];
      scratch[j] = b;
    }
  };
  auto sweep = [&](const std::vector<int64_t> &near,
                   const std::vector<int64_t> &far, int64_t &reach) {
    insertionSort(near);
    for (int b : scratch)
      reach = std::max(reach, near[b]) + c.size[b];
    int64_t sum = 0, least = std::numeric_limits<int64_t>::max();
    for (size_t i = scratch.size(); i-- > 0;) {
      int b = scratch[i];
      sum += c.size[b];
      least = std::min(least, far[b]);
      if (near[b] + sum + least > c.capacity)
        return false;
    }
    return true;
  };
  return sweep(below, above, top) && sweep(above, below, room);
}

/// Who may lie lowest (highest) among the open: `b` may not when the rest no
/// longer fits over it, nor before its twin.
void Searcher::countCandidates(const Moment &m, bool lowest, int &count,
                               int &only, std::vector<int> *all) const {
  const std::vector<int64_t> &near = lowest ? below : above;
  const std::vector<int64_t> &far = lowest ? above : below;
  const std::vector<int> &twin = lowest ? twinBefore : twinAfter;
  int64_t least = std::numeric_limits<int64_t>::max(), second = least, sum = 0;
  for (int i = m.low; i < m.high; ++i) {
    int b = m.order[i];
    sum += c.size[b];
    if (far[b] < least) {
      second = least;
      least = far[b];
    } else {
      second = std::min(second, far[b]);
    }
  }
  count = 0;
  only = -1;
  auto begin = m.order.begin() + m.low, end = m.order.begin() + m.high;
  for (auto it = begin; it != end; ++it) {
    int b = *it;
    int64_t others = far[b] == least ? second : least;
    if (m.open() > 1 && near[b] + sum + others > c.capacity)
      continue;
    if (twin[b] >= 0 && std::find(begin, end, twin[b]) != end)
      continue;
    ++count;
    only = b;
    if (all)
      all->push_back(b);
  }
}

/// Decides an end of the open part that has one candidate left, and lifts
/// buffers that cannot be at an end over one that must lie before them.
bool Searcher::forceEnds(int index, bool &again) {
  Moment &m = moments[index];
  for (bool lowest : {true, false}) {
    if (m.open() == 0)
      break;
    std::vector<int> candidates;
    int count, only;
    countCandidates(m, lowest, count, only, &candidates);
    if (count == 0)
      return false;
    if (count == 1) {
      decide(index, only, lowest);
      again = true;
      continue;
    }
    if (count == m.open())
      continue;
    const std::vector<int64_t> &near = lowest ? below : above;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (int b : candidates)
      least = std::min(least, near[b] + c.size[b]);
    for (int i = m.low; i < m.high; ++i) {
      int b = m.order[i];
      if (std::find(candidates.begin(), candidates.end(), b) !=
          candidates.end())
        continue;
      if (near[b] < least) {
        again = true;
        if (lowest ? !raiseBelow(b, least) : !raiseAbove(b, least))
          return false;
      }
    }
  }
  return true;
}

/// Picks the end of a moment with the fewest candidates for its weight; false
/// when everything is decided.
bool Searcher::choose(Choice &choice) {
  choice.moment = -1;
  int64_t bestCount = 0, bestWeight = 1;
  for (int i = 0; i < c.moments; ++i) {
    if (moments[i].open() < 2)
      continue;
    for (bool lowest : {true, false}) {
      int count, only;
      countCandidates(moments[i], lowest, count, only, nullptr);
      if (choice.moment >= 0 &&
          count * bestWeight >= bestCount * moments[i].weight)
        continue;
      choice.moment = i;
      choice.lowest = lowest;
      bestCount = count;
      bestWeight = moments[i].weight;
    }
  }
  if (choice.moment < 0)
    return false;
  int count, only;
  choice.candidates.clear();
  countCandidates(moments[choice.moment], choice.lowest, count, only,
                  &choice.candidates);
  sortCandidates(choice);
  choice.next = 0;
  choice.trailMark = trail.size();
  return true;
}

void Searcher::sortCandidates(Choice &choice) const {
  const std::vector<int64_t> &near = choice.lowest ? below : above;
  auto key = [&](int b) {
    int64_t width = c.end[b] - c.begin[b], size = c.size[b];
    switch (flavour % 3) {
    case 0:
      return std::tuple(near[b], -width, -size, b);
    case 1:
      return std::tuple(near[b], -size, -width, b);
    default:
      return std::tuple(near[b] + size, -width, -size, b);
    }
  };
  std::sort(choice.candidates.begin(), choice.candidates.end(),
            [&](int a, int b) { return key(a) < key(b); });
}

SearchResult Searcher::dive(int64_t failures) {
  std::vector<Choice> stack;
  Choice choice;
  if (!choose(choice))
    return SearchResult::Found;
  stack.push_back(choice);
  while (!stack.empty()) {
    Choice &top = stack.back();
    undoTo(top.trailMark);
    if (top.next == top.candidates.size()) {
      stack.pop_back();
      continue;
    }
    if (budget.steps >= budget.limit)
      return SearchResult::StepLimit;
    if ((++budget.steps & 255) == 0 &&
        std::chrono::steady_clock::now() > budget.deadline)
      return SearchResult::Timeout;
    decide(top.moment, top.candidates[top.next++], top.lowest);
    if (!propagate()) {
      if (failures-- == 0) {
        undoTo(stack.front().trailMark);
        // Not the caller's limit, only this dive's.
        return SearchResult::StepLimit;
      }
      continue;
    }
    if (!choose(choice))
      return SearchResult::Found;
    stack.push_back(choice);
  }
  return SearchResult::None;
}

SearchResult Searcher::run(std::vector<int64_t> &offsets) {
  for (int m = 0; m < c.moments; ++m)
    enqueue(m);
  if (!propagate())
    return SearchResult::None;
  // Restarts keep what was learnt about which moments are tight; their growing
  // budgets keep the search complete.
  for (int64_t failures = 256;; failures += failures / 2, ++flavour) {
    SearchResult result = dive(failures);
    if (result == SearchResult::StepLimit && budget.steps < budget.limit)
      continue;
    if (result == SearchResult::Found)
      offsets = below;
    return result;
  }
}

} // namespace

SearchResult search(const Component &component, SearchBudget &budget,
                    std::vector<int64_t> &offsets) {
  return Searcher(component, budget).run(offsets);
}

} // namespace tilefoundry::allocation
