//===- AnalyzeTest.cpp - the gate and the composed analysis as an API -----===//
//
// `checkProgram` and `analyze` through families of this file's own: the target
// below derives from CudaTarget, overrides one selector and inherits the
// others, and nothing is registered but the class (analysis 2, 2.2).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/Analyze.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "tilefoundry/Target/FactsRegistry.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilefoundry;
using llvm::StringRef;

namespace {

//===----------------------------------------------------------------------===//
// A target with families of its own
//===----------------------------------------------------------------------===//

/// Counts the measured ops; written on the function.
class TallyRecord : public Record {
public:
  static const RecordType type;
  int64_t ops = 0;
  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override { mapper.number("ops", ops); }
};
const RecordType TallyRecord::type = {
    "tally", "test.tally",
    [] { return std::unique_ptr<Record>(std::make_unique<TallyRecord>()); }};

using Log = std::vector<std::string>;

/// Writes down which question it was asked, and refuses one of them.
class LoggingChecker : public AnalysisInputChecker {
public:
  LoggingChecker(Log &log, std::string name)
      : log(log), name(std::move(name)) {}
  LogicalResult checkTarget(AnalysisCheckContext &context) const override {
    return note("target", context.function);
  }
  LogicalResult checkCall(Operation *op,
                          AnalysisCheckContext &context) const override {
    return note(op->getName().getStringRef().str(), context.function);
  }
  LogicalResult finish(AnalysisCheckContext &context) const override {
    return note("finish", context.function);
  }
  std::string refuses;

private:
  LogicalResult note(const std::string &question, func::FuncOp function) const {
    log.push_back(name + ":" + question);
    if (question == refuses)
      return function.emitError() << name << " refuses";
    return success();
  }
  Log &log;
  std::string name;
};

/// Families by selector; what is not here is the base's.
class TunedTarget : public CudaTarget {
public:
  TunedTarget(Parts parts, const std::map<std::string, Analyzer> &own)
      : CudaTarget(std::move(parts)), own(own) {}
  const Analyzer *getAnalyzer(StringRef selector) const override {
    auto it = own.find(selector.str());
    return it != own.end() ? &it->second : CudaTarget::getAnalyzer(selector);
  }

private:
  const std::map<std::string, Analyzer> &own;
};

/// What the tests of one process share: `#hir.cuda` resolves to a TunedTarget.
struct Machine {
  std::map<std::string, Analyzer> families;
  std::shared_ptr<const Target> target;
};
Machine &machine() {
  static Machine instance;
  return instance;
}

struct TunedModel
    : TargetAttrInterface::ExternalModel<TunedModel, hir::CudaAttr> {
  llvm::Expected<std::shared_ptr<const Target>> resolveTarget(Attribute) const {
    return machine().target;
  }
};

std::shared_ptr<const Target> makeTunedTarget() {
  auto parts = CudaTarget::resolve(std::string("nvidia.h200_sxm"));
  EXPECT_TRUE(bool(parts));
  // Facts belong to the exact class, so a subclass registers them for itself.
  static bool registered = [] {
    llvm::Error error = registerCudaFacts<TunedTarget>(FactsRegistry::global());
    EXPECT_FALSE(bool(error));
    llvm::consumeError(std::move(error));
    return true;
  }();
  (void)registered;
  return makeTarget<TunedTarget>(std::move(*parts), machine().families);
}

constexpr const char *program = R"mlir(
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 4>, #hir.topology<"thread", 2>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>, %w: tensor<5xf32>) -> tensor<3x5xf32> {
    %a = hir.call @child::@g(%x) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %b = hir.mul %a, %w : tensor<3x5xf32>, tensor<5xf32>
    return %b : tensor<3x5xf32>
  }
  module @child {
    func.func @g(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
      %n = hir.neg %x {hir.constraint = "fast"} : tensor<3x5xf32>
      return %n : tensor<3x5xf32>
    }
  }
}
)mlir";

