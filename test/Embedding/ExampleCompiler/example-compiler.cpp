//===- example-compiler.cpp - a compiler that embeds TileFoundry ----------===//
//
// Builds a product and an op of its own dialect with the C++ builders, asks
// what they cost on an H200, and reads the figures back: as typed records, as a
// report, and as attributes behind a pass. docs/embedding.md quotes the regions
// between markers.
//
//===----------------------------------------------------------------------===//

// [includes]
#include "ExampleDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/PassManager.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/Passes.h"

using namespace mlir;
namespace hir = tilefoundry::hir;
// [includes]

// [build]
/// y = rescale(x * w), on one H200.
static OwningOpRef<ModuleOp> buildProgram(MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  auto named = [&](StringRef name) { return hir::withName(loc, name); };
  auto tensor = [&](ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  };

  OwningOpRef<ModuleOp> module(ModuleOp::create(loc, "Example"));
  (*module)->setAttr(
      tilefoundry::kTargetAttr,
      hir::CudaAttr::get(context, "nvidia.h200_sxm", /*architecture=*/{}));
  (*module)->setAttr(tilefoundry::kEntryAttr,
                     FlatSymbolRefAttr::get(context, "layer"));

  builder.setInsertionPointToEnd(module->getBody());
  auto type = builder.getFunctionType({tensor({53, 97}), tensor({97, 59})},
                                      {tensor({53, 59})});
  auto function = func::FuncOp::create(builder, loc, "layer", type);
  Block *body = function.addEntryBlock();
  hir::setName(body->getArgument(0), "x");
  hir::setName(body->getArgument(1), "w");

  builder.setInsertionPointToEnd(body);
  auto product = hir::MatmulOp::create(builder, named("product"),
                                       tensor({53, 59}), body->getArgument(0),
                                       body->getArgument(1), /*to=*/TypeAttr());
  auto scaled = example::RescaleOp::create(
      builder, named("scaled"), product.getResult(),
      builder.getF32FloatAttr(0.5), builder.getF32FloatAttr(0.25));
  func::ReturnOp::create(builder, loc, scaled.getResult());
  return module;
}
// [build]

// [read]
/// One line for each op, then the function's own figures.
static void printFigures(const tilefoundry::AnalysisResult &result) {
  auto print = [&](StringRef name, Operation *op) {
    const auto *cost = result.records.get<tilefoundry::ComputeCostRecord>(op);
    const auto *moved = result.records.get<tilefoundry::TrafficRecord>(op);
    const auto *bound = result.records.get<tilefoundry::RooflineRecord>(op);
    if (!cost || !moved || !bound)
      return;
    tilefoundry::TrafficBytes gmem = tilefoundry::lookup(moved->whole, "gmem");
    llvm::outs() << name << ": " << tilefoundry::lookup(cost->flops, "f32")
                 << " flops, " << gmem.read << " B read, " << gmem.write
                 << " B written, " << bound->idealNs << " ns, bound by "
                 << bound->boundBy << "\n";
  };
  for (const tilefoundry::MeasuredOp &measured : result.view->getOps())
    print(hir::getAuthoredName(measured.op->getResult(0)), measured.op);
  print(result.functionName, result.function);

  const auto *memory =
      result.records.get<tilefoundry::MemoryRecord>(result.function);
  for (const tilefoundry::LevelFootprint &level : memory->footprint)
    llvm::outs() << level.level << ": at most " << level.peakBytes
                 << " B live\n";
}
// [read]

// [analyze]
static LogicalResult measure(ModuleOp module) {
  func::FuncOp function = tilefoundry::findFunction(module, /*path=*/"");
  if (!function)
    return failure();
  FailureOr<tilefoundry::AnalysisResult> result = tilefoundry::analyze(
      module, function, {"compute-cost", "memory", "roofline"});
  if (failed(result))
    return failure();
  printFigures(*result);

  tilefoundry::RenderOptions form;
  form.emit = "text";
  llvm::Expected<std::string> report = tilefoundry::render(*result, form);
  if (!report)
    return module.emitError() << llvm::toString(report.takeError());
  llvm::outs() << *report;
  return success();
}
// [analyze]

// [pass]
/// A pass of one's own would run behind the analysis; here, a walk.
static LogicalResult measureByPass(ModuleOp module) {
  tilefoundry::AnalyzeProgramOptions options;
  options.emit = "ir";
  PassManager manager(module.getContext());
  manager.addPass(tilefoundry::createAnalyzeProgram(options));
  if (failed(manager.run(module)))
    return failure();
  module.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (auto bound = tilefoundry::readRecord<tilefoundry::RooflineRecord>(op))
      llvm::outs() << op->getName() << " takes at least " << bound->idealNs
                   << " ns\n";
  });
  return success();
}
// [pass]

// [main]
int main() {
  DialectRegistry registry;
  tilefoundry::registerAllDialects(registry);
  registry.insert<example::ExampleDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module = buildProgram(&context);
  if (failed(measure(*module)) || failed(measureByPass(*module)))
    return 1;
  return 0;
}
// [main]
