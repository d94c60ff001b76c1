//===- tf-target.cpp - the hardware documents on the command line ---------===//
//
// Parses options and prints; what the commands do is Target/Hardware/Tool.h.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Target/Hardware/Tool.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include <algorithm>

using namespace llvm;
using namespace tilefoundry;

static cl::OptionCategory category("tf-target options");

static cl::SubCommand listCommand("list",
                                  "list every document pair that composes: "
                                  "identity, architecture, device");
static cl::SubCommand
    showCommand("show", "show the documents behind an ID: digests, then every "
                        "fact with its unit, origin, source and conditions");
static cl::SubCommand
    checkCommand("check", "validate documents outside the installed set");

static cl::list<std::string>
    documents("document", cl::value_desc("FILE"),
              cl::desc("make a document of one's own usable under its own ID "
                       "for this run (repeatable); an installed ID is refused"),
              cl::cat(category), cl::sub(listCommand), cl::sub(showCommand),
              cl::sub(checkCommand));
static cl::opt<std::string> id(cl::Positional, cl::desc("ID"), cl::Required,
                               cl::cat(category), cl::sub(showCommand));
static cl::list<std::string> files(cl::Positional, cl::desc("FILE.toml..."),
                                   cl::OneOrMore, cl::cat(category),
                                   cl::sub(checkCommand));

static Error run(raw_ostream &os) {
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  for (const std::string &document : documents)
    if (Error error = registry.addCustomDocument(document))
      return error;
  if (showCommand)
    return printHardware(registry, id, os);
  if (checkCommand)
    return checkHardwareFiles(registry, files, os);
  printHardwareList(registry, os);
  return Error::success();
}

/// The library wants the command first; people write options first as well.
static void moveCommandToFront(MutableArrayRef<char *> args) {
  for (size_t i = 1; i < args.size(); ++i) {
    StringRef arg = args[i];
    if (arg == "--document" || arg == "-document") {
      ++i;
      continue;
    }
    if (arg.starts_with("-"))
      continue;
    std::rotate(args.begin() + 1, args.begin() + i, args.begin() + i + 1);
    return;
  }
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  moveCommandToFront(MutableArrayRef<char *>(argv, argc));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "tf-target: the machines this build knows\n\n"
      "  tf-target list                  every machine, one a line\n"
      "  tf-target show nvidia.h200_sxm  its documents and every fact\n"
      "  tf-target check my_chip.toml    validate a document of one's own\n"
      "  tf-target --help                also after a command: its options\n\n"
      "Exit code 1 and no output after a failure.\n");
  if (!listCommand && !showCommand && !checkCommand) {
    WithColor::error(errs(), "tf-target")
        << "no command given; use list, show or check (see --help)\n";
    return 1;
  }
  // Nothing is written before everything has succeeded.
  std::string output;
  raw_string_ostream os(output);
  if (Error error = run(os)) {
    handleAllErrors(std::move(error), [](const ErrorInfoBase &info) {
      WithColor::error(errs(), "tf-target") << info.message() << "\n";
    });
    return 1;
  }
  outs() << output;
  return 0;
}
