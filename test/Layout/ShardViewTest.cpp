//===- ShardViewTest.cpp - reshape, slice and local of shards (ir.md 6) ---===//

#include "TestSupport.h"
#include <map>

using namespace tilefoundry;
using llvm::SmallVector;

namespace {

using Splits = SmallVector<SmallVector<unsigned, 2>, 4>;

const SmallVector<MeshAxis, 4> four{{"p", Extent(4)}};

bool everyLevel(unsigned) { return true; }

Shard canonical(std::initializer_list<int64_t> tensor, Splits splits,
                SmallVector<MeshAxis, 4> axes = four) {
  return get(canonicalShard(shapeOf(tensor), splits, {}, axes));
}

std::string reshapeMessage(std::initializer_list<int64_t> from,
                           const Shard &shard,
                           std::initializer_list<int64_t> to) {
  return messageOf(reshapeShard(shapeOf(from), shard, shapeOf(to)));
}

// cases.md 14: a split of P survives N = M * m exactly when P divides M.
TEST(ReshapeShard, SplitSurvivesExactlyWhenItDividesTheMajorAxis) {
  expectMessage(reshapeMessage({12, 8}, canonical({12, 8}, {{}, {0}}), {16, 6}),
                {"[12, 8]", "[16, 6]", "reshard first"});
  expectMessage(reshapeMessage({3, 30720}, canonical({3, 30720}, {{}, {0}}),
                               {3, 6, 5120}),
                {"extent 4", "'p'", "axis 1 of extent 6", "reshard first"});
  Shard heads =
      get(reshapeShard(shapeOf({64}), canonical({64}, {{0}}), shapeOf({8, 8})));
  EXPECT_EQ(numbers(heads.shape), (std::vector<int64_t>{4, 2, 8}));
  EXPECT_EQ(heads.entries[0], ShardEntry::split(0));
  EXPECT_TRUE(isCanonical(shapeOf({8, 8}), heads));

  for (int64_t p = 1; p <= 12; ++p)
    // A major axis of 1 is no boundary: the split lies inside the minor one.
    for (int64_t major = 1; major <= 12; ++major)
      for (int64_t minor = 2; minor <= 6; ++minor) {
        int64_t n = major * minor;
        if (n % p != 0)
          continue;
        Shard shard = canonical({n}, {{0}}, {{"p", Extent(p)}});
        auto result =
            reshapeShard(shapeOf({n}), shard, shapeOf({major, minor}));
        EXPECT_EQ(static_cast<bool>(result), major == 1 || major % p == 0)
            << n << " over " << p << " to " << major << " x " << minor;
        if (!result)
          llvm::consumeError(result.takeError());
      }
}

TEST(ReshapeShard, KeepsTheDomainWherePositionsStayWhole) {
  Shard shard = canonical({8, 3}, {{0}, {}});
  // (4, 2, 3) inside one axis of 24: the domain is kept as it is.
  Shard merged = get(reshapeShard(shapeOf({8, 3}), shard, shapeOf({24})));
  EXPECT_EQ(numbers(merged.shape), (std::vector<int64_t>{4, 2, 3}));
  EXPECT_FALSE(isCanonical(shapeOf({24}), merged));
  // The way back gives what it started from.
  Shard back = get(reshapeShard(shapeOf({24}), merged, shapeOf({8, 3})));
  EXPECT_EQ(back.str(), shard.str());
  EXPECT_TRUE(isCanonical(shapeOf({8, 3}), back));
  // Refined, it is canonical.
  Shard refined = get(refineShard(shapeOf({24}), merged));
  EXPECT_EQ(numbers(refined.shape), (std::vector<int64_t>{4, 6}));
  EXPECT_TRUE(isCanonical(shapeOf({24}), refined));

  expectMessage(reshapeMessage({8, 3}, shard, {25}), {"24", "25"});
}

TEST(ReshapeShard, CutsStridesWithPositions) {
  Shard shard = canonical({64}, {{0}});
  Shard own = get(materialiseStrides(shard, StrideRule::PerParticipant));
  EXPECT_EQ(numbers(*own.strides), (std::vector<int64_t>{0, 1}));
  Shard cut = get(reshapeShard(shapeOf({64}), own, shapeOf({8, 8})));
  EXPECT_EQ(numbers(*cut.strides), (std::vector<int64_t>{0, 8, 1}));
  Shard whole = get(materialiseStrides(shard, StrideRule::WholeDomain));
  cut = get(reshapeShard(shapeOf({64}), whole, shapeOf({8, 8})));
  EXPECT_EQ(numbers(*cut.strides), (std::vector<int64_t>{16, 8, 1}));
}

TEST(ReshapeShard, PartialWithoutSplitAlwaysPasses) {
  Shard sum =
      get(canonicalShard(shapeOf({6, 4}), Splits{{}, {}},
                         {ShardEntry::partial(ShardKind::PartialSum)}, four));
  Shard result = get(reshapeShard(shapeOf({6, 4}), sum, shapeOf({4, 6})));
  EXPECT_OK(verifyShard(shapeOf({4, 6}), result));
  EXPECT_TRUE(isCanonical(shapeOf({4, 6}), result));
  EXPECT_EQ(result.entries[0].kind, ShardKind::PartialSum);
}

/// Elements by row-major index that each participant owns, from the digits.
std::map<std::vector<int64_t>, std::vector<int64_t>>
ownership(llvm::ArrayRef<Extent> tensor, const Shard &shard) {
  ShardFactoring digits = get(factorAxes(tensor, shard));
  SmallVector<int64_t, 4> shape = *toStatic(tensor), mesh;
  for (const MeshAxis &axis : shard.meshAxes)
    mesh.push_back(*axis.extent.asStatic());
  std::map<std::vector<int64_t>, std::vector<int64_t>> owned;
  for (const Coordinate &participant : coordinatesOf(mesh))
    for (const Coordinate &element : coordinatesOf(shape)) {
      bool isOwn = true;
      int64_t index = 0;
      for (unsigned axis = 0; axis < shape.size(); ++axis) {
        index = index * shape[axis] + element[axis];
        for (const ShardDigit &digit : digits[axis]) {
          if (!digit.isSplit())
            continue;
          int64_t coordinate = 0;
          for (unsigned over : digit.meshAxes)
            coordinate = coordinate * mesh[over] + participant[over];
          isOwn &= (element[axis] / *digit.stride.asStatic()) %
                       *digit.extent.asStatic() ==
                   coordinate;
        }
      }
      if (isOwn)
        owned[{participant.begin(), participant.end()}].push_back(index);
    }
  return owned;
}

Shard randomCanonical(Random &random, ExtentVector &tensor) {
  SmallVector<MeshAxis, 4> axes;
  for (int64_t i = random.between(1, 3); i > 0; --i)
    axes.push_back({"m" + std::to_string(i), Extent(random.between(1, 4))});
  Splits splits(random.between(1, 3));
  SmallVector<unsigned, 4> order;
  for (unsigned i = 0; i < axes.size(); ++i)
    order.push_back(i);
  random.shuffle(order);
  for (unsigned axis : order)
    if (random.below(4) != 0)
      splits[random.below(splits.size())].push_back(axis);
  tensor.clear();
  for (const auto &over : splits) {
    Extent extent(random.between(1, 6));
    for (unsigned axis : over)
      extent = extent * axes[axis].extent;
    tensor.push_back(extent);
  }
  return get(canonicalShard(tensor, splits, {}, axes));
}

/// A random shape with as many elements.
ExtentVector randomReshape(Random &random, int64_t size) {
  ExtentVector shape;
  while (size > 1 || shape.empty()) {
    int64_t factor = random.between(1, size);
    while (size % factor != 0)
      ++factor;
    shape.push_back(factor);
    size /= factor;
    if (shape.size() == 4) {
      shape.push_back(size);
      break;
    }
  }
  return shape;
}

TEST(ReshapeShard, NeverMovesAnElement) {
  Random random(60221);
  int legal = 0, refused = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    ExtentVector from;
    Shard shard = randomCanonical(random, from);
    int64_t size = *productOf(from).asStatic();
    ExtentVector to = randomReshape(random, size);
    SCOPED_TRACE(toString(from) + " to " + toString(to) + ": " + shard.str());
    auto result = reshapeShard(from, shard, to);
    if (!result) {
      llvm::consumeError(result.takeError());
      ++refused;
      continue;
    }
    ++legal;
    ASSERT_EQ(messageOf(verifyShard(to, *result)), "");
    EXPECT_EQ(ownership(from, shard), ownership(to, *result));
    Shard refined = get(refineShard(to, *result));
    ASSERT_EQ(messageOf(verifyShard(to, refined)), "");
    EXPECT_EQ(ownership(from, shard), ownership(to, refined));
  }
  EXPECT_GT(legal, 1000);
  EXPECT_GT(refused, 200);
}

