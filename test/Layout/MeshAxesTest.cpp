//===- MeshAxesTest.cpp - coordinates of one mesh from another's ----------===//

#include "TestSupport.h"

using namespace tilefoundry;

namespace {

TEST(MeshAxes, HandExamples) {
  Mesh flat = meshOf("cta", 128, plain({128}, {1}));
  Mesh grid = meshOf("cta", 128, plain({16, 8}, {8, 1}));

  auto t = get(expressAxes(flat, grid)); // t = 8 * h + w
  ASSERT_EQ(t.size(), 1u);
  ASSERT_EQ(t[0].digits.size(), 2u);
  EXPECT_EQ(t[0].digits[0].sourceAxis, 0u);
  EXPECT_EQ(t[0].digits[0].coeff, 8);
  EXPECT_EQ(t[0].digits[0].divisor, 1);
  EXPECT_EQ(t[0].digits[0].modulus, 16);
  EXPECT_EQ(t[0].digits[1].sourceAxis, 1u);
  EXPECT_EQ(t[0].digits[1].coeff, 1);

  auto hw = get(expressAxes(grid, flat)); // t floordiv 8, t mod 8
  ASSERT_EQ(hw.size(), 2u);
  ASSERT_EQ(hw[0].digits.size(), 1u);
  EXPECT_EQ(hw[0].digits[0].divisor, 8);
  EXPECT_EQ(hw[0].digits[0].modulus, 16);
  EXPECT_TRUE(hw[0].digits[0].sourceIsBounded);
  ASSERT_EQ(hw[1].digits.size(), 1u);
  EXPECT_EQ(hw[1].digits[0].divisor, 1);
  EXPECT_EQ(hw[1].digits[0].modulus, 8);
  EXPECT_FALSE(hw[1].digits[0].sourceIsBounded);
}

TEST(MeshAxes, OffsetsBecomeConstants) {
  // Positions 120 .. 127 of (16, 8): h is 15.
  Mesh grid = meshOf("cta", 128, plain({16, 8}, {8, 1}));
  Mesh tail = meshOf("cta", 128, sliceOf(120, plain({8}, {1})));
  auto hw = get(expressAxes(grid, tail));
  EXPECT_EQ(hw[0].evaluate({5}), 15);
  EXPECT_EQ(hw[1].evaluate({5}), 5);
  // 124 .. 131 would carry into h.
  Mesh carry = meshOf("cta", 128, sliceOf(116, plain({8}, {1})));
  expectMessage(messageOf(expressAxes(grid, carry)), {"no sum of digits"});
  // The slice does not hold position 0.
  expectMessage(messageOf(expressAxes(tail, grid)), {"cta"});
}

TEST(MeshAxes, Refusals) {
  Mesh flat = meshOf("cta", 12, plain({12}, {1}));
  Mesh three = meshOf("cta", 12, plain({3, 4}, {4, 1}));
  Mesh four = meshOf("cta", 12, plain({4, 3}, {3, 1}));
  EXPECT_OK(expressAxes(flat, three));
  expectMessage(messageOf(expressAxes(four, three)),
                {"no sum of digits", "'a'", "'cta'"});
  Mesh thread = meshOf("thread", 12, plain({12}, {1}));
  expectMessage(messageOf(expressAxes(flat, thread)),
                {"no enclosing mesh", "'cta'"});
  expectMessage(messageOf(expressAxes(flat, {flat, three})), {"'cta'"});
}

TEST(MeshAxes, LevelsOfNestedScopes) {
  Mesh both = meshOf("cta", 6, plain({6, 4, 8}, {32, 8, 1}));
  both.levels.push_back({"thread", 32});
  Mesh cta = meshOf("cta", 6, plain({2, 3}, {3, 1}));
  Mesh thread = meshOf("thread", 32, plain({32}, {1}));
  Mesh warp = meshOf("thread", 32, plain({8, 4}, {1, 8}));

  auto axes = get(expressAxes(both, {cta, thread}));
  for (const Coordinate &c : coordinatesOf({2, 3, 32})) {
    EXPECT_EQ(axes[0].evaluate(c), 3 * c[0] + c[1]);
    EXPECT_EQ(axes[1].evaluate(c), c[2] / 8);
    EXPECT_EQ(axes[2].evaluate(c), c[2] % 8);
  }
  // Only the levels that the target names count.
  auto ofThread = get(expressAxes(warp, {both}));
  for (const Coordinate &c : coordinatesOf({6, 4, 8})) {
    EXPECT_EQ(ofThread[0].evaluate(c), c[2]);
    EXPECT_EQ(ofThread[1].evaluate(c), c[1]);
  }
}

/// A permuted factoring of `extent`, which covers it.
Layout randomCover(Random &random, int64_t extent) {
  llvm::SmallVector<int64_t, 4> factors;
  for (int64_t rest = extent; rest > 1;) {
    int64_t factor = rest;
    for (int64_t tries = 0; tries < 3; ++tries) {
      int64_t candidate = random.between(1, rest);
      if (rest % candidate == 0 && candidate > 1)
        factor = candidate;
    }
    factors.push_back(factor);
    rest /= factor;
  }
  if (random.below(4) == 0)
    factors.push_back(1);
  Layout layout;
  int64_t stride = 1;
  for (int64_t factor : factors) {
    size_t at = random.below(layout.rank() + 1);
    layout.shape.insert(layout.shape.begin() + at, factor);
    layout.strides.insert(layout.strides.begin() + at, stride);
    stride *= factor;
  }
  return layout;
}

TEST(MeshAxes, AgreesWithEnumeration) {
  Random random(4711);
  int expressed = 0, refused = 0;
  const int64_t extents[] = {12, 16, 24, 30, 64, 72};
  for (int trial = 0; trial < 4000; ++trial) {
    int64_t extent = extents[random.below(6)];
    Mesh target = meshOf("cta", extent, randomCover(random, extent));
    Mesh source = meshOf("cta", extent, randomCover(random, extent));
    // Sometimes both are the same part of a larger level, or the source is a
    // part.
    if (random.below(3) == 0) {
      int64_t offset = random.below(9);
      target.levels[0].extent = source.levels[0].extent = extent + 9;
      target.layout = sliceOf(offset, *target.layout.outer);
      source.layout = sliceOf(offset, *source.layout.outer);
    } else if (random.below(3) == 0) {
      const int64_t divisors[] = {1, 2, 3, 4, 6};
      int64_t part = extent / divisors[random.below(extent % 4 ? 3 : 4)];
      if (extent % part != 0)
        continue;
      source.layout = sliceOf(part * random.below(extent / part),
                              randomCover(random, part));
      source.axisNames.clear();
      for (unsigned i = 0; i < source.rank(); ++i)
        source.axisNames.push_back("s" + std::to_string(i));
    }
    ASSERT_EQ(messageOf(target.verify()), "") << target.str();
    ASSERT_EQ(messageOf(source.verify()), "") << source.str();
    SCOPED_TRACE(target.str() + " from " + source.str());
    auto axes = expressAxes(target, source);
    if (!axes) {
      llvm::consumeError(axes.takeError());
      ++refused;
      continue;
    }
    ++expressed;
    for (const Coordinate &c : coordinatesOf(source.axisExtents())) {
      auto expected = get(target.layout.inverse(*source.layout.map(c)));
      ASSERT_TRUE(expected);
      for (unsigned i = 0; i < target.rank(); ++i)
        ASSERT_EQ((*axes)[i].evaluate(c), (*expected)[i]);
    }
  }
  EXPECT_GT(expressed, 1000);
  EXPECT_GT(refused, 100);
}

// Powers of two always divide one another, so there is always a common
// refinement.
TEST(MeshAxes, PowersOfTwoAlwaysExpress) {
  Random random(31);
  for (int trial = 0; trial < 1000; ++trial) {
    Mesh target = meshOf("cta", 256, randomCover(random, 256));
    Mesh source = meshOf("cta", 256, randomCover(random, 256));
    EXPECT_OK(expressAxes(target, source)) << target.str() << source.str();
  }
}

} // namespace
