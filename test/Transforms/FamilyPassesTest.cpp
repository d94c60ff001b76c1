//===- FamilyPassesTest.cpp - family passes one after another -------------===//

#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilefoundry;

namespace {

/// Each trip of three adds 5 * 7 numbers: 105 flops.
const char *const program = R"(
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.entry = @f} {
  func.func @f(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %y = hir.grid_region %k = 0 to 3 step 1 iter_args(%a = %x) -> (tensor<5x7xf32>) {
      %n = hir.add %a, %x : tensor<5x7xf32>, tensor<5x7xf32>
      hir.yield %n : tensor<5x7xf32>
    }
    return %y : tensor<5x7xf32>
  }
}
)";

/// How often a scope tree is built.
class TreeCounter : public PassInstrumentation {
public:
  explicit TreeCounter(unsigned &count) : count(count) {}
  void runBeforeAnalysis(StringRef name, TypeID, Operation *) override {
    count += name.contains("ScopeTreeAnalysis");
  }

private:
  unsigned &count;
};

/// Adds an op whose result nothing uses: the function is no view any more.
struct AddUnused : PassWrapper<AddUnused, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AddUnused)
  void runOnOperation() override {
    func::FuncOp function = getViewFunction(getOperation());
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    hir::NegOp::create(builder, function.getLoc(), function.getArgument(0));
  }
};

/// Says that it has changed something.
struct Touch : PassWrapper<Touch, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Touch)
  void runOnOperation() override {}
};

class FamilyPasses : public ::testing::Test {
protected:
  FamilyPasses() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(program, ParserConfig(&context));
  }

  /// The view after compute cost, `between`, memory and roofline.
  func::FuncOp run(std::unique_ptr<Pass> between) {
    PassManager manager(&context);
    manager.addInstrumentation(std::make_unique<TreeCounter>(trees));
    manager.addPass(createInlineView());
    manager.addPass(createComputeCost());
    if (between)
      manager.addPass(std::move(between));
    manager.addPass(createMemory());
    manager.addPass(createRoofline());
    EXPECT_TRUE(succeeded(manager.run(*module)));
    return getViewFunction(*module);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  unsigned trees = 0;
};

TEST_F(FamilyPasses, ShareOneScopeTree) {
  func::FuncOp view = run(nullptr);
  EXPECT_EQ(trees, 1u);
  auto cost = readRecord<ComputeCostRecord>(view);
  ASSERT_TRUE(cost);
  EXPECT_EQ(lookup(cost->flops, "f32"), 105);
  EXPECT_TRUE(readRecord<RooflineRecord>(view));
}

TEST_F(FamilyPasses, BuildItAgainBehindAChange) {
  run(std::make_unique<Touch>());
  EXPECT_EQ(trees, 2u);
}

TEST_F(FamilyPasses, NormaliseWhatIsNoViewAnyMore) {
  func::FuncOp view = run(std::make_unique<AddUnused>());
  ASSERT_TRUE(view);
  EXPECT_TRUE(isNormalised(view));
  auto cost = readRecord<ComputeCostRecord>(view);
  ASSERT_TRUE(cost);
  EXPECT_EQ(lookup(cost->flops, "f32"), 105);
}

} // namespace
