//===- GecodePacking.cpp - packing by a constraint library ----------------===//
//
// Offsets are variables, lifetimes are fixed, and `nooverlap` keeps the
// rectangles apart. Gecode throws, so this file alone is compiled with
// exceptions.
//
//===----------------------------------------------------------------------===//

#include "GecodePacking.h"
#include <algorithm>
#include <gecode/int.hh>
#include <gecode/search.hh>
#include <memory>
#include <numeric>

using namespace Gecode;

namespace tilefoundry::allocation {
namespace {

class Model : public Space {
public:
  Model(const Problem &problem, int64_t unit)
      : offsets(*this, static_cast<int>(problem.buffers.size())) {
    int count = offsets.size();
    IntVarArgs begins(count), tops(count), ends(count);
    IntArgs widths(count), sizes(count);
    for (int i = 0; i < count; ++i) {
      const Buffer &b = problem.buffers[i];
      begins[i] = IntVar(*this, b.first, b.first);
      widths[i] = b.last - b.first + 1;
      sizes[i] = b.size / unit;
      offsets[i] = IntVar(*this, 0, problem.capacity / unit - sizes[i]);
      areas.push_back(static_cast<double>(widths[i]) * sizes[i]);
    }
    nooverlap(*this, begins, widths, IntVarArgs(offsets), sizes);
  }
  Model(Model &other) : Space(other), areas(other.areas) {
    offsets.update(*this, other.offsets);
  }
  Space *copy() override { return new Model(*this); }

  /// Each restart begins from the root with another order: what may lie lowest,
  /// what failed most for its choices, what is largest; ties by lot.
  bool slave(const MetaInfo &info) override {
    uint64_t restart =
        info.type() == MetaInfo::RESTART ? info.restart() : uint64_t(0);
    Rnd lot(static_cast<unsigned>(restart + 1));
    IntVarArgs vars(offsets);
    switch (restart % 3) {
    case 0:
      branch(*this, vars, tiebreak(INT_VAR_MIN_MIN(), INT_VAR_MERIT_MAX(area)),
             INT_VAL_MIN());
      break;
    case 1:
      branch(*this, vars,
             tiebreak(INT_VAR_AFC_SIZE_MAX(0.99), INT_VAR_RND(lot)),
             INT_VAL_MIN());
      break;
    default:
      branch(*this, vars, tiebreak(INT_VAR_MIN_MIN(), INT_VAR_RND(lot)),
             INT_VAL_MIN());
    }
    return true;
  }

  IntVarArray offsets;

private:
  static double area(const Space &home, IntVar, int i) {
    return static_cast<const Model &>(home).areas[i];
  }
  std::vector<double> areas;
};

GecodeOutcome ask(const Problem &problem, int64_t seconds) {
  int64_t unit = problem.capacity;
  for (const Buffer &b : problem.buffers)
    unit = std::gcd(unit, b.size);
  GecodeOutcome outcome;
  Search::TimeStop stop(static_cast<unsigned long>(seconds * 1000));
  Search::Options options;
  options.stop = &stop;
  options.threads = 1;
  options.cutoff = Search::Cutoff::luby(1000);
  auto model = std::make_unique<Model>(problem, unit == 0 ? 1 : unit);
  RBS<Model, DFS> search(model.get(), options);
  std::unique_ptr<Model> found(search.next());
  outcome.nodes = search.statistics().node;
  if (!found) {
    outcome.kind = search.stopped() ? GecodeOutcome::Kind::Timeout
                                    : GecodeOutcome::Kind::NoPacking;
    return outcome;
  }
  outcome.kind = GecodeOutcome::Kind::Fits;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    int64_t offset = found->offsets[static_cast<int>(i)].val() * unit;
    outcome.solution.offsets.push_back(offset);
    if (problem.buffers[i].size > 0)
      outcome.solution.height =
          std::max(outcome.solution.height, offset + problem.buffers[i].size);
  }
  return outcome;
}

} // namespace

GecodeOutcome solveWithGecode(const Problem &problem, int64_t seconds) {
  try {
    return ask(problem, seconds);
  } catch (const Exception &failure) {
    GecodeOutcome outcome;
    outcome.message = failure.what();
    return outcome;
  }
}

} // namespace tilefoundry::allocation
