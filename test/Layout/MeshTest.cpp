//===- MeshTest.cpp - rules, levels and positions of meshes (ir.md 2.3) ---===//

#include "TestSupport.h"

using namespace tilefoundry;

namespace {

Mesh twoLevels(int64_t ctas, int64_t threads, Layout layout) {
  Mesh mesh = meshOf("cta", ctas, std::move(layout));
  mesh.levels.push_back({"thread", threads});
  return mesh;
}

TEST(Mesh, VerifiesWholeLevels) {
  EXPECT_OK(meshOf("cta", 128, plain({16, 8}, {8, 1})).verify());
  EXPECT_OK(meshOf("cta", 128, plain({16, 8}, {1, 16})).verify());
  EXPECT_OK(meshOf("cta", 132, sliceOf(120, plain({12}, {1}))).verify());
  EXPECT_OK(meshOf("cta", 132, sliceOf(0, plain({12}, {1}))).verify());
  EXPECT_OK(meshOf("cta", 132, sliceOf(1, plain({11, 2}, {12, 3}))).verify());
  EXPECT_OK(meshOf("cta", std::nullopt, plain({132}, {1})).verify());
  EXPECT_OK(meshOf("cta", 1, plain({}, {})).verify());
  EXPECT_OK(twoLevels(132, 128, plain({132, 4, 32}, {128, 32, 1})).verify());
}

TEST(Mesh, Refusals) {
  auto refusal = [](const Mesh &mesh) { return messageOf(mesh.verify()); };
  expectMessage(refusal(meshOf("cta", 128, plain({16, 8}, {9, 1}))),
                {"0 to 142", "128"});
  expectMessage(refusal(meshOf("cta", 128, plain({16, 8}, {4, 1}))),
                {"free of duplicates"});
  expectMessage(refusal(meshOf("cta", 128, plain({16, 8}, {0, 1}))),
                {"free of duplicates"});
  expectMessage(refusal(meshOf("cta", 132, plain({128}, {1}))),
                {"128 positions", "132", "slice"});
  expectMessage(refusal(meshOf("cta", 132, sliceOf(121, plain({12}, {1})))),
                {"121 to 132"});
  expectMessage(refusal(meshOf("cta", 132, sliceOf(-1, plain({12}, {1})))),
                {"-1 to 10"});
  expectMessage(refusal(meshOf("cta", 8, sliceOf(7, plain({8}, {-1})))),
                {"stride -1"});
  expectMessage(refusal(meshOf("cta", 8, plain({0}, {1}))), {"extent 0"});
  expectMessage(refusal(meshOf("cta", 0, plain({1}, {1}))), {"extent 0"});
  expectMessage(refusal(meshOf("cta", 8, Layout::unmaterialised({8}))),
                {"no strides"});

  Mesh names = meshOf("cta", 8, plain({4, 2}, {2, 1}));
  names.axisNames = {"a", "a"};
  expectMessage(refusal(names), {"two axes 'a'"});
  names.axisNames = {"a"};
  expectMessage(refusal(names), {"2 axes", "1 axis names"});
  names.axisNames = {"a", ""};
  expectMessage(refusal(names), {"empty name"});

  Mesh levels = meshOf("cta", 8, plain({8}, {1}));
  levels.levels.push_back({"cta", 1});
  expectMessage(refusal(levels), {"'cta' twice"});
  levels.levels.clear();
  expectMessage(refusal(levels), {"no topology level"});

  Mesh sliced = twoLevels(4, 8, plain({4, 8}, {8, 1}));
  sliced.layout = sliceOf(0, plain({4, 8}, {8, 1}));
  expectMessage(refusal(sliced), {"'cta', 'thread'", "sliced"});
}

TEST(Mesh, LevelsTakeAxesLeftToRight) {
  Mesh mesh = twoLevels(12, 35, plain({3, 4, 5, 7}, {140, 35, 7, 1}));
  EXPECT_EQ(get(mesh.levelOfAxis()),
            (llvm::SmallVector<unsigned, 4>{0, 0, 1, 1}));
  ComposedLayout cta = get(mesh.projectToLevel(0));
  EXPECT_EQ(*cta.outer, plain({3, 4}, {4, 1}));
  EXPECT_EQ(get(mesh.projectToLevel(1)).outer->rank(), 4u);
  EXPECT_EQ(get(mesh.positions(0)).size(), 12u);
  EXPECT_EQ(get(mesh.positions(1)).size(), 420u);
  expectMessage(messageOf(mesh.projectToLevel(2)), {"2 levels"});

  Mesh inner = get(mesh.finerThan(0));
  EXPECT_OK(inner.verify());
  EXPECT_EQ(inner.axisNames, (llvm::SmallVector<std::string, 4>{"c", "d"}));
  EXPECT_EQ(*inner.layout.outer, plain({5, 7}, {7, 1}));

  // Axes of extent 1: the level before has what it needs, the next one takes
  // it.
  Mesh ones = twoLevels(4, 8, plain({4, 1, 8}, {8, 0, 1}));
  EXPECT_OK(ones.verify());
  EXPECT_EQ(get(ones.levelOfAxis()), (llvm::SmallVector<unsigned, 4>{0, 1, 1}));
  Mesh unit = twoLevels(1, 8, plain({1, 8}, {8, 1}));
  EXPECT_EQ(get(unit.levelOfAxis()), (llvm::SmallVector<unsigned, 4>{0, 1}));
  Mesh tail = twoLevels(8, 1, plain({8, 1}, {1, 5}));
  EXPECT_OK(tail.verify());
  EXPECT_EQ(get(tail.levelOfAxis()), (llvm::SmallVector<unsigned, 4>{0, 1}));

  Mesh launched = twoLevels(4, 12, plain({4, 3, 4}, {12, 4, 1}));
  launched.levels[0].extent.reset();
  EXPECT_OK(launched.verify());
  EXPECT_EQ(get(launched.levelOfAxis()),
            (llvm::SmallVector<unsigned, 4>{0, 1, 1}));
}

TEST(Mesh, LevelRefusals) {
  // 6 = 4 x 1.5: the second axis would straddle.
  Mesh straddling = twoLevels(6, 10, plain({2, 6, 5}, {30, 5, 1}));
  expectMessage(messageOf(straddling.verify()),
                {"axis 1 (\"b\")", "extent 6", "'cta'", "straddles"});
  Mesh inexact = twoLevels(3, 5, plain({3, 5}, {1, 3}));
  expectMessage(messageOf(inexact.verify()),
                {"axis 0 (\"a\")", "1", "multiple of 5"});
}

TEST(Mesh, NestedScopesAndOneMeshAgree) {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    // Permuted row-major layouts of both levels.
    auto level = [&](int64_t &size) {
      Layout layout;
      size = 1;
      for (int64_t i = random.between(1, 3); i > 0; --i) {
        layout.shape.push_back(random.between(1, 5));
        size *= layout.shape.back();
      }
      llvm::SmallVector<unsigned, 4> order(layout.rank());
      for (unsigned i = 0; i < order.size(); ++i)
        order[i] = i;
      random.shuffle(order);
      layout.strides.resize(layout.rank());
      int64_t stride = 1;
      for (unsigned axis : order) {
        layout.strides[axis] = stride;
        stride *= layout.shape[axis];
      }
      return layout;
    };
    int64_t ctas, threads;
    Layout outer = level(ctas), inner = level(threads);
    Mesh outerMesh = meshOf("cta", ctas, outer);
    Mesh innerMesh = meshOf("thread", threads, inner);
    ASSERT_EQ(messageOf(outerMesh.verify()), "");
    ASSERT_EQ(messageOf(innerMesh.verify()), "");
    Mesh both = get(nestMeshes(outerMesh, innerMesh));
    SCOPED_TRACE(both.str());
    ASSERT_EQ(messageOf(both.verify()), "");
    EXPECT_EQ(get(both.positions(0)), get(outerMesh.positions(0)));
    Mesh finer = get(both.finerThan(0));
    // Every pair of coordinates stands at cta * threads + thread.
    for (const Coordinate &o : coordinatesOf(outer.shape))
      for (const Coordinate &i : coordinatesOf(inner.shape)) {
        Coordinate all = o;
        all.append(i);
        EXPECT_EQ(both.layout.map(all),
                  *outer.map(o) * threads + *inner.map(i));
        // A trailing outer axis of extent 1 is handed to the next level.
        if (finer.rank() == inner.rank()) {
          EXPECT_EQ(finer.layout.map(i), inner.map(i));
        }
      }
  }
}

