//===- RandomTimelineTest.cpp - random programs against a naive oracle ----===//

#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Analysis/Timeline/Validator.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace tilefoundry::timeline;

namespace {

struct RandomProgram {
  Program program;
  ParticipantClasses classes;
  std::mt19937_64 rng;
  std::vector<ParticipantClass> sets;
  std::vector<NodeId> around;

  explicit RandomProgram(uint64_t seed) : rng(seed) {
    int64_t mesh = rng() % 2 ? 11 : 300; // beyond one block of atoms
    for (int i = 0; i < 5; ++i) {
      int64_t begin = rng() % mesh, end = begin + 1 + rng() % (mesh / 2);
      int64_t second = rng() % mesh;
      sets.push_back(classes.intern(
          PositionSet::fromRanges({{{begin, end}, {second, second + 1}}})));
      sets.push_back(classes.intern(
          PositionSet::fromPositions({static_cast<int64_t>(rng() % mesh),
                                      static_cast<int64_t>(rng() % mesh)})));
    }
    region(3 + rng() % 5);
  }

  std::vector<NodeId> producers() {
    std::vector<NodeId> list;
    for (uint64_t i = rng() % 3; i-- > 0 && !program.nodes().empty();) {
      NodeId p = static_cast<NodeId>(rng() % program.nodes().size());
      if (std::find(around.begin(), around.end(), p) == around.end())
        list.push_back(p);
    }
    return list;
  }

  void region(int count) {
    for (int i = 0; i < count; ++i) {
      std::string name = "n" + std::to_string(program.nodes().size());
      if (rng() % 4 == 0 && around.size() < 3) {
        std::vector<NodeId> reads = producers();
        around.push_back(program.beginLoop(name, rng() % 4, reads));
        region(1 + rng() % 3);
        around.pop_back();
        program.endLoop();
      } else {
        program.addOccurrence(name, rng() % 5 == 0 ? 0 : 1 + rng() % 13,
                              sets[rng() % sets.size()], producers());
      }
    }
  }
};

/// The semantics written down again, position by position and region by region.
class Oracle {
public:
  explicit Oracle(const RandomProgram &p)
      : nodes(p.program.nodes()), classes(p.classes), start(nodes.size()),
        end(nodes.size()) {
    makespan = region(0, static_cast<NodeId>(nodes.size()), 0);
  }

