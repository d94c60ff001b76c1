//===- AllocationBench.cpp - seconds and steps per packing instance -------===//
//
// AllocationBench --capacity=BYTES instance.csv...   public instances
// AllocationBench --generated=100                    planes cut into rectangles
//
// With --gecode=SECONDS a constraint library answers the same questions, where
// it was found when this was built. Every answer is checked by the validator.
//
//===----------------------------------------------------------------------===//

#include "TiledPlane.h"
#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <map>
#ifdef TILEFOUNDRY_HAS_GECODE
#include "GecodePacking.h"
#endif

using namespace tilefoundry::allocation;

static llvm::cl::list<std::string> files(llvm::cl::Positional,
                                         llvm::cl::desc("<instance.csv>..."));
static llvm::cl::opt<int64_t>
    capacity("capacity", llvm::cl::init(1048576),
             llvm::cl::desc("Bytes that the instances of the files must fit"));
static llvm::cl::opt<uint64_t>
    generated("generated", llvm::cl::init(0),
              llvm::cl::desc("Ask this many generated questions too"));
static llvm::cl::opt<uint64_t>
    firstSeed("first-seed", llvm::cl::init(0),
              llvm::cl::desc("Number of the first generated question"));
static llvm::cl::opt<int64_t>
    steps("steps", llvm::cl::init(Limits().steps),
          llvm::cl::desc("Step limit of one question"));
static llvm::cl::opt<int64_t>
    gecode("gecode", llvm::cl::init(0),
           llvm::cl::desc("Seconds that Gecode may take for one question"));

static double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// False, with a message, when `solution` is wrong.
static bool isRight(const std::string &name, const Problem &problem,
                    const Solution &solution) {
  llvm::Error error = validate(problem, solution);
  if (!error)
    return true;
  llvm::errs() << name << ": " << llvm::toString(std::move(error)) << '\n';
  return false;
}

#ifdef TILEFOUNDRY_HAS_GECODE
static bool runGecode(const std::string &name, const Problem &problem) {
  auto begin = std::chrono::steady_clock::now();
  GecodeOutcome outcome = solveWithGecode(problem, gecode);
  double seconds = secondsSince(begin);
  static constexpr const char *kinds[] = {"fits", "no-packing", "timeout",
                                          "failed"};
  llvm::outs() << llvm::format(" | %-10s %12llu %9.3f",
                               kinds[static_cast<int>(outcome.kind)],
                               (unsigned long long)outcome.nodes, seconds);
  if (outcome.kind == GecodeOutcome::Kind::Failed)
    llvm::errs() << name << ": Gecode: " << outcome.message << '\n';
  return outcome.kind != GecodeOutcome::Kind::Fits ||
         isRight(name, problem, outcome.solution);
}
#else
static bool runGecode(const std::string &, const Problem &) {
  llvm::errs() << "built without Gecode (install libgecode-dev and configure "
                  "again)\n";
  return false;
}
#endif

/// How many questions of each outcome there were, by class of question.
using Tally = std::map<std::string, std::map<std::string, int>>;

static bool runQuestion(const std::string &name, const Problem &problem,
                        const std::string &family, Tally &tally) {
  Limits limits;
  limits.steps = steps;
  auto begin = std::chrono::steady_clock::now();
  Outcome outcome = solve(problem, limits);
  double seconds = secondsSince(begin);
  std::string said =
      (outcome.fits() ? stringify(outcome.status) : stringify(outcome.kind))
          .str();
  llvm::outs() << llvm::format(
      "%-20s %6zu %10lld %-12s %9lld %9.3f", name.c_str(),
      problem.buffers.size(), (long long)outcome.statistics.liveBytes,
      said.c_str(), (long long)outcome.statistics.steps, seconds);
  ++tally[family][outcome.fits() ? "fits" : said];
  bool ok = !outcome.fits() || isRight(name, problem, outcome.solution);
  if (gecode > 0)
    ok &= runGecode(name, problem);
  llvm::outs() << '\n';
  llvm::outs().flush();
  return ok;
}

static bool runFile(const std::string &path, Tally &tally) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) {
    llvm::errs() << path << ": " << text.getError().message() << '\n';
    return false;
  }
  llvm::Expected<Problem> problem =
      parseProblemCsv((*text)->getBuffer(), capacity);
  if (!problem) {
    llvm::errs() << path << ": " << llvm::toString(problem.takeError()) << '\n';
    return false;
  }
  return runQuestion(llvm::sys::path::filename(path).str(), *problem, "files",
                     tally);
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Packing questions, asked and timed\n");
  if (files.empty() && generated == 0) {
    llvm::errs() << "nothing to ask: name instance files or --generated=N\n";
    return 2;
  }
  llvm::outs() << llvm::format("%-20s %6s %10s %-12s %9s %9s", "instance",
                               "count", "live bytes", "outcome", "steps",
                               "seconds");
  if (gecode > 0)
    llvm::outs() << llvm::format(" | %-10s %12s %9s", "Gecode", "nodes",
                                 "seconds");
  llvm::outs() << '\n';
  bool ok = true;
  Tally tally;
  for (const std::string &path : files)
    ok &= runFile(path, tally);
  for (uint64_t i = firstSeed; i < firstSeed + generated; ++i) {
    TiledPlaneOptions options = hardQuestion(i);
    ok &= runQuestion(
        "generated " + std::to_string(i), TiledPlane(options).build(),
        "thinned by " + std::to_string(options.thinned) + "%", tally);
  }
  for (const auto &[family, outcomes] : tally) {
    llvm::outs() << family << ":";
    for (const auto &[outcome, count] : outcomes)
      llvm::outs() << ' ' << count << ' ' << outcome;
    llvm::outs() << '\n';
  }
  return ok ? 0 : 1;
}