TEST(Mesh, LevelLayoutsAndSamePositions) {
  Mesh both = twoLevels(6, 20, plain({2, 4, 3, 5}, {60, 5, 20, 1}));
  // The axes do not stand in level order: 2 x 4 exceeds cta's 6.
  expectMessage(messageOf(levelLayout(both, "cta")), {"straddles"});
  both = twoLevels(6, 20, plain({2, 3, 4, 5}, {60, 20, 1, 4}));
  EXPECT_EQ(*get(levelLayout(both, "cta")).outer, plain({2, 3}, {3, 1}));
  EXPECT_EQ(*get(levelLayout(both, "thread")).outer, plain({4, 5}, {1, 4}));
  expectMessage(messageOf(levelLayout(both, "warp")), {"'warp'"});

  Mesh cta = meshOf("cta", 6, plain({6}, {1}));
  EXPECT_TRUE(get(coverSamePositions(both, cta, "cta")));
  Mesh part = meshOf("cta", 6, sliceOf(1, plain({2}, {3})));
  Mesh other = meshOf("cta", 6, sliceOf(1, plain({2}, {2})));
  Mesh same = meshOf("cta", 6, sliceOf(1, plain({1, 2}, {1, 3})));
  EXPECT_FALSE(get(coverSamePositions(part, cta, "cta")));
  EXPECT_FALSE(get(coverSamePositions(part, other, "cta")));
  EXPECT_TRUE(get(coverSamePositions(part, same, "cta")));
  // Same range and count, other positions: {0, 1, 4, 5} and {0, 2, 3, 5}.
  Mesh pairs = meshOf("cta", 6, sliceOf(0, plain({2, 2}, {4, 1})));
  Mesh spread = meshOf("cta", 6, sliceOf(0, plain({2, 2}, {3, 2})));
  EXPECT_FALSE(get(coverSamePositions(pairs, spread, "cta")));
}

