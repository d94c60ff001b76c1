//===- ShardTest.cpp - rules and factorings of shard layouts (ir.md 2.4) --===//

#include "TestSupport.h"
#include <map>

using namespace tilefoundry;
using llvm::SmallVector;

namespace {

using Splits = SmallVector<SmallVector<unsigned, 2>, 4>;

SmallVector<MeshAxis, 4>
axesOf(std::initializer_list<std::pair<const char *, int64_t>> list) {
  SmallVector<MeshAxis, 4> axes;
  for (auto [name, extent] : list)
    axes.push_back({name, Extent(extent)});
  return axes;
}

bool everyLevel(unsigned) { return true; }

Shard shardOf(std::initializer_list<int64_t> shape,
              std::initializer_list<ShardEntry> entries,
              SmallVector<MeshAxis, 4> axes) {
  Shard shard;
  shard.shape = shapeOf(shape);
  shard.entries.assign(entries.begin(), entries.end());
  shard.meshAxes = std::move(axes);
  return shard;
}

TEST(Shard, CanonicalExampleOfTheContract) {
  ExtentVector tensor = shapeOf({1, 1536});
  Shard shard = get(canonicalShard(tensor, Splits{{}, {0, 1}}, {},
                                   axesOf({{"w", 6}, {"t", 32}})));
  EXPECT_EQ(numbers(shard.shape), (std::vector<int64_t>{1, 6, 32, 8}));
  EXPECT_EQ(shard.entries[0], ShardEntry::split(1));
  EXPECT_EQ(shard.entries[1], ShardEntry::split(2));
  EXPECT_FALSE(shard.strides);
  EXPECT_OK(verifyShard(tensor, shard));
  EXPECT_TRUE(isCanonical(tensor, shard));

  ShardFactoring digits = get(factorAxes(tensor, shard));
  ASSERT_EQ(digits.size(), 2u);
  ASSERT_EQ(digits[1].size(), 3u);
  EXPECT_EQ(digits[1][0].stride, Extent(256));
  EXPECT_EQ(digits[1][1].stride, Extent(8));
  EXPECT_EQ(digits[1][2].stride, Extent(1));
  EXPECT_EQ(digits[1][1].meshAxes, (SmallVector<unsigned, 2>{1}));
  EXPECT_TRUE(digits[1][2].meshAxes.empty());
  EXPECT_EQ(get(axisSplits(tensor, shard)), (AxisSplits{{}, {0, 1}}));
}

TEST(Shard, CanonicalOrderAndResiduals) {
  auto axes = axesOf({{"a", 3}, {"b", 5}, {"c", 7}});
  // The order written, not the mesh's; a residual of 1 is left out.
  Shard shard = get(
      canonicalShard(shapeOf({35, 11, 6}), Splits{{2, 1}, {}, {0}}, {}, axes));
  EXPECT_EQ(numbers(shard.shape), (std::vector<int64_t>{7, 5, 11, 3, 2}));
  EXPECT_EQ(shard.entries[0], ShardEntry::split(3));
  EXPECT_EQ(shard.entries[1], ShardEntry::split(1));
  EXPECT_EQ(shard.entries[2], ShardEntry::split(0));
  // Unnamed mesh axes take the entries given, broadcast by default.
  Shard partial =
      get(canonicalShard(shapeOf({35}), Splits{{2}},
                         {ShardEntry::partial(ShardKind::PartialSum),
                          ShardEntry::broadcast(), ShardEntry::broadcast()},
                         axes));
  EXPECT_EQ(partial.entries[0].kind, ShardKind::PartialSum);
  EXPECT_EQ(partial.entries[1].kind, ShardKind::Broadcast);
  EXPECT_TRUE(partial.hasPartial());
  EXPECT_FALSE(isReplicated(partial));
  EXPECT_TRUE(
      isReplicated(get(canonicalShard(shapeOf({35}), Splits{{}}, {}, axes))));
  // Rank 0.
  EXPECT_TRUE(get(canonicalShard({}, {}, {}, axes)).shape.empty());
  // An extent of 0 divides.
  EXPECT_EQ(
      numbers(get(canonicalShard(shapeOf({0}), Splits{{0}}, {}, axes)).shape),
      (std::vector<int64_t>{3, 0}));
}

TEST(Shard, CanonicalRefusals) {
  auto axes = axesOf({{"w", 6}, {"t", 32}});
  auto refusal = [&](std::initializer_list<int64_t> shape, Splits splits,
                     llvm::ArrayRef<ShardEntry> others = {}) {
    return messageOf(canonicalShard(shapeOf(shape), splits, others, axes));
  };
  expectMessage(refusal({1, 1537}, {{}, {0}}), {"axis 1", "1537", "'w'", "6"});
  expectMessage(refusal({96}, {{0, 1}}),
                {"axis 0", "96", "16 left", "'t'", "32"});
  expectMessage(refusal({6, 6}, {{0}, {0}}), {"'w'", "twice"});
  expectMessage(refusal({6}, {{7}}), {"mesh axis 7", "2 axes"});
  expectMessage(refusal({6, 6}, {{0}}), {"1 tensor axes", "rank 2"});
  expectMessage(refusal({6}, {{0}}, {ShardEntry::broadcast()}),
                {"1 entries", "2 axes"});
  expectMessage(
      refusal({6}, {{0}}, {ShardEntry::broadcast(), ShardEntry::split(0)}),
      {"'t'", "split(0)", "no tensor axis"});
}

TEST(Shard, VerifyRefusals) {
  auto axes = axesOf({{"w", 6}, {"t", 32}});
  auto none = ShardEntry::broadcast();
  auto refusal = [&](Shard shard) {
    return messageOf(verifyShard(shapeOf({12, 32}), shard));
  };
  EXPECT_EQ(refusal(shardOf({6, 2, 32}, {ShardEntry::split(0), none}, axes)),
            "");
  // Two axes on one position, first one major.
  EXPECT_EQ(refusal(shardOf(
                {192, 2}, {ShardEntry::split(0), ShardEntry::split(0)}, axes)),
            "");
  expectMessage(refusal(shardOf({6, 2, 32}, {none}, axes)),
                {"1 entries", "2 axes"});
  expectMessage(
      refusal(shardOf({6, 2, 32}, {ShardEntry::split(3), none}, axes)),
      {"split(3)", "'w'", "3 positions"});
  expectMessage(refusal(shardOf({12, 32}, {ShardEntry::split(0), none}, axes)),
                {"position 0", "12", "'w'", "6"});
  expectMessage(refusal(shardOf({12, 31}, {none, none}, axes)),
                {"372", "384", "whole, unsharded"});
  expectMessage(refusal(shardOf({-12, -32}, {none, none}, axes)),
                {"position 0", "-12"});
  Shard strided = shardOf({12, 32}, {none, none}, axes);
  strided.strides = shapeOf({32});
  expectMessage(refusal(strided), {"2 positions", "1 strides"});
}

TEST(Shard, RecognisesCanonicalFactorings) {
  auto axes = axesOf({{"w", 6}, {"t", 32}});
  auto none = ShardEntry::broadcast();
  auto test = [&](std::initializer_list<int64_t> tensor, Shard shard) {
    EXPECT_OK(verifyShard(shapeOf(tensor), shard));
    return isCanonical(shapeOf(tensor), shard);
  };
  EXPECT_TRUE(test({12, 32}, shardOf({12, 32}, {none, none}, axes)));
  EXPECT_FALSE(test({12, 32}, shardOf({384}, {none, none}, axes)));
  EXPECT_FALSE(test({12, 32}, shardOf({4, 3, 32}, {none, none}, axes)));
  // The residual first.
  EXPECT_FALSE(
      test({12, 32}, shardOf({2, 6, 32}, {ShardEntry::split(1), none}, axes)));
  // A residual of 1, and one in two parts.
  EXPECT_FALSE(
      test({6, 32}, shardOf({6, 1, 32}, {ShardEntry::split(0), none}, axes)));
  EXPECT_FALSE(test(
      {24, 32}, shardOf({6, 2, 2, 32}, {ShardEntry::split(0), none}, axes)));
  // One position for two mesh axes.
  EXPECT_FALSE(
      test({192},
           shardOf({192}, {ShardEntry::split(0), ShardEntry::split(0)}, axes)));
}

TEST(Shard, RecognisesWhatItMakes) {
  Random random(8128);
  for (int trial = 0; trial < 4000; ++trial) {
    SmallVector<MeshAxis, 4> axes;
    int64_t meshRank = random.between(1, 3);
    for (int64_t i = 0; i < meshRank; ++i)
      axes.push_back({"m" + std::to_string(i), Extent(random.between(1, 4))});
    // Deal the mesh axes to tensor axes, then choose residuals.
    int64_t rank = random.between(1, 4);
    Splits splits(rank);
    SmallVector<unsigned, 4> order;
    for (unsigned i = 0; i < axes.size(); ++i)
      order.push_back(i);
    random.shuffle(order);
    for (unsigned axis : order)
      if (random.below(4) != 0)
        splits[random.below(rank)].push_back(axis);
    ExtentVector tensor;
    for (const auto &over : splits) {
      Extent extent(random.between(1, 4));
      for (unsigned axis : over)
        extent = extent * axes[axis].extent;
      tensor.push_back(extent);
    }
    Shard shard = get(canonicalShard(tensor, splits, {}, axes));
    SCOPED_TRACE(toString(tensor) + " " + shard.str());
    EXPECT_OK(verifyShard(tensor, shard));
    EXPECT_TRUE(isCanonical(tensor, shard));

    // Every element has as many owners as there are replicas, by the digits.
    ShardFactoring digits = get(factorAxes(tensor, shard));
    SmallVector<int64_t, 4> tensorNumbers = *toStatic(tensor);
    SmallVector<int64_t, 4> meshShape;
    int64_t replicas = 1;
    for (unsigned i = 0; i < axes.size(); ++i) {
      meshShape.push_back(*axes[i].extent.asStatic());
      if (!shard.entries[i].isSplit())
        replicas *= meshShape.back();
    }
    std::map<std::vector<int64_t>, int64_t> owners;
    SmallVector<int64_t, 4> local =
        *toStatic(get(localShape(tensor, shard, everyLevel)));
    for (const Coordinate &participant : coordinatesOf(meshShape))
      for (const Coordinate &own : coordinatesOf(local)) {
        std::vector<int64_t> element;
        for (unsigned axis = 0; axis < tensor.size(); ++axis) {
          int64_t value = 0;
          for (const ShardDigit &digit : digits[axis])
            value += *digit.stride.asStatic() *
                     (digit.isSplit() ? participant[digit.meshAxes.front()]
                                      : own[axis]);
          element.push_back(value);
        }
        ++owners[element];
      }
    EXPECT_EQ(Extent(owners.size()), productOf(tensor));
    for (const auto &[element, count] : owners)
      EXPECT_EQ(count, replicas);
  }
}

TEST(Shard, DigitsCutSharedPositions) {
  auto axes = axesOf({{"p", 4}, {"q", 3}});
  auto none = ShardEntry::broadcast();
  // [8, 8] as (4 split, 16): position 1 is 2 of axis 0 and all of axis 1.
  Shard shard = shardOf({4, 16}, {ShardEntry::split(0), none}, axes);
  ShardFactoring digits = get(factorAxes(shapeOf({8, 8}), shard));
  ASSERT_EQ(digits[0].size(), 2u);
  ASSERT_EQ(digits[1].size(), 1u);
  EXPECT_EQ(digits[0][1].position, 1u);
  EXPECT_EQ(digits[0][1].extent, Extent(2));
  EXPECT_EQ(digits[0][1].positionStride, Extent(8));
  EXPECT_EQ(digits[1][0].position, 1u);
  EXPECT_EQ(digits[1][0].positionStride, Extent(1));
  EXPECT_FALSE(isCanonical(shapeOf({8, 8}), shard));

  // A position of two mesh axes is cut between them.
  Shard both =
      shardOf({12, 2}, {ShardEntry::split(0), ShardEntry::split(0)}, axes);
  digits = get(factorAxes(shapeOf({4, 6}), both));
  EXPECT_EQ(digits[0][0].meshAxes, (SmallVector<unsigned, 2>{0}));
  EXPECT_EQ(digits[1][0].meshAxes, (SmallVector<unsigned, 2>{1}));
  EXPECT_EQ(digits[0][0].positionStride, Extent(3));
  // Not through one.
  expectMessage(messageOf(factorAxes(shapeOf({2, 12}), both)),
                {"position 0", "axis 0 of extent 2", "'p'", "reshard first"});

  // Without a split there is always an answer.
  Shard sum = shardOf({12, 2},
                      {ShardEntry::partial(ShardKind::PartialSum), none}, axes);
  digits = get(factorAxes(shapeOf({8, 3}), sum));
  EXPECT_EQ(digits[0][0].extent, Extent(8));
  EXPECT_EQ(digits[0][0].position, std::nullopt);
  EXPECT_EQ(numbers(get(localShape(shapeOf({8, 3}), sum, everyLevel))),
            (std::vector<int64_t>{8, 3}));
}

TEST(Shard, LocalShapesByLevel) {
  auto axes = axesOf({{"c", 3}, {"w", 2}, {"t", 5}});
  llvm::StringRef levels[] = {"cta", "thread", "thread"};
  llvm::StringRef hierarchy[] = {"cta", "thread"};
  auto ctaAxes = get(axesAtOrCoarser(levels, hierarchy, "cta"));
  auto threadAxes = get(axesAtOrCoarser(levels, hierarchy, "thread"));
  EXPECT_EQ(ctaAxes, (SmallVector<bool, 4>{true, false, false}));
  EXPECT_EQ(threadAxes, (SmallVector<bool, 4>{true, true, true}));
  expectMessage(messageOf(axesAtOrCoarser(levels, hierarchy, "warp")),
                {"'warp'", "cta, thread"});
  expectMessage(messageOf(axesAtOrCoarser({"lane"}, hierarchy, "cta")),
                {"'lane'", "cta, thread"});

  auto atCta = [&](unsigned axis) { return ctaAxes[axis]; };
  ExtentVector tensor = shapeOf({42, 10});
  Shard shard = get(canonicalShard(tensor, Splits{{0, 1}, {2}}, {}, axes));
  EXPECT_EQ(numbers(get(localShape(tensor, shard, atCta))),
            (std::vector<int64_t>{14, 10}));
  EXPECT_EQ(numbers(get(localShape(tensor, shard, everyLevel))),
            (std::vector<int64_t>{7, 2}));
  EXPECT_EQ(get(localSize(tensor, shard, atCta)), Extent(140));
  EXPECT_EQ(get(localSize(tensor, shard, everyLevel)), Extent(14));

  // Partial and broadcast entries do not divide; a dynamic one makes it whole.
  Shard partial = get(canonicalShard(
      tensor, Splits{{0}, {}},
      {ShardEntry::broadcast(), ShardEntry::partial(ShardKind::PartialMax),
       ShardEntry::broadcast()},
      axes));
  EXPECT_EQ(numbers(get(localShape(tensor, partial, everyLevel))),
            (std::vector<int64_t>{14, 10}));
  partial.entries[2] = ShardEntry::dynamic();
  EXPECT_EQ(numbers(get(localShape(tensor, partial, everyLevel))),
            (std::vector<int64_t>{42, 10}));
  EXPECT_EQ(get(localSize(tensor, partial, everyLevel)), Extent(420));

  // A split that straddles axes has no local shape but a local size.
  Shard straddling = shardOf({3, 140}, {ShardEntry::split(0), {}, {}}, axes);
  EXPECT_EQ(get(localSize(shapeOf({2, 210}), straddling, everyLevel)),
            Extent(140));
  expectMessage(
      messageOf(localShape(shapeOf({2, 210}), straddling, everyLevel)),
      {"reshard first"});
}

TEST(Shard, SymbolicExtents) {
  int ctxId, batchId;
  Extent ctx(Symbol{&ctxId, "ctx"}), batch(Symbol{&batchId, "batch"});
  auto axes = axesOf({{"w", 6}});
  ExtentVector tensor{ctx, Extent(12), batch};
  Shard shard = get(canonicalShard(tensor, Splits{{}, {0}, {}}, {}, axes));
  EXPECT_EQ(toString(shard.shape), "[ctx, 6, 2, batch]");
  EXPECT_OK(verifyShard(tensor, shard));
  EXPECT_TRUE(isCanonical(tensor, shard));
  EXPECT_EQ(toString(get(localShape(tensor, shard, everyLevel))),
            "[ctx, 2, batch]");
  EXPECT_EQ(
      toString(
          *get(materialiseStrides(shard, StrideRule::WholeDomain)).strides),
      "[12 * batch, 2 * batch, batch, 1]");
  expectMessage(
      messageOf(canonicalShard(tensor, Splits{{0}, {}, {}}, {}, axes)),
      {"axis 0", "ctx", "'w'", "6"});
  expectMessage(messageOf(domainLayout(shard)), {"symbolic", "bind"});

  // Not decided before binding: accepted, but there is no correspondence yet.
  Shard other = shard;
  other.shape[0] = batch;
  EXPECT_OK(verifyShard(tensor, other));
  EXPECT_NE(messageOf(factorAxes(tensor, other)), "");
}

TEST(Shard, MaterialisesStrides) {
  auto axes = axesOf({{"w", 6}, {"t", 32}});
  Shard shard =
      get(canonicalShard(shapeOf({3, 1536}), Splits{{}, {0, 1}}, {}, axes));
  Shard whole = get(materialiseStrides(shard, StrideRule::WholeDomain));
  EXPECT_EQ(numbers(*whole.strides), (std::vector<int64_t>{1536, 256, 8, 1}));
  Shard own = get(materialiseStrides(shard, StrideRule::PerParticipant));
  EXPECT_EQ(numbers(*own.strides), (std::vector<int64_t>{8, 0, 0, 1}));
  // What one participant spans: the whole tensor, and 3 x 8.
  EXPECT_EQ(get(domainLayout(whole)).cosize(), 4608);
  EXPECT_EQ(get(domainLayout(own)).cosize(), 24);
  EXPECT_OK(verifyStrides(whole));
  EXPECT_OK(verifyStrides(own));
  // Written strides are kept.
  Shard kept = own;
  kept.strides = shapeOf({16, 0, 0, 2});
  EXPECT_EQ(
      numbers(*get(materialiseStrides(kept, StrideRule::WholeDomain)).strides),
      (std::vector<int64_t>{16, 0, 0, 2}));
  kept.strides = shapeOf({4, 0, 0, 1});
  expectMessage(messageOf(verifyStrides(kept)), {"one place", "split"});

  EXPECT_EQ(strideRuleOf("gmem"), StrideRule::WholeDomain);
  EXPECT_EQ(strideRuleOf("host"), StrideRule::WholeDomain);
  EXPECT_EQ(strideRuleOf("smem"), StrideRule::PerParticipant);
  EXPECT_EQ(strideRuleOf("rmem"), StrideRule::PerParticipant);
  EXPECT_EQ(strideRuleOf("tmem"), StrideRule::PerParticipant);
  EXPECT_EQ(strideRuleOf("umat"), std::nullopt);

  Shard large = shardOf({INT64_MAX, 2, 0}, {}, {});
  EXPECT_OK(materialiseStrides(large, StrideRule::WholeDomain).takeError());
}

TEST(Shard, AbsurdRanksHaveAnAnswer) {
  ExtentVector tensor(20000, Extent(1));
  Shard shard;
  shard.shape = tensor;
  EXPECT_FALSE(isCanonical(tensor, shard));
  EXPECT_EQ(get(localShape(tensor, shard, everyLevel)).size(), 20000u);
  EXPECT_EQ(get(factorAxes(tensor, shard)).size(), 20000u);
}

TEST(Shard, ExtremeValuesAreRefusedNotUndefined) {
  auto axes = axesOf({{"w", INT64_MAX}, {"t", 2}});
  Shard shard = shardOf({INT64_MAX, 2}, {ShardEntry::split(0), {}}, axes);
  EXPECT_NE(messageOf(verifyShard(shapeOf({INT64_MAX, 2}), shard)), "");
  EXPECT_NE(messageOf(verifyShard(shapeOf({INT64_MIN, 2}), shard)), "");
  EXPECT_NE(messageOf(canonicalShard(shapeOf({INT64_MIN}), Splits{{0}}, {},
                                     axesOf({{"w", -1}}))),
            "");
  EXPECT_NE(messageOf(canonicalShard(shapeOf({8}), Splits{{0}}, {},
                                     axesOf({{"w", 0}}))),
            "");
}

} // namespace
