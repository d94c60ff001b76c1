//===- Count.cpp - Space::count: preparing accesses, unknowns, caching ----===//
//
// Checks the input, takes unknowns out of the coordinates and turns the
// accesses into the first state of a Counter.
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

static constexpr Wide kOpenClip = static_cast<Wide>(1) << 110;

Counter::Counter(const Space::Impl &impl, ArrayRef<VarRole> roles, int64_t bits,
                 const CountLimits &limits)
    : impl(impl), roles(roles), bits(bits), limits(limits), table(impl),
      images(table, limits, impl.statistics) {
  for (auto [v, info] : llvm::enumerate(impl.variables))
    table.digits.push_back(
        {roles[v] == VarRole::First ? 1 : info.extent, roles[v]});
}

/// The Union variables that an unknown-carrying part of a coordinate may differ
/// by: those its unknowns depend on, and those mixed with an unknown under an
/// atom.
void Counter::collectDims(const IndexExpr &e, bool below,
                          llvm::SmallVectorImpl<unsigned> &dims) const {
  auto addDim = [&](unsigned v) {
    if (roles[v] == VarRole::Union && !llvm::is_contained(dims, v))
      dims.push_back(v);
  };
  for (const Term &t : e.terms) {
    const AtomRef &atom = impl.atoms[t.first];
    switch (atom.kind) {
    case AtomKind::Variable:
      if (below)
        addDim(atom.index);
      break;
    case AtomKind::Unknown:
      for (unsigned v : impl.unknowns[atom.index].dependsOn)
        addDim(v);
      break;
    default:
      for (const IndexExpr &arg : impl.composite(atom).args)
        collectDims(arg, true, dims);
    }
  }
}

void Counter::addUnknowns(Source &source) {
  Group group;
  SmallVector<unsigned, 4> dims;
  for (size_t k = 0; k < source.coords.size(); ++k) {
    IndexExpr unknown, rest;
    Clip &c = source.coords[k];
    rest.offset = c.value.offset;
    for (const Term &t : c.value.terms) {
      IndexExpr single;
      single.terms.push_back(t);
      bool is = impl.hasUnknown(single);
      (is ? unknown : rest).terms.push_back(t);
      if (!is || impl.atoms[t.first].kind == AtomKind::Unknown)
        continue;
      for (unsigned v = 0; v < roles.size(); ++v)
        group.shifts &= !impl.mentions(single, v, false);
    }
    group.axes |= AxisMask(1) << k;
    if (!unknown.terms.empty()) {
      group.unknownAxes |= AxisMask(1) << k;
      collectDims(unknown, false, dims);
      c.lo = -kOpenClip;
      c.hi = kOpenClip;
      c.value = rest;
    }
    group.unknowns.push_back(std::move(unknown));
  }
  llvm::sort(dims);
  for (unsigned v : dims) {
    IndexExpr e;
    e.terms.push_back({impl.variables[v].atom, 1});
    source.coords.push_back({e, -kOpenClip, kOpenClip});
  }
  auto at = llvm::find_if(
      groups, [&](const Group &g) { return g.unknowns == group.unknowns; });
  source.group = at - groups.begin();
  if (at == groups.end())
    groups.push_back(std::move(group));
}

