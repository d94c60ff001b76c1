//===- Fixture.h - a small result made by hand ------------------*- C++ -*-===//
//
// One program and records with made-up numbers, each another prime where it can
// be, so that a figure in an output names the field it came from.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TEST_REPORT_FIXTURE_H
#define TILEFOUNDRY_TEST_REPORT_FIXTURE_H

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Report/Report.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

namespace tilefoundry::test {

inline constexpr const char *program = R"mlir(
#cta = #hir.mesh<[#hir.topology<"cta", 1>], #hir.layout<(1) : (1)>, ["t"]>
module @Decode attributes {hir.topologies = [#hir.topology<"cta", 1>]} {
  func.func @layer(%x: tensor<8x16xbf16>, %w: tensor<16x4xbf16>) -> tensor<8x4xbf16> {
    %y = hir.mesh_scope #cta at(%t) args(%a = %x, %b = %w) : (tensor<8x16xbf16>, tensor<16x4xbf16>) -> (tensor<8x4xbf16>) {
      %q = hir.matmul %a, %b : tensor<8x16xbf16>, tensor<16x4xbf16>
      %r = hir.grid_region %k = 0 to 12 step 4 iter_args(%acc = %q) -> (tensor<8x4xbf16>) {
        %n = hir.exp %acc : tensor<8x4xbf16>
        hir.yield %n : tensor<8x4xbf16>
      }
      hir.yield %r : tensor<8x4xbf16>
    }
    return %y : tensor<8x4xbf16>
  }
}
)mlir";

class ReportTest : public ::testing::Test {
protected:
  ReportTest() {
    context.loadDialect<hir::HIRDialect, mlir::func::FuncDialect>();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                                llvm::SMLoc());
    mlir::SourceMgrDiagnosticHandler handler(*sources, &context);
    return hir::parseWithNames(sources, mlir::ParserConfig(&context));
  }

  mlir::Operation *find(llvm::StringRef name) {
    mlir::Operation *found = nullptr;
    result.viewModule->walk([&](mlir::Operation *op) {
      if (op->getNumResults() > 0 &&
          hir::getAuthoredName(op->getResult(0)) == name)
        found = op;
    });
    EXPECT_NE(found, nullptr) << name.str();
    return found;
  }

  /// Fills `result` for the program above, with every family asked for.
  void makeResult(std::vector<std::string> requested = {
                      "compute-cost", "memory", "roofline", "performance"}) {
    result.viewModule = parse(program);
    ASSERT_TRUE(result.viewModule);
    result.module = *result.viewModule;
    result.function = *result.viewModule->getOps<mlir::func::FuncOp>().begin();
    llvm::Expected<std::shared_ptr<const CudaTarget>> target =
        CudaTarget::create(llvm::StringRef("nvidia.h200_sxm"));
    ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
    result.target = *target;
    auto view = ViewInfo::build(result.function);
    ASSERT_TRUE(mlir::succeeded(view));
    result.view = std::move(*view);
    result.moduleName = "Decode";
    result.functionName = "layer";
    result.requested = std::move(requested);
    result.executed = {"compute-cost", "memory", "roofline", "performance"};
    result.level = "cta";
    addFunctionRecords();
    addCallRecords();
    result.recordTypes = result.records.getTypes().vec();
  }

  void addFunctionRecords();
  void addCallRecords();

  std::string rendered(const std::string &emit, RenderOptions options = {}) {
    options.emit = emit;
    llvm::Expected<std::string> text = render(result, options);
    if (text)
      return *text;
    ADD_FAILURE() << llvm::toString(text.takeError());
    return {};
  }
  llvm::json::Object json(RenderOptions options = {}) {
    llvm::Expected<llvm::json::Value> value =
        llvm::json::parse(rendered("json", options));
    if (value)
      return std::move(*value->getAsObject());
    ADD_FAILURE() << llvm::toString(value.takeError());
    return {};
  }
  std::string refusal(RenderOptions options) {
    llvm::Expected<std::string> text = render(result, options);
    if (!text)
      return llvm::toString(text.takeError());
    ADD_FAILURE() << "not refused";
    return {};
  }

  mlir::MLIRContext context;
  AnalysisResult result;
};

