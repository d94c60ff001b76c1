//===- Extremes.cpp - the exact range of an expression --------------------===//
//
// Parts of an expression that share no variable reach their extremes
// independently, a floor division keeps the order of its argument, and what
// repeats with a period along a variable, up to a shift, is extreme in its
// first or its last period. The rest is visited point by point or given to isl.
//
//===----------------------------------------------------------------------===//

#include "IslBridge.h"
#include "Pieces.h"
#include "SpaceImpl.h"
#include "tilefoundry/Access/IslAccess.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/ilp.h>
#include <numeric>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallBitVector;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

/// Points that are visited before isl is asked.
static constexpr Wide kFewPoints = 1 << 16;

namespace {
struct Bounds {
  Wide first, last;
  bool isExact;
};

/// The values of a variable that decide an extreme: `[0, head)` and
/// `[tail, extent)`.
struct Candidates {
  unsigned variable;
  int64_t head, tail, extent;
};

class ExtremeFinder {
public:
  ExtremeFinder(const Space &space, const CountLimits &limits)
      : space(space), impl(space.getImpl()), limits(limits) {}

  /// Nothing where a number leaves 128 bits. No unknown enters `e`.
  std::optional<Bounds> find(const IndexExpr &e);

private:
  /// Terms of a sum that share variables with each other and with no others.
  struct Part {
    IndexExpr expr;
    SmallBitVector variables;
  };

  SmallBitVector variablesOf(const IndexExpr &e) const;
  SmallVector<Part, 4> split(const IndexExpr &e) const;
  std::optional<Bounds> findPart(const Part &part);
  std::optional<Bounds> findAtom(const AtomRef &atom);
  bool shareVariables(ArrayRef<IndexExpr> args) const;
  std::optional<Bounds> findJointly(const Part &part);

  std::optional<Wide> shiftOf(const IndexExpr &e, unsigned v, Wide step,
                              Wide &missing) const;
  int64_t periodOf(const IndexExpr &e, unsigned v) const;
  std::optional<Wide> evaluate(const IndexExpr &e,
                               ArrayRef<int64_t> point) const;
  std::optional<Bounds> visit(const Part &part, ArrayRef<Candidates> variables,
                              const Bounds &coarse) const;
  std::optional<Bounds> askIsl(const Part &part, const Bounds &coarse) const;

  const Space &space;
  const Space::Impl &impl;
  const CountLimits &limits;
};
} // namespace

//===----------------------------------------------------------------------===//
// Independent parts
//===----------------------------------------------------------------------===//

SmallBitVector ExtremeFinder::variablesOf(const IndexExpr &e) const {
  Access access;
  access.coords.push_back(e);
  return space.variablesOf(access);
}