bool Counter::addAccess(const Access &access) {
  if (access.coords.size() != access.shape.size()) {
    failure = std::to_string(access.coords.size()) +
              " coordinates for a shape of " +
              std::to_string(access.shape.size()) + " axes";
    return false;
  }
  if (sources.empty())
    shape.assign(access.shape.begin(), access.shape.end());
  if (ArrayRef<int64_t>(shape) != ArrayRef<int64_t>(access.shape)) {
    failure = "the accesses of one count have different shapes";
    return false;
  }
  Source source;
  bool unknowns = false;
  auto add = [&](const IndexExpr &e, int64_t extent, auto &to) {
    if (impl.isPoison(e)) {
      failure =
          "a coordinate leaves the 64-bit range or divides by less than 1";
      return false;
    }
    for (const Term &t : e.terms)
      if (impl.atoms[t.first].kind != AtomKind::Variable)
        source.linear = false;
    if (!source.linear)
      unknowns |= impl.hasUnknown(e);
    else if (auto r = impl.range(e);
             !r || r->first < -kOpenClip || r->second > kOpenClip) {
      failure = "a coordinate is beyond the range of counting";
      return false;
    }
    to.push_back({e, 0, static_cast<Wide>(extent) - 1});
    return true;
  };
  for (auto [e, extent] : llvm::zip_equal(access.coords, access.shape)) {
    if (extent < 0) {
      failure = "axis extent " + std::to_string(extent) + " is negative";
      return false;
    }
    if (!add(e, extent, source.coords))
      return false;
  }
  for (const Access::Guard &g : access.guards) {
    source.linear = false;
    if (impl.hasUnknown(g.value)) { // may hold: a bound from above stays one
      source.mayLeave = true;
      continue;
    }
    if (!add(g.value, g.extent, source.guards))
      return false;
  }
  anyUnknown |= unknowns;
  sources.push_back(std::move(source));
  return true;
}

/// `c*i + c*n*t` with i below n is `c*z` with one variable z: fuses t into i
/// where every expression uses them so. Entries of `env` are per variable.
void Counter::fuseVariables(llvm::MutableArrayRef<IndexExpr> env) {
  SmallVector<const IndexExpr *, 16> all;
  std::function<void(const IndexExpr &)> gather = [&](const IndexExpr &e) {
    all.push_back(&e);
    for (const Term &t : e.terms) {
      const AtomRef &atom = impl.atoms[t.first];
      if (atom.kind != AtomKind::Variable && atom.kind != AtomKind::Unknown)
        for (const IndexExpr &arg : impl.composite(atom).args)
          gather(arg);
    }
  };
  for (const Source &s : sources) {
    for (const Clip &c : s.coords)
      gather(c.value);
    for (const Clip &c : s.guards)
      gather(c.value);
  }
  auto coefficient = [&](const IndexExpr &e, unsigned v) -> Wide {
    for (const Term &t : e.terms)
      if (t.first == impl.variables[v].atom)
        return t.second;
    return 0;
  };
  SmallVector<int64_t, 8> extents;
  for (unsigned v = 0; v < env.size(); ++v)
    extents.push_back(table.digits[v].extent);
  for (unsigned i = 0; i < env.size(); ++i)
    for (unsigned t = 0; t < env.size(); ++t) {
      int64_t both;
      if (i == t || roles[i] != roles[t] || extents[i] <= 1 ||
          extents[t] <= 1 ||
          __builtin_mul_overflow(extents[i], extents[t], &both))
        continue;
      bool used = false, fits = true;
      for (const IndexExpr *e : all) {
        Wide c = coefficient(*e, i), k = coefficient(*e, t);
        used |= c != 0;
        fits &= k == c * extents[i];
      }
      if (!used || !fits)
        continue;
      extents[i] = both;
      extents[t] = 1;
      table.digits.push_back({both, roles[i]});
      env[i] = IndexExpr();
      env[i].terms.push_back(
          {static_cast<unsigned>(table.digits.size() - 1), 1});
      env[t] = IndexExpr();
      t = ~0u; // start over: the fused variable may take another
    }
}