// docs/layouts.md
TEST(Mesh, ExamplesOfTheGuide) {
  Mesh mesh = twoLevels(132, 128, plain({132, 4, 32}, {128, 32, 1}));
  EXPECT_EQ(get(mesh.projectToLevel(0)).str(), "(132):(1)");
  EXPECT_EQ(get(levelLayout(mesh, "thread")).str(), "(4, 32):(32, 1)");
  Mesh cta = meshOf("cta", 132, plain({132}, {1}));
  Mesh thread = meshOf("thread", 128, plain({4, 32}, {32, 1}));
  EXPECT_EQ(get(nestMeshes(cta, thread)).layout, mesh.layout);
}

TEST(Mesh, HostileStridesAreRefusedQuickly) {
  Random random(3);
  Layout layout;
  for (int i = 0; i < 30; ++i) {
    layout.shape.push_back(3);
    layout.strides.push_back(random.between(1, int64_t(1) << 57));
  }
  Mesh mesh = meshOf("cta", INT64_MAX, sliceOf(0, layout));
  expectMessage(messageOf(mesh.verify()), {"too irregular"});
}

TEST(Mesh, VerifiedMeshesAreInjectiveAndInside) {
  Random random(99);
  int verified = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    Layout layout;
    for (int64_t i = random.between(1, 3); i > 0; --i) {
      layout.shape.push_back(random.between(1, 4));
      layout.strides.push_back(random.between(0, 9));
    }
    int64_t extent = random.between(1, 40);
    ComposedLayout composed(layout);
    if (random.below(2))
      composed = sliceOf(random.between(0, 6), layout);
    Mesh mesh = meshOf("cta", extent, composed);
    SCOPED_TRACE(mesh.str());
    // The rule, by enumeration.
    std::vector<int64_t> seen(extent, 0);
    bool isLegal = true;
    int64_t count = 0;
    for (const Coordinate &c : coordinatesOf(layout.shape)) {
      int64_t position = *composed.map(c);
      ++count;
      isLegal &= position >= 0 && position < extent && seen[position]++ == 0;
    }
    if (!mesh.isSliced())
      isLegal &= count == extent;
    EXPECT_EQ(messageOf(mesh.verify()).empty(), isLegal);
    verified += isLegal;
  }
  EXPECT_GT(verified, 200);
}

} // namespace