TEST(SliceShard, NarrowsUnsplitAxesOnly) {
  Shard shard = canonical({8, 10}, {{0}, {}});
  Shard narrow = get(sliceShard(shapeOf({8, 10}), shard, shapeOf({8, 7})));
  EXPECT_EQ(numbers(narrow.shape), (std::vector<int64_t>{4, 2, 7}));
  EXPECT_EQ(narrow.entries[0], ShardEntry::split(0));
  expectMessage(
      messageOf(sliceShard(shapeOf({8, 10}), shard, shapeOf({4, 10}))),
      {"axis 0", "8", "4", "'p'", "reshard first"});
  expectMessage(messageOf(sliceShard(shapeOf({8, 10}), shard, shapeOf({8}))),
                {"rank 2", "rank 1"});

  Shard loose = shard;
  loose.shape = shapeOf({4, 20});
  EXPECT_OK(sliceShard(shapeOf({8, 10}), loose, shapeOf({8, 10})));
  expectMessage(messageOf(sliceShard(shapeOf({8, 10}), loose, shapeOf({8, 5}))),
                {"canonical", "reshard first"});
}

TEST(ProjectShard, KeepsFinerEntries) {
  SmallVector<MeshAxis, 4> axes{
      {"c", Extent(3)}, {"w", Extent(2)}, {"t", Extent(5)}};
  Shard shard = get(
      canonicalShard(shapeOf({42, 3, 10}), Splits{{0, 1}, {}, {2}}, {}, axes));
  auto isCta = [](unsigned axis) { return axis == 0; };
  LocalShard local = get(projectShard(shapeOf({42, 3, 10}), shard, isCta));
  EXPECT_EQ(numbers(local.shape), (std::vector<int64_t>{14, 3, 10}));
  EXPECT_EQ(numbers(local.shard.shape), (std::vector<int64_t>{2, 7, 3, 5, 2}));
  EXPECT_EQ(local.keptAxes, (SmallVector<unsigned, 4>{1, 2}));
  EXPECT_EQ(local.shard.entries[0], ShardEntry::split(0));
  EXPECT_EQ(local.shard.entries[1], ShardEntry::split(3));
  EXPECT_OK(verifyShard(local.shape, local.shard));

  LocalShard all = get(projectShard(shapeOf({42, 3, 10}), shard, everyLevel));
  EXPECT_EQ(numbers(all.shape), (std::vector<int64_t>{7, 3, 2}));
  EXPECT_TRUE(isReplicated(all.shard));
  EXPECT_TRUE(all.keptAxes.empty());

  Shard dynamic = shard;
  dynamic.entries[2] = ShardEntry::dynamic();
  expectMessage(messageOf(projectShard(shapeOf({42, 3, 10}), dynamic, isCta)),
                {"dynamic", "reshard first"});
}