Counter::State Counter::makeState() {
  State state;
  state.branches.emplace_back();
  Branch &branch = state.branches[0];
  bool linear = llvm::all_of(sources, [](const Source &s) { return s.linear; });
  SmallVector<IndexExpr, 0> env;
  if (!linear) {
    for (unsigned v = 0; v < roles.size(); ++v)
      env.push_back(table.variableAsLin(v));
    fuseVariables(env);
  }
  for (unsigned s = 0; s < sources.size(); ++s) {
    Piece piece;
    piece.source = s;
    piece.linear = linear;
    if (linear) {
      for (const Clip &c : sources[s].coords) {
        Clip &to = piece.coords.emplace_back();
        to.lo = c.lo;
        to.hi = c.hi;
        to.value.offset = c.value.offset;
        for (const Term &t : c.value.terms) {
          unsigned v = impl.atoms[t.first].index;
          if (table.digits[v].extent > 1)
            to.value.terms.push_back({v, t.second});
        }
      }
      piece.resolved = true;
    } else {
      piece.env = env;
    }
    branch.pieces.push_back(std::move(piece));
  }
  auto addParameter = [&](unsigned d, VarRole role) {
    if (table.digits[d].extent <= 1)
      return;
    if (role == VarRole::Max)
      state.maxes.push_back(d);
    else if (role == VarRole::Sum)
      branch.sums.push_back(d);
  };
  for (unsigned v = 0; v < roles.size(); ++v) {
    if (linear || env[v].terms.empty())
      addParameter(v, linear || table.digits[v].extent <= 1 ? roles[v]
                                                            : VarRole::Union);
    else
      addParameter(env[v].terms[0].first, roles[v]);
  }
  return state;
}

std::optional<Wide> Counter::run() {
  if (anyUnknown)
    for (Source &s : sources)
      addUnknowns(s);
  std::optional<Wide> value = evaluate(makeState());
  if (!value && failure.empty())
    failure = images.failure;
  return value;
}

//===----------------------------------------------------------------------===//
// One combination
//===----------------------------------------------------------------------===//

/// What accesses with the same unknowns reach at most, and reach where the
/// windows are intervals: one choice per combination of the variables they
/// depend on, the axes of the unknowns full, or one image per legal choice.
std::optional<Wide> Counter::leafOfGroup(unsigned index,
                                         ArrayRef<const Piece *> pieces) {
  const Group &group = groups[index];
  std::optional<Wide> all = images.count(pieces, kAllAxes);
  if (!all || group.unknownAxes == 0)
    return all;
  std::optional<Wide> rest =
      images.count(pieces, group.axes & ~group.unknownAxes);
  if (!rest)
    return std::nullopt;
  Wide choices = 1;
  bool fits = group.shifts && llvm::none_of(pieces, [&](const Piece *p) {
                return sources[p->source].mayLeave;
              });
  for (size_t k = 0; k < shape.size(); ++k) {
    if (!(group.unknownAxes >> k & 1))
      continue;
    if (__builtin_mul_overflow(*rest, shape[k], &*rest))
      rest = kOpenClip;
    Wide lo = 0, hi = 0;
    for (auto [i, p] : llvm::enumerate(pieces)) {
      auto [from, to] = table.range(*p, p->coords[k].value);
      lo = i == 0 ? from : std::min(lo, from);
      hi = i == 0 ? to : std::max(hi, to);
    }
    Wide places = shape[k] - (hi - lo);
    fits &= places >= 1;
    if (__builtin_mul_overflow(choices, places, &choices))
      fits = false;
  }
  Wide most = std::min(*all, *rest);
  if (fits) {
    std::optional<Wide> one = images.count(pieces, group.axes);
    if (!one)
      return std::nullopt;
    Wide reach;
    if (!__builtin_mul_overflow(choices, *one, &reach))
      most = std::min(most, reach);
  }
  return most;
}

