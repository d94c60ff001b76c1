//===- Space.cpp - variables, expressions and their algebra ---------------===//
//
// Building and simplifying quasi-affine expressions. Simplifications hold over
// the box of the space; counting refines further (Pieces.cpp).
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "SpaceImpl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

using Term = std::pair<unsigned, int64_t>;

namespace tilefoundry {

IndexExpr poisonExpr() {
  IndexExpr e;
  e.terms.push_back({kPoisonAtom, 1});
  return e;
}

std::string toString(Wide v) {
  if (v == 0)
    return "0";
  bool negative = v < 0;
  unsigned __int128 u = negative ? -static_cast<unsigned __int128>(v)
                                 : static_cast<unsigned __int128>(v);
  std::string s;
  for (; u; u /= 10)
    s.push_back(static_cast<char>('0' + static_cast<int>(u % 10)));
  if (negative)
    s.push_back('-');
  return {s.rbegin(), s.rend()};
}

} // namespace tilefoundry

unsigned Space::Impl::internComposite(AtomKind kind, ArrayRef<IndexExpr> args,
                                      int64_t divisor) {
  for (auto [id, atom] : llvm::enumerate(atoms)) {
    if (atom.kind != kind)
      continue;
    const Composite &c = composites[atom.index];
    if (c.divisor == divisor && ArrayRef<IndexExpr>(c.args) == args)
      return id;
  }
  Composite c;
  c.args.assign(args.begin(), args.end());
  c.divisor = divisor;
  composites.push_back(std::move(c));
  atoms.push_back({kind, static_cast<unsigned>(composites.size() - 1)});
  return atoms.size() - 1;
}

bool Space::Impl::mentions(const IndexExpr &e, unsigned v,
                           bool anyUnknown) const {
  for (const Term &t : e.terms) {
    if (t.first == kPoisonAtom)
      continue;
    const AtomRef &atom = atoms[t.first];
    switch (atom.kind) {
    case AtomKind::Variable:
      if (atom.index == v)
        return true;
      break;
    case AtomKind::Unknown:
      if (anyUnknown)
        return true;
      break;
    default:
      for (const IndexExpr &arg : composite(atom).args)
        if (mentions(arg, v, anyUnknown))
          return true;
    }
  }
  return false;
}

std::optional<std::pair<Wide, Wide>>
Space::Impl::range(const IndexExpr &e) const {
  if (isPoison(e))
    return std::nullopt;
  Wide lo = e.offset, hi = e.offset;
  auto accumulate = [&](Wide c, Wide min, Wide max) {
    Wide a, b;
    if (__builtin_mul_overflow(c, c < 0 ? max : min, &a) ||
        __builtin_mul_overflow(c, c < 0 ? min : max, &b))
      return false;
    return !__builtin_add_overflow(lo, a, &lo) &&
           !__builtin_add_overflow(hi, b, &hi);
  };
  for (const Term &t : e.terms) {
    const AtomRef &atom = atoms[t.first];
    Wide min = 0, max = 0;
    switch (atom.kind) {
    case AtomKind::Variable:
      max = std::max<int64_t>(variables[atom.index].extent, 1) - 1;
      break;
    case AtomKind::Unknown:
      return std::nullopt;
    case AtomKind::FloorDiv: {
      const Composite &c = composite(atom);
      // `k * (A mod d)` is written `k*A - k*d*floor(A/d)`: its range is known
      // although that of the parts is wide.
      if (t.second < 0 && t.second % c.divisor == 0) {
        int64_t k = -(t.second / c.divisor);
        IndexExpr rest = e;
        bool inside = true;
        for (const Term &u : c.args[0].terms) {
          auto *at = llvm::find_if(
              rest.terms, [&](const Term &r) { return r.first == u.first; });
          int64_t want;
          if (__builtin_mul_overflow(u.second, k, &want) ||
              at == rest.terms.end() || at->second != want) {
            inside = false;
            break;
          }
          rest.terms.erase(at);
        }
        int64_t moved;
        if (inside && !__builtin_mul_overflow(c.args[0].offset, k, &moved) &&
            !__builtin_sub_overflow(rest.offset, moved, &rest.offset)) {
          llvm::erase_if(rest.terms,
                         [&](const Term &r) { return r.first == t.first; });
          auto r = range(rest);
          if (!r)
            return std::nullopt;
          r->second += static_cast<Wide>(k) * (c.divisor - 1);
          return r;
        }
      }
      auto r = range(c.args[0]);
      if (!r)
        return std::nullopt;
      min = floorDivWide(r->first, c.divisor);
      max = floorDivWide(r->second, c.divisor);
      break;
    }
    case AtomKind::Min:
    case AtomKind::Max: {
      bool first = true;
      for (const IndexExpr &arg : composite(atom).args) {
        auto r = range(arg);
        if (!r)
          return std::nullopt;
        bool isMin = atom.kind == AtomKind::Min;
        min = first
                  ? r->first
                  : (isMin ? std::min(min, r->first) : std::max(min, r->first));
        max = first ? r->second
                    : (isMin ? std::min(max, r->second)
                             : std::max(max, r->second));
        first = false;
      }
      break;
    }
    }
    if (!accumulate(t.second, min, max))
      return std::nullopt;
  }
  return std::make_pair(lo, hi);
}

