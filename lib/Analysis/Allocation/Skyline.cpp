//===- Skyline.cpp - search that fills the hollows of the skyline ---------===//
//
// What has been placed forms a skyline over the moments. In a hollow of it, one
// moment is chosen and the question is who covers it next: a buffer that fits
// the hollow, or nobody. See docs/allocation.md.
//
//===----------------------------------------------------------------------===//

#include "Dive.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace tilefoundry::allocation {
namespace {

/// Nobody covers the chosen moment at its present height.
constexpr int kNobody = -1;
/// The most entries of remembered failures, of 16 bytes each.
constexpr int64_t kMostRemembered = 4000000;
constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

/// Unplaced buffers that hang together in time. The tries answer who covers
/// `moment`; a frame that places a buffer without alternatives has one.
struct Frame : DiveFrame<std::vector<int>> {
  int moment = 0;
  /// Where the skyline rises to when nobody covers `moment`.
  int64_t raised = 0;
};

/// An entry of the trail: a bound that rose, a buffer that was placed, or a
/// moment of the skyline that rose.
struct Change {
  enum class Kind { Bound, Placed, Moment };
  Kind kind;
  int index;
  int64_t old;
};

class SkylineSearch : public BacktrackingSearch<Frame> {
public:
  SkylineSearch(const Component &component, SearchBudget &budget);
  const std::vector<int64_t> &offsets() const override { return low; }

private:
  std::vector<std::vector<int>> rootParts() override;
  bool evaluate(Frame &frame) override;
  uint64_t hashOf(const std::vector<int> &list) const;
  bool isKnownToFail(const std::vector<int> &list) const;
  void noteFailure(const Frame &frame) override;
  int snugness(int b) const;
  int unobstructed(const Frame &frame) const;
  void findHollows();
  void findNextHeights(const std::vector<int> &list);
  void findTilings(const std::vector<int> &list);
  bool mayStayOpen(int m) const;
  int chooseMoment() const;
  bool ask(Frame &frame);
  int64_t leastRest(int b) const;
  void attempt(Frame &frame) override;
  void raiseBound(int b, int64_t bound);
  void place(int b);
  void raiseMoment(int moment, int64_t height, const std::vector<int> &list);
  size_t trailSize() const override { return trail.size(); }
  void undoTo(size_t mark) override;

  /// Whether `b` fits a hollow and may lie on the skyline there.
  bool covers(int b) const {
    return inHollow[c.begin[b]] && low[b] == sky[c.begin[b]];
  }
  /// Whether that leaves the rest of the hollow tileable.
  bool mayCover(int b) const {
    return covers(b) && fromLeft[c.begin[b]] && fromRight[c.end[b]];
  }
  bool alive(int b, int m) const { return c.begin[b] <= m && m < c.end[b]; }