std::optional<Wide> Counter::leaf(const Branch &branch) {
  std::optional<Wide> n;
  if (!anyUnknown) {
    SmallVector<const Piece *, 4> pieces;
    for (const Piece &p : branch.pieces)
      pieces.push_back(&p);
    n = images.count(pieces, kAllAxes);
  } else {
    // Groups choose independently; together they stay inside the value, and
    // inside what the axes without unknowns reach.
    Wide sum = 0;
    AxisMask unknownAxes = 0, axes = 0;
    SmallVector<Piece, 4> plain;
    for (unsigned g = 0; g < groups.size(); ++g) {
      SmallVector<const Piece *, 4> pieces;
      for (const Piece &p : branch.pieces)
        if (sources[p.source].group == g && !p.empty)
          pieces.push_back(&p);
      if (pieces.empty())
        continue;
      std::optional<Wide> part = leafOfGroup(g, pieces);
      if (!part)
        return std::nullopt;
      sum += *part;
      unknownAxes |= groups[g].unknownAxes;
      axes |= groups[g].axes;
      for (const Piece *p : pieces) {
        plain.push_back(*p);
        plain.back().coords.resize(shape.size());
      }
    }
    n = sum;
    if (groups.size() > 1) {
      SmallVector<const Piece *, 4> pieces;
      for (const Piece &p : plain)
        pieces.push_back(&p);
      std::optional<Wide> reach = images.count(pieces, axes & ~unknownAxes);
      if (!reach)
        return std::nullopt;
      for (size_t k = 0; k < shape.size(); ++k)
        if ((unknownAxes >> k & 1) &&
            __builtin_mul_overflow(*reach, shape[k], &*reach))
          reach = kOpenClip;
      n = std::min(sum, *reach);
    }
  }
  if (!n || bits == 0)
    return n;
  Wide scaled;
  if (__builtin_mul_overflow(*n, bits, &scaled) ||
      __builtin_add_overflow(scaled, 7, &scaled)) {
    failure = "the count exceeds 128 bits";
    return std::nullopt;
  }
  return scaled / 8;
}

//===----------------------------------------------------------------------===//
// Space::count
//===----------------------------------------------------------------------===//

static uint64_t hashOf(ArrayRef<Access> accesses, ArrayRef<VarRole> roles,
                       int64_t bits) {
  uint64_t h = llvm::hash_combine(bits, accesses.size());
  for (VarRole r : roles)
    h = llvm::hash_combine(h, static_cast<unsigned>(r));
  for (const Access &a : accesses)
    for (const IndexExpr &e : a.coords) {
      h = llvm::hash_combine(h, e.offset);
      for (const Term &t : e.terms)
        h = llvm::hash_combine(h, t.first, t.second);
    }
  return h;
}

bool tilefoundry::operator==(const Access &a, const Access &b) {
  return a.coords == b.coords && a.shape == b.shape &&
         a.guards.size() == b.guards.size() &&
         llvm::all_of(llvm::zip_equal(a.guards, b.guards), [](auto pair) {
           auto &[x, y] = pair;
           return x.value == y.value && x.extent == y.extent;
         });
}

static const CacheEntry *findCached(const Space::Impl &impl, uint64_t hash,
                                    ArrayRef<Access> accesses,
                                    ArrayRef<VarRole> roles, int64_t bits) {
  auto at = impl.cache.find(hash);
  if (at == impl.cache.end())
    return nullptr;
  for (const CacheEntry &entry : at->second)
    if (entry.bits == bits && ArrayRef<VarRole>(entry.roles) == roles &&
        entry.accesses.size() == accesses.size() &&
        llvm::all_of(llvm::zip_equal(entry.accesses, accesses), [](auto pair) {
          auto &[x, y] = pair;
          return x == y;
        }))
      return &entry;
  return nullptr;
}

/// The accesses that say something new in a union.
static SmallVector<Access, 2> withoutRepeats(ArrayRef<Access> accesses) {
  SmallVector<Access, 2> result;
  llvm::SmallDenseMap<uint64_t, SmallVector<unsigned, 1>> byHash;
  for (const Access &access : accesses) {
    SmallVector<unsigned, 1> &alike = byHash[hashOf(access, {}, 0)];
    if (llvm::any_of(alike, [&](unsigned i) { return result[i] == access; }))
      continue;
    alike.push_back(result.size());
    result.push_back(access);
  }
  return result;
}