class AnalyzeTest : public ::testing::Test {
protected:
  AnalyzeTest() {
    registerStandardAnalyzers();
    DialectRegistry registry;
    registry.insert<hir::HIRDialect, func::FuncDialect, arith::ArithDialect,
                    affine::AffineDialect>();
    registry.addExtension(+[](MLIRContext *context, hir::HIRDialect *) {
      hir::CudaAttr::attachInterface<TunedModel>(*context);
    });
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    machine().families.clear();
    machine().target = makeTunedTarget();
    module = parse(program);
    function = findFunction(*module, "");
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                                llvm::SMLoc());
    SourceMgrDiagnosticHandler handler(*sources, &context);
    return hir::parseWithNames(sources, ParserConfig(&context));
  }

  /// A family that logs its run and writes a tally.
  Analyzer &addFamily(const std::string &selector,
                      std::vector<std::string> requires_ = {}) {
    Analyzer analyzer;
    analyzer.selector = selector;
    analyzer.requires_ = std::move(requires_);
    analyzer.run = [this, selector](AnalyzeContext &) {
      log.push_back(selector + ":run");
      return success();
    };
    return machine().families[selector] = analyzer;
  }

  FailureOr<AnalysisResult> run(std::vector<std::string> analyses,
                                AnalyzeOptions options = {}) {
    errors.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      errors += diag.str() + "\n";
      return success();
    });
    return analyze(*module, function, analyses, options);
  }

  ::testing::AssertionResult refused(StringRef text) {
    if (StringRef(errors).contains(text))
      return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "the errors are: " << errors;
  }

  std::string print(ModuleOp op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  Log log;
  std::string errors;
};

std::vector<std::string> typeLabels(const AnalysisResult &result) {
  std::vector<std::string> labels;
  for (const RecordType *type : result.recordTypes)
    labels.push_back(type->label.str());
  return labels;
}

//===----------------------------------------------------------------------===//
// The gate
//===----------------------------------------------------------------------===//

