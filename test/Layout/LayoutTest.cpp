//===- LayoutTest.cpp - laws of plain and composed layouts ----------------===//

#include "TestSupport.h"
#include <map>
#include <set>

using namespace tilefoundry;

namespace {

/// Positions with the number of coordinates at each, by enumeration.
std::map<int64_t, int> bruteForce(const Layout &layout) {
  std::map<int64_t, int> counts;
  for (const Coordinate &coordinate : coordinatesOf(layout.shape)) {
    int64_t position = 0;
    for (size_t i = 0; i < coordinate.size(); ++i)
      position += coordinate[i] * layout.strides[i];
    ++counts[position];
  }
  return counts;
}

Layout randomLayout(Random &random) {
  Layout layout;
  int64_t rank = random.below(5);
  for (int64_t i = 0; i < rank; ++i) {
    layout.shape.push_back(random.between(i == 0 ? 0 : 1, 5));
    layout.strides.push_back(random.between(-13, 41));
  }
  return layout;
}

TEST(Layout, HandExamples) {
  Layout layout = plain({2, 3}, {4, 1});
  EXPECT_EQ(layout.map({1, 2}), 6);
  EXPECT_EQ(layout.map({1, 3}), std::nullopt);
  EXPECT_EQ(layout.map({1}), std::nullopt);
  EXPECT_EQ(layout.cosize(), 7);
  EXPECT_FALSE(layout.isRowMajor());
  EXPECT_EQ(layout.str(), "(2, 3):(4, 1)");
  EXPECT_EQ(get(layout.image()),
            (llvm::SmallVector<int64_t, 0>{0, 1, 2, 4, 5, 6}));
  EXPECT_EQ(get(layout.inverse(6)), (Coordinate{1, 2}));
  EXPECT_EQ(get(layout.inverse(3)), std::nullopt);
  EXPECT_EQ(get(layout.inverse(-1)), std::nullopt);

  Layout rows = get(Layout::rowMajor({2, 4, 3}));
  EXPECT_EQ(rows, plain({2, 4, 3}, {12, 3, 1}));
  EXPECT_TRUE(rows.isRowMajor());
  EXPECT_TRUE(plain({2, 1, 3}, {3, 77, 1}).isRowMajor());
  EXPECT_FALSE(Layout::unmaterialised({2, 3}).isRowMajor());
  EXPECT_EQ(plain({}, {}).map({}), 0);
  EXPECT_EQ(plain({}, {}).cosize(), 1);
  EXPECT_EQ(plain({0, 3}, {3, 1}).cosize(), 0);
  EXPECT_TRUE(get(Layout::rowMajor({0, INT64_MAX, 4})).isRowMajor());
}

TEST(Layout, Refusals) {
  expectMessage(messageOf(plain({2, 3}, {1}).verify()),
                {"2 extents", "1 strides"});
  expectMessage(messageOf(plain({2, -3}, {1, 1}).verify()),
                {"extent -3", "axis 1"});
  expectMessage(messageOf(plain({3}, {INT64_MAX}).verify()), {"64 bits"});
  expectMessage(messageOf(plain({INT64_MAX, 2}, {0, 0}).verify()), {"64 bits"});
  expectMessage(messageOf(Layout::rowMajor({3, INT64_MAX, 2})), {"64 bits"});
  expectMessage(messageOf(Layout::rowMajor({3, -2})), {"extent -2", "axis 1"});
  expectMessage(messageOf(Layout::unmaterialised({2}).image()), {"no strides"});
  expectMessage(messageOf(Layout::unmaterialised({2}).inverse(0)),
                {"no strides"});
  expectMessage(messageOf(plain({int64_t(1) << 40}, {1}).image()),
                {"1099511627776"});
}

TEST(Layout, LawsOnRandomLayouts) {
  Random random(20231);
  for (int trial = 0; trial < 4000; ++trial) {
    Layout layout = randomLayout(random);
    SCOPED_TRACE(layout.str());
    std::map<int64_t, int> counts = bruteForce(layout);
    std::vector<int64_t> expected;
    bool isInjective = true;
    for (auto [position, count] : counts) {
      expected.push_back(position);
      isInjective &= count == 1;
    }
    auto image = get(layout.image());
    EXPECT_EQ(std::vector<int64_t>(image.begin(), image.end()), expected);
    EXPECT_EQ(layout.isInjective(), isInjective);
    if (counts.empty()) {
      EXPECT_FALSE(layout.range());
      continue;
    }
    EXPECT_EQ(layout.range()->first, expected.front());
    EXPECT_EQ(layout.range()->last, expected.back());
    EXPECT_EQ(layout.cosize(), expected.back() - expected.front() + 1);
    // The inverse restores exactly what the layout reaches, and nothing else.
    for (int64_t position = expected.front() - 2;
         position <= expected.back() + 2; ++position) {
      std::optional<Coordinate> coordinate = get(layout.inverse(position));
      EXPECT_EQ(coordinate.has_value(), counts.count(position) != 0);
      if (coordinate) {
        EXPECT_EQ(layout.map(*coordinate), position);
      }
    }
    for (const Coordinate &coordinate : coordinatesOf(layout.shape)) {
      std::optional<Coordinate> back =
          get(layout.inverse(*layout.map(coordinate)));
      EXPECT_TRUE(back == coordinate || !isInjective);
    }
  }
}

TEST(Layout, LargeLayoutsNeedNoEnumeration) {
  Layout large = get(Layout::rowMajor({721920, 5, 1048576, 1024}));
  EXPECT_EQ(large.isInjective(), true);
  int64_t position = *large.map({721919, 3, 77, 1001});
  EXPECT_EQ(get(large.inverse(position)), (Coordinate{721919, 3, 77, 1001}));
  EXPECT_EQ(plain({1 << 30, 1 << 30}, {1, (1 << 30) - 1}).isInjective(), false);
  EXPECT_EQ(plain({1 << 30, 1 << 30}, {1 << 30, 1}).isInjective(), true);
}

TEST(ComposedLayout, SliceHasItsOffset) {
  ComposedLayout slice = sliceOf(120, plain({12}, {1}));
  EXPECT_OK(slice.verify());
  EXPECT_FALSE(slice.isPlain());
  EXPECT_EQ(slice.rank(), 1u);
  EXPECT_EQ(slice.map({3}), 123);
  EXPECT_EQ(get(slice.inverse(131)), (Coordinate{11}));
  EXPECT_FALSE(get(slice.contains(119)));
  EXPECT_TRUE(get(slice.contains(120)));
  EXPECT_EQ(slice.range()->first, 120);
  EXPECT_EQ(slice.range()->last, 131);
  EXPECT_EQ(slice.str(),
            "composed<inner = none, offset = 120, outer = (12):(1)>");
  // A slice stays one at offset 0.
  EXPECT_FALSE(sliceOf(0, plain({12}, {1})).isPlain());
}

TEST(ComposedLayout, InnerUnfoldsRowMajor) {
  // Index 5 of (2, 4) is (1, 1), at 1 * 1 + 1 * 2.
  ComposedLayout turned(plain({2, 4}, {1, 2}), 4, plain({4}, {1}));
  EXPECT_OK(turned.verify());
  EXPECT_EQ(turned.map({1}), 3);
  EXPECT_EQ(turned.map({0}), 1);
  auto [offset, flat] = get(turned.flatten());
  EXPECT_EQ(offset, 1);
  EXPECT_EQ(flat, plain({4}, {2}));
  EXPECT_EQ(get(turned.inverse(7)), (Coordinate{3}));
  EXPECT_EQ(get(turned.inverse(2)), std::nullopt);
  EXPECT_EQ(turned.isInjective(), true);

  // Without an outer layout the coordinate is the inner one's.
  ComposedLayout inner(plain({2, 4}, {1, 2}), 0, std::nullopt);
  EXPECT_EQ(inner.rank(), 2u);
  EXPECT_EQ(inner.map({1, 3}), 7);

  // Indices 2 to 5 of (2, 4):(1, 2) are 4, 6, 1, 3: no stride says that.
  ComposedLayout bent(plain({2, 4}, {1, 2}), 2, plain({4}, {1}));
  expectMessage(messageOf(bent.flatten()), {"no single layout"});
  EXPECT_EQ(get(bent.image()), (llvm::SmallVector<int64_t, 0>{1, 3, 4, 6}));

  // The parts decide what is too large to enumerate.
  Layout half = plain({1 << 12, 1 << 13}, {1 << 13, 1});
  int64_t square = 1 << 13;
  EXPECT_EQ(ComposedLayout(plain({square, square}, {square, 1}), square, half)
                .isInjective(),
            true);
  EXPECT_EQ(ComposedLayout(plain({square, square}, {0, 1}), square, half)
                .isInjective(),
            false);
  EXPECT_EQ(ComposedLayout(plain({square, square}, {square, 1}), 1,
                           plain({1 << 12, 1 << 13}, {0, 1}))
                .isInjective(),
            false);
  EXPECT_EQ(ComposedLayout(plain({square, square}, {square - 1, 1}), 0, half)
                .isInjective(),
            std::nullopt);

  ComposedLayout outside(plain({2, 4}, {1, 2}), 5, plain({4}, {1}));
  expectMessage(messageOf(outside.verify()), {"indices 5 to 8", "has 8"});
  ComposedLayout unready(std::nullopt, 5, Layout::unmaterialised({4}));
  expectMessage(messageOf(unready.verify()), {"without strides"});
}

TEST(ComposedLayout, LawsOnRandomCompositions) {
  Random random(777);
  int reached = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::optional<Layout> outer, inner;
    if (random.below(4) != 0)
      outer = randomLayout(random);
    if (random.below(3) != 0)
      inner = randomLayout(random);
    ComposedLayout layout(inner, random.between(-5, 40), outer);
    SCOPED_TRACE(layout.str());
    if (llvm::Error error = layout.verify()) {
      llvm::consumeError(std::move(error));
      continue;
    }
    ++reached;
    std::set<int64_t> expected;
    size_t coordinates = 0;
    for (const Coordinate &coordinate : coordinatesOf(layout.shape())) {
      std::optional<int64_t> position = layout.map(coordinate);
      ASSERT_TRUE(position);
      expected.insert(*position);
      ++coordinates;
      std::optional<Coordinate> back = get(layout.inverse(*position));
      ASSERT_TRUE(back);
      EXPECT_EQ(layout.map(*back), position);
    }
    auto image = get(layout.image());
    EXPECT_EQ(std::set<int64_t>(image.begin(), image.end()), expected);
    EXPECT_EQ(layout.isInjective(), expected.size() == coordinates);
    auto flat = layout.flatten();
    if (!flat) {
      llvm::consumeError(flat.takeError());
      continue;
    }
    for (const Coordinate &coordinate : coordinatesOf(layout.shape()))
      EXPECT_EQ(layout.map(coordinate),
                flat->first + *flat->second.map(coordinate));
  }
  EXPECT_GT(reached, 500);
}

} // namespace
