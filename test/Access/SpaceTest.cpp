//===- SpaceTest.cpp - named counts, limits and the closed forms' reach ---===//

#include "Oracle.h"

using namespace tilefoundry;
using R = VarRole;

namespace {
struct Fixture : testing::Test {
  Space s;
  IndexExpr var(unsigned v, int64_t f = 1) { return s.mul(s.variable(v), f); }
  IndexExpr tile(unsigned t, int64_t step, unsigned i) {
    return s.add(var(t, step), var(i));
  }
  static Access access(std::initializer_list<IndexExpr> coords,
                       std::initializer_list<int64_t> shape) {
    Access a;
    a.coords = coords;
    a.shape = shape;
    return a;
  }
  int64_t count(llvm::ArrayRef<Access> a, llvm::ArrayRef<R> roles,
                int64_t bits = 0) {
    auto n = s.count(a, roles, bits);
    if (n)
      return *n;
    ADD_FAILURE() << toString(n.takeError());
    return -1;
  }
  std::string failure(llvm::ArrayRef<Access> a, llvm::ArrayRef<R> roles,
                      int64_t bits = 0, const CountLimits &limits = {}) {
    auto n = s.count(a, roles, bits, limits);
    if (!n)
      return toString(n.takeError());
    ADD_FAILURE() << "counted " << *n;
    return "";
  }
  void expectClosedForm() {
    EXPECT_EQ(s.getStatistics().islCounts, 0u);
    EXPECT_EQ(s.getStatistics().enumerations, 0u);
  }
};
using SpaceTest = Fixture;
using SpaceCases = Fixture;
using SpaceLimits = Fixture;
} // namespace

TEST_F(SpaceTest, windowOfTheHeader) {
  unsigned t = s.addVariable(5, "t"), i = s.addVariable(10, "i");
  Access a = access({tile(t, 10, i)}, {50});
  EXPECT_EQ(s.str(a), "{ [t, i] -> [10*t + i] : 0 <= t < 5, 0 <= i < 10 }");
  EXPECT_EQ(count(a, {R::Max, R::Union}), 10);
  EXPECT_EQ(count(a, {R::Sum, R::Union}), 50);
  EXPECT_EQ(count(a, {R::Union, R::Union}), 50);
  EXPECT_EQ(count(a, {R::First, R::Union}), 10);
  expectClosedForm();
}

TEST_F(SpaceTest, algebraSimplifies) {
  unsigned t = s.addVariable(6, "t"), i = s.addVariable(8, "i");
  IndexExpr flat = tile(t, 8, i);
  EXPECT_EQ(s.floorDiv(flat, 8), s.variable(t));
  EXPECT_EQ(s.mod(flat, 8), s.variable(i));
  EXPECT_EQ(s.floorDiv(s.floorDiv(flat, 3), 5), s.floorDiv(flat, 15));
  EXPECT_EQ(s.sub(flat, flat), s.constant(0));
  EXPECT_EQ(s.min({flat, s.constant(47)}), flat);
  EXPECT_EQ(s.max({s.variable(i), s.constant(7)}), s.constant(7));
  EXPECT_EQ(s.range(flat), std::make_pair(int64_t(0), int64_t(47)));
  EXPECT_EQ(s.range(s.mod(flat, 5)), std::make_pair(int64_t(0), int64_t(4)));
  EXPECT_EQ(s.substitute(s.floorDiv(flat, 5), t, s.constant(2)),
            s.floorDiv(s.add(s.variable(i), s.constant(16)), 5));
  EXPECT_TRUE(s.dependsOn(s.floorDiv(flat, 5), i));
  EXPECT_FALSE(s.dependsOn(s.floorDiv(flat, 8), i));
  EXPECT_FALSE(s.range(s.unknown({}, "u")).has_value());
}

//===----------------------------------------------------------------------===//
// cases.md
//===----------------------------------------------------------------------===//

