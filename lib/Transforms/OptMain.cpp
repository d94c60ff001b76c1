//===- OptMain.cpp - the driver behind tf-opt -----------------------------===//

#include "tilefoundry/Transforms/OptMain.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Target/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace tilefoundry;

int tilefoundry::optMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  static llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::init("-"));
  static llvm::cl::opt<bool> verifyDiagnostics("verify-diagnostics");
  static llvm::cl::opt<bool> split("split-input-file");
  llvm::cl::ParseCommandLineOptions(argc, argv, "TileFoundry optimizer\n");
  DialectRegistry registry;
  registry.insert<hir::HIRDialect, arith::ArithDialect, affine::AffineDialect, func::FuncDialect>();
  std::string error;
  auto file = openInputFile(input, &error);
  if (!file) { llvm::errs() << error << "\n"; return 1; }
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> buffer, llvm::raw_ostream &os) -> LogicalResult {
    auto mgr = std::make_shared<llvm::SourceMgr>();
    mgr->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    ParserConfig config(&context);
    if (verifyDiagnostics) {
      SourceMgrDiagnosticVerifierHandler handler(*mgr, &context);
      (void)hir::parseWithNames(mgr, config);
      return handler.verify();
    }
    SourceMgrDiagnosticHandler handler(*mgr, &context);
    auto module = hir::parseWithNames(mgr, config);
    if (!module) return failure();
    AsmState state(*module, OpPrintingFlags().printNameLocAsPrefix(true));
    module->print(os, state);
    os << "\n";
    return success();
  };
  if (failed(splitAndProcessBuffer(std::move(file), process, llvm::outs(), split ? "// -----" : "")))
    return 1;
  return 0;
}
