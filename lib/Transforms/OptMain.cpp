//===- OptMain.cpp - the driver behind tf-opt -----------------------------===//
//
// Reads the command line and the input; OptRun does the rest. Nothing reaches
// standard output before the run has succeeded.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Transforms/OptMain.h"
#include "WriteWhole.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "tilefoundry/Transforms/OptRun.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>

using namespace mlir;
using namespace tilefoundry;

namespace {
struct OptOptions {
  llvm::cl::opt<std::string> input{llvm::cl::Positional,
                                   llvm::cl::desc("<input file>"),
                                   llvm::cl::init("-")};
  llvm::cl::opt<std::string> output{
      "o", llvm::cl::desc("Output file, written whole or not at all"),
      llvm::cl::value_desc("file"), llvm::cl::init("-")};
  llvm::cl::list<std::string> documents{
      "document",
      llvm::cl::desc("A hardware document to use beside the installed ones"),
      llvm::cl::value_desc("file.toml")};
  llvm::cl::opt<bool> verifyDiagnostics{
      "verify-diagnostics",
      llvm::cl::desc("Check diagnostics against expected-* comments")};
  llvm::cl::opt<bool> splitInput{
      "split-input-file",
      llvm::cl::desc("Process the pieces between '// -----' separately")};
  llvm::cl::opt<bool> generic{"mlir-print-op-generic",
                              llvm::cl::desc("Print the generic op form")};
  llvm::cl::opt<bool> locations{"mlir-print-debuginfo",
                                llvm::cl::desc("Print locations")};
  llvm::cl::opt<bool> noThreads{"mlir-disable-threading",
                                llvm::cl::desc("Run on one thread")};
  llvm::cl::opt<bool> verifyRoundtrip{
      "verify-roundtrip",
      llvm::cl::desc("Check that the printed output parses to the same text")};
};

} // namespace

static OptRunOptions runOptions(const OptOptions &options) {
  OptRunOptions result;
  result.generic = options.generic;
  result.locations = options.locations;
  result.threads = !options.noThreads;
  result.verifyDiagnostics = options.verifyDiagnostics;
  result.verifyRoundtrip = options.verifyRoundtrip;
  result.endsSoon = !options.splitInput && !options.verifyDiagnostics;
  return result;
}

/// Adds what the command line says to one run's pipeline.
static LogicalResult populate(PassManager &manager,
                              const PassPipelineCLParser &pipeline) {
  auto report = [&](const Twine &message) {
    emitError(UnknownLoc::get(manager.getContext())) << message;
    return failure();
  };
  return success(succeeded(applyPassManagerCLOptions(manager)) &&
                 succeeded(pipeline.addToPipeline(manager, report)));
}

int tilefoundry::optMain(
    int argc, char **argv,
    llvm::function_ref<void(DialectRegistry &)> registerDialects) {
  llvm::InitLLVM init(argc, argv);
#ifdef SIGXFSZ
  // LLVM takes a file past its size limit for a crash; as a failed write it is
  // an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  DialectRegistry registry;
  registerDialects(registry);
  registerTileFoundryPasses();
  registerPassManagerCLOptions();
  static OptOptions options;
  PassPipelineCLParser pipeline("", "Passes to run");
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "TileFoundry: what a tile-level tensor program costs, and why\n");

  HardwareSpecRegistry documents = HardwareSpecRegistry::installed();
  for (const std::string &path : options.documents)
    if (llvm::Error error = documents.addCustomDocument(path)) {
      llvm::errs() << "tf-opt: error: " << llvm::toString(std::move(error))
                   << "\n";
      return 1;
    }
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(options.input, &error);
  if (!input) {
    llvm::errs() << "tf-opt: error: " << error << "\n";
    return 1;
  }
  std::string output;
  llvm::raw_string_ostream os(output);
  LogicalResult status = splitAndProcessBuffer(
      std::move(input),
      [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
          llvm::raw_ostream &chunkOs) {
        return runProgram(
            std::move(chunk), registry, documents, runOptions(options),
            [&](PassManager &manager) { return populate(manager, pipeline); },
            chunkOs, llvm::errs());
      },
      os, options.splitInput ? kDefaultSplitMarker : "");
  if (failed(status))
    return 1;
  if (options.output == "-") {
    llvm::outs() << output;
    return 0;
  }
  llvm::Error failure = writeWhole(options.output, output);
  if (!failure)
    return 0;
  llvm::errs() << "tf-opt: error: " << llvm::toString(std::move(failure))
               << "\n";
  return 1;
}