inline void ReportTest::addFunctionRecords() {
  mlir::Operation *function = result.function;
  auto cost = std::make_unique<ComputeCostRecord>();
  cost->flops = {{"bf16", 1009}};
  cost->flopsPerUnit = {{"bf16", 503}};
  cost->service = {{"special", 293}};
  cost->servicePerUnit = {{"special", 97}};
  result.records.set(function, std::move(cost));
  auto traffic = std::make_unique<TrafficRecord>();
  traffic->whole = {{"gmem", {2003, 1301}}, {"smem", {31, 37}}};
  traffic->perUnit = {{"gmem", {401, 307}}, {"smem", {41, 43}}};
  result.records.set(function, std::move(traffic));
  auto memory = std::make_unique<MemoryRecord>();
  memory->footprint = {{"gmem", 448, 384, 141000000000}, {"smem", 0, 0, {}}};
  memory->lifetimes = {{"x:4", "gmem", 256, 0, 4, true},
                       {"w:4", "gmem", 128, 1, 4, true},
                       {"q:6", "gmem", 64, 2, 3, false},
                       {"n:8", "gmem", 64, 4, 4, false}};
  memory->advisories = {"l2 \"holds\" less"};
  memory->solverStatus = "optimal";
  result.records.set(function, std::move(memory));
  auto roofline = std::make_unique<RooflineRecord>();
  roofline->computeNs = 11;
  roofline->memoryNs = 13;
  roofline->idealNs = 13;
  roofline->boundBy = "memory";
  result.records.set(function, std::move(roofline));
  auto summary = std::make_unique<PerformanceSummaryRecord>();
  summary->timeline = {0, 158, 1, 0};
  summary->waves = 2;
  result.records.set(function, std::move(summary));
}

inline void ReportTest::addCallRecords() {
  mlir::Operation *q = find("q"), *n = find("n"), *loop = find("r");
  auto cost = std::make_unique<ComputeCostRecord>();
  cost->flops = {{"bf16", 1009}};
  cost->flopsPerUnit = {{"bf16", 503}};
  result.records.set(q, std::move(cost));
  cost = std::make_unique<ComputeCostRecord>();
  cost->service = {{"special", 101}};
  cost->servicePerUnit = {{"special", 103}};
  result.records.set(n, std::move(cost));
  auto traffic = std::make_unique<TrafficRecord>();
  traffic->whole = {{"gmem", {787, 89}}};
  traffic->perUnit = {{"gmem", {83, 79}}};
  traffic->operands = {{523, 0}, {264, 0}, {0, 89}};
  result.records.set(q, std::move(traffic));
  traffic = std::make_unique<TrafficRecord>();
  traffic->whole = {{"gmem", {405, 404}}, {"smem", {31, 37}}};
  traffic->perUnit = {{"gmem", {107, 109}}, {"smem", {41, 43}}};
  result.records.set(n, std::move(traffic));
  auto roofline = std::make_unique<RooflineRecord>();
  roofline->computeNs = 2;
  roofline->memoryNs = 3;
  roofline->idealNs = 3;
  roofline->boundBy = "memory";
  result.records.set(q, std::move(roofline));
  result.records.set(n, std::make_unique<RooflineRecord>());
  auto timed = std::make_unique<PerformanceRecord>();
  timed->timeline = {0, 19, 1, 0};
  result.records.set(q, std::move(timed));
  timed = std::make_unique<PerformanceRecord>();
  timed->timeline = {19, 39, 3, 20};
  result.records.set(n, std::move(timed));
  auto footprint = std::make_unique<LoopFootprintRecord>();
  footprint->footprints = {{"acc:7", "gmem", 61, 67, 71},
                           {"n:8", "gmem", 73, 127, 131}};
  result.records.set(loop, std::move(footprint));
}

} // namespace tilefoundry::test

#endif // TILEFOUNDRY_TEST_REPORT_FIXTURE_H
