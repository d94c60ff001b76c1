//===- Pieces.cpp - making floor divisions linear -------------------------===//
//
// The rewriting of one access over digits: see Pieces.h for the idea.
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

static Lin constantLin(int64_t value) {
  Lin e;
  e.offset = value;
  return e;
}
static bool isPoison(const Lin &e) {
  return !e.terms.empty() && e.terms.back().first == kPoisonAtom;
}

Lin DigitTable::variableAsLin(unsigned v) const {
  Lin e;
  if (digits[v].extent > 1)
    e.terms.push_back({v, 1});
  return e;
}

std::pair<Wide, Wide> DigitTable::range(const Piece &piece,
                                        const Lin &e) const {
  Wide lo = e.offset, hi = e.offset;
  for (const Term &t : e.terms) {
    Wide min = 0, max;
    if (t.first == kPoisonAtom) {
      max = static_cast<Wide>(1) << 110;
      min = -max;
    } else if (t.first >= kOpaqueBase) {
      min = piece.opaques[t.first - kOpaqueBase].lo;
      max = piece.opaques[t.first - kOpaqueBase].hi;
    } else {
      max = digits[t.first].extent - 1;
    }
    lo += t.second * (t.second < 0 ? max : min);
    hi += t.second * (t.second < 0 ? min : max);
  }
  return {lo, hi};
}

bool DigitTable::enters(const Piece &piece, const Lin &e,
                        unsigned digit) const {
  for (const Term &t : e.terms)
    if (t.first == digit)
      return true;
  return entersOpaque(piece, e, digit);
}

bool DigitTable::entersOpaque(const Piece &piece, const Lin &e,
                              unsigned digit) const {
  for (const Term &t : e.terms)
    if (t.first >= kOpaqueBase)
      for (const Lin &arg : piece.opaques[t.first - kOpaqueBase].args)
        if (enters(piece, arg, digit))
          return true;
  return false;
}

