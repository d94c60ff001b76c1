//===- Counter.cpp - evaluating Max and Sum variables ---------------------===//
//
// The recursion over states; see Counter.h. Preparation of the accesses is in
// Count.cpp.
//
//===----------------------------------------------------------------------===//

#include "Counter.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

/// Pieces one branch may be cut into before floors stay opaque.
static constexpr size_t kMaxPieces = 128;

bool Counter::charge(Wide more) {
  combinations += more;
  if (combinations <= limits.maxCombinations) {
    impl.statistics.combinations += static_cast<uint64_t>(more);
    return true;
  }
  failure = "more than " + std::to_string(limits.maxCombinations) +
            " combinations of Sum and Max variables would have to be tried "
            "(maxCombinations)";
  return false;
}

//===----------------------------------------------------------------------===//
// Making pieces linear
//===----------------------------------------------------------------------===//

/// Puts the digits that stand for a replaced one into a list of digits.
static void replaceDigits(llvm::SmallVectorImpl<unsigned> &list, unsigned digit,
                          const Lin &by) {
  llvm::erase(list, digit);
  for (const Term &t : by.terms)
    list.push_back(t.first);
}

bool Counter::normalise(State &state, std::optional<Wide> &result) {
  for (size_t b = 0; b < state.branches.size(); ++b)
    for (size_t i = 0; i < state.branches[b].pieces.size();) {
      Piece &piece = state.branches[b].pieces[i];
      if (piece.resolved) {
        ++i;
        continue;
      }
      Request request;
      if (state.branches[b].pieces.size() > kMaxPieces)
        piece.cuts = 2 * DigitTable::kMaxCuts;
      if (!table.resolve(sources[piece.source], piece, request)) {
        failure = "a coordinate leaves the 64-bit range";
        return false;
      }
      if (request.kind == Request::None)
        continue;
      bool isUnion = table.digits[request.digit].role == VarRole::Union;
      if (!applyRequest(state, state.branches[b], i, request, result))
        return false;
      if (!isUnion)
        b = i = 0; // other pieces have changed as well
    }
  return true;
}

bool Counter::applyRequest(State &state, Branch &branch, size_t i,
                           const Request &request,
                           std::optional<Wide> &result) {
  unsigned d = request.digit;
  if (table.digits[d].role != VarRole::Union)
    return splitParameter(state, branch, request, result);
  Piece &piece = branch.pieces[i];
  if (request.kind == Request::Split) {
    table.replaceDigit(piece, d, table.makeSplit(d, request.at));
    return true;
  }
  ++piece.cuts;
  Piece other = piece;
  table.replaceDigit(piece, d, table.makePart(d, 0, request.at));
  table.replaceDigit(other, d,
                     table.makePart(d, request.at, table.digits[d].extent));
  branch.pieces.push_back(std::move(other));
  return true;
}

/// The same for a Max digit, in all branches, or a Sum digit, in its own.
bool Counter::splitParameter(State &state, Branch &branch,
                             const Request &request,
                             std::optional<Wide> &result) {
  unsigned d = request.digit;
  bool isMax = table.digits[d].role == VarRole::Max;
  auto replaceInBranch = [&](Branch &b, const Lin &by) {
    for (Piece &p : b.pieces) {
      p.cuts += request.kind == Request::Cut;
      table.replaceDigit(p, d, by);
    }
    if (!isMax)
      replaceDigits(b.sums, d, by);
  };
  auto replaceInState = [&](State &s, const Lin &by) {
    for (Branch &b : s.branches)
      replaceInBranch(b, by);
    replaceDigits(s.maxes, d, by);
  };
  if (request.kind == Request::Split) {
    Lin by = table.makeSplit(d, request.at);
    if (isMax)
      replaceInState(state, by);
    else
      replaceInBranch(branch, by);
    return true;
  }
  Lin low = table.makePart(d, 0, request.at);
  Lin high = table.makePart(d, request.at, table.digits[d].extent);
  if (!isMax) {
    Branch other = branch;
    replaceInBranch(branch, low);
    replaceInBranch(other, high);
    state.branches.push_back(std::move(other));
    return true;
  }
  State other = state;
  replaceInState(state, low);
  replaceInState(other, high);
  std::optional<Wide> a = evaluate(std::move(state));
  std::optional<Wide> b = a ? evaluate(std::move(other)) : std::nullopt;
  if (a && b)
    result = std::max(*a, *b);
  return false;
}

//===----------------------------------------------------------------------===//
// How one digit enters
//===----------------------------------------------------------------------===//

static int64_t coefficient(const Lin &e, unsigned digit) {
  for (const Term &t : e.terms)
    if (t.first == digit)
      return t.second;
  return 0;
}

