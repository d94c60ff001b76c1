//===- Packing.cpp - settling a packing question --------------------------===//
//
// Checks the question, refuses by live bytes, splits what is independent in
// time and asks for each part: a greedy order first, a search only when none
// fits.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/Allocation/Packing.h"
#include "Component.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <limits>
#include <numeric>

namespace tilefoundry::allocation {
namespace {

/// Bounds of a search stay a few sums below the 64-bit range.
constexpr int64_t maxSearchBytes = int64_t(1) << 60;

std::string describe(const Buffer &b) {
  return ("buffer '" + llvm::Twine(b.name) + "' (positions " +
          llvm::Twine(b.first) + " to " + llvm::Twine(b.last) + ", " +
          llvm::Twine(b.size) + " bytes)")
      .str();
}

llvm::Error checkBuffers(const Problem &problem) {
  for (const Buffer &b : problem.buffers) {
    if (b.size < 0)
      return llvm::createStringError(
          describe(b) + " has a negative size; state zero or more bytes");
    if (b.last < b.first)
      return llvm::createStringError(
          describe(b) +
          " ends before it begins; positions are inclusive, so a "
          "buffer alive at one position has it as first and last");
  }
  if (problem.buffers.size() >
      static_cast<size_t>(std::numeric_limits<int>::max()))
    return llvm::createStringError("more than 2147483647 buffers in one "
                                   "capacity domain; split the program");
  return llvm::Error::success();
}

/// The buffers that occupy bytes, earliest first.
std::vector<int> occupyingByStart(const Problem &problem) {
  std::vector<int> order;
  for (int i = 0, e = static_cast<int>(problem.buffers.size()); i < e; ++i)
    if (problem.buffers[i].size > 0)
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return problem.buffers[a].first < problem.buffers[b].first;
  });
  return order;
}

struct LivePeak {
  int64_t bytes = 0;
  int64_t position = 0;
};

llvm::Expected<LivePeak> livePeak(const Problem &problem) {
  std::vector<int> starts = occupyingByStart(problem);
  std::vector<int> ends = starts;
  std::stable_sort(ends.begin(), ends.end(), [&](int a, int b) {
    return problem.buffers[a].last < problem.buffers[b].last;
  });
  LivePeak peak;
  int64_t live = 0;
  size_t ended = 0;
  for (int i : starts) {
    const Buffer &b = problem.buffers[i];
    while (problem.buffers[ends[ended]].last < b.first)
      live -= problem.buffers[ends[ended++]].size;
    if (__builtin_add_overflow(live, b.size, &live))
      return llvm::createStringError(
          "the bytes alive at position " + llvm::Twine(b.first) +
          " exceed 64 bits, counting " + describe(b) +
          "; state smaller buffers or shorter lifetimes");
    if (live > peak.bytes)
      peak = {live, b.first};
  }
  return peak;
}

/// Splits `order` (earliest first) where nothing stays alive.
std::vector<std::vector<int>> splitInTime(const Problem &problem,
                                          const std::vector<int> &order) {
  std::vector<std::vector<int>> parts;
  int64_t last = 0;
  for (int i : order) {
    const Buffer &b = problem.buffers[i];
    if (parts.empty() || b.first > last) {
      parts.emplace_back();
      last = b.last;
    }
    parts.back().push_back(i);
    last = std::max(last, b.last);
  }
  return parts;
}

/// Brings the buffers of `part` (earliest first) into canonical form; `unit` is
/// what sizes were divided by.
Component canonicalize(const Problem &problem, const std::vector<int> &part,
                       int64_t &unit) {
  int count = static_cast<int>(part.size());
  std::vector<int> ends(count);
  std::iota(ends.begin(), ends.end(), 0);
  auto buffer = [&](int i) -> const Buffer & {
    return problem.buffers[part[i]];
  };
  std::stable_sort(ends.begin(), ends.end(), [&](int a, int b) {
    return buffer(a).last < buffer(b).last;
  });

  Component c;
  c.begin.resize(count);
  c.end.resize(count);
  unit = 0;
  // A moment closes when, after something began, something ends.
  bool began = false;
  size_t ended = 0;
  for (int i = 0; i < count; ++i) {
    while (buffer(ends[ended]).last < buffer(i).first) {
      c.moments += began;
      began = false;
      c.end[ends[ended++]] = c.moments;
    }
    began = true;
    c.begin[i] = c.moments;
    unit = std::gcd(unit, buffer(i).size);
  }
  ++c.moments;
  for (; ended < ends.size(); ++ended)
    c.end[ends[ended]] = c.moments;
  for (int i = 0; i < count; ++i)
    c.size.push_back(buffer(i).size / unit);
  c.capacity = problem.capacity / unit;
  return c;
}

bool searchable(const Component &c) {
  int64_t bytes = 0;
  for (int64_t size : c.size)
    if (__builtin_add_overflow(bytes, size, &bytes) || bytes > maxSearchBytes)
      return false;
  return c.buffers() <= maxSearchBuffers;
}

class Solver {
public:
  Solver(const Problem &problem, const Limits &limits)
      : problem(problem), limits(limits) {}
  Outcome run();

private:
  bool settlePart(const std::vector<int> &part);
  bool refuse(OutcomeKind kind, const llvm::Twine &message);

  const Problem &problem;
  const Limits &limits;
  SearchBudget budget;
  Outcome outcome;
};

bool Solver::refuse(OutcomeKind kind, const llvm::Twine &message) {
  outcome.kind = kind;
  outcome.message = message.str();
  return false;
}