  /// The least offset a buffer may still have; its offset once placed.
  std::vector<int64_t> low;
  /// The top of what lies at a moment; the unplaced lie at or over it.
  std::vector<int64_t> sky;
  /// The bytes alive at a moment and not placed.
  std::vector<int64_t> left;
  std::vector<Change> trail;
  /// Whether a moment lies in a hollow, and how many answers it leaves.
  std::vector<char> inHollow;
  std::vector<int64_t> choices;
  /// Where the skyline rises to at a moment that nobody covers; -1 where
  /// somebody must.
  std::vector<int64_t> next;
  /// Whether the hollow around can be tiled from its left end up to a moment,
  /// and from a moment to its right end.
  std::vector<char> fromLeft, fromRight;
  /// The moments of the frame being evaluated.
  int first = 0, last = 0;
  /// Unplaced buffers that were proven unplaceable, each with its bound then:
  /// the skyline matters to them through their bounds alone. Found by hash and
  /// compared whole; these are proofs, so they hold for later dives too.
  using Bounds = std::vector<std::pair<int, int64_t>>;
  std::unordered_map<uint64_t, Bounds> failures;
  /// Entries of all bounds in `failures`.
  int64_t remembered = 0;
};

SkylineSearch::SkylineSearch(const Component &component, SearchBudget &budget)
    : BacktrackingSearch(component, budget), low(c.buffers()), sky(c.moments),
      left(c.moments), inHollow(c.moments), choices(c.moments), next(c.moments),
      fromLeft(c.moments + 1), fromRight(c.moments + 1) {
  for (int b = 0; b < c.buffers(); ++b)
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      left[m] += c.size[b];
}

void SkylineSearch::raiseBound(int b, int64_t bound) {
  if (low[b] >= bound)
    return;
  trail.push_back({Change::Kind::Bound, b, low[b]});
  low[b] = bound;
}

/// Puts `b` at its bound: in a hollow, or where nothing can come under it.
void SkylineSearch::place(int b) {
  trail.push_back({Change::Kind::Placed, b, 0});
  placed[b] = 1;
  int64_t top = low[b] + c.size[b];
  for (int m = c.begin[b]; m < c.end[b]; ++m) {
    trail.push_back({Change::Kind::Moment, m, sky[m]});
    sky[m] = top;
    left[m] -= c.size[b];
  }
  for (int o : neighbours[b])
    if (!placed[o])
      raiseBound(o, top);
}

void SkylineSearch::raiseMoment(int moment, int64_t height,
                                const std::vector<int> &list) {
  trail.push_back({Change::Kind::Moment, moment, sky[moment]});
  sky[moment] = height;
  for (int b : list)
    if (alive(b, moment))
      raiseBound(b, height);
}

void SkylineSearch::undoTo(size_t mark) {
  while (trail.size() > mark) {
    auto [kind, index, old] = trail.back();
    trail.pop_back();
    switch (kind) {
    case Change::Kind::Bound:
      low[index] = old;
      break;
    case Change::Kind::Moment:
      sky[index] = old;
      break;
    case Change::Kind::Placed:
      placed[index] = 0;
      for (int m = c.begin[index]; m < c.end[index]; ++m)
        left[m] += c.size[index];
    }
  }
}

/// A buffer that nothing unplaced can come to lie in the way of, or `kNobody`.
int SkylineSearch::unobstructed(const Frame &frame) const {
  for (int b : frame.part) {
    int64_t top = low[b] + c.size[b];
    if (llvm::none_of(neighbours[b],
                      [&](int o) { return !placed[o] && low[o] < top; }))
      return b;
  }
  return kNobody;
}

/// Marks the moments of hollows: even stretches of the skyline between higher
/// ones, or between moments where nothing is left to place.
void SkylineSearch::findHollows() {
  bool descended = true;
  for (int m = first; m < last;) {
    int stop = m + 1;
    while (stop < last && sky[stop] == sky[m])
      ++stop;
    bool ascends = stop == last || sky[stop] > sky[m];
    std::fill(inHollow.begin() + m, inHollow.begin() + stop,
              descended && ascends);
    fromLeft[m] = 1;
    fromRight[stop] = 1;
    descended = !ascends;
    m = stop;
  }
}

/// The least height over its bound at which `b` can rest on something unplaced;
/// past the capacity when there is no such thing.
int64_t SkylineSearch::leastRest(int b) const {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (int o : neighbours[b])
    if (!placed[o])
      least = std::min(least, low[o] + c.size[o]);
  return least;
}

/// For each moment, where the lowest buffer over it can lie when none lies on
/// the skyline of its hollow; -1 when one could then lie nowhere.
void SkylineSearch::findNextHeights(const std::vector<int> &list) {
  std::fill(next.begin() + first, next.begin() + last, kUnbounded);
  for (int b : list) {
    int64_t height = covers(b) ? leastRest(b) : low[b];
    if (height > c.capacity - c.size[b])
      height = -1;
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      next[m] = std::min(next[m], height);
  }
}

/// Whether nobody may cover moment `m` at its present height.
bool SkylineSearch::mayStayOpen(int m) const {
  return next[m] >= 0 && next[m] <= c.capacity - left[m];
}

/// At its present height a hollow is tiled by buffers that fit it and by
/// moments that stay open. Finds which stretches at either end of it can be.
void SkylineSearch::findTilings(const std::vector<int> &list) {
  auto nextOption = list.begin();
  for (int m = first; m < last; ++m) {
    bool reached = inHollow[m] && fromLeft[m];
    if (reached && mayStayOpen(m))
      fromLeft[m + 1] = 1;
    for (; nextOption != list.end() && c.begin[*nextOption] == m; ++nextOption)
      if (reached && covers(*nextOption))
        fromLeft[c.end[*nextOption]] = 1;
  }
  auto lastOption = list.rbegin();
  for (int m = last - 1; m >= first; --m) {
    bool tiled = inHollow[m] && fromRight[m + 1] && mayStayOpen(m);
    for (; lastOption != list.rend() && c.begin[*lastOption] == m; ++lastOption)
      tiled |= covers(*lastOption) && fromRight[c.end[*lastOption]];
    if (tiled)
      fromRight[m] = 1;
  }
}

/// How well `b` fits its hollow: walls it touches, and walls it ends level
/// with, which count double for they leave the skyline even.
int SkylineSearch::snugness(int b) const {
  int64_t top = low[b] + c.size[b];
  int l = c.begin[b], r = c.end[b];
  int snug =
      (l == first || sky[l - 1] > low[b]) + (r == last || sky[r] > low[b]);
  return snug + 2 * (l > first && sky[l - 1] == top) +
         2 * (r < last && sky[r] == top);
}

/// Picks the moment of a hollow with the fewest answers for its failures.
int SkylineSearch::chooseMoment() const {
  int best = -1;
  for (int m = first; m < last; ++m) {
    if (!inHollow[m])
      continue;
    if (best < 0) {
      best = m;
      continue;
    }
    int64_t a = choices[m] * weight[best], b = choices[best] * weight[m];
    if (a != b ? a < b : sky[m] < sky[best])
      best = m;
  }
  return best;
}

/// Asks who covers the hollow moment with the fewest answers, and lists them.
bool SkylineSearch::ask(Frame &frame) {
  first = c.begin[frame.part.front()];
  last = first;
  for (int b : frame.part)
    last = std::max(last, c.end[b]);
  std::fill(fromLeft.begin() + first, fromLeft.begin() + last + 1, 0);
  std::fill(fromRight.begin() + first, fromRight.begin() + last + 1, 0);
  findHollows();
  findNextHeights(frame.part);
  findTilings(frame.part);
  for (int m = first; m < last; ++m)
    choices[m] = mayStayOpen(m) && fromLeft[m] && fromRight[m + 1];
  for (int b : frame.part)
    if (mayCover(b))
      for (int m = c.begin[b]; m < c.end[b]; ++m)
        ++choices[m];
  int best = chooseMoment();
  frame.moment = best;
  for (int b : frame.part)
    if (alive(b, best) && mayCover(b))
      frame.tries.push_back(b);
  llvm::sort(frame.tries, [&](int a, int b) {
    int x = snugness(a), y = snugness(b);
    return x != y ? x > y : rank[a] < rank[b];
  });
  frame.raised = next[best];
  if (mayStayOpen(best) && fromLeft[best] && fromRight[best + 1])
    frame.tries.push_back(kNobody);
  if (frame.tries.empty())
    weight[best] += 1;
  return !frame.tries.empty();
}

/// A mixture of what `Bounds` of `list` would hold.
uint64_t SkylineSearch::hashOf(const std::vector<int> &list) const {
  uint64_t hash = list.size();
  for (int b : list) {
    hash = (hash ^ static_cast<uint64_t>(b)) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 29) ^ static_cast<uint64_t>(low[b])) *
           0xbf58476d1ce4e5b9u;
    hash ^= hash >> 32;
  }
  return hash;
}