bool Counter::isUniform(const Branch &branch, unsigned digit) const {
  for (size_t i = 0; i < branch.pieces.size(); ++i) {
    const Piece &p = branch.pieces[i];
    for (size_t j = 0; j < i; ++j) {
      const Piece &q = branch.pieces[j];
      if (p.empty || q.empty ||
          sources[p.source].group != sources[q.source].group)
        continue;
      for (auto [x, y] : llvm::zip_equal(p.coords, q.coords))
        if (coefficient(x.value, digit) != coefficient(y.value, digit))
          return false;
      break;
    }
  }
  return true;
}

/// Opaque divisions of a digit repeat, up to a shift, with period d / gcd(c,
/// d).
void Counter::planOpaques(const Piece &piece, unsigned digit,
                          Plan &plan) const {
  for (const Opaque &o : piece.opaques) {
    bool enters = false, direct = o.kind == AtomKind::FloorDiv;
    for (const Lin &arg : o.args) {
      enters |= table.enters(piece, arg, digit);
      direct &= !table.entersOpaque(piece, arg, digit);
    }
    if (!enters)
      continue;
    bool first = plan.uniform;
    plan.uniform = false;
    int64_t c = coefficient(o.args[0], digit);
    Wide period = direct ? o.divisor / std::gcd(c, o.divisor) : 0;
    if (first) {
      plan.period = period;
    } else if (plan.period != 0 && period != 0) {
      Wide a = plan.period, b = period;
      while (b != 0)
        std::swap(a %= b, b);
      plan.period = plan.period / a * period;
      if (plan.period > (static_cast<Wide>(1) << 40))
        plan.period = 0;
    } else {
      plan.period = 0;
    }
  }
}

void Counter::planPiece(const Piece &piece, unsigned digit, Plan &plan) const {
  if (piece.empty)
    return;
  Wide hullLo = 0, hullHi = table.digits[digit].extent - 1;
  auto visit = [&](const Clip &c) {
    Wide e = coefficient(c.value, digit);
    if (e == 0 || table.entersOpaque(piece, c.value, digit))
      return;
    auto [lo, hi] = table.range(piece, c.value);
    Wide reach = e * (table.digits[digit].extent - 1);
    lo -= std::min<Wide>(reach, 0);
    hi -= std::max<Wide>(reach, 0);
    // x in the first pair: e*x + lo >= c.lo and e*x + hi <= c.hi; in the
    // second: e*x + hi >= c.lo and e*x + lo <= c.hi.
    auto solve = [&](Wide low, Wide high) -> std::pair<Wide, Wide> {
      if (e > 0)
        return {-floorDivWide(-low, e), floorDivWide(high, e)};
      return {-floorDivWide(high, -e), floorDivWide(-low, -e)};
    };
    auto [from, to] = solve(c.lo - lo, c.hi - hi);
    plan.insideLo = std::max(plan.insideLo, from);
    plan.insideHi = std::min(plan.insideHi, to);
    std::tie(from, to) = solve(c.lo - hi, c.hi - lo);
    hullLo = std::max(hullLo, from);
    hullHi = std::min(hullHi, to);
  };
  llvm::for_each(piece.coords, visit);
  llvm::for_each(piece.guards, visit);
  if (hullLo > hullHi)
    return;
  plan.hullLo = std::min(plan.hullLo, hullLo);
  plan.hullHi = std::max(plan.hullHi, hullHi);
}

Counter::Plan Counter::plan(ArrayRef<Branch> branches, unsigned digit) const {
  Plan plan;
  plan.insideLo = 0;
  plan.insideHi = table.digits[digit].extent - 1;
  plan.hullLo = table.digits[digit].extent;
  plan.hullHi = -1;
  for (const Branch &b : branches)
    for (const Piece &p : b.pieces) {
      planPiece(p, digit, plan);
      if (!p.empty)
        planOpaques(p, digit, plan);
    }
  for (const Branch &b : branches)
    plan.uniform &= isUniform(b, digit);
  return plan;
}

//===----------------------------------------------------------------------===//
// The recursion
//===----------------------------------------------------------------------===//

std::optional<Wide> Counter::evaluate(State state) {
  std::optional<Wide> result;
  if (!normalise(state, result))
    return result;
  if (table.overflowed) {
    failure = "a coordinate leaves the 64-bit range";
    return std::nullopt;
  }
  if (!state.maxes.empty())
    return evaluateMax(state);
  Wide sum = 0;
  for (Branch &b : state.branches) {
    Wide multiplicity = b.multiplicity;
    std::optional<Wide> value = evaluateSum(std::move(b));
    if (!value)
      return std::nullopt;
    Wide part;
    if (__builtin_mul_overflow(*value, multiplicity, &part) ||
        __builtin_add_overflow(sum, part, &sum)) {
      failure = "the count exceeds 128 bits";
      return std::nullopt;
    }
  }
  return sum;
}

