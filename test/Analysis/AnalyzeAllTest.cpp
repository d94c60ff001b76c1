//===- AnalyzeAllTest.cpp - many cases on many threads --------------------===//
//
// What a case says and computes is its own, whatever runs beside it. The checks
// of sizes capture diagnostics, so cases that are refused run beside many that
// are being bound.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "llvm/Support/ThreadPool.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>

using namespace mlir;
using namespace tilefoundry;

namespace {

/// n * 7 numbers, each changed once; sizes up to 99 are in the interval.
const char *const program = R"(
#n = #hir.dim<"n", 1, 100>
#rows = #hir.encoding<gmem, dims = [#n]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<?x7xf32, #rows>) -> tensor<?x7xf32, #rows> {
    %y = hir.neg %x : tensor<?x7xf32, #rows>
    %z = hir.reshape %y to [7, #n] : tensor<?x7xf32, #rows>
    return %y : tensor<?x7xf32, #rows>
  }
}
)";

class AnalyzeAll : public ::testing::Test {
protected:
  AnalyzeAll() : context(MLIRContext::Threading::DISABLED), pool(strategy()) {
    // More threads than the machine may have cores.
    context.setThreadPool(pool);
    DialectRegistry registry;
    registry.insert<hir::HIRDialect, func::FuncDialect, arith::ArithDialect,
                    affine::AffineDialect>();
    registerTargetAttrModels(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(program, ParserConfig(&context));
  }

  static llvm::ThreadPoolStrategy strategy() {
    llvm::ThreadPoolStrategy result;
    result.ThreadsRequested = 8;
    return result;
  }

  /// The flops of each size, or what was said instead.
  std::string run(ArrayRef<int64_t> sizes) {
    func::FuncOp function = findFunction(*module, "");
    std::vector<AnalysisCase> cases;
    for (int64_t size : sizes)
      cases.push_back({function, DimBinding{{"n", size}}});
    std::string said;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      said += diagnostic.str() + "\n";
      return success();
    });
    std::vector<int64_t> flops(sizes.size());
    LogicalResult status = analyzeAll(
        *module, cases, {"compute-cost"}, AnalyzeOptions(),
        [&](size_t number, AnalysisResult &&result) {
          flops[number] = lookup(
              result.records.get<ComputeCostRecord>(result.function)->flops,
              "f32");
          return success();
        });
    if (failed(status))
      return said;
    for (int64_t count : flops)
      said += std::to_string(count) + " ";
    return said;
  }

  MLIRContext context;
  llvm::DefaultThreadPool pool;
  OwningOpRef<ModuleOp> module;
};

TEST_F(AnalyzeAll, FiguresAreThoseOfTheirCases) {
  std::vector<int64_t> sizes;
  std::string expected;
  for (int64_t size = 1; size < 100; ++size) {
    sizes.push_back(size);
    expected += std::to_string(7 * size) + " ";
  }
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(run(sizes), expected) << i;
}

TEST_F(AnalyzeAll, TheFirstRefusalIsTheOnlyOneAndWhole) {
  // 100 and 101 are refused while the sizes around them are bound.
  std::vector<int64_t> sizes;
  for (int64_t size = 90; size <= 101; ++size)
    sizes.push_back(size);
  for (int64_t size = 1; size < 20; ++size)
    sizes.push_back(size);
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(run(sizes),
              "dimension 'n' is given the extent 100, outside its interval [1, "
              "100); use e.g. dims=n=1\n")
        << i;
}

TEST_F(AnalyzeAll, SizesAreBoundWithoutTakingWhatOtherThreadsSay) {
  Type type = findFunction(*module, "").getArgumentTypes()[0];
  unsigned received = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    ++received;
    return success();
  });
  // This thread speaks for as long as the other binds.
  std::atomic<bool> done{false};
  std::string error;
  std::thread binder([&] {
    for (int64_t round = 0; round < 20000 && error.empty(); ++round) {
      DimBinding dims{{"n", round % 99 + 1}};
      DimReplacer replacer(dims, &context);
      replacer.replace(type);
      error = replacer.getError().str();
    }
    done = true;
  });
  unsigned said = 0;
  for (; !done; ++said)
    mlir::emitRemark(UnknownLoc::get(&context)) << "beside";
  binder.join();
  EXPECT_EQ(error, "");
  EXPECT_EQ(received, said);
}

} // namespace
