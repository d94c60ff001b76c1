//===- AxisSet.cpp - exact one-dimensional sets ---------------------------===//
//
// Building, counting and intersecting sets of one axis.
//
//===----------------------------------------------------------------------===//

#include "AxisSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// Runs and bits beyond which the explicit form is not worth building.
static constexpr Wide kMaxRuns = 1 << 18;
static constexpr Wide kMaxBits = 1 << 22;

static Wide gcdWide(Wide a, Wide b) {
  while (b) {
    Wide t = a % b;
    a = b;
    b = t;
  }
  return a < 0 ? -a : a;
}

/// The number of elements at most `x`: the digits of `x` from the top level
/// down.
Wide AxisSet::rank(Wide x) const {
  Wide rest = x - base, below = 0;
  if (rest < 0)
    return 0;
  Wide size = 1;
  for (const Level &l : levels)
    size *= l.count;
  for (const Level &l : llvm::reverse(levels)) {
    size /= l.count;
    Wide digit = rest / l.step;
    if (digit >= l.count)
      return below + size * l.count;
    below += digit * size;
    rest -= digit * l.step;
  }
  return below + 1;
}

/// Clips to [lo, hi] and counts.
void AxisSet::finish() {
  if (nested) {
    Wide span = 0;
    for (const Level &l : levels)
      span += l.step * (l.count - 1);
    lo = std::max(lo, base);
    hi = std::min(hi, base + span);
    if (lo > hi) {
      elements = 0;
      return;
    }
    if (levels.size() == 1) {
      Wide step = levels[0].step;
      Wide first = (lo - base + step - 1) / step, last = (hi - base) / step;
      elements = std::max<Wide>(last - first + 1, 0);
      base += first * step;
      lo = base;
      hi = base + (elements - 1) * step;
      levels[0].count = elements;
      if (elements <= 1)
        levels.clear();
      return;
    }
    elements = rank(hi) - rank(lo - 1);
    return;
  }
  SmallVector<Run, 0> kept;
  elements = 0;
  Wide first = -floorDivWide(-(lo - base), unit),
       last = floorDivWide(hi - base, unit);
  for (Run r : runs) {
    r.first = std::max(r.first, first);
    r.second = std::min(r.second, last);
    if (r.first > r.second)
      continue;
    elements += r.second - r.first + 1;
    kept.push_back(r);
  }
  runs = std::move(kept);
  if (!runs.empty()) {
    lo = base + runs.front().first * unit;
    hi = base + runs.back().second * unit;
  }
}

AxisSet AxisSet::interval(Wide lo, Wide hi) {
  AxisSet s;
  s.base = s.lo = lo;
  s.hi = hi;
  if (hi > lo)
    s.levels.push_back({1, hi - lo + 1});
  s.elements = std::max<Wide>(hi - lo + 1, 0);
  return s;
}

AxisSet AxisSet::fromValues(SmallVectorImpl<Wide> &values) {
  AxisSet s;
  s.nested = false;
  llvm::sort(values);
  for (Wide v : values) {
    if (s.runs.empty() || v > s.runs.back().second + 1)
      s.runs.push_back({v, v});
    else
      s.runs.back().second = v;
  }
  if (s.runs.empty())
    return s;
  s.lo = s.runs.front().first;
  s.hi = s.runs.back().second;
  s.finish();
  return s;
}

/// Sets bit `i + shift * k` for every set bit i and k below `extent`, by
/// doubling.
static void spread(std::vector<uint64_t> &bits, uint64_t shift,
                   uint64_t extent) {
  auto orShifted = [&](uint64_t by) {
    uint64_t words = by / 64, rest = by % 64;
    for (size_t w = bits.size(); w-- > words;) {
      uint64_t v = bits[w - words] << rest;
      if (rest && w > words)
        v |= bits[w - words - 1] >> (64 - rest);
      bits[w] |= v;
    }
  };
  uint64_t covered = 1;
  while (covered < extent) {
    uint64_t step = std::min(covered, extent - covered);
    orShifted(shift * step);
    covered += step;
  }
}