TEST_F(SpaceCases, case1TiledMatmul) {
  for (int64_t tileSize : {64, 128}) {
    Space fresh;
    std::swap(s, fresh);
    int64_t n = 256 / tileSize;
    unsigned m = s.addVariable(n, "m"), c = s.addVariable(n, "n"),
             k = s.addVariable(n, "k"), i = s.addVariable(tileSize, "i"),
             j = s.addVariable(tileSize, "j"), l = s.addVariable(tileSize, "l");
    Access lhs =
        access({tile(m, tileSize, i), tile(k, tileSize, l)}, {256, 256});
    Access rhs =
        access({tile(k, tileSize, l), tile(c, tileSize, j)}, {256, 256});
    R u = R::Union, sum = R::Sum;
    EXPECT_EQ(count(lhs, {u, u, u, u, u, u}, 16) +
                  count(rhs, {u, u, u, u, u, u}, 16),
              262144);
    EXPECT_EQ(count(lhs, {sum, sum, sum, u, u, u}, 16) +
                  count(rhs, {sum, sum, sum, u, u, u}, 16),
              tileSize == 64 ? 1048576 : 524288);
    expectClosedForm();
  }
}

TEST_F(SpaceCases, case2ReshapeAndTranspose) {
  unsigned a = s.addVariable(1536, "a"), b = s.addVariable(5, "b"),
           c = s.addVariable(470, "c"), d = s.addVariable(128, "d");
  Access view = access({var(a), var(b), var(c), var(d)}, {1536, 5, 470, 128});
  Access owner =
      s.foldReshape(s.foldTranspose(view, {0, 2, 1, 3}), {721920, 640});
  R u = R::Union;
  EXPECT_EQ(count(owner, {u, u, u, u}), 462028800);
  EXPECT_EQ(count(owner, {u, u, u, u}, 16), 924057600);
  // One a: 470*5*128 elements, whichever.
  EXPECT_EQ(count(owner, {R::Max, u, u, u}), 300800);
  EXPECT_EQ(count(owner, {u, R::Sum, u, u}), 462028800);
  expectClosedForm();
  EXPECT_LE(s.getStatistics().combinations, 8u);
}

TEST_F(SpaceCases, case2TheOtherWay) {
  unsigned r = s.addVariable(721920, "r"), c = s.addVariable(640, "c");
  Access view = access({var(r), var(c)}, {721920, 640});
  Access owner =
      s.foldTranspose(s.foldReshape(view, {1536, 470, 5, 128}), {0, 2, 1, 3});
  EXPECT_EQ(count(owner, {R::Union, R::Union}, 16), 924057600);
  // A window of 128 rows by all columns, each position for itself.
  Space fresh;
  std::swap(s, fresh);
  unsigned t = s.addVariable(5640, "t"), i = s.addVariable(128, "i"),
           j = s.addVariable(640, "j");
  Access window = s.foldReshape(
      access({tile(t, 128, i), var(j)}, {721920, 640}), {1536, 470, 5, 128});
  EXPECT_EQ(count(window, {R::Union, R::Union, R::Union}), 462028800);
  expectClosedForm();
  EXPECT_EQ(count(window, {R::Max, R::Union, R::Union}), 128 * 640);
  EXPECT_EQ(count(window, {R::Sum, R::Union, R::Union}), 462028800);
  EXPECT_EQ(s.getStatistics().islCounts, 0u);
}

TEST_F(SpaceCases, case4OverlappingSlices) {
  unsigned i = s.addVariable(10, "i");
  Access first = access({var(i)}, {20});
  Access second = access({s.add(var(i), s.constant(5))}, {20});
  EXPECT_EQ(count(first, R::Union) + count(second, R::Union), 20);
  EXPECT_EQ(count({first, second}, R::Union), 15);
  EXPECT_EQ(count({first, first}, R::Union), 10);
  expectClosedForm();
}

TEST_F(SpaceCases, case4CacheSlices) {
  unsigned t = s.addVariable(62, "t"), a = s.addVariable(2, "a"),
           b = s.addVariable(4096, "b"), c = s.addVariable(128, "c");
  Access x = access({var(t), var(a), var(b), var(c)}, {62, 2, 4096, 128});
  R u = R::Union;
  EXPECT_EQ(count(x, {u, u, u, u}, 16), 130023424);
  EXPECT_EQ(count(x, {R::Max, u, u, u}, 16), 2097152);
  EXPECT_EQ(count(x, {R::First, u, u, u}, 16), 2097152);
  expectClosedForm();
}