Space::Space() : impl(std::make_unique<Impl>()) {}
Space::~Space() = default;
Space::Space(Space &&) noexcept = default;
Space &Space::operator=(Space &&) noexcept = default;

unsigned Space::addVariable(int64_t extent, StringRef name) {
  unsigned v = impl->variables.size();
  impl->variables.push_back(
      {extent, static_cast<unsigned>(impl->atoms.size()), name});
  impl->atoms.push_back({AtomKind::Variable, v});
  return v;
}
unsigned Space::getNumVariables() const { return impl->variables.size(); }
int64_t Space::getExtent(unsigned v) const { return impl->variables[v].extent; }
StringRef Space::getName(unsigned v) const { return impl->variables[v].name; }

const Space::Statistics &Space::getStatistics() const {
  return impl->statistics;
}

IndexExpr Space::unknown(ArrayRef<unsigned> dependsOn, StringRef name) {
  UnknownInfo info;
  info.dependsOn.assign(dependsOn.begin(), dependsOn.end());
  llvm::sort(info.dependsOn);
  info.dependsOn.erase(llvm::unique(info.dependsOn), info.dependsOn.end());
  info.name = name.str();
  impl->unknowns.push_back(std::move(info));
  IndexExpr e;
  e.terms.push_back({static_cast<unsigned>(impl->atoms.size()), 1});
  impl->atoms.push_back(
      {AtomKind::Unknown, static_cast<unsigned>(impl->unknowns.size() - 1)});
  return e;
}

IndexExpr Space::constant(int64_t value) const {
  IndexExpr e;
  e.offset = value;
  return e;
}

IndexExpr Space::variable(unsigned v) const {
  IndexExpr e;
  e.terms.push_back({impl->variables[v].atom, 1});
  return e;
}

/// `a + factor * b`, poison when a number leaves the 64-bit range.
IndexExpr tilefoundry::addScaled(const IndexExpr &a, const IndexExpr &b,
                                 int64_t factor) {
  auto isPoison = [](const IndexExpr &e) {
    return !e.terms.empty() && e.terms.back().first == kPoisonAtom;
  };
  if (isPoison(a) || isPoison(b))
    return poisonExpr();
  IndexExpr r;
  int64_t scaled;
  if (__builtin_mul_overflow(b.offset, factor, &scaled) ||
      __builtin_add_overflow(a.offset, scaled, &r.offset))
    return poisonExpr();
  const Term *i = a.terms.begin(), *ie = a.terms.end();
  const Term *j = b.terms.begin(), *je = b.terms.end();
  while (i != ie || j != je) {
    if (j == je || (i != ie && i->first < j->first)) {
      r.terms.push_back(*i++);
      continue;
    }
    if (__builtin_mul_overflow(j->second, factor, &scaled))
      return poisonExpr();
    unsigned atom = j++->first;
    if (i != ie && i->first == atom &&
        __builtin_add_overflow(i++->second, scaled, &scaled))
      return poisonExpr();
    if (scaled != 0)
      r.terms.push_back({atom, scaled});
  }
  return r;
}