std::optional<AxisSet> AxisSet::get(ArrayRef<AxisTerm> input, Wide offset,
                                    Wide lo, Wide hi) {
  AxisSet s;
  s.base = offset;
  s.lo = lo;
  s.hi = hi;
  SmallVector<AxisTerm, 8> terms;
  for (AxisTerm t : input) {
    if (t.extent == 1)
      continue;
    if (t.coeff < 0) {
      s.base += static_cast<Wide>(t.coeff) * (t.extent - 1);
      if (t.coeff == std::numeric_limits<int64_t>::min())
        return std::nullopt;
      t.coeff = -t.coeff;
    }
    terms.push_back(t);
  }
  llvm::sort(terms, [](const AxisTerm &a, const AxisTerm &b) {
    return a.coeff < b.coeff;
  });
  Wide span = 0;
  bool structured = true;
  for (const AxisTerm &t : terms) {
    if (!s.levels.empty() && t.coeff % s.levels.back().step == 0 &&
        t.coeff / s.levels.back().step <= s.levels.back().count)
      s.levels.back().count +=
          (t.coeff / s.levels.back().step) * (static_cast<Wide>(t.extent) - 1);
    else if (t.coeff > span)
      s.levels.push_back({t.coeff, t.extent});
    else
      structured = false;
    span += static_cast<Wide>(t.coeff) * (t.extent - 1);
  }
  if (structured) {
    s.finish();
    return s;
  }
  Wide g = 0;
  for (const AxisTerm &t : terms)
    g = gcdWide(t.coeff, g);
  if (span / g >= kMaxBits)
    return std::nullopt;
  std::vector<uint64_t> bits(static_cast<size_t>(span / g) / 64 + 1, 0);
  bits[0] = 1;
  for (const AxisTerm &t : terms)
    spread(bits, static_cast<uint64_t>(t.coeff / g), t.extent);
  s.nested = false;
  s.levels.clear();
  s.unit = g;
  for (Wide i = 0; i <= span / g; ++i) {
    if (!(bits[static_cast<size_t>(i) / 64] >> (i % 64) & 1))
      continue;
    if (!s.runs.empty() && s.runs.back().second == i - 1)
      s.runs.back().second = i;
    else
      s.runs.push_back({i, i});
  }
  s.finish();
  return s;
}

bool AxisSet::isInjective(ArrayRef<AxisTerm> input) {
  SmallVector<std::pair<Wide, Wide>, 8> terms;
  for (const AxisTerm &t : input)
    if (t.extent > 1)
      terms.push_back(
          {t.coeff < 0 ? -static_cast<Wide>(t.coeff) : t.coeff, t.extent});
  llvm::sort(terms);
  Wide span = 0;
  for (auto [coeff, extent] : terms) {
    if (coeff <= span)
      return false;
    span += coeff * (extent - 1);
  }
  return true;
}

std::optional<Wide> AxisSet::countUnclipped(ArrayRef<AxisTerm> terms) {
  SmallVector<AxisTerm, 4> live;
  for (const AxisTerm &t : terms)
    if (t.extent > 1)
      live.push_back(t);
  if (live.size() == 2) {
    // a*x + b*y with a, b coprime repeats exactly under (x + b, y - a): count
    // the points without such a predecessor.
    Wide a =
        live[0].coeff < 0 ? -static_cast<Wide>(live[0].coeff) : live[0].coeff;
    Wide b =
        live[1].coeff < 0 ? -static_cast<Wide>(live[1].coeff) : live[1].coeff;
    Wide n = live[0].extent, m = live[1].extent, g = gcdWide(a, b);
    a /= g;
    b /= g;
    return n * m - std::max<Wide>(n - b, 0) * std::max<Wide>(m - a, 0);
  }
  Wide limit = static_cast<Wide>(1) << 120;
  if (auto s = get(live, 0, -limit, limit))
    return s->count();
  return std::nullopt;
}

bool AxisSet::isSameAs(const AxisSet &o) const {
  if (elements != o.elements)
    return false;
  if (elements == 0)
    return true;
  if (lo != o.lo || hi != o.hi)
    return false;
  if (nested && o.nested && levels == o.levels && base == o.base)
    return true;
  if (isInterval() && o.isInterval())
    return true;
  auto both = intersect(*this, o);
  return both && both->elements == elements;
}

/// All elements are congruent to `base` modulo this (0 for one element).
Wide AxisSet::lattice() const {
  if (!nested)
    return unit;
  Wide g = 0;
  for (const Level &l : levels)
    g = gcdWide(l.step, g);
  return g;
}