TEST(ProjectShard, LocalOfLocalIsLocal) {
  Random random(112358);
  for (int trial = 0; trial < 3000; ++trial) {
    ExtentVector tensor;
    Shard shard = randomCanonical(random, tensor);
    SCOPED_TRACE(toString(tensor) + " " + shard.str());
    // Axes below `cut` are the coarser level.
    unsigned cut = random.below(shard.entries.size() + 1);
    auto isCoarse = [&](unsigned axis) { return axis < cut; };
    LocalShard local = get(projectShard(tensor, shard, isCoarse));
    ASSERT_EQ(messageOf(verifyShard(local.shape, local.shard)), "");
    EXPECT_TRUE(isCanonical(local.shape, local.shard));
    EXPECT_EQ(get(localShape(local.shape, local.shard, everyLevel)),
              get(localShape(tensor, shard, everyLevel)));

    // Fully split, the parts sum to the whole.
    Extent parts = get(localSize(tensor, shard, everyLevel));
    EXPECT_EQ(productOf(get(localShape(tensor, shard, everyLevel))), parts);
    for (unsigned i = 0; i < shard.entries.size(); ++i)
      if (shard.entries[i].isSplit())
        parts = parts * shard.meshAxes[i].extent;
    EXPECT_EQ(parts, productOf(tensor));
  }
}

} // namespace