TEST_F(SpaceCases, case12CacheRows) {
  unsigned i = s.addVariable(1, "i"), h = s.addVariable(8, "h"),
           d = s.addVariable(128, "d");
  IndexExpr pos = s.unknown({}, "pos");
  Access row = access({s.add(pos, var(i)), var(h), var(d)}, {4096, 8, 128});
  EXPECT_EQ(2 * count(row, {R::Union, R::Union, R::Union}, 16), 4096);
  Access source = access({var(i), var(h), var(d)}, {1, 8, 128});
  EXPECT_EQ(2 * count(source, {R::Union, R::Union, R::Union}, 16), 4096);
  expectClosedForm();
}

TEST_F(SpaceCases, case13Broadcast) {
  unsigned i = s.addVariable(4096, "i"), j = s.addVariable(4096, "j");
  Access x = access({var(i), var(j)}, {4096, 4096}),
         b = access({var(j)}, {4096});
  EXPECT_EQ(count(x, {R::Union, R::Union}, 32) +
                count(b, {R::Union, R::Union}, 32),
            67125248);
  EXPECT_EQ(count(x, {R::Union, R::Union}, 32), 67108864);
  expectClosedForm();
}

TEST_F(SpaceCases, case16ZeroExtents) {
  unsigned m = s.addVariable(4, "m"), n = s.addVariable(8, "n"),
           k = s.addVariable(0, "k");
  R u = R::Union;
  EXPECT_EQ(count(access({var(m), var(k)}, {4, 0}), {u, u, u}, 32), 0);
  EXPECT_EQ(count(access({var(k), var(n)}, {0, 8}), {u, u, u}, 32), 0);
  EXPECT_EQ(count(access({var(m), var(n)}, {4, 8}), {u, u, R::Sum}, 32), 0);
  // The write drops the reduced dim from its space.
  Space write;
  unsigned wm = write.addVariable(4, "m"), wn = write.addVariable(8, "n");
  Access w = access({write.variable(wm), write.variable(wn)}, {4, 8});
  EXPECT_EQ(llvm::cantFail(write.count(w, {u, u}, 32)), 128);
}

//===----------------------------------------------------------------------===//
// Limits, hostile sizes
//===----------------------------------------------------------------------===//

TEST_F(SpaceLimits, hugeExtentsAreExactOrRefused) {
  int64_t huge = int64_t(1) << 62;
  unsigned i = s.addVariable(huge, "i"), j = s.addVariable(huge, "j"),
           k = s.addVariable(7, "k");
  R u = R::Union;
  EXPECT_EQ(count(access({var(i)}, {huge}), {u, u, u}), huge);
  EXPECT_EQ(count(access({var(i)}, {1000}), {u, u, u}), 1000);
  EXPECT_EQ(count(access({s.add(var(i), var(j))}, {huge}), {u, u, u}), huge);
  EXPECT_EQ(count(access({s.floorDiv(var(i), 3)}, {huge}), {u, u, u}),
            (huge + 2) / 3);
  EXPECT_EQ(count(access({s.mod(var(i), 3)}, {3}), {u, u, u}), 3);
  // 3*i inside [0, 2^62): ceil(2^62 / 3).
  EXPECT_EQ(count(access({var(i, 3)}, {huge}), {u, u, u}), (huge + 2) / 3);
  EXPECT_EQ(count(access({tile(i, 7, k)}, {100}), {R::Sum, u, u}), 100);
  EXPECT_EQ(count(access({var(i)}, {huge}), {R::Max, R::Max, u}), 1);
  EXPECT_EQ(count(access({var(i)}, {huge}), {R::Sum, u, u}), huge);
  // 7*i + 3*j covers all residues past a few gaps; both free from clipping.
  expectClosedForm();

  std::string text = failure(access({var(i), var(j)}, {huge, huge}), {u, u, u});
  EXPECT_NE(text.find("[i, j]"), std::string::npos) << text;
  EXPECT_NE(text.find("exceeds 64 bits"), std::string::npos) << text;
  text = failure(access({var(i)}, {huge}), {u, u, u}, 16);
  EXPECT_NE(text.find("exceeds 64 bits"), std::string::npos) << text;
  text = failure(access({var(i, huge)}, {huge}), {R::Union, u, u});
  EXPECT_NE(text.find("beyond the range"), std::string::npos) << text;
  Access wrapped = access({s.mul(var(i, huge), 4)}, {huge});
  text = failure(wrapped, {u, u, u});
  EXPECT_NE(text.find("64-bit range"), std::string::npos) << text;
}