bool Solver::settlePart(const std::vector<int> &part) {
  int64_t unit = 1, height = 0;
  Component component = canonicalize(problem, part, unit);
  std::vector<int64_t> offsets;
  std::string where =
      (llvm::Twine(part.size()) + " buffers alive from position " +
       llvm::Twine(problem.buffers[part.front()].first))
          .str();
  if (!packGreedily(component, offsets, height)) {
    ++outcome.statistics.searched;
    if (!searchable(component))
      return refuse(OutcomeKind::NotExpressible,
                    "the packing of " + where +
                        " is too large to search: no greedy order fits " +
                        llvm::Twine(problem.capacity) +
                        " bytes, and sizes or counts exceed what a search "
                        "represents (2^60 bytes, 4096 buffers); split the "
                        "program or enlarge the capacity");
    component.capacity = std::min(component.capacity, maxSearchBytes);
    SearchResult result = search(component, budget, offsets);
    outcome.statistics.steps = budget.steps;
    switch (result) {
    case SearchResult::Found:
      break;
    case SearchResult::None:
      return refuse(OutcomeKind::NoPacking,
                    "no packing exists: " + where + " do not fit " +
                        llvm::Twine(problem.capacity) +
                        " bytes although at most " +
                        llvm::Twine(outcome.statistics.liveBytes) +
                        " bytes are alive at once; shorten lifetimes, split "
                        "buffers or enlarge the capacity");
    case SearchResult::StepLimit:
      return refuse(
          OutcomeKind::StepLimit,
          "the packing of " + where + " into " + llvm::Twine(problem.capacity) +
              " bytes is undecided after the limit of " +
              llvm::Twine(limits.steps) +
              " search steps; raise the step limit or leave more room");
    case SearchResult::Timeout:
      return refuse(OutcomeKind::Timeout,
                    "the packing of " + where + " into " +
                        llvm::Twine(problem.capacity) +
                        " bytes is undecided: the timeout of " +
                        llvm::Twine(limits.timeoutSeconds) +
                        " s expired before the step limit of " +
                        llvm::Twine(limits.steps) +
                        "; raise the timeout or lower the step limit");
    }
  }
  for (size_t i = 0; i < part.size(); ++i) {
    int64_t offset = offsets[i] * unit;
    outcome.solution.offsets[part[i]] = offset;
    outcome.solution.height = std::max(outcome.solution.height,
                                       offset + problem.buffers[part[i]].size);
  }
  return true;
}

Outcome Solver::run() {
  if (problem.capacity < 0 || limits.steps < 0 || limits.timeoutSeconds < 0) {
    refuse(OutcomeKind::NotExpressible,
           "capacity " + llvm::Twine(problem.capacity) + ", step limit " +
               llvm::Twine(limits.steps) + " and timeout " +
               llvm::Twine(limits.timeoutSeconds) +
               " s must not be negative; state zero or more");
    return outcome;
  }
  if (llvm::Error error = checkBuffers(problem)) {
    refuse(OutcomeKind::NotExpressible, llvm::toString(std::move(error)));
    return outcome;
  }
  llvm::Expected<LivePeak> peak = livePeak(problem);
  if (!peak) {
    refuse(OutcomeKind::NotExpressible, llvm::toString(peak.takeError()));
    return outcome;
  }
  outcome.statistics.liveBytes = peak->bytes;
  if (peak->bytes > problem.capacity) {
    refuse(OutcomeKind::RefusedByLiveBytes,
           llvm::Twine(peak->bytes) + " bytes are alive at position " +
               llvm::Twine(peak->position) + ", more than the capacity of " +
               llvm::Twine(problem.capacity) +
               " bytes; shorten lifetimes, shrink buffers or enlarge the "
               "capacity");
    return outcome;
  }

  budget.limit = limits.steps;
  // A century is no limit, and keeps the clock's arithmetic in range.
  budget.deadline = std::chrono::steady_clock::now() +
                    std::chrono::seconds(
                        std::min<int64_t>(limits.timeoutSeconds, 3155760000));
  outcome.solution.offsets.assign(problem.buffers.size(), 0);
  for (const std::vector<int> &part :
       splitInTime(problem, occupyingByStart(problem))) {
    ++outcome.statistics.components;
    if (!settlePart(part)) {
      outcome.solution = {};
      return outcome;
    }
  }
  outcome.kind = OutcomeKind::Fits;
  outcome.status =
      outcome.statistics.searched == 0 || outcome.solution.height == peak->bytes
          ? Status::Optimal
          : Status::Feasible;
  return outcome;
}

} // namespace

Outcome solve(const Problem &problem, const Limits &limits) {
  return Solver(problem, limits).run();
}

llvm::Expected<int64_t> maxLiveBytes(const Problem &problem) {
  if (llvm::Error error = checkBuffers(problem))
    return error;
  llvm::Expected<LivePeak> peak = livePeak(problem);
  if (!peak)
    return peak.takeError();
  return peak->bytes;
}

llvm::StringRef stringify(OutcomeKind kind) {
  switch (kind) {
  case OutcomeKind::Fits:
    return "fits";
  case OutcomeKind::RefusedByLiveBytes:
    return "refused-by-live-bytes";
  case OutcomeKind::NoPacking:
    return "no-packing";
  case OutcomeKind::NotExpressible:
    return "not-expressible";
  case OutcomeKind::StepLimit:
    return "step-limit";
  case OutcomeKind::Timeout:
    return "timeout";
  }
  return "unknown";
}

llvm::StringRef stringify(Status status) {
  return status == Status::Optimal ? "optimal" : "feasible";
}

} // namespace tilefoundry::allocation