SmallVector<ExtremeFinder::Part, 4>
ExtremeFinder::split(const IndexExpr &e) const {
  SmallVector<Part, 4> parts;
  for (const Term &term : e.terms) {
    Part part;
    part.expr.terms.push_back(term);
    part.variables = variablesOf(part.expr);
    for (size_t i = 0; i < parts.size();) {
      if (!parts[i].variables.anyCommon(part.variables)) {
        ++i;
        continue;
      }
      part.expr = addScaled(part.expr, parts[i].expr, 1);
      part.variables |= parts[i].variables;
      parts.erase(parts.begin() + i);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::optional<Bounds> ExtremeFinder::find(const IndexExpr &e) {
  Bounds sum{e.offset, e.offset, true};
  for (const Part &part : split(e)) {
    std::optional<Bounds> own = findPart(part);
    if (!own || __builtin_add_overflow(sum.first, own->first, &sum.first) ||
        __builtin_add_overflow(sum.last, own->last, &sum.last))
      return std::nullopt;
    sum.isExact &= own->isExact;
  }
  return sum;
}

std::optional<Bounds> ExtremeFinder::findPart(const Part &part) {
  if (part.expr.terms.size() > 1)
    return findJointly(part);
  auto [id, coeff] = part.expr.terms.front();
  const AtomRef atom = impl.atoms[id];
  if ((atom.kind == AtomKind::Min || atom.kind == AtomKind::Max) &&
      shareVariables(impl.composite(atom).args))
    return findJointly(part);
  std::optional<Bounds> bounds = findAtom(atom);
  if (!bounds || __builtin_mul_overflow(bounds->first, coeff, &bounds->first) ||
      __builtin_mul_overflow(bounds->last, coeff, &bounds->last))
    return std::nullopt;
  if (coeff < 0)
    std::swap(bounds->first, bounds->last);
  return bounds;
}

bool ExtremeFinder::shareVariables(ArrayRef<IndexExpr> args) const {
  SmallBitVector seen(space.getNumVariables());
  for (const IndexExpr &arg : args) {
    SmallBitVector own = variablesOf(arg);
    if (seen.anyCommon(own))
      return true;
    seen |= own;
  }
  return false;
}

/// An atom keeps the order of its arguments, which share no variable.
std::optional<Bounds> ExtremeFinder::findAtom(const AtomRef &atom) {
  if (atom.kind == AtomKind::Variable)
    return Bounds{0, impl.variables[atom.index].extent - 1, true};
  std::optional<Bounds> bounds;
  const Composite &composite = impl.composite(atom);
  for (const IndexExpr &arg : composite.args) {
    std::optional<Bounds> own = find(arg);
    if (!own)
      return std::nullopt;
    if (!bounds) {
      bounds = own;
      continue;
    }
    bool isMin = atom.kind == AtomKind::Min;
    auto choose = [&](Wide a, Wide b) {
      return isMin ? std::min(a, b) : std::max(a, b);
    };
    *bounds = {choose(bounds->first, own->first),
               choose(bounds->last, own->last),
               bounds->isExact && own->isExact};
  }
  if (atom.kind == AtomKind::FloorDiv) {
    bounds->first = floorDivWide(bounds->first, composite.divisor);
    bounds->last = floorDivWide(bounds->last, composite.divisor);
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Periods
//===----------------------------------------------------------------------===//

/// By how much `e` grows, wherever it is, when variable `v` grows by `step`.
/// Nothing where that differs from place to place; `missing` is then a factor
/// that `step` lacks, or 0 where none helps.
std::optional<Wide> ExtremeFinder::shiftOf(const IndexExpr &e, unsigned v,
                                           Wide step, Wide &missing) const {
  missing = 0;
  Wide sum = 0;
  for (const Term &term : e.terms) {
    const AtomRef &atom = impl.atoms[term.first];
    Wide own = 0;
    if (atom.kind == AtomKind::Variable) {
      own = atom.index == v ? step : 0;
    } else {
      const Composite &composite = impl.composite(atom);
      std::optional<Wide> common;
      for (const IndexExpr &arg : composite.args) {
        std::optional<Wide> shift = shiftOf(arg, v, step, missing);
        if (!shift || (common && *common != *shift))
          return std::nullopt;
        common = shift;
      }
      own = *common;
      if (own % composite.divisor != 0) {
        missing = composite.divisor /
                  std::gcd(composite.divisor, int64_t(own % composite.divisor));
        return std::nullopt;
      }
      own /= composite.divisor;
    }
    if (__builtin_mul_overflow(own, static_cast<Wide>(term.second), &own) ||
        __builtin_add_overflow(sum, own, &sum))
      return std::nullopt;
  }
  return sum;
}

/// A step of `v` that shifts `e` by one number; the extent where there is none
/// that is shorter.
int64_t ExtremeFinder::periodOf(const IndexExpr &e, unsigned v) const {
  int64_t extent = impl.variables[v].extent;
  Wide step = 1, missing = 0;
  while (step < extent) {
    if (shiftOf(e, v, step, missing))
      return static_cast<int64_t>(step);
    if (missing <= 1)
      break;
    step *= missing;
  }
  return extent;
}

//===----------------------------------------------------------------------===//
// Parts that only their points tell
//===----------------------------------------------------------------------===//

std::optional<Wide> ExtremeFinder::evaluate(const IndexExpr &e,
                                            ArrayRef<int64_t> point) const {
  Wide sum = e.offset;
  for (const Term &term : e.terms) {
    const AtomRef &atom = impl.atoms[term.first];
    Wide value = 0;
    if (atom.kind == AtomKind::Variable) {
      value = point[atom.index];
    } else {
      const Composite &composite = impl.composite(atom);
      for (auto [i, arg] : llvm::enumerate(composite.args)) {
        std::optional<Wide> own = evaluate(arg, point);
        if (!own)
          return std::nullopt;
        if (i == 0)
          value = *own;
        else
          value = atom.kind == AtomKind::Min ? std::min(value, *own)
                                             : std::max(value, *own);
      }
      value = floorDivWide(value, composite.divisor);
    }
    if (__builtin_mul_overflow(value, static_cast<Wide>(term.second), &value) ||
        __builtin_add_overflow(sum, value, &sum))
      return std::nullopt;
  }
  return sum;
}

/// The extremes over the candidates' values; no further than `coarse`, beyond
/// which no value lies.
std::optional<Bounds> ExtremeFinder::visit(const Part &part,
                                           ArrayRef<Candidates> variables,
                                           const Bounds &coarse) const {
  ++impl.statistics.enumerations;
  SmallVector<int64_t, 8> point(space.getNumVariables(), 0);
  Bounds bounds{coarse.last, coarse.first, true};
  while (true) {
    std::optional<Wide> value = evaluate(part.expr, point);
    if (!value)
      return std::nullopt;
    bounds.first = std::min(bounds.first, *value);
    bounds.last = std::max(bounds.last, *value);
    if (bounds.first == coarse.first && bounds.last == coarse.last)
      return bounds;
    const Candidates *next = variables.begin();
    for (; next != variables.end(); ++next) {
      int64_t &x = point[next->variable];
      ++x;
      if (x == next->head)
        x = next->tail;
      if (x < next->extent)
        break;
      x = 0;
    }
    if (next == variables.end())
      return bounds;
  }
}

/// The extremes by integer programming; nothing past the quota.
std::optional<Bounds> ExtremeFinder::askIsl(const Part &part,
                                            const Bounds &coarse) const {
  // From the least value on, so that the image starts at 0.
  if (!fitsInt64(coarse.first) || !fitsInt64(-coarse.first) ||
      !fitsInt64(coarse.last) || !fitsInt64(coarse.last - coarse.first + 1))
    return std::nullopt;
  ++impl.statistics.islCounts;
  IndexExpr shift;
  shift.offset = static_cast<int64_t>(-coarse.first);
  Access access;
  access.coords.push_back(addScaled(part.expr, shift, 1));
  access.shape.push_back(static_cast<int64_t>(coarse.last - coarse.first + 1));
  IslQuota quota(limits.maxIslOperations);
  llvm::Expected<IslMap> map = toIslMap(space, access);
  if (!map) {
    llvm::consumeError(map.takeError());
    return std::nullopt;
  }
  isl_set *image = isl_map_range(map->release());
  isl_local_space *domain =
      isl_local_space_from_space(isl_set_get_space(image));
  isl_aff *value = isl_aff_var_on_domain(domain, isl_dim_set, 0);
  isl_val *first = isl_set_min_val(image, value);
  isl_val *last = isl_set_max_val(image, value);
  std::optional<Bounds> bounds;
  if (first && last && !quota.hasFailed() &&
      isl_val_is_int(first) == isl_bool_true &&
      isl_val_is_int(last) == isl_bool_true)
    bounds = {coarse.first + isl_val_get_num_si(first),
              coarse.first + isl_val_get_num_si(last), true};
  isl_val_free(first);
  isl_val_free(last);
  isl_aff_free(value);
  isl_set_free(image);
  return bounds;
}

std::optional<Bounds> ExtremeFinder::findJointly(const Part &part) {
  auto range = impl.range(part.expr);
  if (!range)
    return std::nullopt;
  Bounds coarse{range->first, range->second, false};
  SmallVector<Candidates, 4> variables;
  Wide points = 1;
  for (unsigned v : part.variables.set_bits()) {
    int64_t extent = impl.variables[v].extent;
    int64_t period = periodOf(part.expr, v);
    bool repeats = period < extent / 2;
    variables.push_back({v, repeats ? period : extent,
                         repeats ? extent - period : extent, extent});
    Wide values = repeats ? 2 * static_cast<Wide>(period) : extent;
    if (__builtin_mul_overflow(points, values, &points))
      points = std::numeric_limits<int64_t>::max();
  }
  if (points > kFewPoints) {
    if (std::optional<Bounds> bounds = askIsl(part, coarse))
      return bounds;
    if (points > limits.maxPoints)
      return coarse;
  }
  return visit(part, variables, coarse);
}

std::optional<IndexRange> Space::extremes(const IndexExpr &e,
                                          const CountLimits &limits) const {
  if (!range(e))
    return std::nullopt;
  std::optional<Bounds> bounds = ExtremeFinder(*this, limits).find(e);
  if (!bounds || !fitsInt64(bounds->first) || !fitsInt64(bounds->last))
    return std::nullopt;
  return IndexRange{static_cast<int64_t>(bounds->first),
                    static_cast<int64_t>(bounds->last), bounds->isExact};
}