TEST_F(SpaceLimits, limitsAreNamed) {
  int64_t big = int64_t(1) << 30;
  unsigned i = s.addVariable(big, "i"), j = s.addVariable(big, "j"),
           k = s.addVariable(big, "k"), l = s.addVariable(3, "l");
  R u = R::Union;
  CountLimits limits;
  limits.maxIslOperations = 1000;
  Access three = access({s.add(s.add(var(i, 6), var(j, 10)), var(k, 15))},
                        {int64_t(1) << 40});
  std::string text = failure(three, {u, u, u, u}, 0, limits);
  EXPECT_NE(text.find("6*i + 10*j + 15*k"), std::string::npos) << text;
  EXPECT_NE(text.find("1000 operations"), std::string::npos) << text;
  // Different strides of one Sum variable in a union: every value on its own.
  Access a = access({s.add(var(i), var(l))}, {4 * big});
  Access b = access({s.add(var(i, 2), var(l))}, {4 * big});
  text = failure({a, b}, {R::Sum, u, u, u});
  EXPECT_NE(text.find("maxCombinations"), std::string::npos) << text;
  EXPECT_NE(text.find("1048576"), std::string::npos) << text;
}

TEST_F(SpaceLimits, malformedInputIsRefused) {
  unsigned i = s.addVariable(4, "i");
  EXPECT_NE(failure(access({var(i)}, {4, 4}), R::Union), "");
  EXPECT_NE(failure(access({var(i)}, {-4}), R::Union), "");
  EXPECT_NE(failure(access({var(i)}, {4}), {R::Union, R::Union}), "");
  EXPECT_NE(failure({access({var(i)}, {4}), access({var(i)}, {5})}, R::Union),
            "");
  EXPECT_NE(failure(access({s.floorDiv(var(i), 0)}, {4}), R::Union), "");
  EXPECT_NE(failure(access({var(i)}, {4}), R::Union, -1), "");
  s.addVariable(-2, "n");
  EXPECT_NE(failure(access({var(i)}, {4}), {R::Union, R::Union}).find("'n'"),
            std::string::npos);
}

TEST_F(SpaceTest, raggedTailIsNotEnumerated) {
  // 1000003 = 7812*128 + 67: all trips move 128 but the last, which moves 67.
  unsigned t = s.addVariable(7813, "t"), i = s.addVariable(128, "i");
  Access a = access({tile(t, 128, i)}, {1000003});
  EXPECT_EQ(count(a, {R::Sum, R::Union}), 1000003);
  EXPECT_EQ(count(a, {R::Max, R::Union}), 128);
  // ceil(128*4/8) = 64 a trip, ceil(67*4/8) = 34 for the last.
  EXPECT_EQ(count(a, {R::Sum, R::Union}, 4), 7812 * 64 + 34);
  expectClosedForm();
  EXPECT_LE(s.getStatistics().combinations, 8u);
}

TEST_F(SpaceTest, expensiveCountsAreRemembered) {
  unsigned i = s.addVariable(90, "i"), j = s.addVariable(80, "j");
  Access a =
      access({s.add(var(i), var(j)), s.floorDiv(s.add(var(i, 2), var(j)), 7),
              s.add(var(i, 2), var(j, 3))},
             {100, 100, 300});
  Access b = access({var(i), var(j), var(i)}, {100, 100, 300});
  int64_t first = count({a, b}, {R::Union, R::Sum});
  uint64_t work = s.getStatistics().enumerations;
  EXPECT_GT(work, 0u);
  EXPECT_EQ(count({a, b}, {R::Union, R::Sum}), first);
  EXPECT_EQ(s.getStatistics().enumerations, work);
  EXPECT_EQ(s.getStatistics().cacheHits, 1u);
}

//===----------------------------------------------------------------------===//
// Disjointness
//===----------------------------------------------------------------------===//