bool SkylineSearch::isKnownToFail(const std::vector<int> &list) const {
  auto known = failures.find(hashOf(list));
  if (known == failures.end() || known->second.size() != list.size())
    return false;
  for (auto [b, failed] : llvm::zip_equal(list, known->second))
    if (failed.first != b || failed.second != low[b])
      return false;
  return true;
}

void SkylineSearch::noteFailure(const Frame &frame) {
  if (remembered > kMostRemembered) {
    failures.clear();
    remembered = 0;
  }
  const std::vector<int> &list = frame.part;
  Bounds &bounds = failures[hashOf(list)];
  remembered +=
      static_cast<int64_t>(list.size()) - static_cast<int64_t>(bounds.size());
  bounds.clear();
  for (int b : list)
    bounds.push_back({b, low[b]});
}

/// Finds the answers to try; false when the frame cannot be placed.
bool SkylineSearch::evaluate(Frame &frame) {
  if (!momentsFit(frame.part, low))
    return false;
  if (isKnownToFail(frame.part))
    return false;
  int b = unobstructed(frame);
  if (b == kNobody)
    return ask(frame);
  frame.tries.push_back(b);
  return true;
}

void SkylineSearch::attempt(Frame &frame) {
  int b = frame.tries[frame.nextTry++];
  if (b == kNobody)
    raiseMoment(frame.moment, frame.raised, frame.part);
  else
    place(b);
  frame.parts = split(frame.part);
  frame.nextPart = 0;
}

std::vector<std::vector<int>> SkylineSearch::rootParts() {
  std::vector<int> all(c.buffers());
  std::iota(all.begin(), all.end(), 0);
  return split(all);
}

} // namespace

std::unique_ptr<DiveSearch> makeSkylineSearch(const Component &component,
                                              SearchBudget &budget) {
  return std::make_unique<SkylineSearch>(component, budget);
}

} // namespace tilefoundry::allocation