  llvm::ArrayRef<Node> nodes;
  const ParticipantClasses &classes;
  std::vector<int64_t> start, end;
  std::map<int64_t, int64_t> busy;
  int64_t makespan = 0;

private:
  void collect(NodeId id, std::set<int64_t> &who, std::set<NodeId> &reads) {
    for (NodeId p : nodes[id].producers)
      reads.insert(p);
    if (nodes[id].durationNs > 0)
      for (PositionRange r : classes.set(nodes[id].participants).ranges())
        for (int64_t p = r.begin; p < r.end; ++p)
          who.insert(p);
    if (nodes[id].isLoop && nodes[id].trips > 0)
      for (NodeId c = id + 1; c < nodes[id].bodyEnd; c = nodes[c].bodyEnd)
        collect(c, who, reads);
  }
  /// Lays out `[begin, last)` from `at` on; returns the end of the last.
  int64_t region(NodeId begin, NodeId last, int64_t at) {
    int64_t latest = at;
    for (NodeId id = begin; id < last; id = nodes[id].bodyEnd) {
      std::set<int64_t> who;
      std::set<NodeId> reads;
      collect(id, who, reads);
      start[id] = at;
      for (NodeId p : reads) {
        if (p >= id)
          continue; // inside this very loop
        NodeId seen = p;
        for (NodeId q = nodes[p].parent; q != noNode; q = nodes[q].parent)
          if (id >= nodes[q].bodyEnd)
            seen = q;
        start[id] = std::max(start[id], end[seen]);
      }
      for (int64_t p : who)
        start[id] = std::max(start[id], busy[p]);
      if (nodes[id].isLoop) {
        int64_t stride = 0;
        if (nodes[id].trips > 0)
          stride = region(id + 1, nodes[id].bodyEnd, start[id]) - start[id];
        end[id] = start[id] + stride * nodes[id].trips;
      } else {
        end[id] = start[id] + nodes[id].durationNs;
      }
      for (int64_t p : who)
        busy[p] = end[id];
      latest = std::max(latest, end[id]);
    }
    return latest;
  }
};

TEST(RandomTimelines, AgreeWithTheOracleAndPassTheValidator) {
  int loops = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    RandomProgram random(seed);
    llvm::Expected<Timeline> timeline = place(random.program, random.classes);
    ASSERT_TRUE(bool(timeline)) << llvm::toString(timeline.takeError());
    llvm::Error error = validate(random.program, random.classes, *timeline);
    ASSERT_FALSE(bool(error))
        << seed << ": " << llvm::toString(std::move(error));
    Oracle oracle(random);
    ASSERT_EQ(timeline->makespanNs, oracle.makespan) << seed;
    for (size_t id = 0; id < oracle.start.size(); ++id) {
      const Node &node = random.program.nodes()[id];
      bool runs = true;
      for (NodeId p = node.parent; p != noNode;
           p = random.program.nodes()[p].parent)
        runs &= random.program.nodes()[p].trips > 0;
      if (!runs)
        continue;
      ASSERT_EQ(timeline->placements[id].startNs, oracle.start[id]) << seed;
      ASSERT_EQ(timeline->placements[id].endNs, oracle.end[id]) << seed;
      loops += node.isLoop && node.trips > 1;
    }
  }
  EXPECT_GT(loops, 1000);
}

TEST(TimelineValidator, FindsPlantedFaults) {
  ParticipantClasses classes;
  ParticipantClass all = classes.intern(PositionSet::fromRanges({{{0, 4}}}));
  ParticipantClass one = classes.intern(PositionSet::fromPositions({2}));
  ParticipantClass far = classes.intern(PositionSet::fromPositions({9}));
  Program program;
  NodeId a = program.addOccurrence("a", 5, all, {});
  program.beginLoop("k", 3, {});
  program.addOccurrence("b", 7, one, {});
  program.endLoop();
  program.addOccurrence("c", 2, far, {a});
  llvm::Expected<Timeline> placed = place(program, classes);
  ASSERT_TRUE(bool(placed));
  auto complaint = [&](auto plant) {
    Timeline faulty = *placed;
    plant(faulty);
    llvm::Error error = validate(program, classes, faulty);
    return error ? llvm::toString(std::move(error)) : std::string();
  };
  EXPECT_EQ(complaint([](Timeline &) {}), "");
  // The loop and its body moved onto `a`, which they share position 2 with.
  std::string overlap = complaint([](Timeline &t) {
    t.placements[1].startNs -= 1;
    t.placements[1].endNs -= 1;
    t.placements[2].startNs -= 1;
    t.placements[2].endNs -= 1;
    t.makespanNs -= 1;
  });
  EXPECT_NE(overlap.find("'a'"), std::string::npos) << overlap;
  EXPECT_NE(overlap.find("'b'"), std::string::npos) << overlap;
  EXPECT_NE(complaint([](Timeline &t) {
              t.placements[3].startNs -= 1;
              t.placements[3].endNs -= 1;
            }).find("'c'"),
            std::string::npos);
  EXPECT_NE(complaint([](Timeline &t) { t.placements[1].endNs += 1; }), "");
  EXPECT_NE(complaint([](Timeline &t) { t.placements[2].strideNs += 1; }), "");
  EXPECT_NE(complaint([](Timeline &t) { t.makespanNs += 1; }), "");
  EXPECT_NE(complaint([](Timeline &t) { t.placements[3].recorded = false; }),
            "");
}

} // namespace