IndexExpr Space::add(const IndexExpr &a, const IndexExpr &b) {
  return addScaled(a, b, 1);
}
IndexExpr Space::sub(const IndexExpr &a, const IndexExpr &b) {
  return addScaled(a, b, -1);
}
IndexExpr Space::mul(const IndexExpr &a, int64_t factor) {
  return addScaled(IndexExpr(), a, factor);
}

/// `floor((c*A + rest) / d)` is `floor(A / (d/c))` when c divides d and rest
/// stays inside [0, c): drops the digits below c. Returns whether it changed
/// `e`.
static bool dropLowDigits(const Space::Impl &impl, IndexExpr &e,
                          int64_t &divisor) {
  int64_t best = 1;
  for (const Term &t : e.terms) {
    int64_t c = std::gcd(t.second, divisor);
    if (c <= best)
      continue;
    IndexExpr rest;
    rest.offset =
        static_cast<int64_t>(e.offset - floorDivWide(e.offset, c) * c);
    for (const Term &u : e.terms)
      if (u.second % c != 0)
        rest.terms.push_back(u);
    auto r = impl.range(rest);
    if (r && r->first >= 0 && r->second < c)
      best = c;
  }
  if (best == 1)
    return false;
  llvm::erase_if(e.terms, [&](const Term &t) { return t.second % best != 0; });
  for (Term &t : e.terms)
    t.second /= best;
  e.offset = static_cast<int64_t>(floorDivWide(e.offset, best));
  divisor /= best;
  return true;
}

IndexExpr Space::floorDiv(const IndexExpr &a, int64_t divisor) {
  if (impl->isPoison(a) || divisor < 1)
    return poisonExpr();
  if (divisor == 1)
    return a;
  IndexExpr quotient, rest;
  quotient.offset = static_cast<int64_t>(floorDivWide(a.offset, divisor));
  rest.offset = static_cast<int64_t>(
      a.offset - static_cast<Wide>(quotient.offset) * divisor);
  for (const Term &t : a.terms) {
    if (t.second % divisor == 0)
      quotient.terms.push_back({t.first, t.second / divisor});
    else
      rest.terms.push_back(t);
  }
  if (rest.terms.empty())
    return quotient;
  dropLowDigits(*impl, rest, divisor);
  if (divisor == 1)
    return add(quotient, rest);
  if (auto r = impl->range(rest)) {
    Wide lo = floorDivWide(r->first, divisor);
    if (lo == floorDivWide(r->second, divisor) && fitsInt64(lo))
      return add(quotient, constant(static_cast<int64_t>(lo)));
  }
  // floor((floor(x/a) + o) / b) = floor((x + a*o) / (a*b)).
  if (rest.terms.size() == 1 && rest.terms[0].second == 1 &&
      impl->atoms[rest.terms[0].first].kind == AtomKind::FloorDiv) {
    const Composite inner = impl->composite(impl->atoms[rest.terms[0].first]);
    int64_t both, moved;
    if (!__builtin_mul_overflow(inner.divisor, divisor, &both) &&
        !__builtin_mul_overflow(inner.divisor, rest.offset, &moved)) {
      IndexExpr flat = add(inner.args[0], constant(moved));
      if (!impl->isPoison(flat))
        return add(quotient, floorDiv(flat, both));
    }
  }
  IndexExpr atom;
  atom.terms.push_back(
      {impl->internComposite(AtomKind::FloorDiv, rest, divisor), 1});
  return add(quotient, atom);
}