TEST_F(AnalyzeTest, A2_c1_TheGateChangesNothingAndAttachesNothing) {
  std::string before = print(*module);
  OwningOpRef<ModuleOp> view = checkProgram(*module, function, {});
  ASSERT_TRUE(view);
  EXPECT_EQ(print(*module), before);
  EXPECT_EQ(print(*view).find("hir.compute_cost"), std::string::npos);
  auto result = run({"roofline"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(print(*module), before);
}

TEST_F(AnalyzeTest, A2_c5_AnalyzePassesTheWholeClosureToTheGate) {
  LoggingChecker checker(log, "base");
  addFamily("base").inputChecker = &checker;
  addFamily("top", {"base"});
  ASSERT_TRUE(succeeded(run({"top"})));
  EXPECT_EQ(log.front(), "base:target");
}

TEST_F(AnalyzeTest, A2_c6_CheckersAnswerInClosureOrderInOneWalkBeforeAnyRun) {
  LoggingChecker first(log, "base"), second(log, "top");
  addFamily("base").inputChecker = &first;
  addFamily("top", {"base"}).inputChecker = &second;
  ASSERT_TRUE(succeeded(run({"top"})));
  Log expected = {"base:target",  "top:target",  "base:hir.neg", "top:hir.neg",
                  "base:hir.mul", "top:hir.mul", "base:finish",  "top:finish",
                  "base:run",     "top:run"};
  EXPECT_EQ(log, expected);
}

TEST_F(AnalyzeTest, A2_c6_TheFirstRefusalStopsTheGate) {
  LoggingChecker first(log, "base"), second(log, "top");
  second.refuses = "hir.neg";
  addFamily("base").inputChecker = &first;
  addFamily("top", {"base"}).inputChecker = &second;
  EXPECT_TRUE(failed(run({"top"})));
  Log expected = {"base:target", "top:target", "base:hir.neg", "top:hir.neg"};
  EXPECT_EQ(log, expected);
  EXPECT_TRUE(refused("top refuses"));
}

TEST_F(AnalyzeTest, A2_c11_AConstraintIsKeptAndMeasuredAsWritten) {
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  Operation *neg = result->view->getOps()[0].op;
  EXPECT_EQ(neg->getAttrOfType<StringAttr>("hir.constraint").getValue(),
            "fast");
  const auto *cost = result->records.get<ComputeCostRecord>(neg);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->flops, (CountMap{{"f32", 15}}));
}

TEST_F(AnalyzeTest, A2_c13_AFunctionOfAnotherTreeHasNoOwnerHere) {
  OwningOpRef<ModuleOp> twin = parse(program);
  func::FuncOp own = function;
  function = findFunction(*twin, "");
  EXPECT_TRUE(failed(run({"compute-cost"})));
  EXPECT_TRUE(refused("'f' is not owned by module 'M'"));
  function = own;
  EXPECT_TRUE(succeeded(run({"compute-cost"})));
}

//===----------------------------------------------------------------------===//
// The composed operation
//===----------------------------------------------------------------------===//

TEST_F(AnalyzeTest, A2_c14_RootsKeepTheirFirstOccurrenceOrder) {
  auto result = run({"roofline", "memory", "roofline"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->requested,
            (std::vector<std::string>{"roofline", "memory"}));
}

TEST_F(AnalyzeTest, A2_c15_TheLevelIsTheCoarsestUnlessStated) {
  auto coarsest = run({"compute-cost"});
  ASSERT_TRUE(succeeded(coarsest));
  EXPECT_EQ(coarsest->level, "cta");
  AnalyzeOptions options;
  options.level = "thread";
  auto stated = run({"compute-cost"}, options);
  ASSERT_TRUE(succeeded(stated));
  EXPECT_EQ(stated->level, "thread");
  (*module)->setAttr(kTopologiesAttr, ArrayAttr::get(&context, {}));
  auto none = run({"compute-cost"});
  ASSERT_TRUE(succeeded(none));
  EXPECT_EQ(none->level, std::nullopt);
}

TEST_F(AnalyzeTest, A2_c16_AViewIsNoSubject) {
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  module = std::move(result->viewModule);
  function = result->function;
  EXPECT_TRUE(failed(run({"compute-cost"})));
  EXPECT_TRUE(refused("is a view or a specialised copy of 'M::f'"));
}

TEST_F(AnalyzeTest, A2_c18_WithoutDimsTheResultIsTheRecordBearingView) {
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_NE(result->function, function);
  EXPECT_EQ(result->function->getParentOp(),
            result->viewModule->getOperation());
  EXPECT_TRUE(result->records.get<ComputeCostRecord>(result->function));
  EXPECT_TRUE(result->dims.empty());
}

TEST_F(AnalyzeTest, A2_c19_StatedDimsAreNotEmpty) {
  AnalyzeOptions options;
  options.dims = DimBinding();
  EXPECT_TRUE(failed(run({"compute-cost"}, options)));
  EXPECT_TRUE(refused("the stated dimensions are empty"));
}

TEST_F(AnalyzeTest, A2_c21_TheModuleStaysTheCallers) {
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->module, *module);
  EXPECT_EQ(result->function->getAttrOfType<StringAttr>(kOriginAttr).getValue(),
            "M::f");
}

TEST_F(AnalyzeTest, A2_c23_TheClosureRunsEachMemberOnceDependenciesFirst) {
  addFamily("d");
  addFamily("b", {"d"});
  addFamily("c", {"d"});
  addFamily("a", {"b", "c"});
  auto result = run({"c", "a", "d"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->executed, (std::vector<std::string>{"d", "c", "b", "a"}));
  EXPECT_EQ(log, (Log{"d:run", "c:run", "b:run", "a:run"}));
}

TEST_F(AnalyzeTest, A2_c24_EveryMemberComesFromOneTarget) {
  std::vector<const Target *> seen;
  for (const char *selector : {"base", "top"})
    addFamily(selector, StringRef(selector) == "top"
                            ? std::vector<std::string>{"base"}
                            : std::vector<std::string>{})
        .run = [&](AnalyzeContext &run) {
      seen.push_back(&run.target);
      return success();
    };
  ASSERT_TRUE(succeeded(run({"top"})));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], machine().target.get());
  EXPECT_EQ(seen[1], machine().target.get());
}