TEST_F(SpaceTest, tilesAreDisjoint) {
  unsigned t = s.addVariable(132, "t"), w = s.addVariable(4, "w"),
           i = s.addVariable(16, "i"), r = s.addVariable(3, "r");
  R u = R::Union, sum = R::Sum;
  auto disjoint = [&](const Access &a, llvm::ArrayRef<R> roles) {
    return llvm::cantFail(s.areImagesDisjoint(a, roles));
  };
  Access tiles = access({s.add(var(t, 64), tile(w, 16, i))}, {132 * 64});
  EXPECT_TRUE(disjoint(tiles, {sum, sum, u, u}));
  EXPECT_TRUE(disjoint(tiles, {u, sum, u, u}));
  // r does not enter: its combinations share their image.
  EXPECT_FALSE(disjoint(tiles, {u, u, u, sum}));
  // Block cyclic over r.
  Access cyclic = access({s.add(var(r, 64), tile(w, 16, i))}, {192});
  EXPECT_TRUE(disjoint(cyclic, {u, sum, u, u}));
  EXPECT_EQ(s.getStatistics().islCounts, 1u);
  // Windows of 16 at a distance of 15 overlap.
  EXPECT_FALSE(disjoint(access({tile(w, 15, i)}, {100}), {u, sum, u, u}));
  // ... but not when the shape clips all but the first.
  EXPECT_TRUE(disjoint(access({tile(w, 15, i)}, {15}), {u, sum, u, u}));
  // An unknown proves nothing, the other coordinate may.
  IndexExpr p = s.unknown({}, "p");
  EXPECT_FALSE(
      disjoint(access({s.add(p, tile(w, 16, i))}, {100}), {u, sum, u, u}));
  EXPECT_TRUE(
      disjoint(access({s.add(p, var(i)), var(w)}, {100, 4}), {u, sum, u, u}));
  // Rows of a regroup.
  Access grouped = s.foldReshape(access({var(t), var(i)}, {132, 16}), {33, 64});
  EXPECT_TRUE(disjoint(grouped, {sum, u, u, u}));
}

TEST_F(SpaceTest, twoWindowsAreCompared) {
  unsigned t = s.addVariable(4, "t"), k = s.addVariable(8, "k"),
           i = s.addVariable(3, "i");
  R u = R::Union, sum = R::Sum;
  auto disjoint = [&](const Access &a, const Access &b) {
    return llvm::cantFail(s.areImagesDisjoint(a, b, {sum, u, u}));
  };
  auto at = [&](int64_t offset, IndexExpr e) {
    return access({s.add(e, s.constant(offset))}, {64});
  };
  // [3t, +3) and [3t + 12, +3): the ranges are apart.
  EXPECT_TRUE(disjoint(at(0, tile(t, 3, i)), at(12, tile(t, 3, i))));
  EXPECT_EQ(s.getStatistics().islCounts, 0u);
  // [3t + 9, +3) of t = 0 is [3t, +3) of t = 3.
  EXPECT_FALSE(disjoint(at(0, tile(t, 3, i)), at(9, tile(t, 3, i))));
  // 16t + k and 16t + 8: nothing in common but at one t; 16t + 16 is the
  // next's.
  EXPECT_TRUE(disjoint(at(0, tile(t, 16, k)), at(8, var(t, 16))));
  EXPECT_FALSE(disjoint(at(0, tile(t, 16, k)), at(16, var(t, 16))));
  // One window at one t may meet the other at the same t.
  EXPECT_TRUE(disjoint(at(0, tile(t, 16, k)), at(7, var(t, 16))));
  // An unknown on one axis of either proves nothing there, the other axis does.
  IndexExpr p = s.unknown({}, "p");
  Access known = access({var(k), tile(t, 3, i)}, {64, 64}),
         other = access({p, tile(t, 3, i)}, {64, 64});
  EXPECT_TRUE(disjoint(known, other));
  EXPECT_FALSE(disjoint(access({tile(t, 3, i)}, {64}), access({p}, {64})));
}

