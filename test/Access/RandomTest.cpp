//===- RandomTest.cpp - random spaces against brute force and isl ---------===//

#include "Oracle.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefoundry;
using oracle::Builder;
using oracle::Expr;
using oracle::Touch;

namespace {
using Rng = std::mt19937_64;
using Wide = __int128;

int64_t pick(Rng &rng, int64_t lo, int64_t hi) {
  return lo + static_cast<int64_t>(rng() % static_cast<uint64_t>(hi - lo + 1));
}

struct Case {
  Space space;
  std::vector<int64_t> extents;
  std::vector<VarRole> roles;
  std::vector<Access> accesses;
  std::vector<Touch> touches;
  int64_t bits = 0;

  void addVariables(Rng &rng, int n, int64_t maxExtent, bool zeros) {
    for (int v = 0; v < n; ++v) {
      int64_t extent = pick(rng, 1, maxExtent);
      if (zeros && rng() % 8 == 0)
        extent = 0;
      extents.push_back(extent);
      space.addVariable(extent, "v" + std::to_string(v));
      static const VarRole all[] = {VarRole::Union, VarRole::Union,
                                    VarRole::Union, VarRole::Sum,
                                    VarRole::Max,   VarRole::First};
      roles.push_back(all[rng() % 6]);
    }
    static const int64_t widths[] = {0, 1, 4, 8, 16, 3};
    bits = widths[rng() % 6];
  }
  void add(const std::vector<Expr> &coords, const std::vector<int64_t> &shape) {
    Access a;
    for (const Expr &e : coords)
      a.coords.push_back(e.built);
    a.shape.assign(shape.begin(), shape.end());
    accesses.push_back(std::move(a));
    touches.push_back(oracle::touchOf(coords, shape));
  }
  void check(uint64_t seed) {
    int64_t want = oracle::count(extents, touches, roles, bits);
    auto got = space.count(accesses, roles, bits);
    ASSERT_TRUE(!!got) << toString(got.takeError());
    std::string text;
    for (const Access &a : accesses)
      text += space.str(a) + " shape " +
              std::to_string(a.shape.empty() ? 0 : a.shape[0]) + "; ";
    for (VarRole r : roles)
      text += std::to_string(static_cast<int>(r));
    ASSERT_EQ(*got, want) << "seed " << seed << ": " << text << " bits "
                          << bits;
    if (seed >= 60000 && seed % 8 != 0) // isl takes long over these
      return;
    auto isl = oracle::islWithin(space, accesses, roles, bits);
    ASSERT_EQ(isl.value_or(want), want)
        << "seed " << seed << " (isl): " << text;
  }
};

Expr linear(Rng &rng, Builder &b, int numVariables, int terms, int64_t coeff,
            int64_t offset) {
  Expr e = b.constant(pick(rng, -offset, offset));
  for (int i = 0; i < terms; ++i)
    e = b.add(
        e, b.mul(b.variable(rng() % numVariables), pick(rng, -coeff, coeff)));
  return e;
}

/// A random tree with divisions, remainders and extrema.
Expr tree(Rng &rng, Builder &b, int numVariables, int depth, bool extrema) {
  if (depth == 0)
    return rng() % 5 == 0 ? b.constant(pick(rng, -4, 12))
                          : b.variable(rng() % numVariables);
  switch (rng() % (extrema ? 7 : 5)) {
  case 0:
  case 1:
    return b.add(tree(rng, b, numVariables, depth - 1, extrema),
                 tree(rng, b, numVariables, depth - 1, extrema));
  case 2:
    return b.mul(tree(rng, b, numVariables, depth - 1, extrema),
                 pick(rng, -2, 6));
  case 3:
    return b.floorDiv(tree(rng, b, numVariables, depth - 1, extrema),
                      pick(rng, 1, 6));
  case 4:
    return b.mod(tree(rng, b, numVariables, depth - 1, extrema),
                 pick(rng, 1, 6));
  default:
    return b.extremum(tree(rng, b, numVariables, depth - 1, extrema),
                      tree(rng, b, numVariables, depth - 1, extrema),
                      rng() % 2 == 0);
  }
}

template <typename F> void repeat(uint64_t first, int number, F body) {
  for (int i = 0; i < number; ++i) {
    Rng rng(first + i);
    Case c;
    body(rng, c);
    if (testing::Test::HasFatalFailure())
      return;
    c.check(first + i);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

TEST(AccessRandom, boxesAndStrides) {
  repeat(1000, 1500, [](Rng &rng, Case &c) {
    int n = pick(rng, 1, 4);
    c.addVariables(rng, n, 6, true);
    Builder b(c.space);
    int rank = pick(rng, 0, 3);
    std::vector<int64_t> shape;
    for (int k = 0; k < rank; ++k)
      shape.push_back(pick(rng, rng() % 6 == 0 ? 0 : 1, 20));
    for (int a = pick(rng, 1, 4); a > 0; --a) {
      std::vector<Expr> coords;
      for (int k = 0; k < rank; ++k)
        coords.push_back(linear(rng, b, n, pick(rng, 0, 2), 4, 3));
      c.add(coords, shape);
    }
  });
}

TEST(AccessRandom, blockCyclic) {
  repeat(20000, 800, [](Rng &rng, Case &c) {
    int64_t block = pick(rng, 1, 4), positions = pick(rng, 1, 4),
            rounds = pick(rng, 1, 4);
    c.extents = {block, positions, rounds};
    for (int64_t e : c.extents)
      c.space.addVariable(e, "x");
    for (int v = 0; v < 3; ++v)
      c.roles.push_back(static_cast<VarRole>(rng() % 4));
    c.bits = pick(rng, 0, 9);
    Builder b(c.space);
    int64_t size = block * positions * rounds - pick(rng, 0, 5) % block;
    for (int a = pick(rng, 1, 3); a > 0; --a) {
      Expr e = b.add(b.variable(0), b.mul(b.variable(1), block));
      e = b.add(e, b.mul(b.variable(2), block * positions));
      e = b.add(e, b.constant(pick(rng, -2, 2) * (a > 1)));
      c.add({e}, {size});
    }
  });
}

TEST(AccessRandom, raggedWindows) {
  repeat(30000, 1000, [](Rng &rng, Case &c) {
    c.addVariables(rng, 4, 5, false);
    Builder b(c.space);
    int64_t rows = pick(rng, 1, 24), cols = pick(rng, 1, 24);
    for (int a = pick(rng, 1, 2); a > 0; --a) {
      Expr row = b.add(b.mul(b.variable(0), pick(rng, 1, 6)), b.variable(1));
      Expr col = b.add(b.mul(b.variable(2), pick(rng, 1, 6)), b.variable(3));
      if (rng() % 4 == 0)
        col = b.add(col, b.variable(0));
      c.add({b.add(row, b.constant(pick(rng, -3, 3))), col}, {rows, cols});
    }
  });
}

TEST(AccessRandom, divisionChains) {
  repeat(40000, 2500, [](Rng &rng, Case &c) {
    int n = pick(rng, 1, 3);
    c.addVariables(rng, n, 9, false);
    Builder b(c.space);
    int rank = pick(rng, 1, 3);
    std::vector<int64_t> shape;
    for (int k = 0; k < rank; ++k)
      shape.push_back(pick(rng, 1, 25));
    for (int a = pick(rng, 1, 3); a > 0; --a) {
      std::vector<Expr> coords;
      for (int k = 0; k < rank; ++k)
        coords.push_back(tree(rng, b, n, pick(rng, 1, 4), false));
      c.add(coords, shape);
    }
  });
}

TEST(AccessRandom, extrema) {
  repeat(50000, 1500, [](Rng &rng, Case &c) {
    int n = pick(rng, 1, 3);
    c.addVariables(rng, n, 8, false);
    Builder b(c.space);
    for (int a = pick(rng, 1, 2); a > 0; --a)
      c.add({tree(rng, b, n, 3, true), tree(rng, b, n, 2, true)}, {17, 13});
  });
}

/// Digits of one long variable with bases that divide one another, sums of them
/// with offsets: the shapes that regroups make.
TEST(AccessRandom, mixedRadix) {
  repeat(60000, 1500, [](Rng &rng, Case &c) {
    c.addVariables(rng, 3, 12, false);
    Builder b(c.space);
    int64_t d = pick(rng, 1, 12), e = pick(rng, 1, 12);
    for (int a = pick(rng, 1, 2); a > 0; --a) {
      Expr flat =
          b.add(b.mul(b.variable(0), c.extents[1] * c.extents[2]),
                b.add(b.mul(b.variable(1), c.extents[2]), b.variable(2)));
      if (rng() % 3 == 0)
        flat = b.add(flat, b.constant(pick(rng, -5, 5)));
      int64_t total = c.extents[0] * c.extents[1] * c.extents[2];
      c.add({b.floorDiv(flat, d * e), b.mod(b.floorDiv(flat, d), e),
             b.mod(flat, d)},
            {std::max<int64_t>(total / (d * e), 1), e, d});
    }
  });
}

/// Numbers near the 64-bit range: an answer or an error, never a crash, a
/// wrapped number or a long wait. What is answered for one access cannot exceed
/// its shape.
TEST(AccessRandom, hostileNumbers) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Rng rng(seed);
    auto huge = [&]() -> int64_t {
      int64_t magnitude = static_cast<int64_t>(rng() >> (1 + rng() % 62));
      return magnitude + (rng() % 4 == 0 ? 1 : 0) * (magnitude < INT64_MAX);
    };
    auto any = [&] { return rng() % 2 ? huge() : -huge(); };
    Space space;
    std::vector<VarRole> roles;
    for (int v = 0; v < 3; ++v) {
      space.addVariable(std::max<int64_t>(huge(), 1), "v");
      roles.push_back(static_cast<VarRole>(rng() % 5 % 4));
    }
    IndexExpr unknown = space.unknown({0, 1}, "u");
    CountLimits limits;
    limits.maxCombinations = 200;
    limits.maxPoints = 5000;
    limits.maxIslOperations = 3000;
    std::vector<Access> accesses(1 + rng() % 2);
    std::vector<int64_t> shape;
    for (int k = 0; k < 2; ++k)
      shape.push_back(huge());
    Wide size = static_cast<Wide>(shape[0]) * shape[1];
    for (Access &a : accesses)
      for (int k = 0; k < 2; ++k) {
        IndexExpr e = space.constant(any());
        for (int t = 0; t < 2; ++t)
          e = space.add(e, space.mul(space.variable(rng() % 3), any()));
        if (rng() % 6 == 0)
          e = space.add(e, unknown);
        switch (rng() % 5) {
        case 0:
          e = space.floorDiv(e, std::max<int64_t>(huge(), 1));
          break;
        case 1:
          e = space.mod(e, std::max<int64_t>(huge(), 1));
          break;
        case 2:
          e = space.min({e, space.mul(space.variable(0), any())});
        }
        a.coords.push_back(e);
        a.shape.push_back(shape[k]);
      }
    auto n = space.count(accesses, roles, 0, limits);
    bool summed = llvm::is_contained(roles, VarRole::Sum);
    if (!n) {
      EXPECT_FALSE(toString(n.takeError()).empty());
    } else if (!summed) {
      EXPECT_TRUE(*n >= 0 && *n <= size) << seed;
    }
    auto disjoint = space.areImagesDisjoint(accesses[0], roles, limits);
    if (!disjoint)
      llvm::consumeError(disjoint.takeError());
  }
}
} // namespace
