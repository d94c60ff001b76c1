//===- ExtremesTest.cpp - the exact range of an expression ----------------===//

#include "Oracle.h"

using namespace tilefoundry;
using oracle::Builder;
using oracle::Expr;

namespace {
using Rng = std::mt19937_64;

int64_t pick(Rng &rng, int64_t lo, int64_t hi) {
  return lo + static_cast<int64_t>(rng() % static_cast<uint64_t>(hi - lo + 1));
}

struct Extremes : testing::Test {
  Space s;
  IndexExpr var(int64_t extent, llvm::StringRef name) {
    return s.variable(s.addVariable(extent, name));
  }
  void expectExact(const IndexExpr &e, int64_t first, int64_t last) {
    auto range = s.extremes(e);
    ASSERT_TRUE(range.has_value()) << s.str(e);
    EXPECT_TRUE(range->isExact) << s.str(e);
    EXPECT_EQ(range->first, first) << s.str(e);
    EXPECT_EQ(range->last, last) << s.str(e);
  }
  void expectClosedForm() {
    EXPECT_EQ(s.getStatistics().islCounts, 0u);
    EXPECT_EQ(s.getStatistics().enumerations, 0u);
  }
};

/// A random tree with divisions, remainders and extrema.
Expr tree(Rng &rng, Builder &b, int numVariables, int depth) {
  auto below = [&] { return tree(rng, b, numVariables, depth - 1); };
  if (depth == 0)
    return rng() % 5 == 0 ? b.constant(pick(rng, -4, 12))
                          : b.variable(rng() % numVariables);
  switch (rng() % 8) {
  case 0:
  case 1:
  case 2:
    return b.add(below(), below());
  case 3:
    return b.mul(below(), pick(rng, -3, 6));
  case 4:
    return b.floorDiv(below(), pick(rng, 1, 6));
  case 5:
  case 6:
    return b.mod(below(), pick(rng, 1, 6));
  default:
    return b.extremum(below(), below(), rng() % 2 == 0);
  }
}
} // namespace

TEST_F(Extremes, separableTermsHaveAClosedForm) {
  IndexExpr k = var(7, "k"), j = var(11, "j"), i = var(13, "i");
  // 3k in [0, 18], -2j in [-20, 0], floor((5i + 4) / 3) in [1, 21].
  IndexExpr division = s.floorDiv(s.add(s.mul(i, 5), s.constant(4)), 3);
  expectExact(s.add(s.add(s.mul(k, 3), s.mul(j, -2)), division), -19, 39);
  // min(k, 4) + max(j, i) in [0, 16].
  expectExact(s.add(s.min({k, s.constant(4)}), s.max({j, i})), 0, 16);
  expectClosedForm();
}

TEST_F(Extremes, termsThatMoveTogether) {
  // k + k mod 4 below 10: 0 2 4 6 4 6 8 10 8 10.
  IndexExpr k = var(10, "k");
  expectExact(s.add(k, s.mod(k, 4)), 0, 10);
  // |j - 4| below 9.
  IndexExpr j = var(9, "j"), four = s.constant(4);
  expectExact(s.sub(s.max({j, four}), s.min({j, four})), 0, 4);
  // 8 (i mod 8) + i floordiv 8 below 64: a permutation.
  IndexExpr i = var(64, "i");
  expectExact(s.add(s.mul(s.mod(i, 8), 8), s.floorDiv(i, 8)), 0, 63);
  EXPECT_EQ(s.getStatistics().islCounts, 0u);
}

TEST_F(Extremes, longLoops) {
  // The first and the last period of 7 tell, however long the loop is: the last
  // value, 999999999, has the remainder 5 and gives 999999999 + 25; 999999993,
  // the last one with the remainder 6, gives one less.
  IndexExpr k = var(1000000000, "k");
  expectExact(s.add(k, s.mul(s.mod(k, 7), 5)), 0, 1000000024);
  EXPECT_EQ(s.getStatistics().islCounts, 0u);
  // With a period of 1000003, isl tells. 999 periods are 999002997, so the last
  // value has the remainder 997002 and gives 999999999 + 1994004; the last one
  // with the remainder 1000002, 999002996, gives less.
  expectExact(s.add(k, s.mul(s.mod(k, 1000003), 2)), 0, 1001994003);
  EXPECT_GT(s.getStatistics().islCounts, 0u);
}

TEST_F(Extremes, limitsGiveBounds) {
  IndexExpr k = var(1000000000, "k");
  IndexExpr e = s.add(k, s.mul(s.mod(k, 1000003), 2));
  CountLimits limits;
  limits.maxIslOperations = 1;
  limits.maxPoints = 1000;
  auto range = s.extremes(e, limits);
  ASSERT_TRUE(range.has_value());
  EXPECT_FALSE(range->isExact);
  EXPECT_LE(range->first, 0);
  EXPECT_GE(range->last, 1001994003);
}

TEST_F(Extremes, unknownsHaveNone) {
  IndexExpr k = var(5, "k");
  EXPECT_FALSE(s.extremes(s.add(k, s.unknown({}, "n"))).has_value());
  EXPECT_FALSE(s.extremes(s.mod(s.unknown({0}, "n"), 4)).has_value());
}

TEST_F(Extremes, numbersNearTheRange) {
  IndexExpr k = var(INT64_MAX, "k"), j = var(INT64_MAX, "j");
  expectExact(k, 0, INT64_MAX - 1);
  expectExact(s.sub(k, j), -(INT64_MAX - 1), INT64_MAX - 1);
  EXPECT_FALSE(s.extremes(s.add(k, j)).has_value());
  IndexExpr far = s.add(s.mul(k, INT64_MAX / 2), s.mul(j, -3));
  // Some answer or none, in bounded time.
  (void)s.extremes(s.add(s.mod(far, 1000), s.mod(far, 999)));
}

TEST(ExtremesRandom, likeBruteForce) {
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    Rng rng(seed);
    Space space;
    Builder b(space);
    int n = pick(rng, 1, 3);
    // Long enough in one variable for its first and last period to differ.
    static const int64_t longest[] = {0, 150, 24, 9};
    oracle::Point extents;
    for (int v = 0; v < n; ++v) {
      extents.push_back(pick(rng, 1, longest[n]));
      space.addVariable(extents.back(), "v" + std::to_string(v));
    }
    Expr e = tree(rng, b, n, pick(rng, 1, 4));
    int64_t first = INT64_MAX, last = INT64_MIN;
    oracle::Point p(n, 0);
    for (int v = 0; v < n;) {
      first = std::min(first, e.eval(p));
      last = std::max(last, e.eval(p));
      for (v = 0; v < n && ++p[v] == extents[v]; ++v)
        p[v] = 0;
    }
    auto range = space.extremes(e.built);
    ASSERT_TRUE(range.has_value()) << seed;
    ASSERT_TRUE(range->isExact) << seed;
    ASSERT_EQ(range->first, first)
        << "seed " << seed << " " << space.str(e.built);
    ASSERT_EQ(range->last, last)
        << "seed " << seed << " " << space.str(e.built);
  }
}
