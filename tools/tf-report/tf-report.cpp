//===- tf-report.cpp - reports on the command line ------------------------===//
//
// Parses options and prints; what the commands do is Report/Diff.h.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Report/Diff.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

static cl::OptionCategory category("tf-report options");

static cl::SubCommand diffCommand("diff",
                                  "say what changed between two JSON reports, "
                                  "per function, loop and op");
static cl::opt<std::string> before(cl::Positional, cl::desc("A.json"),
                                   cl::Required, cl::cat(category),
                                   cl::sub(diffCommand));
static cl::opt<std::string> after(cl::Positional, cl::desc("B.json"),
                                  cl::Required, cl::cat(category),
                                  cl::sub(diffCommand));

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::HideUnrelatedOptions(category, diffCommand);
  cl::ParseCommandLineOptions(
      argc, argv,
      "tf-report: reads the reports that tf-opt --tf-analyze='emit=json' "
      "writes\n\n"
      "  tf-report diff A.json B.json    what changed from A to B\n\n"
      "Exit code 1 and no output after a failure.\n");
  if (!diffCommand) {
    WithColor::error(errs(), "tf-report")
        << "no command given; use diff (see --help)\n";
    return 1;
  }
  Expected<std::string> text = tilefoundry::diffReportFiles(before, after);
  if (!text) {
    handleAllErrors(text.takeError(), [](const ErrorInfoBase &info) {
      WithColor::error(errs(), "tf-report") << info.message() << "\n";
    });
    return 1;
  }
  outs() << *text;
  return 0;
}
