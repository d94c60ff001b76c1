//===- UnknownTest.cpp - the widest legal choice --------------------------===//
//
// Unknowns against a search over every choice on tiny values, and the shapes
// that embeddings, caches and scattered rows make.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

using namespace tilefoundry;
using R = VarRole;

namespace {
/// The most that `image(choices)` can reach over all choices of `number` values
/// in
/// `[0, places)`.
int64_t widest(int number, int64_t places,
               const std::function<size_t(const oracle::Point &)> &image) {
  oracle::Point choice(number, 0);
  size_t most = 0;
  while (true) {
    most = std::max(most, image(choice));
    int k = 0;
    for (; k < number && ++choice[k] == places; ++k)
      choice[k] = 0;
    if (k == number)
      return static_cast<int64_t>(most);
  }
}

Access make(std::initializer_list<IndexExpr> coords,
            std::initializer_list<int64_t> shape) {
  Access a;
  a.coords = coords;
  a.shape = shape;
  return a;
}
int64_t count(const Space &s, llvm::ArrayRef<Access> a,
              llvm::ArrayRef<R> roles) {
  auto n = s.count(a, roles);
  if (n)
    return *n;
  ADD_FAILURE() << toString(n.takeError());
  return -1;
}
} // namespace

TEST(AccessUnknown, embeddingRows) {
  for (int64_t tokens : {1, 5, 200000}) {
    Space s;
    unsigned t = s.addVariable(tokens, "t"), d = s.addVariable(2048, "d");
    Access table = make({s.unknown({t}, "row"), s.variable(d)}, {151936, 2048});
    EXPECT_EQ(count(s, table, {R::Union, R::Union}),
              std::min<int64_t>(tokens, 151936) * 2048);
    EXPECT_EQ(count(s, table, {R::Sum, R::Union}), tokens * 2048);
    EXPECT_EQ(count(s, table, {R::Max, R::Union}), 2048);
    EXPECT_EQ(s.getStatistics().islCounts + s.getStatistics().enumerations, 0u);
  }
}

TEST(AccessUnknown, windowsPerTrip) {
  for (int64_t trips = 1; trips <= 3; ++trips)
    for (int64_t width = 1; width <= 4; ++width)
      for (int64_t rows = width; rows <= 8; ++rows) {
        Space s;
        unsigned t = s.addVariable(trips, "t"), i = s.addVariable(width, "i");
        Access a = make({s.add(s.unknown({t}, "u"), s.variable(i))}, {rows});
        int64_t want =
            widest(trips, rows - width + 1, [&](const oracle::Point &u) {
              std::set<int64_t> image;
              for (int64_t start : u)
                for (int64_t x = 0; x < width; ++x)
                  image.insert(start + x);
              return image.size();
            });
        EXPECT_EQ(count(s, a, {R::Union, R::Union}), want);
        EXPECT_EQ(count(s, a, {R::Max, R::Union}), width);
        EXPECT_EQ(count(s, a, {R::Sum, R::Union}), trips * width);
      }
}

TEST(AccessUnknown, chosenRowNextToItsIndex) {
  // x[u(j), j] is one row for each j; x[u(j), k] is a row for each j, all
  // columns.
  for (int64_t js = 1; js <= 3; ++js)
    for (int64_t rows = 1; rows <= 3; ++rows) {
      Space s;
      unsigned j = s.addVariable(js, "j"), k = s.addVariable(2, "k");
      IndexExpr u = s.unknown({j}, "u");
      auto want = [&](bool paired) {
        return widest(js, rows, [&](const oracle::Point &c) {
          std::set<oracle::Point> image;
          for (int64_t x = 0; x < js; ++x)
            for (int64_t y = 0; y < 2; ++y)
              image.insert({c[x], paired ? x : y});
          return image.size();
        });
      };
      EXPECT_EQ(
          count(s, make({u, s.variable(j)}, {rows, js}), {R::Union, R::Union}),
          want(true));
      EXPECT_EQ(
          count(s, make({u, s.variable(k)}, {rows, 2}), {R::Union, R::Union}),
          want(false));
    }
}

TEST(AccessUnknown, oneUnknownInTwoPlaces) {
  Space s;
  unsigned i = s.addVariable(3, "i"), j = s.addVariable(2, "j");
  IndexExpr u = s.unknown({}, "u"), w = s.unknown({}, "w");
  R un = R::Union;
  auto at = [&](const IndexExpr &base, int64_t offset) {
    return make({s.add(s.add(base, s.variable(i)), s.constant(offset))}, {20});
  };
  EXPECT_EQ(count(s, {at(u, 0), at(u, 0)}, {un, un}), 3);
  EXPECT_EQ(count(s, {at(u, 0), at(u, 1)}, {un, un}), 4);
  EXPECT_EQ(count(s, {at(u, 0), at(u, 7)}, {un, un}), 6);
  EXPECT_EQ(count(s, {at(u, 0), at(w, 0)}, {un, un}), 6);
  EXPECT_EQ(count(s, {at(u, 0), at(s.constant(0), 0)}, {un, un}), 6);
  // Both axes move together: still one 3 x 2 window.
  Access diagonal =
      make({s.add(u, s.variable(i)), s.add(u, s.variable(j))}, {20, 20});
  EXPECT_EQ(count(s, diagonal, {un, un}), 6);
  // Two unknowns never reach more than the value has.
  Access small = make({s.add(u, s.variable(i))}, {4});
  Access other = make({s.add(w, s.variable(i))}, {4});
  EXPECT_EQ(count(s, {small, other}, {un, un}), 4);
}

TEST(AccessUnknown, boundsWhereTheWidestIsOutOfReach) {
  Space s;
  unsigned i = s.addVariable(3, "i"), c = s.addVariable(5, "c");
  IndexExpr u = s.unknown({}, "u");
  R un = R::Union;
  // Under a division: at most one value for each i, at most the axis.
  Access divided =
      make({s.floorDiv(s.add(u, s.variable(i)), 4), s.variable(c)}, {2, 5});
  EXPECT_EQ(count(s, divided, {un, un}), 10);
  // An atom of the unknown alone is an unknown.
  Access pure = make({s.add(s.floorDiv(u, 4), s.variable(i))}, {20});
  EXPECT_EQ(count(s, pure, {un, un}), 3);
  // A window wider than the axis covers it.
  Access wide = make({s.add(u, s.variable(c))}, {4});
  EXPECT_EQ(count(s, wide, {un, un}), 4);
  Access none = make({s.add(u, s.variable(c))}, {0});
  EXPECT_EQ(count(s, none, {un, un}), 0);
}