TEST_F(SpaceTest, disjointnessMatchesBruteForce) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    std::mt19937_64 rng(seed);
    Space space;
    oracle::Builder b(space);
    std::vector<int64_t> extents;
    std::vector<R> roles;
    for (int v = 0; v < 3; ++v) {
      extents.push_back(1 + rng() % 5);
      space.addVariable(extents.back(), "v");
      roles.push_back(rng() % 2 ? R::Sum : static_cast<R>(rng() % 4));
    }
    std::vector<oracle::Expr> coords;
    std::vector<int64_t> shape;
    Access a;
    for (int k = 0; k < 2; ++k) {
      oracle::Expr e = b.constant(rng() % 3);
      for (int v = 0; v < 3; ++v)
        e = b.add(e, b.mul(b.variable(v), static_cast<int64_t>(rng() % 7) - 2));
      if (rng() % 3 == 0)
        e = b.floorDiv(e, 1 + rng() % 4);
      coords.push_back(e);
      shape.push_back(1 + rng() % 20);
      a.coords.push_back(e.built);
      a.shape.push_back(shape.back());
    }
    auto touch = oracle::touchOf(coords, shape);
    std::map<oracle::Point, oracle::Point> owner;
    bool want = true;
    oracle::Point p(3, 0), at;
    for (p[0] = 0; p[0] < extents[0]; ++p[0])
      for (p[1] = 0; p[1] < extents[1]; ++p[1])
        for (p[2] = 0; p[2] < extents[2]; ++p[2]) {
          oracle::Point who;
          for (int v = 0; v < 3; ++v)
            if (roles[v] == R::Sum)
              who.push_back(p[v]);
          if (touch(p, at) && owner.insert({at, who}).first->second != who)
            want = false;
        }
    auto got = space.areImagesDisjoint(a, roles);
    ASSERT_TRUE(!!got);
    ASSERT_EQ(*got, want) << "seed " << seed << " " << space.str(a);
  }
}

TEST_F(SpaceTest, disjointPairsMatchBruteForce) {
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    std::mt19937_64 rng(seed);
    Space space;
    oracle::Builder b(space);
    std::vector<int64_t> extents;
    for (int v = 0; v < 3; ++v) {
      extents.push_back(2 + rng() % 3);
      space.addVariable(extents.back(), "v");
    }
    std::vector<R> roles = {R::Sum, rng() % 4 ? R::Union : R::Sum, R::Union};
    std::vector<int64_t> shape = {5 + static_cast<int64_t>(rng() % 30),
                                  1 + static_cast<int64_t>(rng() % 6)};
    Access accesses[2];
    std::vector<oracle::Expr> coords[2];
    for (int n = 0; n < 2; ++n)
      for (int k = 0; k < 2; ++k) {
        oracle::Expr e = b.constant(rng() % (k ? 3 : 12));
        for (int v = 0; v < 3; ++v)
          if (rng() % (k ? 3 : 1) == 0)
            e = b.add(
                e, b.mul(b.variable(v), v ? static_cast<int64_t>(rng() % 4)
                                          : static_cast<int64_t>(rng() % 13)));
        if (rng() % 4 == 0)
          e = b.floorDiv(e, 1 + rng() % 4);
        coords[n].push_back(e);
        accesses[n].coords.push_back(e.built);
        accesses[n].shape.push_back(shape[k]);
      }
    // By whom each point is reached, per access.
    std::map<oracle::Point, std::set<oracle::Point>> who[2];
    oracle::Point p(3, 0), at;
    for (int n = 0; n < 2; ++n) {
      auto touch = oracle::touchOf(coords[n], shape);
      for (p[0] = 0; p[0] < extents[0]; ++p[0])
        for (p[1] = 0; p[1] < extents[1]; ++p[1])
          for (p[2] = 0; p[2] < extents[2]; ++p[2])
            if (touch(p, at))
              who[n][at].insert(roles[1] == R::Sum ? oracle::Point{p[0], p[1]}
                                                   : oracle::Point{p[0]});
    }
    bool want = true;
    for (const auto &[point, first] : who[0])
      for (const oracle::Point &a : first)
        for (const oracle::Point &b : who[1][point])
          want &= a == b;
    auto got = space.areImagesDisjoint(accesses[0], accesses[1], roles);
    ASSERT_TRUE(!!got);
    ASSERT_EQ(*got, want) << "seed " << seed << " " << space.str(accesses[0])
                          << " " << space.str(accesses[1]);
    found += want;
  }
  EXPECT_GT(found, 100u);
}