/// Axes and variables that one count may have to do with: closed forms compare
/// them pair by pair.
static constexpr unsigned kMaxAxesAndVariables = 64;

Expected<int64_t> Space::count(ArrayRef<Access> accesses,
                               ArrayRef<VarRole> roles, int64_t bits,
                               const CountLimits &limits) const {
  SmallVector<Access, 2> distinct;
  if (accesses.size() > 1) {
    distinct = withoutRepeats(accesses);
    accesses = distinct;
  }
  ++impl->statistics.counts;
  auto refuse = [&](const llvm::Twine &why) {
    // Two name the matter; a union may have thousands.
    std::string where;
    for (const Access &a : accesses.take_front(2))
      where += (where.empty() ? "" : " and ") + str(a);
    if (accesses.size() > 2)
      where += " and " + std::to_string(accesses.size() - 2) + " more";
    return llvm::createStringError("cannot count relation " + where + ": " +
                                   why);
  };
  if (roles.size() != getNumVariables())
    return refuse(llvm::Twine(roles.size()) + " roles were given for " +
                  llvm::Twine(getNumVariables()) + " variables");
  if (bits < 0)
    return refuse("a coordinate of " + llvm::Twine(bits) + " bits");
  bool empty = accesses.empty();
  for (const VariableInfo &v : impl->variables) {
    if (v.extent < 0)
      return refuse("variable '" + v.name + "' has negative extent " +
                    llvm::Twine(v.extent));
    empty |= v.extent == 0;
  }
  // What no access reads is held, and multiplies where it is summed over.
  llvm::SmallBitVector used(getNumVariables());
  for (const Access &a : accesses)
    used |= variablesOf(a);
  SmallVector<VarRole, 8> usedRoles(roles.begin(), roles.end());
  Wide factor = 1;
  for (auto [v, info] : llvm::enumerate(impl->variables)) {
    if (used.test(v))
      continue;
    if (roles[v] == VarRole::Sum &&
        __builtin_mul_overflow(factor, static_cast<Wide>(info.extent), &factor))
      factor = kOpenClip;
    usedRoles[v] = VarRole::First;
  }
  roles = usedRoles;
  Counter counter(*impl, roles, bits, limits);
  for (const Access &a : accesses) {
    if (a.coords.size() + used.count() > kMaxAxesAndVariables)
      return refuse("more than " + llvm::Twine(kMaxAxesAndVariables) +
                    " axes and variables");
    if (!counter.addAccess(a))
      return refuse(counter.failure);
  }
  if (empty)
    return 0;
  auto scaled = [&](Wide value) -> Expected<int64_t> {
    Wide all;
    if (__builtin_mul_overflow(value, factor, &all) || !fitsInt64(all))
      return refuse("the value " + toString(value) + " times " +
                    toString(factor) + " exceeds 64 bits");
    return static_cast<int64_t>(all);
  };
  uint64_t hash = 0;
  if (!impl->cache.empty()) {
    hash = hashOf(accesses, roles, bits);
    if (const CacheEntry *hit =
            findCached(*impl, hash, accesses, roles, bits)) {
      ++impl->statistics.cacheHits;
      return scaled(hit->value);
    }
  }
  auto work = [&] {
    const Statistics &s = impl->statistics;
    return s.islCounts + s.enumerations + s.combinations;
  };
  uint64_t before = work();
  std::optional<Wide> value = counter.run();
  if (!value)
    return refuse(counter.failure);
  if (!fitsInt64(*value))
    return refuse("the value " + toString(*value) + " exceeds 64 bits");
  if (work() > before + 2) {
    hash = hashOf(accesses, roles, bits);
    CacheEntry entry;
    entry.accesses.assign(accesses.begin(), accesses.end());
    entry.roles.assign(roles.begin(), roles.end());
    entry.bits = bits;
    entry.value = static_cast<int64_t>(*value);
    impl->cache[hash].push_back(std::move(entry));
  }
  return scaled(*value);
}
