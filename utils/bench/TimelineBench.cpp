//===- TimelineBench.cpp - placing 100000 occurrences ---------------------===//

#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace tilefoundry::timeline;

namespace {

constexpr int64_t side = 128, positions = side * side;
constexpr int occurrences = 100000;

PositionSet everySecondOf(int64_t begin, int64_t end, int64_t step) {
  std::vector<int64_t> list;
  for (int64_t p = begin; p < end; p += step)
    list.push_back(p);
  return PositionSet::fromPositions(list);
}

/// `pick(i)` is the set that occurrence i occupies.
template <typename Pick>
void run(llvm::StringRef name, ParticipantClasses &classes, Pick pick) {
  Program program;
  for (int i = 0; i < occurrences; ++i) {
    if (i % 1000 == 0)
      program.beginLoop("loop", 7, {});
    llvm::SmallVector<NodeId> producers;
    if (i % 1000 > 2)
      producers = {static_cast<NodeId>(program.nodes().size() - 2)};
    program.addOccurrence("op", 1 + i % 13, pick(i), producers);
    if (i % 1000 == 999)
      program.endLoop();
  }
  auto begin = std::chrono::steady_clock::now();
  llvm::Expected<Timeline> timeline = place(program, classes);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  if (!timeline) {
    llvm::errs() << llvm::toString(timeline.takeError()) << '\n';
    return;
  }
  llvm::outs() << llvm::format(
      "%-32s %8d sets %9.3f s  makespan %lld ns\n", name.str().c_str(),
      classes.size(), seconds.count(), (long long)timeline->makespanNs);
}

} // namespace

int main() {
  ParticipantClasses classes;
  ParticipantClass all =
      classes.intern(PositionSet::fromRanges({{{0, positions}}}));
  run("everybody", classes, [&](int) { return all; });
  std::vector<ParticipantClass> rows, columns, singles;
  for (int64_t r = 0; r < side; ++r)
    rows.push_back(classes.intern(
        PositionSet::fromRanges({{{r * side, (r + 1) * side}}})));
  for (int64_t c = 0; c < side; ++c)
    columns.push_back(classes.intern(everySecondOf(c, positions, side)));
  auto mixed = [&](int i) {
    return i % 3 == 0 ? all : i % 3 == 1 ? rows[i % side] : columns[i % side];
  };
  run("everybody, rows, columns", classes, mixed);
  ParticipantClass even = classes.intern(everySecondOf(0, positions, 2));
  ParticipantClass odd = classes.intern(everySecondOf(1, positions, 2));
  run("even columns, odd columns, rows", classes, [&](int i) {
    return i % 3 == 0 ? even : i % 3 == 1 ? odd : rows[i % side];
  });
  for (int64_t p = 0; p < positions; ++p)
    singles.push_back(classes.intern(everySecondOf(p, p + 1, 1)));
  run("everybody and single positions", classes,
      [&](int i) { return i % 2 == 0 ? all : singles[i * 7919 % positions]; });
  return 0;
}