std::optional<Wide> Counter::evaluateMax(State &state) {
  unsigned best = 0;
  Plan bestPlan;
  Wide cost = -1;
  for (unsigned digit : state.maxes) {
    Plan p = plan(state.branches, digit);
    // Clipping only takes away, so a value without any reaches most.
    if (p.hasInside()) {
      for (Branch &b : state.branches)
        for (Piece &piece : b.pieces)
          table.fix(piece, digit, static_cast<int64_t>(p.insideLo));
      llvm::erase(state.maxes, digit);
      return evaluate(std::move(state));
    }
    Wide values = p.hullHi - p.hullLo + 1;
    if (cost < 0 || values < cost) {
      best = digit;
      bestPlan = p;
      cost = values;
    }
  }
  if (bestPlan.period > 0 && 2 * bestPlan.period <= table.digits[best].extent) {
    int64_t extent = table.digits[best].extent;
    int64_t period = static_cast<int64_t>(bestPlan.period);
    Request request{Request::Split, best, period};
    if (extent % period != 0)
      request = {Request::Cut, best, extent - extent % period};
    std::optional<Wide> result;
    if (!splitParameter(state, state.branches[0], request, result))
      return result;
    return evaluate(std::move(state));
  }
  if (!charge(std::max<Wide>(cost, 0)))
    return std::nullopt;
  llvm::erase(state.maxes, best);
  Wide most = 0;
  for (Wide x = bestPlan.hullLo; x <= bestPlan.hullHi; ++x) {
    State at = state;
    for (Branch &b : at.branches)
      for (Piece &piece : b.pieces)
        table.fix(piece, best, static_cast<int64_t>(x));
    std::optional<Wide> value = evaluate(std::move(at));
    if (!value)
      return std::nullopt;
    most = std::max(most, *value);
  }
  return most;
}

std::optional<Wide> Counter::evaluateSum(Branch branch) {
  unsigned best = 0;
  Plan bestPlan;
  Wide cost = -1;
  Wide factor = 1;
  for (size_t i = 0; i < branch.sums.size();) {
    unsigned digit = branch.sums[i];
    Plan p = plan(branch, digit);
    if (p.hullLo > p.hullHi)
      return 0;
    if (p.hasInside() && p.outside() == 0 &&
        p.insideHi - p.insideLo + 1 == table.digits[digit].extent) {
      for (Piece &piece : branch.pieces)
        table.fix(piece, digit, 0);
      branch.sums.erase(branch.sums.begin() + i);
      if (__builtin_mul_overflow(factor, table.digits[digit].extent, &factor)) {
        failure = "the count exceeds 128 bits";
        return std::nullopt;
      }
      continue;
    }
    Wide values = p.hasInside() ? p.outside() + 1 : p.hullHi - p.hullLo + 1;
    if (cost < 0 || values < cost) {
      best = digit;
      bestPlan = p;
      cost = values;
    }
    ++i;
  }
  std::optional<Wide> value =
      cost < 0 ? leaf(branch) : sumOver(branch, best, bestPlan);
  if (value && __builtin_mul_overflow(*value, factor, &factor)) {
    failure = "the count exceeds 128 bits";
    return std::nullopt;
  }
  return value ? std::optional<Wide>(factor) : std::nullopt;
}

std::optional<Wide> Counter::sumOver(Branch &branch, unsigned digit,
                                     const Plan &plan) {
  branch.multiplicity = 1;
  int64_t extent = table.digits[digit].extent;
  if (plan.period > 0 && 2 * plan.period <= extent) {
    State state;
    state.branches.push_back(std::move(branch));
    int64_t period = static_cast<int64_t>(plan.period);
    Request request{Request::Split, digit, period};
    if (extent % period != 0)
      request = {Request::Cut, digit, extent - extent % period};
    std::optional<Wide> unused;
    splitParameter(state, state.branches[0], request, unused);
    return evaluate(std::move(state));
  }
  Wide inside = 0;
  bool hasInside = plan.hasInside();
  if (hasInside)
    inside = plan.insideHi - plan.insideLo + 1;
  if (!charge(plan.hullHi - plan.hullLo + 1 - (hasInside ? inside - 1 : 0)))
    return std::nullopt;
  llvm::erase(branch.sums, digit);
  Wide sum = 0;
  for (Wide x = plan.hullLo; x <= plan.hullHi; ++x) {
    bool isInside = hasInside && x == plan.insideLo;
    State at;
    at.branches.push_back(branch);
    for (Piece &piece : at.branches[0].pieces)
      table.fix(piece, digit, static_cast<int64_t>(x));
    std::optional<Wide> value = evaluate(std::move(at));
    if (!value)
      return std::nullopt;
    Wide part;
    if (__builtin_mul_overflow(*value, isInside ? inside : 1, &part) ||
        __builtin_add_overflow(sum, part, &sum)) {
      failure = "the count exceeds 128 bits";
      return std::nullopt;
    }
    if (isInside)
      x = plan.insideHi;
  }
  return sum;
}
