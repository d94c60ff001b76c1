//===- FoldTest.cpp - nested views against brute force --------------------===//
//
// A chain of random slices, transposes and reshapes is applied to an access,
// once by the folds and once coordinate by coordinate with clipping at every
// view.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

using namespace tilefoundry;
using oracle::Builder;
using oracle::Expr;
using oracle::Point;
using oracle::Touch;

namespace {
using Rng = std::mt19937_64;
int64_t pick(Rng &rng, int64_t lo, int64_t hi) {
  return lo + static_cast<int64_t>(rng() % static_cast<uint64_t>(hi - lo + 1));
}

using Shape = std::vector<int64_t>;
bool inside(const Point &at, const Shape &shape) {
  for (size_t k = 0; k < shape.size(); ++k)
    if (at[k] < 0 || at[k] >= shape[k])
      return false;
  return true;
}

/// Another shape of the same size.
Shape regroup(Rng &rng, const Shape &shape) {
  int64_t size = 1;
  for (int64_t e : shape)
    size *= e;
  Shape result;
  while (size > 1) {
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= size; ++d)
      if (size % d == 0)
        divisors.push_back(d);
    int64_t d = result.size() == 3 ? size : divisors[rng() % divisors.size()];
    result.push_back(d);
    size /= d;
  }
  if (result.empty())
    result.push_back(1);
  return result;
}

void check(uint64_t seed, bool overrun) {
  Rng rng(seed);
  Space space;
  Builder b(space);
  std::vector<int64_t> extents;
  std::vector<VarRole> roles;
  std::vector<Expr> coords;
  Shape shape;
  Access access;
  for (int k = 0, rank = pick(rng, 1, 3); k < rank; ++k) {
    for (int i = 0; i < 2; ++i) {
      extents.push_back(pick(rng, 1, 5));
      space.addVariable(extents.back(), std::string(1, "abcdef"[2 * k + i]));
      roles.push_back(static_cast<VarRole>(rng() % 5 % 4));
    }
    Expr e = b.add(b.mul(b.variable(2 * k), extents[2 * k + 1]),
                   b.variable(2 * k + 1));
    coords.push_back(e);
    access.coords.push_back(e.built);
    shape.push_back(std::max<int64_t>(1, extents[2 * k] * extents[2 * k + 1] -
                                             (overrun ? rng() % 3 : 0)));
    access.shape.push_back(shape.back());
  }
  std::vector<std::function<bool(Point &)>> steps;
  std::string what;
  for (int i = pick(rng, 1, 3); i > 0; --i) {
    Shape from = shape;
    switch (rng() % 3) {
    case 0: { // slice
      llvm::SmallVector<IndexExpr, 4> starts;
      llvm::SmallVector<int64_t, 4> strides, owner;
      std::vector<std::function<int64_t(const Point &)>> startFns;
      for (int64_t e : from) {
        strides.push_back(pick(rng, 1, 2));
        starts.push_back(space.constant(pick(rng, 0, 3)));
        owner.push_back(starts.back().offset + strides.back() * (e - 1) + 1 +
                        pick(rng, overrun ? -1 : 0, 2));
        owner.back() = std::max<int64_t>(owner.back(), 1);
      }
      access = space.foldSlice(access, starts, strides, owner);
      shape.assign(owner.begin(), owner.end());
      steps.push_back([=](Point &at) {
        for (size_t k = 0; k < at.size(); ++k)
          at[k] = starts[k].offset + strides[k] * at[k];
        return true;
      });
      what += " slice";
      break;
    }
    case 1: {
      llvm::SmallVector<int64_t, 4> perm;
      for (size_t k = 0; k < from.size(); ++k)
        perm.push_back(k);
      for (size_t k = perm.size(); k > 1; --k)
        std::swap(perm[k - 1], perm[rng() % k]);
      access = space.foldTranspose(access, perm);
      for (size_t k = 0; k < from.size(); ++k)
        shape[perm[k]] = from[k];
      steps.push_back([=](Point &at) {
        Point to(at.size());
        for (size_t k = 0; k < at.size(); ++k)
          to[perm[k]] = at[k];
        at = to;
        return true;
      });
      what += " transpose";
      break;
    }
    default: {
      Shape to = regroup(rng, from);
      access = space.foldReshape(access, to);
      shape = to;
      steps.push_back([=](Point &at) {
        int64_t flat = 0;
        for (size_t k = 0; k < from.size(); ++k)
          flat = flat * from[k] + at[k];
        at.assign(to.size(), 0);
        for (size_t k = to.size(); k > 0; --k) {
          at[k - 1] = flat % to[k - 1];
          flat /= to[k - 1];
        }
        return true;
      });
      what += " reshape";
    }
    }
    auto step = steps.back();
    Shape view = from;
    steps.back() = [=](Point &at) { return inside(at, view) && step(at); };
  }
  Touch touch = [=](const Point &p, Point &out) {
    out.clear();
    for (const Expr &e : coords)
      out.push_back(e.eval(p));
    for (auto &step : steps)
      if (!step(out))
        return false;
    return inside(out, shape);
  };
  int64_t want = oracle::count(extents, {touch}, roles, 5);
  auto got = space.count(access, roles, 5);
  ASSERT_TRUE(!!got) << toString(got.takeError());
  ASSERT_EQ(*got, want) << "seed " << seed << what << ": " << space.str(access);
  if (seed % 8 != 0) // isl takes long over nested divisions
    return;
  auto isl = oracle::islWithin(space, access, roles, 5);
  ASSERT_EQ(isl.value_or(want), want)
      << "seed " << seed << what << ": " << space.str(access);
}

TEST(AccessFold, insideTheViews) {
  for (uint64_t seed = 0; seed < 1500 && !HasFatalFailure(); ++seed)
    check(seed, false);
}
TEST(AccessFold, overrunningViews) {
  for (uint64_t seed = 5000; seed < 6500 && !HasFatalFailure(); ++seed)
    check(seed, true);
}
} // namespace
