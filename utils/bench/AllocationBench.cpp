//===- AllocationBench.cpp - seconds and steps per packing instance -------===//
//
// AllocationBench <capacity> <instance.csv>...
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace tilefoundry::allocation;

static bool runInstance(llvm::StringRef path, int64_t capacity) {
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
  auto begin = std::chrono::steady_clock::now();
  Outcome outcome = solve(*problem);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  llvm::outs() << llvm::format(
      "%-24s %6zu %12lld %-22s %10lld %9.3f\n",
      llvm::sys::path::filename(path).str().c_str(), problem->buffers.size(),
      (long long)outcome.statistics.liveBytes,
      (outcome.fits() ? stringify(outcome.status) : stringify(outcome.kind))
          .str()
          .c_str(),
      (long long)outcome.statistics.steps, seconds.count());
  llvm::outs().flush();
  if (!outcome.fits())
    return true;
  if (llvm::Error error = validate(*problem, outcome.solution)) {
    llvm::errs() << path << ": " << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  int64_t capacity = 0;
  if (argc < 3 || llvm::StringRef(argv[1]).getAsInteger(10, capacity)) {
    llvm::errs()
        << "usage: AllocationBench <capacity in bytes> <instance.csv>...\n";
    return 2;
  }
  llvm::outs() << llvm::format("%-24s %6s %12s %-22s %10s %9s\n", "instance",
                               "count", "live bytes", "outcome", "steps",
                               "seconds");
  bool ok = true;
  for (int i = 2; i < argc; ++i)
    ok &= runInstance(argv[i], capacity);
  return ok ? 0 : 1;
}