IndexExpr Space::mod(const IndexExpr &a, int64_t divisor) {
  if (impl->isPoison(a) || divisor < 1)
    return poisonExpr();
  IndexExpr rest;
  rest.offset = static_cast<int64_t>(a.offset -
                                     floorDivWide(a.offset, divisor) * divisor);
  for (const Term &t : a.terms)
    if (t.second % divisor != 0)
      rest.terms.push_back(t);
  auto r = impl->range(rest);
  if (r && r->first >= 0 && r->second < divisor)
    return rest;
  return addScaled(rest, floorDiv(rest, divisor), -divisor);
}

static IndexExpr extremum(Space::Impl &impl, AtomKind kind,
                          ArrayRef<IndexExpr> values) {
  if (values.empty())
    return poisonExpr();
  SmallVector<IndexExpr, 4> kept;
  for (const IndexExpr &v : values) {
    if (impl.isPoison(v))
      return poisonExpr();
    // `worse` never decides: some other value is always at least as extreme.
    auto dominates = [&](const IndexExpr &better, const IndexExpr &worse) {
      IndexExpr gap = kind == AtomKind::Min ? addScaled(worse, better, -1)
                                            : addScaled(better, worse, -1);
      auto r = impl.range(gap);
      return r && r->first >= 0;
    };
    if (llvm::any_of(kept, [&](const IndexExpr &k) { return dominates(k, v); }))
      continue;
    llvm::erase_if(kept, [&](const IndexExpr &k) { return dominates(v, k); });
    kept.push_back(v);
  }
  if (kept.size() == 1)
    return kept[0];
  llvm::sort(kept, [](const IndexExpr &a, const IndexExpr &b) {
    return a.terms != b.terms ? a.terms < b.terms : a.offset < b.offset;
  });
  IndexExpr e;
  e.terms.push_back({impl.internComposite(kind, kept, 1), 1});
  return e;
}

IndexExpr Space::min(ArrayRef<IndexExpr> values) {
  return extremum(*impl, AtomKind::Min, values);
}
IndexExpr Space::max(ArrayRef<IndexExpr> values) {
  return extremum(*impl, AtomKind::Max, values);
}

std::optional<std::pair<int64_t, int64_t>>
Space::range(const IndexExpr &e) const {
  if (llvm::any_of(impl->variables,
                   [](const VariableInfo &v) { return v.extent <= 0; }))
    return std::nullopt;
  auto r = impl->range(e);
  if (!r || !fitsInt64(r->first) || !fitsInt64(r->second))
    return std::nullopt;
  return std::make_pair(static_cast<int64_t>(r->first),
                        static_cast<int64_t>(r->second));
}

/// Sets the variables that enter `e`, or that an unknown in it depends on.
static void collectVariables(const Space::Impl &impl, const IndexExpr &e,
                             llvm::SmallDenseSet<unsigned, 8> &visited,
                             llvm::SmallBitVector &variables) {
  for (const Term &t : e.terms) {
    if (t.first == kPoisonAtom || !visited.insert(t.first).second)
      continue;
    const AtomRef &atom = impl.atoms[t.first];
    switch (atom.kind) {
    case AtomKind::Variable:
      variables.set(atom.index);
      break;
    case AtomKind::Unknown:
      for (unsigned v : impl.unknowns[atom.index].dependsOn)
        variables.set(v);
      break;
    default:
      for (const IndexExpr &arg : impl.composite(atom).args)
        collectVariables(impl, arg, visited, variables);
    }
  }
}

