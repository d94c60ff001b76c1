//===- TimelineTest.cpp - timelines derived by hand -----------------------===//

#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Analysis/Timeline/Validator.h"
#include "gtest/gtest.h"
#include <limits>

using namespace tilefoundry::timeline;

namespace {

class TimelineTest : public testing::Test {
protected:
  ParticipantClass range(int64_t begin, int64_t end) {
    return classes.intern(PositionSet::fromRanges({{{begin, end}}}));
  }
  void run() {
    llvm::Expected<Timeline> placed = place(program, classes);
    ASSERT_TRUE(bool(placed)) << llvm::toString(placed.takeError());
    timeline = std::move(*placed);
    llvm::Error error = validate(program, classes, timeline);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  }
  void expect(NodeId id, int64_t start, int64_t end, int64_t trips = 1,
              int64_t stride = 0) {
    const Placement &p = timeline.placements[id];
    EXPECT_EQ(p.startNs, start) << program.nodes()[id].name;
    EXPECT_EQ(p.endNs, end) << program.nodes()[id].name;
    EXPECT_EQ(p.trips, trips) << program.nodes()[id].name;
    EXPECT_EQ(p.strideNs, stride) << program.nodes()[id].name;
  }
  std::string refusal() {
    llvm::Expected<Timeline> placed = place(program, classes);
    return placed ? "" : llvm::toString(placed.takeError());
  }

