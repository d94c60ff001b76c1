//===- ParticipantsTest.cpp - position sets and their interning -----------===//

#include "tilefoundry/Analysis/Timeline/Participants.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tilefoundry::timeline;

namespace {

TEST(PositionSet, JoinsWhatTouches) {
  PositionSet set = PositionSet::fromPositions({5, 1, 0, 2, 1});
  ASSERT_EQ(set.ranges().size(), 2u);
  EXPECT_EQ(set.ranges()[0], (PositionRange{0, 3}));
  EXPECT_EQ(set.ranges()[1], (PositionRange{5, 6}));
  EXPECT_EQ(set, PositionSet::fromRanges({{{5, 6}, {1, 3}, {0, 1}, {9, 9}}}));
}

TEST(PositionSet, AgreesWithListsOfPositions) {
  std::mt19937_64 rng(31);
  for (int round = 0; round < 2000; ++round) {
    std::set<int64_t> a, b;
    for (std::set<int64_t> *s : {&a, &b})
      for (uint64_t i = rng() % 6; i-- > 0;)
        s->insert(rng() % 13);
    auto setOf = [](const std::set<int64_t> &s) {
      return PositionSet::fromPositions(
          std::vector<int64_t>(s.begin(), s.end()));
    };
    PositionSet x = setOf(a), y = setOf(b), both = x.unite(y);
    bool meet = false;
    for (int64_t p = -1; p < 14; ++p) {
      EXPECT_EQ(x.contains(p), a.count(p) == 1);
      EXPECT_EQ(both.contains(p), a.count(p) + b.count(p) > 0);
      meet |= a.count(p) && b.count(p);
    }
    EXPECT_EQ(x.intersects(y), meet);
    EXPECT_EQ(x.empty(), a.empty());
    EXPECT_EQ(x == y, a == b);
  }
}

TEST(ParticipantClasses, EqualSetsShareAnId) {
  ParticipantClasses classes;
  ParticipantClass a = classes.intern(PositionSet::fromPositions({0, 1}));
  ParticipantClass b = classes.intern(PositionSet::fromPositions({1, 2}));
  EXPECT_EQ(classes.intern(PositionSet::fromRanges({{{0, 2}}})), a);
  EXPECT_NE(a, b);
  EXPECT_EQ(classes.size(), 2);
  EXPECT_TRUE(classes.set(b).contains(2));
}

} // namespace
