//===- HardInstancesTest.cpp - the public hard packing instances ----------===//

#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefoundry::allocation;

namespace {

constexpr int64_t capacity = 1048576;

Problem load(char name, int64_t capacity) {
  std::string path =
      std::string(TILEFOUNDRY_MINIMALLOC_DIR) + "/" + name + ".1048576.csv";
  auto text = llvm::MemoryBuffer::getFile(path);
  EXPECT_TRUE(bool(text)) << path;
  if (!text)
    return {};
  llvm::Expected<Problem> problem =
      parseProblemCsv((*text)->getBuffer(), capacity);
  EXPECT_TRUE(bool(problem)) << llvm::toString(problem.takeError());
  return std::move(*problem);
}

/// The peak by adding up at every first position, apart from the library's
/// sweep.
int64_t naivePeak(const Problem &problem) {
  int64_t peak = 0;
  for (const Buffer &at : problem.buffers) {
    int64_t live = 0;
    for (const Buffer &b : problem.buffers)
      if (b.first <= at.first && at.first <= b.last)
        live += b.size;
    peak = std::max(peak, live);
  }
  return peak;
}

class HardInstances : public testing::TestWithParam<char> {};

TEST_P(HardInstances, FitWithinTheDefaultLimits) {
  Problem problem = load(GetParam(), capacity);
  Outcome outcome = solve(problem);
  ASSERT_TRUE(outcome.fits()) << outcome.message;
  llvm::Error error = validate(problem, outcome.solution);
  EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  EXPECT_EQ(outcome.statistics.liveBytes, naivePeak(problem));
  EXPECT_EQ(outcome.status == Status::Optimal,
            outcome.statistics.steps == 0 ||
                outcome.solution.height == naivePeak(problem));
}

TEST_P(HardInstances, RefusedUnsearchedBelowTheLiveBytes) {
  Problem problem = load(GetParam(), capacity - 1);
  if (naivePeak(problem) < capacity)
    return;
  Outcome outcome = solve(problem);
  EXPECT_EQ(outcome.kind, OutcomeKind::RefusedByLiveBytes);
  EXPECT_EQ(outcome.statistics.steps, 0);
}

INSTANTIATE_TEST_SUITE_P(Minimalloc, HardInstances,
                         testing::Range('A', static_cast<char>('L')),
                         [](auto info) { return std::string(1, info.param); });

TEST(HardInstancesTogether, EightOfElevenFillTheCapacity) {
  std::set<char> full;
  for (char name = 'A'; name <= 'K'; ++name)
    if (naivePeak(load(name, capacity)) == capacity)
      full.insert(name);
  EXPECT_EQ(full.size(), 8u);
}

} // namespace