/// Runs of the lattice `base + u * r`; `u` divides `lattice()`.
bool AxisSet::toRuns(Wide u, SmallVectorImpl<Run> &out) const {
  if (!nested) {
    if (u == unit) {
      out.append(runs.begin(), runs.end());
      return true;
    }
    if (elements > kMaxRuns)
      return false;
    for (const Run &r : runs)
      for (Wide i = r.first; i <= r.second; ++i)
        out.push_back({i * (unit / u), i * (unit / u)});
    return true;
  }
  bool grouped = !levels.empty() && levels[0].step == u;
  ArrayRef<Level> outer = levels;
  Wide length = 1;
  if (grouped) {
    length = levels[0].count;
    outer = outer.drop_front();
  }
  Wide number = 1;
  for (const Level &l : outer) {
    number *= l.count;
    if (number > kMaxRuns)
      return false;
  }
  Wide first = -floorDivWide(-(lo - base), u),
       last = floorDivWide(hi - base, u);
  for (Wide i = 0; i < number; ++i) {
    Wide rest = i, start = 0;
    for (const Level &l : outer) {
      start += rest % l.count * l.step;
      rest /= l.count;
    }
    Run r{std::max(start / u, first), std::min(start / u + length - 1, last)};
    if (r.first > r.second)
      continue;
    if (!out.empty() && out.back().second + 1 == r.first)
      out.back().second = r.second;
    else
      out.push_back(r);
  }
  return true;
}

/// Two arithmetic progressions: the Chinese remainder theorem.
std::optional<AxisSet> AxisSet::intersectProgressions(const AxisSet &a,
                                                      const AxisSet &b) {
  auto stepOf = [](const AxisSet &s) {
    return s.levels.empty() ? Wide(1) : s.levels[0].step;
  };
  Wide s = stepOf(a), t = stepOf(b), g = gcdWide(s, t);
  Wide gap = b.base - a.base;
  AxisSet empty;
  if (gap % g != 0)
    return empty;
  // k * (s/g) = gap/g (mod t/g) by the extended Euclid.
  Wide m = t / g, r0 = m, r1 = (s / g) % m, x0 = 0, x1 = 1;
  while (r1 != 0) {
    Wide q = r0 / r1;
    std::swap(r0, r1);
    r1 -= q * r0;
    std::swap(x0, x1);
    x1 -= q * x0;
  }
  Wide inverse = ((x0 % m) + m) % m, wanted = ((gap / g) % m + m) % m;
  Wide first = a.base + s * (inverse * wanted % m), step = s * m;
  Wide low = std::max(a.lo, b.lo), high = std::min(a.hi, b.hi);
  if (first < low)
    first += (low - first + step - 1) / step * step;
  if (first > high)
    return empty;
  AxisSet result;
  result.base = first;
  result.levels.push_back({step, (high - first) / step + 1});
  result.lo = first;
  result.hi = high;
  result.finish();
  return result;
}

std::optional<AxisSet> AxisSet::intersect(const AxisSet &a, const AxisSet &b) {
  AxisSet empty;
  if (a.empty() || b.empty() || a.hi < b.lo || b.hi < a.lo)
    return empty;
  auto clipped = [](AxisSet s, const AxisSet &to) {
    s.lo = std::max(s.lo, to.lo);
    s.hi = std::min(s.hi, to.hi);
    s.finish();
    return s;
  };
  if (a.isInterval())
    return clipped(b, a);
  if (b.isInterval() ||
      (a.nested && b.nested && a.levels == b.levels && a.base == b.base))
    return clipped(a, b);
  if (a.nested && b.nested && a.levels.size() <= 1 && b.levels.size() <= 1)
    return intersectProgressions(a, b);
  Wide unit = gcdWide(a.lattice(), b.lattice());
  if ((b.base - a.base) % unit != 0) {
    return empty;
  }
  SmallVector<Run, 0> left, right;
  if (!a.toRuns(unit, left) || !b.toRuns(unit, right))
    return std::nullopt;
  Wide shift = (b.base - a.base) / unit;
  AxisSet result;
  result.nested = false;
  result.base = a.base;
  result.unit = unit;
  result.lo = a.lo;
  result.hi = a.hi;
  for (auto i = left.begin(), j = right.begin();
       i != left.end() && j != right.end();) {
    Wide from = std::max(i->first, j->first + shift);
    Wide to = std::min(i->second, j->second + shift);
    if (from <= to)
      result.runs.push_back({from, to});
    if (i->second < j->second + shift)
      ++i;
    else
      ++j;
  }
  result.finish();
  return result;
}