  ParticipantClasses classes;
  Program program;
  Timeline timeline;
};

TEST_F(TimelineTest, ChainRunsEndToEnd) {
  NodeId a = program.addOccurrence("a", 7, range(0, 4), {});
  NodeId view = program.addOccurrence("view", 0, 0, {a});
  NodeId b = program.addOccurrence("b", 11, range(4, 8), {view});
  NodeId c = program.addOccurrence("c", 13, range(0, 4), {b});
  run();
  expect(a, 0, 7);
  expect(b, 7, 18); // through the structural view, on other positions
  expect(c, 18, 31);
  EXPECT_FALSE(timeline.placements[view].recorded);
  EXPECT_TRUE(timeline.placements[b].recorded);
  EXPECT_EQ(timeline.makespanNs, 31);
}

TEST_F(TimelineTest, ForkOnDisjointSlicesOverlaps) {
  NodeId root = program.addOccurrence("root", 5, range(0, 8), {});
  NodeId left = program.addOccurrence("left", 11, range(0, 4), {root});
  NodeId right = program.addOccurrence("right", 17, range(4, 8), {root});
  NodeId join = program.addOccurrence("join", 3, range(0, 8), {left, right});
  run();
  expect(left, 5, 16);
  expect(right, 5, 22);
  expect(join, 22, 25);
}

TEST_F(TimelineTest, PartialIntersectionSerializesWholeOccurrences) {
  NodeId a = program.addOccurrence("a", 7, range(0, 4), {});
  NodeId b =
      program.addOccurrence("b", 11, range(3, 6), {}); // shares position 3
  NodeId c = program.addOccurrence("c", 13, range(5, 8), {}); // shares 5 with b
  NodeId d = program.addOccurrence("d", 2, range(0, 3), {});  // after a only
  run();
  expect(a, 0, 7);
  expect(b, 7, 18);
  expect(c, 18, 31);
  expect(d, 7, 9);
}

TEST_F(TimelineTest, LoopWaitsForItsInvariantAndSpansItsTrips) {
  NodeId other = program.addOccurrence("other", 3, range(4, 8), {});
  NodeId invariant = program.addOccurrence("invariant", 5, range(0, 4), {});
  NodeId loop = program.beginLoop("k", 6, {});
  NodeId load = program.addOccurrence("load", 7, range(4, 8), {});
  NodeId use = program.addOccurrence("use", 11, range(0, 4), {invariant, load});
  program.endLoop();
  NodeId reader = program.addOccurrence("reader", 2, range(8, 9), {use});
  NodeId next = program.addOccurrence("next", 2, range(4, 8), {});
  NodeId apart = program.addOccurrence("apart", 2, range(9, 10), {});
  run();
  expect(other, 0, 3);
  // From 5, when the invariant ends, although `load` alone might start at 3.
  expect(loop, 5, 5 + 6 * 18, 6, 18);
  expect(load, 5, 12, 6, 18);
  expect(use, 12, 23, 6, 18);
  expect(reader, 113, 115);
  expect(next, 113, 115); // the loop keeps what its body occupies
  expect(apart, 0, 2);
}

TEST_F(TimelineTest, NestedLoopsStateTheInnermostAndTheFirstOuterTrip) {
  NodeId outer = program.beginLoop("outer", 3, {});
  NodeId a = program.addOccurrence("a", 5, range(0, 2), {});
  NodeId inner = program.beginLoop("inner", 4, {a});
  NodeId b = program.addOccurrence("b", 7, range(0, 2), {a});
  program.endLoop();
  NodeId c = program.addOccurrence("c", 2, range(2, 3), {b});
  program.endLoop();
  run();
  expect(a, 0, 5, 3, 35);
  expect(inner, 5, 33, 4, 7);
  expect(b, 5, 12, 4, 7);
  expect(c, 33, 35, 3, 35);
  expect(outer, 0, 105, 3, 35);
  EXPECT_EQ(timeline.makespanNs, 105);
}

TEST_F(TimelineTest, ALoopOfNoTripsPassesItsInitialValueOn) {
  NodeId initial = program.addOccurrence("initial", 5, range(0, 2), {});
  NodeId slow = program.addOccurrence("slow", 19, range(2, 4), {});
  NodeId loop = program.beginLoop("none", 0, {initial});
  NodeId inside = program.addOccurrence("inside", 7, range(2, 4), {slow});
  program.beginLoop("deeper", 2, {});
  program.addOccurrence("deep", 7, range(0, 4), {inside});
  program.endLoop();
  program.endLoop();
  NodeId reader = program.addOccurrence("reader", 3, range(4, 6), {loop});
  NodeId next = program.addOccurrence("next", 3, range(0, 2), {});
  run();
  expect(loop, 5, 5, 0, 0);
  EXPECT_FALSE(timeline.placements[inside].recorded);
  expect(reader, 5, 8);
  expect(next, 5, 8);
  EXPECT_EQ(timeline.makespanNs, 19);
}

TEST_F(TimelineTest, MalformedProgramsAreRefusedByName) {
  program.addOccurrence("nobody", 3, classes.intern(PositionSet()), {});
  EXPECT_NE(refusal().find("'nobody'"), std::string::npos);
  program = Program();
  program.addOccurrence("early", 0, 0, {1});
  EXPECT_NE(refusal().find("'early'"), std::string::npos);
  program = Program();
  NodeId loop = program.beginLoop("around", 2, {});
  program.addOccurrence("self", 0, 0, {loop});
  EXPECT_NE(refusal().find("'around'"), std::string::npos); // not ended
  program.endLoop();
  EXPECT_NE(refusal().find("'self'"), std::string::npos);
  program = Program();
  program.beginLoop("backwards", -1, {});
  program.endLoop();
  EXPECT_NE(refusal().find("'backwards'"), std::string::npos);
  program = Program();
  program.endLoop();
  EXPECT_FALSE(refusal().empty());
  program = Program();
  program.addOccurrence("unknown", 3, 99, {});
  EXPECT_NE(refusal().find("'unknown'"), std::string::npos);
}

TEST_F(TimelineTest, OverflowNamesTheNode) {
  int64_t most = std::numeric_limits<int64_t>::max();
  program.addOccurrence("long", most, range(0, 1), {});
  program.addOccurrence("more", 1, range(0, 1), {});
  EXPECT_NE(refusal().find("'more'"), std::string::npos);
  program = Program();
  program.beginLoop("often", most, {});
  program.addOccurrence("two", 2, range(0, 1), {});
  program.endLoop();
  EXPECT_NE(refusal().find("'often'"), std::string::npos);
}

TEST(Waves, FullAndPartialOnes) {
  auto estimate = [](int64_t makespan, int64_t n, int64_t p) {
    llvm::Expected<WaveEstimate> e = estimateWaves(makespan, n, p);
    EXPECT_TRUE(bool(e));
    return std::pair(e->waves, e->endNs);
  };
  EXPECT_EQ(estimate(7, 264, 132), std::pair(int64_t(2), int64_t(14)));
  EXPECT_EQ(estimate(7, 265, 132), std::pair(int64_t(3), int64_t(21)));
  EXPECT_EQ(estimate(7, 1, 132), std::pair(int64_t(1), int64_t(7)));
  // cases.md 17: 32 x 33 tiles, one a CTA.
  EXPECT_EQ(estimate(11, 1056, 132), std::pair(int64_t(8), int64_t(88)));
  EXPECT_EQ(estimate(0, 1056, 132), std::pair(int64_t(8), int64_t(0)));
  for (auto [m, n, p] : {std::tuple<int64_t, int64_t, int64_t>{1, 0, 1},
                         {1, 1, 0},
                         {-1, 1, 1},
                         {std::numeric_limits<int64_t>::max(), 2, 1}}) {
    llvm::Expected<WaveEstimate> e = estimateWaves(m, n, p);
    EXPECT_FALSE(bool(e));
    llvm::consumeError(e.takeError());
  }
}

} // namespace
