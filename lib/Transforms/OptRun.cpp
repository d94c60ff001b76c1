//===- OptRun.cpp - one program through a pipeline ------------------------===//
//
// MLIR's own driver hides the parser state that holds the names of values, so
// this one parses for itself.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Transforms/OptRun.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/ToolUtilities.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/Support/BuryPointer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tilefoundry;

using Sources = std::shared_ptr<llvm::SourceMgr>;
using Populate = llvm::function_ref<LogicalResult(PassManager &)>;

static std::string print(ModuleOp module, const OptRunOptions &options) {
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

static LogicalResult checkRoundtrip(ModuleOp module,
                                    const OptRunOptions &options) {
  std::string text = print(module, options);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "<printed program>"),
      llvm::SMLoc());
  OwningOpRef<ModuleOp> again =
      hir::parseWithNames(sources, ParserConfig(module.getContext()));
  if (!again)
    return module.emitError("the printed program does not parse");
  if (print(*again, options) != text)
    return module.emitError("the printed program parses to another text");
  return success();
}

static LogicalResult run(MLIRContext &context, const Sources &sources,
                         const HardwareSpecRegistry &documents,
                         const OptRunOptions &options, Populate populate,
                         std::string &text) {
  auto *dialect = context.getOrLoadDialect<hir::HIRDialect>();
  dialect->addInterface<HardwareDocuments>(documents);
  RenderSink &sink = dialect->addInterface<RenderSink>();
  OwningOpRef<ModuleOp> module =
      hir::parseWithNames(sources, ParserConfig(&context));
  if (!module)
    return failure();
  if (options.verifyRoundtrip && failed(checkRoundtrip(*module, options)))
    return failure();
  PassManager manager(module.get()->getName(), PassManager::Nesting::Implicit);
  if (failed(populate(manager)) || failed(manager.run(*module)))
    return failure();
  text = sink.hasRendered() ? sink.takeOutput() : print(*module, options);
  auto kept =
      std::make_unique<std::vector<std::shared_ptr<void>>>(sink.takeKept());
  if (options.endsSoon) {
    llvm::BuryPointer(std::move(kept));
    llvm::BuryPointer(module.release().getOperation());
  }
  return success();
}

LogicalResult
tilefoundry::runProgram(std::unique_ptr<llvm::MemoryBuffer> program,
                        const DialectRegistry &registry,
                        const HardwareSpecRegistry &documents,
                        const OptRunOptions &options, Populate populate,
                        llvm::raw_ostream &os, llvm::raw_ostream &errors) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(program), llvm::SMLoc());
  auto context = std::make_unique<MLIRContext>(
      registry, options.threads ? MLIRContext::Threading::ENABLED
                                : MLIRContext::Threading::DISABLED);
  // A diagnostic prints one line and its notes, never a module.
  context->printOpOnDiagnostic(false);
  std::string text;
  if (options.verifyDiagnostics) {
    SourceMgrDiagnosticVerifierHandler handler(*sources, context.get(), errors);
    (void)run(*context, sources, documents, options, populate, text);
    return handler.verify();
  }
  SourceMgrDiagnosticHandler handler(*sources, context.get(), errors);
  if (failed(run(*context, sources, documents, options, populate, text)))
    return failure();
  os << text;
  if (options.endsSoon)
    llvm::BuryPointer(std::move(context));
  return success();
}