TEST_F(AnalyzeTest, A2_c25_ACycleNamesThePathThatClosesIt) {
  addFamily("entry", {"a"});
  addFamily("a", {"b"});
  addFamily("b", {"a"});
  EXPECT_TRUE(failed(run({"entry"})));
  EXPECT_TRUE(refused("'a' -> 'b' -> 'a'"));
  EXPECT_FALSE(refused("'entry' ->"));
}

TEST_F(AnalyzeTest, A2_c25_AMissingRootAndAMissingDependencyDiffer) {
  EXPECT_TRUE(failed(run({"colour"})));
  EXPECT_TRUE(refused("offers no analysis 'colour'"));
  addFamily("a", {"colour"});
  EXPECT_TRUE(failed(run({"a"})));
  EXPECT_TRUE(refused("analysis 'a' requires 'colour', which target "
                      "'nvidia.h200_sxm' does not offer"));
}

TEST_F(AnalyzeTest, A2_c26_NothingRunsOnIrThatDoesNotVerify) {
  addFamily("a");
  function.getBody().front().getOperations().back().setOperands(
      {function.getArgument(1)});
  EXPECT_TRUE(failed(run({"a"})));
  EXPECT_TRUE(log.empty());
}

TEST_F(AnalyzeTest, A2_c27_ReadinessIsSettledBeforeADependencyWrites) {
  // Outside any scope nothing says where the time is spent: performance
  // refuses, and compute cost, which it requires, has not run.
  addFamily("compute-cost");
  EXPECT_TRUE(failed(run({"performance"})));
  EXPECT_TRUE(log.empty());
  EXPECT_TRUE(succeeded(run({"memory"})));
}

TEST_F(AnalyzeTest, A2_c28_ReRunningRefreshesItsOwnAndLeavesTheRest) {
  Attribute stale = DictionaryAttr::get(&context);
  function->setAttr("hir.compute_cost", stale);
  function->setAttr("hir.roofline", stale);
  Operation *mul = nullptr;
  function.walk([&](hir::MulOp op) { mul = op; });
  mul->setAttr("hir.compute_cost", stale);
  mul->setAttr("hir.roofline", stale);
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  result->records.attach();
  Operation *viewMul = result->view->getOps()[1].op;
  for (Operation *op : {viewMul, result->function.getOperation()}) {
    EXPECT_NE(op->getAttr("hir.compute_cost"), stale);
    EXPECT_EQ(op->getAttr("hir.roofline"), stale);
  }
}

TEST_F(AnalyzeTest, A2_c29_OnlyTypesThatWereWrittenAreListed) {
  auto result = run({"memory"});
  ASSERT_TRUE(succeeded(result));
  // No loop, so no loop footprint, though the family declares the type.
  std::vector<std::string> labels = typeLabels(*result);
  EXPECT_TRUE(llvm::is_contained(labels, "memory"));
  EXPECT_TRUE(llvm::is_contained(labels, "traffic"));
  EXPECT_FALSE(llvm::is_contained(labels, "loop-footprint"));
}

TEST_F(AnalyzeTest, A2_c30_TheResultIsSemantic) {
  // Two runs agree in every record whatever is rendered from them.
  auto first = run({"compute-cost"}), second = run({"compute-cost"});
  ASSERT_TRUE(succeeded(first) && succeeded(second));
  first->records.attach();
  second->records.attach();
  EXPECT_EQ(print(*first->viewModule), print(*second->viewModule));
}

//===----------------------------------------------------------------------===//
// Scope and ownership of records
//===----------------------------------------------------------------------===//

TEST_F(AnalyzeTest, A2_1_c1_EveryMemberReadsOneScopeTree) {
  std::vector<const ViewInfo *> seen;
  auto remember = [&](AnalyzeContext &run) {
    seen.push_back(&run.view);
    return success();
  };
  addFamily("base").run = remember;
  addFamily("top", {"base"}).run = remember;
  auto result = run({"top"});
  ASSERT_TRUE(succeeded(result));
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0], result->view.get());
}

