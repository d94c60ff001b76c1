//===- ExplainTest.cpp - cache pressure, decimals, chart logarithms -------===//

#include "Svg.h"
#include "tilefoundry/Report/Report.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tilefoundry;

namespace {

MemoryHierarchyFacts hierarchy() {
  MemoryHierarchyFacts facts;
  facts.explicitLevels = {{"gmem", 1000, "device", "target"},
                          {"smem", 300, "sm", "cta"}};
  facts.implicitLevels = {{"l1", std::nullopt, "sm"},
                          {"l2", 100, "device"},
                          {"l3", std::nullopt, "device"},
                          {"lost", 100, "device"}};
  facts.relations = {
      {MemoryRelationKind::Caches, "l1", "l2", std::nullopt},
      {MemoryRelationKind::Caches, "l2", "l3", std::nullopt},
      {MemoryRelationKind::Caches, "l3", "gmem", std::nullopt},
      {MemoryRelationKind::SharesCapacityWith, "l1", "smem", 256}};
  return facts;
}

std::vector<CachePressure> project(std::vector<BufferFootprint> rows,
                                   bool known) {
  LoopFootprintRecord record;
  record.footprints = std::move(rows);
  record.known = known;
  llvm::Expected<std::vector<CachePressure>> pressure =
      projectCachePressure(record, hierarchy(), nullptr);
  if (pressure)
    return *pressure;
  ADD_FAILURE() << llvm::toString(pressure.takeError());
  return {};
}

/// (A1.2.2) one row per cache of the backing level's scope, over device bytes.
TEST(CachePressure, SumsTheBackingLevelOfTheSameScope) {
  std::vector<CachePressure> rows = project({{"a", "gmem", 1, 43, 1},
                                             {"b", "gmem", 1, 47, 1},
                                             {"c", "smem", 1, 53, 1}},
                                            /*known=*/true);
  // l1 is stated per SM, its backing gmem per device; "lost" backs nothing.
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cacheLevel, "l2");
  EXPECT_EQ(rows[0].backingLevel, "gmem");
  EXPECT_EQ(rows[0].deviceBytes, 90);
  EXPECT_EQ(rows[0].status, "fits");
  EXPECT_EQ(rows[1].cacheLevel, "l3");
  EXPECT_EQ(rows[1].capacityBytes, std::nullopt);
  EXPECT_EQ(rows[1].status, "unknown");
}

TEST(CachePressure, StatesWhatALowerBoundSettles) {
  EXPECT_EQ(project({{"a", "gmem", 1, 100, 1}}, false)[0].status,
            "lower-bound");
  EXPECT_EQ(project({{"a", "gmem", 1, 101, 1}}, false)[0].status, "exceeds");
  EXPECT_EQ(project({{"a", "gmem", 1, 100, 1}}, true)[0].status, "fits");
  EXPECT_TRUE(project({{"a", "rmem", 1, 1, 1}}, true).empty());
}

TEST(CachePressure, DerivesADividedCapacity) {
  MemoryHierarchyFacts facts = hierarchy();
  facts.implicitLevels[0].scope = "device";
  MemoryRecord memory;
  memory.footprint = {{"smem", 57, 0, {}}};
  LoopFootprintRecord record;
  record.footprints = {{"a", "gmem", 1, 200, 1}};
  llvm::Expected<std::vector<CachePressure>> rows =
      projectCachePressure(record, facts, &memory);
  ASSERT_TRUE(bool(rows));
  EXPECT_EQ((*rows)[0].capacityBytes, 256 - 57);
  EXPECT_EQ((*rows)[0].status, "exceeds");
}

TEST(CachePressure, ACycleOfCachesEnds) {
  MemoryHierarchyFacts facts;
  facts.implicitLevels = {{"a", 1, "x"}, {"b", 1, "x"}};
  facts.relations = {{MemoryRelationKind::Caches, "a", "b", std::nullopt},
                     {MemoryRelationKind::Caches, "b", "a", std::nullopt}};
  LoopFootprintRecord record;
  llvm::Expected<std::vector<CachePressure>> rows =
      projectCachePressure(record, facts, nullptr);
  ASSERT_TRUE(bool(rows));
  EXPECT_TRUE(rows->empty());
}

TEST(Decimal, RoundsHalfUp) {
  EXPECT_EQ(fixedDecimal({1, 3}, 3), "0.333");
  EXPECT_EQ(fixedDecimal({2, 3}, 3), "0.667");
  EXPECT_EQ(fixedDecimal({1, 8}, 2), "0.13");
  EXPECT_EQ(fixedDecimal({999999, 1000}, 2), "1000.00");
  EXPECT_EQ(fixedDecimal({5, 2}, 0), "3");
  EXPECT_EQ(fixedDecimal({0, 7}, 1), "0.0");
  EXPECT_EQ(fixedDecimal({1, 0}, 1), "none");
  unsigned __int128 wide = static_cast<unsigned __int128>(1) << 100;
  EXPECT_EQ(fixedDecimal({wide, wide}, 3), "1.000");
}

TEST(ChartLogarithm, FollowsTheLogarithm) {
  EXPECT_EQ(log2Fixed({1, 1}), 0);
  EXPECT_EQ(log2Fixed({8, 1}), 3 * 1024);
  EXPECT_EQ(log2Fixed({1, 4}), -2 * 1024);
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    uint64_t value = (random() >> (random() % 63)) | 1;
    double exact = std::log2(static_cast<double>(value)) * 1024;
    EXPECT_NEAR(static_cast<double>(log2Fixed({value, 1})), exact, 1.01);
  }
}

} // namespace
