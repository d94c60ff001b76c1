//===- OptMain.cpp - the driver behind tf-opt -----------------------------===//
//
// MLIR's own driver hides the parser state that holds the names of values, so
// this one parses for itself. Nothing reaches standard output before the run
// has succeeded.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Transforms/OptMain.h"
#include "Options.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "mlir/Support/ToolUtilities.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/Support/BuryPointer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

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

/// One input through the pipeline.
class OptRun {
public:
  OptRun(const OptOptions &options, const PassPipelineCLParser &pipeline,
         const DialectRegistry &registry, const HardwareSpecRegistry &documents)
      : options(options), pipeline(pipeline), registry(registry),
        documents(documents) {}

  /// What the input says goes to `text`.
  LogicalResult process(std::unique_ptr<llvm::MemoryBuffer> buffer,
                        std::string &text);

  /// The same for each piece between split markers.
  LogicalResult processPieces(std::unique_ptr<llvm::MemoryBuffer> buffer,
                              std::string &text);

private:
  LogicalResult run(MLIRContext &context,
                    const std::shared_ptr<llvm::SourceMgr> &sources,
                    std::string &text);
  std::string print(ModuleOp module) const;
  /// Whether the process does nothing more than write its output: tearing a
  /// large program down is then time for nothing.
  bool endsSoon() const {
    return !options.splitInput && !options.verifyDiagnostics;
  }

  const OptOptions &options;
  const PassPipelineCLParser &pipeline;
  const DialectRegistry &registry;
  const HardwareSpecRegistry &documents;
};
} // namespace

std::string OptRun::print(ModuleOp module) const {
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix(true);
  if (options.generic)
    flags.printGenericOpForm();
  if (options.locations)
    flags.enableDebugInfo(true, false);
  std::string text;
  llvm::raw_string_ostream os(text);
  AsmState state(module, flags);
  module->print(os, state);
  os << "\n";
  return text;
}

LogicalResult OptRun::run(MLIRContext &context,
                          const std::shared_ptr<llvm::SourceMgr> &sources,
                          std::string &text) {
  auto *dialect = context.getOrLoadDialect<hir::HIRDialect>();
  dialect->addInterface<HardwareDocuments>(documents);
  RenderSink &sink = dialect->addInterface<RenderSink>();
  OwningOpRef<ModuleOp> module =
      hir::parseWithNames(sources, ParserConfig(&context));
  if (!module)
    return failure();
  PassManager manager(module.get()->getName(), PassManager::Nesting::Implicit);
  auto report = [&](const Twine &message) {
    emitError(UnknownLoc::get(&context)) << message;
    return failure();
  };
  if (failed(applyPassManagerCLOptions(manager)) ||
      failed(pipeline.addToPipeline(manager, report)) ||
      failed(manager.run(*module)))
    return failure();
  text = sink.hasRendered() ? sink.takeOutput() : print(*module);
  auto kept =
      std::make_unique<std::vector<std::shared_ptr<void>>>(sink.takeKept());
  if (endsSoon()) {
    llvm::BuryPointer(std::move(kept));
    llvm::BuryPointer(module.release().getOperation());
  }
  return success();
}

LogicalResult OptRun::process(std::unique_ptr<llvm::MemoryBuffer> buffer,
                              std::string &text) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  auto context = std::make_unique<MLIRContext>(
      registry, options.noThreads ? MLIRContext::Threading::DISABLED
                                  : MLIRContext::Threading::ENABLED);
  // A diagnostic prints one line and its notes, never a module.
  context->printOpOnDiagnostic(false);
  if (options.verifyDiagnostics) {
    SourceMgrDiagnosticVerifierHandler handler(*sources, context.get());
    std::string unused;
    (void)run(*context, sources, unused);
    return handler.verify();
  }
  SourceMgrDiagnosticHandler handler(*sources, context.get());
  if (failed(run(*context, sources, text)))
    return failure();
  if (endsSoon())
    llvm::BuryPointer(std::move(context));
  return success();
}

LogicalResult OptRun::processPieces(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                    std::string &text) {
  llvm::raw_string_ostream os(text);
  return splitAndProcessBuffer(
      std::move(buffer),
      [&](std::unique_ptr<llvm::MemoryBuffer> piece,
          llvm::raw_ostream &pieceOs) {
        std::string pieceText;
        LogicalResult status = process(std::move(piece), pieceText);
        pieceOs << pieceText;
        return status;
      },
      os, kDefaultSplitMarker);
}

int tilefoundry::optMain(
    int argc, char **argv,
    llvm::function_ref<void(DialectRegistry &)> registerMore) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerAllDialects(registry);
  if (registerMore)
    registerMore(registry);
  registerAllPasses();
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
  OptRun run(options, pipeline, registry, documents);
  if (failed(options.splitInput ? run.processPieces(std::move(input), output)
                                : run.process(std::move(input), output)))
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