TEST_F(AnalyzeTest, A2_1_c2_TheScopeTreeFollowsTheNesting) {
  module = parse(R"mlir(
#cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["p"]>
module @M attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">, hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
  func.func @f(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %r = hir.mesh_scope #cta at(%p) args(%a = %x) : (tensor<3x5xf32>) -> (tensor<3x5xf32>) {
      %s = hir.grid_region %i = 0 to 6 step 2 iter_args(%b = %a) -> (tensor<3x5xf32>) {
        %t = hir.grid_region %j = 0 to 7 step 1 iter_args(%c = %b) -> (tensor<3x5xf32>) {
          %n = hir.neg %c : tensor<3x5xf32>
          hir.yield %n : tensor<3x5xf32>
        }
        hir.yield %t : tensor<3x5xf32>
      }
      hir.yield %s : tensor<3x5xf32>
    }
    %e = hir.exp %r : tensor<3x5xf32>
    return %e : tensor<3x5xf32>
  }
}
)mlir");
  function = findFunction(*module, "");
  auto result = run({"compute-cost"});
  ASSERT_TRUE(succeeded(result));
  const ViewInfo &view = *result->view;
  // function > scope p > loop i (3 trips) > loop j (7 trips): the accumulated
  // domain of the neg is 4 x 3 x 7.
  ASSERT_EQ(view.getLoops().size(), 2u);
  const Scope &inner = *view.getLoops()[1];
  ASSERT_EQ(inner.slots.size(), 3u);
  EXPECT_EQ(inner.slots[0].extent, 4);
  EXPECT_EQ(inner.slots[1].extent, 3);
  EXPECT_EQ(inner.slots[2].extent, 7);
  EXPECT_EQ(inner.parent, view.getLoops()[0]);
  EXPECT_EQ(inner.parent->parent->parent, &view.getRoot());
  // x is 0, the neg 1, the exp 2.
  ASSERT_EQ(view.getOps().size(), 2u);
  EXPECT_EQ(view.getOps()[0].scope, &inner);
  EXPECT_EQ(view.getOps()[0].position, 1);
  EXPECT_EQ(view.getOps()[1].scope, &view.getRoot());
  EXPECT_EQ(view.getOps()[1].position, 2);
}

TEST_F(AnalyzeTest, A2_2_c1_ARunReceivesTheNormalisedProgram) {
  addFamily("a").run = [&](AnalyzeContext &run) {
    EXPECT_EQ(run.module, *module);
    EXPECT_TRUE(isView(run.function));
    EXPECT_EQ(run.level, "cta");
    EXPECT_EQ(run.options.budget, 77);
    EXPECT_EQ(run.view.getRoot().op, func::FuncOp(run.function).getOperation());
    auto tally = std::make_unique<TallyRecord>();
    tally->ops = run.view.getOps().size();
    return run.write(run.function, std::move(tally));
  };
  machine().families["a"].produces = {&TallyRecord::type};
  AnalyzeOptions options;
  options.budget = 77;
  auto result = run({"a"}, options);
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->records.get<TallyRecord>(result->function)->ops, 2);
  EXPECT_EQ(typeLabels(*result), std::vector<std::string>{"tally"});
}

TEST_F(AnalyzeTest, A2_2_c3_ASubclassOverridesOneAndKeepsTheOthers) {
  // Its own compute cost says twice as much; roofline and memory are the base's
  // and read what this one wrote.
  const Analyzer *base = machine().target->getAnalyzer("compute-cost");
  Analyzer doubled = *base;
  doubled.run = [](AnalyzeContext &run) -> LogicalResult {
    for (const MeasuredOp &measured : run.view.getOps())
      if (failed(run.write(measured.op, std::make_unique<ComputeCostRecord>())))
        return failure();
    auto total = std::make_unique<ComputeCostRecord>();
    total->flops = total->flopsPerUnit = {{"f32", 2 * 30}};
    return run.write(run.function, std::move(total));
  };
  machine().families["compute-cost"] = doubled;
  auto result = run({"compute-cost", "memory"});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->records.get<ComputeCostRecord>(result->function)->flops,
            (CountMap{{"f32", 60}}));
  EXPECT_TRUE(result->records.get<MemoryRecord>(result->function));
  EXPECT_EQ(machine().target->getAnalyzer("memory"),
            getStandardAnalyzer("memory"));
}