Wide DigitTable::evaluate(const Piece &piece, const Lin &e,
                          ArrayRef<int64_t> point) const {
  Wide sum = e.offset;
  for (const Term &t : e.terms) {
    if (t.first < kOpaqueBase) {
      sum += static_cast<Wide>(t.second) * point[t.first];
      continue;
    }
    const Opaque &o = piece.opaques[t.first - kOpaqueBase];
    Wide value = evaluate(piece, o.args[0], point);
    if (o.kind == AtomKind::FloorDiv) {
      value = floorDivWide(value, o.divisor);
    } else {
      for (const Lin &arg : llvm::drop_begin(o.args)) {
        Wide other = evaluate(piece, arg, point);
        value = o.kind == AtomKind::Min ? std::min(value, other)
                                        : std::max(value, other);
      }
    }
    sum += t.second * value;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Changing digits
//===----------------------------------------------------------------------===//

static void replaceIn(Lin &e, unsigned digit, const Lin &by, bool &overflowed) {
  for (const Term &t : e.terms) {
    if (t.first != digit)
      continue;
    int64_t coeff = t.second;
    Lin rest = e;
    llvm::erase_if(rest.terms, [&](const Term &u) { return u.first == digit; });
    e = addScaled(rest, by, coeff);
    overflowed |= isPoison(e);
    return;
  }
}

void DigitTable::replaceDigit(Piece &piece, unsigned digit, const Lin &by) {
  for (Lin &e : piece.env)
    replaceIn(e, digit, by, overflowed);
  if (!piece.linear) {
    piece.resolved = false;
    return;
  }
  for (Clip &c : piece.coords)
    replaceIn(c.value, digit, by, overflowed);
}

Lin DigitTable::makeSplit(unsigned digit, int64_t radix) {
  Lin e;
  int64_t high = digits[digit].extent / radix;
  VarRole role = digits[digit].role;
  if (high > 1) {
    e.terms.push_back({static_cast<unsigned>(digits.size()), radix});
    digits.push_back({high, role});
  }
  if (radix > 1) {
    e.terms.push_back({static_cast<unsigned>(digits.size()), 1});
    digits.push_back({radix, role});
  }
  return e;
}

Lin DigitTable::makePart(unsigned digit, int64_t from, int64_t to) {
  Lin e = constantLin(from);
  if (to - from > 1) {
    e.terms.push_back({static_cast<unsigned>(digits.size()), 1});
    digits.push_back({to - from, digits[digit].role});
  }
  return e;
}

void DigitTable::fix(Piece &piece, unsigned digit, int64_t value) {
  Lin by = constantLin(value);
  for (Lin &e : piece.env)
    replaceIn(e, digit, by, overflowed);
  for (Clip &c : piece.coords)
    replaceIn(c.value, digit, by, overflowed);
  if (!piece.opaques.empty() || !piece.guards.empty())
    piece.resolved = false;
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

struct DigitTable::Resolver {
  DigitTable &table;
  const Space::Impl &impl;
  Piece &piece;
  Request &request;
  bool failed = false;

  bool pending() const { return request.kind != Request::None || failed; }

  /// Whether ranges of `e` and of a few sums with it stay in wide arithmetic.
  bool isSafe(const Lin &e) const {
    Wide limit = static_cast<Wide>(1) << 100;
    for (const Term &t : e.terms)
      if (t.first < kOpaqueBase) {
        Wide reach = t.second * static_cast<Wide>(table.digits[t.first].extent);
        if (reach > limit || reach < -limit)
          return false;
      }
    return true;
  }

  Lin resolve(const IndexExpr &e) {
    Lin sum = constantLin(e.offset);
    for (const Term &t : e.terms) {
      if (t.first == kPoisonAtom) {
        failed = true;
        return sum;
      }
      Lin part = resolveAtom(impl.atoms[t.first]);
      if (pending())
        return sum;
      sum = addScaled(sum, part, t.second);
      if (isPoison(sum) || !isSafe(sum)) {
        failed = true;
        return sum;
      }
    }
    return sum;
  }

  Lin resolveAtom(const AtomRef &atom) {
    if (atom.kind == AtomKind::Variable)
      return piece.env.empty() ? table.variableAsLin(atom.index)
                               : piece.env[atom.index];
    const Composite &c = impl.composite(atom);
    SmallVector<Lin, 2> args;
    for (const IndexExpr &arg : c.args) {
      args.push_back(resolve(arg));
      if (pending())
        return Lin();
    }
    return atom.kind == AtomKind::FloorDiv ? divide(args[0], c.divisor)
                                           : extremum(atom.kind, args);
  }

  Lin ask(Request::Kind kind, unsigned digit, int64_t at) {
    request = {kind, digit, at};
    return Lin();
  }

  Lin makeOpaque(AtomKind kind, ArrayRef<Lin> args, int64_t divisor) {
    for (auto [i, o] : llvm::enumerate(piece.opaques))
      if (o.kind == kind && o.divisor == divisor &&
          ArrayRef<Lin>(o.args) == args)
        return atomLin(i);
    Opaque o;
    o.kind = kind;
    o.args.assign(args.begin(), args.end());
    o.divisor = divisor;
    std::tie(o.lo, o.hi) = table.range(piece, args[0]);
    if (kind == AtomKind::FloorDiv) {
      o.lo = floorDivWide(o.lo, divisor);
      o.hi = floorDivWide(o.hi, divisor);
    }
    for (const Lin &arg : args.drop_front()) {
      auto [lo, hi] = table.range(piece, arg);
      o.lo = kind == AtomKind::Min ? std::min(o.lo, lo) : std::max(o.lo, lo);
      o.hi = kind == AtomKind::Min ? std::min(o.hi, hi) : std::max(o.hi, hi);
    }
    if (!fitsInt64(o.lo) || !fitsInt64(o.hi)) {
      failed = true;
      return Lin();
    }
    piece.opaques.push_back(std::move(o));
    return atomLin(piece.opaques.size() - 1);
  }
  static Lin atomLin(size_t opaque) {
    Lin e;
    e.terms.push_back({kOpaqueBase + static_cast<unsigned>(opaque), 1});
    return e;
  }

  /// `floor(a / d)`.
  Lin divide(const Lin &a, int64_t d) {
    if (d == 1)
      return a;
    Lin quotient, rest;
    quotient.offset = static_cast<int64_t>(floorDivWide(a.offset, d));
    rest.offset =
        static_cast<int64_t>(a.offset - static_cast<Wide>(quotient.offset) * d);
    int64_t g = d;
    for (const Term &t : a.terms) {
      if (t.second % d == 0) {
        quotient.terms.push_back({t.first, t.second / d});
      } else {
        rest.terms.push_back(t);
        g = std::gcd(g, t.second);
      }
    }
    for (Term &t : rest.terms)
      t.second /= g;
    rest.offset /= g;
    Lin fraction = divideRest(rest, d / g);
    if (pending())
      return Lin();
    return addScaled(quotient, fraction, 1);
  }

  Lin divideRest(const Lin &a, int64_t d) {
    auto [lo, hi] = table.range(piece, a);
    Wide first = floorDivWide(lo, d);
    if (first == floorDivWide(hi, d) && fitsInt64(first))
      return constantLin(static_cast<int64_t>(first));
    bool mayCut = piece.cuts < kMaxCuts;
    if (a.terms.size() == 1 && a.terms[0].first < kOpaqueBase) {
      const Term &t = a.terms[0];
      int64_t extent = table.digits[t.first].extent;
      // With the offset at its natural place the digit splits at d; else a cut
      // brings it there.
      bool isUnit = t.second == 1 || t.second == -1;
      int64_t natural = t.second == 1 ? 0 : d - 1;
      if (isUnit && a.offset != natural && mayCut)
        return ask(Request::Cut, t.first,
                   t.second == 1 ? d - a.offset : a.offset + 1);
      if (extent > d && (extent % d == 0 || mayCut))
        return extent % d == 0
                   ? ask(Request::Split, t.first, d)
                   : ask(Request::Cut, t.first, extent - extent % d);
      if (mayCut) {
        // Cut where the value changes first; t.second is not 1 here.
        Wide c = t.second, at;
        if (c > 0)
          at = ((first + 1) * d - a.offset + c - 1) / c;
        else
          at = (a.offset - floorDivWide(a.offset, d) * d) / -c + 1;
        if (at > 0 && at < extent)
          return ask(Request::Cut, t.first, static_cast<int64_t>(at));
      }
      return makeOpaque(AtomKind::FloorDiv, a, d);
    }
    // floor((c*A + L) / (c*d')) = floor((A + floor(L / c)) / d'), smallest L
    // first.
    SmallVector<int64_t, 4> sizes;
    for (const Term &t : a.terms)
      sizes.push_back(t.second < 0 ? -t.second : t.second);
    llvm::sort(sizes);
    sizes.erase(llvm::unique(sizes), sizes.end());
    for (size_t k = 0; k + 1 < sizes.size(); ++k) {
      int64_t c = d;
      for (const Term &t : a.terms)
        if (t.second > sizes[k] || -t.second > sizes[k])
          c = std::gcd(c, t.second);
      if (c == 1)
        continue;
      Lin high, low;
      high.offset = 0;
      low.offset = a.offset;
      for (const Term &t : a.terms) {
        if (t.second % c == 0)
          high.terms.push_back({t.first, t.second / c});
        else
          low.terms.push_back(t);
      }
      if (low.terms.empty())
        continue;
      Lin inner = divide(low, c);
      if (pending())
        return Lin();
      return divide(addScaled(high, inner, 1), d / c);
    }
    return makeOpaque(AtomKind::FloorDiv, a, d);
  }

  Lin extremum(AtomKind kind, ArrayRef<Lin> args) {
    SmallVector<Lin, 4> kept(args.begin(), args.end());
    for (size_t i = 0; i < kept.size(); ++i) {
      for (size_t j = i + 1; j < kept.size();) {
        Lin gap = addScaled(kept[i], kept[j], -1);
        if (isPoison(gap)) {
          failed = true;
          return Lin();
        }
        auto [lo, hi] = table.range(piece, gap);
        bool firstWins = kind == AtomKind::Min ? hi <= 0 : lo >= 0;
        bool secondWins = kind == AtomKind::Min ? lo >= 0 : hi <= 0;
        if (!firstWins && !secondWins) {
          if (gap.terms.size() == 1 && gap.terms[0].first < kOpaqueBase &&
              piece.cuts < kMaxCuts)
            return askSignChange(gap);
          ++j;
          continue;
        }
        if (!firstWins)
          kept[i] = kept[j];
        kept.erase(kept.begin() + j);
        if (!firstWins)
          j = i + 1;
      }
    }
    return kept.size() == 1 ? kept[0] : makeOpaque(kind, kept, 1);
  }

  /// Cuts the one digit of `e` where its sign changes.
  Lin askSignChange(const Lin &e) {
    Wide c = e.terms[0].second, o = e.offset;
    // Rising: the first x with c*x + o >= 0; falling: the first with < 0.
    Wide at = c > 0 ? -floorDivWide(o, c) : floorDivWide(o, -c) + 1;
    return ask(Request::Cut, e.terms[0].first, static_cast<int64_t>(at));
  }

  /// Decides or narrows a guard; false when it stays.
  bool absorb(const Clip &g) {
    auto [lo, hi] = table.range(piece, g.value);
    if (lo >= g.lo && hi <= g.hi)
      return true;
    if (hi < g.lo || lo > g.hi) {
      piece.empty = true;
      return true;
    }
    for (Clip &c : piece.coords)
      if (narrow(c, g))
        return true;
    if (g.value.terms.size() == 1 && g.value.terms[0].first < kOpaqueBase &&
        table.digits[g.value.terms[0].first].role == VarRole::Union &&
        piece.cuts < 2 * kMaxCuts) {
      Lin edge = g.value;
      Wide at = lo < g.lo ? g.lo : g.hi + 1;
      edge.offset -= static_cast<int64_t>(at);
      askSignChange(edge);
      return true;
    }
    return false;
  }

  /// Where `c = s * g + o`, the guard is a tighter clip of the coordinate.
  static bool narrow(Clip &c, const Clip &g) {
    if (c.value.terms.size() != g.value.terms.size() || g.value.terms.empty() ||
        c.value.terms[0].second % g.value.terms[0].second != 0)
      return false;
    Wide s = c.value.terms[0].second / g.value.terms[0].second;
    for (auto [x, y] : llvm::zip_equal(c.value.terms, g.value.terms))
      if (x.first != y.first || x.second != s * y.second)
        return false;
    Wide o = c.value.offset - s * g.value.offset;
    Wide a = s * g.lo + o, b = s * g.hi + o;
    c.lo = std::max(c.lo, std::min(a, b));
    c.hi = std::min(c.hi, std::max(a, b));
    return true;
  }
};

bool DigitTable::resolve(const Source &source, Piece &piece, Request &request) {
  Resolver resolver{*this, impl, piece, request};
  piece.coords.clear();
  piece.guards.clear();
  piece.opaques.clear();
  piece.empty = false;
  for (const Clip &c : source.coords) {
    piece.coords.push_back({resolver.resolve(c.value), c.lo, c.hi});
    if (resolver.pending())
      return !resolver.failed;
    auto [lo, hi] = range(piece, piece.coords.back().value);
    if (hi < c.lo || lo > c.hi)
      piece.empty = true;
  }
  SmallVector<Clip, 2> guards;
  for (const Clip &g : source.guards) {
    guards.push_back({resolver.resolve(g.value), g.lo, g.hi});
    if (resolver.pending())
      return !resolver.failed;
  }
  for (const Clip &g : guards) {
    if (piece.empty)
      break;
    if (!resolver.absorb(g))
      piece.guards.push_back(g);
    if (resolver.pending())
      return !resolver.failed;
  }
  piece.resolved = true;
  return true;
}