llvm::SmallBitVector Space::variablesOf(const Access &access) const {
  llvm::SmallBitVector variables(getNumVariables());
  llvm::SmallDenseSet<unsigned, 8> visited;
  for (const IndexExpr &e : access.coords)
    collectVariables(*impl, e, visited, variables);
  for (const Access::Guard &guard : access.guards)
    collectVariables(*impl, guard.value, visited, variables);
  return variables;
}

bool Space::dependsOn(const IndexExpr &e, unsigned v) const {
  return impl->mentions(e, v, false);
}

IndexExpr Space::substitute(const IndexExpr &e, unsigned v,
                            const IndexExpr &value) {
  if (impl->isPoison(e) || !dependsOn(e, v))
    return e;
  IndexExpr r = constant(e.offset);
  for (const Term &t : e.terms) {
    AtomRef atom = impl->atoms[t.first];
    IndexExpr part;
    if (atom.kind == AtomKind::Variable && atom.index == v) {
      part = value;
    } else if (atom.kind == AtomKind::Variable ||
               atom.kind == AtomKind::Unknown) {
      part.terms.push_back({t.first, 1});
    } else {
      // A copy: building below may move the table of composites.
      Composite c = impl->composite(atom);
      for (IndexExpr &arg : c.args)
        arg = substitute(arg, v, value);
      part = atom.kind == AtomKind::FloorDiv
                 ? floorDiv(c.args[0], c.divisor)
                 : extremum(*impl, atom.kind, c.args);
    }
    r = addScaled(r, part, t.second);
  }
  return r;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void Space::Impl::print(llvm::raw_ostream &os, const IndexExpr &e) const {
  if (isPoison(e)) {
    os << "<overflow>";
    return;
  }
  bool first = true;
  for (const Term &t : e.terms) {
    if (!first)
      os << (t.second < 0 ? " - " : " + ");
    else if (t.second < 0)
      os << "-";
    first = false;
    uint64_t magnitude = t.second < 0 ? -static_cast<uint64_t>(t.second)
                                      : static_cast<uint64_t>(t.second);
    if (magnitude != 1)
      os << magnitude << "*";
    const AtomRef &atom = atoms[t.first];
    switch (atom.kind) {
    case AtomKind::Variable:
      os << variables[atom.index].name;
      break;
    case AtomKind::Unknown:
      os << unknowns[atom.index].name << "?";
      break;
    case AtomKind::FloorDiv:
      os << "floor((";
      print(os, composite(atom).args[0]);
      os << ")/" << composite(atom).divisor << ")";
      break;
    case AtomKind::Min:
    case AtomKind::Max:
      os << (atom.kind == AtomKind::Min ? "min(" : "max(");
      llvm::interleaveComma(composite(atom).args, os,
                            [&](const IndexExpr &arg) { print(os, arg); });
      os << ")";
    }
  }
  if (first) {
    os << e.offset;
  } else if (e.offset != 0) {
    os << (e.offset < 0 ? " - " : " + ")
       << (e.offset < 0 ? -static_cast<uint64_t>(e.offset)
                        : static_cast<uint64_t>(e.offset));
  }
}

std::string Space::str(const IndexExpr &expr) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  impl->print(os, expr);
  return text;
}

std::string Space::str(const Access &access) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<unsigned, 8> used;
  for (unsigned v = 0; v < getNumVariables(); ++v)
    if (llvm::any_of(access.coords,
                     [&](const IndexExpr &e) { return dependsOn(e, v); }))
      used.push_back(v);
  os << "{ [";
  llvm::interleaveComma(used, os, [&](unsigned v) { os << getName(v); });
  os << "] -> [";
  llvm::interleaveComma(access.coords, os,
                        [&](const IndexExpr &e) { impl->print(os, e); });
  os << "]";
  llvm::interleave(
      used, os,
      [&](unsigned v) {
        if (v == used.front())
          os << " : ";
        os << "0 <= " << getName(v) << " < " << getExtent(v);
      },
      ", ");
  os << " }";
  return text;
}