TEST_F(AnalyzeTest, A2_2_c4_AFamilyJoinsThroughItsTargetAlone) {
  EXPECT_TRUE(failed(run({"tally"})));
  addFamily("tally", {"compute-cost"});
  EXPECT_TRUE(succeeded(run({"tally"})));
}

TEST_F(AnalyzeTest, A2_2_c5_ABadDeclarationIsRejected) {
  addFamily("self", {"self"});
  EXPECT_TRUE(failed(run({"self"})));
  EXPECT_TRUE(refused("analysis 'self' requires itself"));
  addFamily("base");
  addFamily("twice", {"base", "base"});
  EXPECT_TRUE(failed(run({"twice"})));
  EXPECT_TRUE(refused("analysis 'twice' requires 'base' twice"));
  addFamily("types").produces = {&TallyRecord::type, &TallyRecord::type};
  EXPECT_TRUE(failed(run({"types"})));
  EXPECT_TRUE(refused("produces the record type 'tally' twice"));
  addFamily("none").produces = {nullptr};
  EXPECT_TRUE(failed(run({"none"})));
  EXPECT_TRUE(refused("declares a record type that is none"));
}

TEST_F(AnalyzeTest, A2_2_c6_WithoutACheckerNothingIsRequired) {
  addFamily("a");
  EXPECT_EQ(machine().families["a"].inputChecker, nullptr);
  EXPECT_TRUE(succeeded(run({"a"})));
}

TEST_F(AnalyzeTest, AnUndeclaredRecordTypeIsRefused) {
  addFamily("sneaky").run = [](AnalyzeContext &run) {
    return run.write(run.function, std::make_unique<TallyRecord>());
  };
  EXPECT_TRUE(failed(run({"sneaky"})));
  EXPECT_TRUE(refused("analysis 'sneaky' writes a record of type 'tally' on "
                      "'func.func', which it does not declare"));
}

TEST_F(AnalyzeTest, A2_2_c7_AForeignRecordIsNeitherAddedNorReplacedNorRemoved) {
  Attribute stale = DictionaryAttr::get(&context);
  function->setAttr("hir.roofline", stale);
  auto tamper = [&](std::function<void(func::FuncOp)> change) {
    addFamily("sneaky").run = [change](AnalyzeContext &run) {
      change(run.function);
      return success();
    };
    return run({"sneaky"});
  };
  EXPECT_TRUE(
      failed(tamper([](func::FuncOp f) { f->removeAttr("hir.roofline"); })));
  EXPECT_TRUE(
      refused("analysis 'sneaky' changed 'hir.roofline' of 'func.func', "
              "a record it does not own"));
  EXPECT_TRUE(failed(tamper([&](func::FuncOp f) {
    f->setAttr("hir.roofline", UnitAttr::get(&context));
  })));
  EXPECT_TRUE(refused("changed 'hir.roofline'"));
  EXPECT_TRUE(failed(tamper([&](func::FuncOp f) {
    f->setAttr("hir.traffic", UnitAttr::get(&context));
  })));
  EXPECT_TRUE(refused("changed 'hir.traffic'"));
  EXPECT_EQ(function->getAttr("hir.roofline"), stale);
}

TEST_F(AnalyzeTest, A2_2_c7_AForeignRecordInTheTableIsNotReplacedEither) {
  // The type is another family's, equal value or not.
  addFamily("sneaky", {"compute-cost"}).run = [](AnalyzeContext &run) {
    return run.write(run.function, std::make_unique<ComputeCostRecord>());
  };
  EXPECT_TRUE(failed(run({"sneaky"})));
  EXPECT_TRUE(refused("writes a record of type 'compute-cost'"));
}

TEST_F(AnalyzeTest, OneRecordTypeHasOneOwnerInAClosure) {
  addFamily("rival", {"compute-cost"}).produces = {&ComputeCostRecord::type};
  EXPECT_TRUE(failed(run({"rival"})));
  EXPECT_TRUE(refused("analyses 'compute-cost' and 'rival' both produce the "
                      "record type 'compute-cost'"));
}

} // namespace
