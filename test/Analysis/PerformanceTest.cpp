//===- PerformanceTest.cpp - random placed programs -----------------------===//
//
// One generator writes a program twice: as text for the analysis, and as a
// plain timeline with the durations, participants, producers and loops it put
// in. The plain one passes the naive validator, and every record of the
// analysis agrees with it (A1.2.4-c5, A1.2.4-c6, A1.2.4-c8).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Analysis/Timeline/Validator.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Target/Facts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tilefoundry;

namespace {

/// 6 CTAs; a mesh is a slice [first, first + size).
constexpr int64_t kCtas = 6;

/// What one op of 7 elements costs one unit of toy.two (4 B/ns at gmem only;
/// here all is in rmem): exp 7 special at 1/ns; add 7 flops at 2/ns; max 7
/// predicate at 5/ns; a whole slice is structural.
struct Kind {
  const char *name;
  unsigned operands;
  int64_t durationNs;
};
constexpr Kind kKinds[] = {
    {"exp", 1, 7}, {"add", 2, 4}, {"max", 2, 2}, {"slice", 1, 0}};

struct Statement;

/// A value: what a statement yields, a carried argument, or the initial zeros.
struct Datum {
  std::string name;
  /// The op node or loop that readers wait for, once it has been written down.
  timeline::NodeId node = timeline::noNode;
  bool used = false;
};

struct Step {
  Kind kind;
  /// The second operand, a number in the statement's operands; the first is the
  /// step before, or operand 0.
  unsigned second = 0;
};

/// A scope with a chain of ops, or a loop.
struct Statement {
  bool isLoop = false;
  Datum *result = nullptr;
  // Scopes.
  int64_t first = 0, size = 1;
  std::vector<Datum *> operands;
  std::vector<Step> chain;
  bool invariant = false;
  // Loops.
  int64_t trips = 1;
  Datum *initial = nullptr, *carried = nullptr, *yielded = nullptr;
  std::vector<std::unique_ptr<Statement>> body;
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}

  void run();
  std::string text;
  timeline::Program program;
  timeline::ParticipantClasses classes;
  /// Op name -> node; ops that never run have none.
  std::map<std::string, timeline::NodeId> nodes;

private:
  using Block = std::vector<std::unique_ptr<Statement>>;

  uint64_t below(uint64_t n) { return random() % n; }
  Datum *makeValue() {
    values.push_back(std::make_unique<Datum>());
    values.back()->name = "v" + std::to_string(values.size());
    return values.back().get();
  }
  /// A scope that reads one of `needed` and others of `visible`.
  std::unique_ptr<Statement> makeScope(llvm::ArrayRef<Datum *> needed,
                                       llvm::ArrayRef<Datum *> visible);
  std::unique_ptr<Statement>
  makeLoop(Datum *initial, std::vector<Datum *> visible, unsigned depth);
  /// Reads everything in `loose`.
  std::unique_ptr<Statement> makeCollector(llvm::ArrayRef<Datum *> loose);

  void print(const Statement &statement, unsigned indent);
  void printScope(const Statement &scope, const std::string &pad);
  void writeInvariants(const Block &block);
  void writeScope(const Statement &scope);
  void writeLoop(const Statement &loop);
  std::string opName(const Statement &scope, size_t step) {
    return scope.result->name + "_" + std::to_string(step);
  }

  std::mt19937_64 random;
  std::vector<std::unique_ptr<Datum>> values;
  /// Values of the function itself: what an invariant may read.
  std::vector<Datum *> fixed;
};

constexpr const char *kType = "tensor<7xf32, #hir.encoding<rmem>>";

std::unique_ptr<Statement>
Generator::makeScope(llvm::ArrayRef<Datum *> needed,
                     llvm::ArrayRef<Datum *> visible) {
  auto scope = std::make_unique<Statement>();
  scope->first = below(kCtas);
  scope->size = 1 + below(kCtas - scope->first);
  scope->operands.push_back(needed[below(needed.size())]);
  for (uint64_t i = below(3); i > 0; --i)
    scope->operands.push_back(visible[below(visible.size())]);
  for (uint64_t i = 1 + below(3); i > 0; --i)
    scope->chain.push_back({kKinds[below(4)], 0});
  // Every operand is read, so that none is dead.
  for (unsigned i = 1; i < scope->operands.size(); ++i)
    scope->chain.push_back({kKinds[1 + below(2)], i});
  for (Datum *operand : scope->operands)
    operand->used = true;
  scope->result = makeValue();
  return scope;
}

std::unique_ptr<Statement>
Generator::makeCollector(llvm::ArrayRef<Datum *> loose) {
  auto scope = std::make_unique<Statement>();
  scope->first = below(kCtas);
  scope->size = 1;
  scope->operands.assign(loose.begin(), loose.end());
  scope->chain.push_back({kKinds[0], 0});
  for (unsigned i = 1; i < loose.size(); ++i)
    scope->chain.push_back({kKinds[1], i});
  scope->result = makeValue();
  return scope;
}

std::unique_ptr<Statement> Generator::makeLoop(Datum *initial,
                                               std::vector<Datum *> visible,
                                               unsigned depth) {
  auto loop = std::make_unique<Statement>();
  loop->isLoop = true;
  loop->trips = below(5) == 0 ? 0 : 1 + below(3);
  loop->initial = initial;
  initial->used = true;
  loop->carried = makeValue();
  // What changes from trip to trip, and what of it nobody reads yet.
  std::vector<Datum *> varying{loop->carried}, made{loop->carried};
  for (uint64_t i = 1 + below(4); i > 0; --i) {
    visible.insert(visible.end(), made.begin(), made.end());
    uint64_t what = below(5);
    std::unique_ptr<Statement> statement;
    if (what == 0) {
      statement = makeScope(fixed, fixed);
      statement->invariant = true;
    } else if (what == 1 && depth < 3) {
      statement = makeLoop(varying[below(varying.size())], visible, depth + 1);
      varying.push_back(statement->result);
    } else {
      statement = makeScope(varying, visible);
      varying.push_back(statement->result);
    }
    made.push_back(statement->result);
    loop->body.push_back(std::move(statement));
  }
  std::vector<Datum *> loose{varying.back()};
  for (Datum *value : made)
    if (!value->used && value != varying.back())
      loose.push_back(value);
  loop->body.push_back(makeCollector(loose));
  loop->yielded = loop->body.back()->result;
  loop->yielded->used = true;
  loop->result = makeValue();
  return loop;
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

void Generator::printScope(const Statement &scope, const std::string &pad) {
  std::string name = scope.result->name, args, types;
  for (auto [i, operand] : llvm::enumerate(scope.operands)) {
    args += (i ? ", %" : "%") + name + "a" + std::to_string(i) + " = %" +
            operand->name;
    types += std::string(i ? ", " : "") + kType;
  }
  text += pad + "%" + name +
          " = hir.mesh_scope #hir.mesh<[#hir.topology<\"cta\", " +
          std::to_string(kCtas) + ">], #hir.composed<inner = none, offset = " +
          std::to_string(scope.first) + ", outer = #hir.layout<(" +
          std::to_string(scope.size) + ") : (1)>>, [\"c\"]> at(%" + name +
          "p) args(" + args + ") : (" + types + ") -> (" + kType + ") {\n";
  for (auto [i, step] : llvm::enumerate(scope.chain)) {
    std::string from = i ? "%" + opName(scope, i - 1) : "%" + name + "a0";
    text += pad + "  %" + opName(scope, i) + " = hir." + step.kind.name + " " +
            from;
    if (step.kind.operands == 2)
      text += ", %" + name + "a" + std::to_string(step.second) + " : " + kType +
              ", " + kType + "\n";
    else if (step.kind.durationNs == 0)
      text += std::string("[0] [7] [1] : ") + kType + "\n";
    else
      text += std::string(" : ") + kType + "\n";
  }
  text += pad + "  hir.yield %" + opName(scope, scope.chain.size() - 1) +
          " : " + kType + "\n" + pad + "}\n";
}

void Generator::print(const Statement &statement, unsigned indent) {
  std::string pad(indent, ' ');
  if (!statement.isLoop)
    return printScope(statement, pad);
  text += pad + "%" + statement.result->name + " = hir.grid_region %" +
          statement.result->name + "i = 0 to " +
          std::to_string(statement.trips) + " step 1 iter_args(%" +
          statement.carried->name + " = %" + statement.initial->name +
          ") -> (" + kType + ") {\n";
  for (const auto &inner : statement.body)
    print(*inner, indent + 2);
  text += pad + "  hir.yield %" + statement.yielded->name + " : " + kType +
          "\n" + pad + "}\n";
}

//===----------------------------------------------------------------------===//
// As a timeline
//===----------------------------------------------------------------------===//

void Generator::writeScope(const Statement &scope) {
  std::vector<timeline::PositionRange> range{
      {scope.first, scope.first + scope.size}};
  timeline::ParticipantClass who =
      classes.intern(timeline::PositionSet::fromRanges(range));
  timeline::NodeId last = scope.operands[0]->node;
  for (auto [i, step] : llvm::enumerate(scope.chain)) {
    std::vector<timeline::NodeId> producers;
    if (last != timeline::noNode)
      producers.push_back(last);
    timeline::NodeId second = scope.operands[step.second]->node;
    if (step.kind.operands == 2 && second != timeline::noNode)
      producers.push_back(second);
    last = program.addOccurrence(opName(scope, i), step.kind.durationNs, who,
                                 producers);
    nodes[opName(scope, i)] = last;
  }
  scope.result->node = last;
}

/// The invariants anywhere inside that ever run, in the order of the text.
void Generator::writeInvariants(const Block &block) {
  for (const auto &statement : block) {
    if (statement->invariant)
      writeScope(*statement);
    else if (statement->isLoop && statement->trips > 0)
      writeInvariants(statement->body);
  }
}

void Generator::writeLoop(const Statement &loop) {
  if (loop.trips == 0) {
    loop.result->node = loop.initial->node;
    return;
  }
  std::vector<timeline::NodeId> producers;
  if (loop.initial->node != timeline::noNode)
    producers.push_back(loop.initial->node);
  timeline::NodeId node =
      program.beginLoop(loop.result->name, loop.trips, producers);
  for (const auto &statement : loop.body) {
    if (statement->isLoop)
      writeLoop(*statement);
    else if (!statement->invariant)
      writeScope(*statement);
  }
  program.endLoop();
  loop.result->node = node;
}

void Generator::run() {
  Datum *zeros = makeValue();
  text = "module @R attributes {hir.target = #hir.cuda<device = \"toy.two\", "
         "architecture = \"nvidia.sm90\">, hir.topologies = "
         "[#hir.topology<\"cta\", " +
         std::to_string(kCtas) + ">], hir.entry = @f} {\n";
  std::string body, types, results;
  std::swap(text, body);
  text += std::string("  %") + zeros->name + " = hir.zeros : " + kType + "\n";
  fixed.push_back(zeros);
  for (uint64_t i = 2 + below(4); i > 0; --i) {
    auto statement = below(2) ? makeScope(fixed, fixed)
                              : makeLoop(fixed[below(fixed.size())], fixed, 1);
    print(*statement, 2);
    if (statement->isLoop && statement->trips > 0)
      writeInvariants(statement->body);
    if (statement->isLoop)
      writeLoop(*statement);
    else
      writeScope(*statement);
    fixed.push_back(statement->result);
    results += (results.empty() ? "%" : ", %") + statement->result->name;
    types += std::string(types.empty() ? "" : ", ") + kType;
  }
  text = body + "func.func @f() -> (" + types + ") {\n" + text + "  return " +
         results + " : " + types + "\n}\n}\n";
}

//===----------------------------------------------------------------------===//
// Both agree
//===----------------------------------------------------------------------===//

class RandomPrograms : public testing::Test {
protected:
  RandomPrograms() : documents(HardwareSpecRegistry::installed()) {
    llvm::Error error = documents.addCustomDocument(
        TILEFOUNDRY_SOURCE_DIR "/test/Analysis/Inputs/toy-2.toml");
    EXPECT_FALSE(static_cast<bool>(error)) << llvm::toString(std::move(error));
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.getOrLoadDialect<hir::HIRDialect>()
        ->addInterface<HardwareDocuments>(documents);
  }

  void check(uint64_t seed);

  HardwareSpecRegistry documents;
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

void RandomPrograms::check(uint64_t seed) {
  Generator generator(seed);
  generator.run();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + generator.text);
  auto placed = timeline::place(generator.program, generator.classes);
  ASSERT_TRUE(static_cast<bool>(placed)) << llvm::toString(placed.takeError());
  llvm::Error invalid =
      timeline::validate(generator.program, generator.classes, *placed);
  ASSERT_FALSE(static_cast<bool>(invalid))
      << llvm::toString(std::move(invalid));

  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(generator.text), llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      hir::parseWithNames(sources, ParserConfig(&context));
  ASSERT_TRUE(module);
  auto result = analyze(*module, findFunction(*module, ""), {"performance"});
  ASSERT_TRUE(succeeded(result));
  size_t met = 0;
  for (const MeasuredOp &measured : result->view->getOps()) {
    std::string name = hir::getAuthoredName(measured.op->getResult(0)).str();
    const auto *record = result->records.get<PerformanceRecord>(measured.op);
    auto node = generator.nodes.find(name);
    bool wanted = node != generator.nodes.end() &&
                  placed->placements[node->second].recorded;
    met += node != generator.nodes.end();
    ASSERT_EQ(record != nullptr, wanted) << name;
    if (!record)
      continue;
    const timeline::Placement &placement = placed->placements[node->second];
    EXPECT_EQ(record->timeline.startNs, placement.startNs) << name;
    EXPECT_EQ(record->timeline.endNs, placement.endNs) << name;
    EXPECT_EQ(record->timeline.trips, placement.trips) << name;
    EXPECT_EQ(record->timeline.strideNs, placement.strideNs) << name;
  }
  EXPECT_EQ(met, generator.nodes.size());
  const auto *summary =
      result->records.get<PerformanceSummaryRecord>(result->function);
  ASSERT_TRUE(summary);
  // 6 CTAs on 2 units.
  EXPECT_EQ(summary->waves, 3);
  EXPECT_EQ(summary->timeline.endNs, placed->makespanNs * 3);
}

TEST_F(RandomPrograms, A1_2_4_c5_AgreeWithTheirPlainTimelines) {
  for (uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed)
    check(seed);
}

//===----------------------------------------------------------------------===//
// Machines that no document describes
//===----------------------------------------------------------------------===//

/// Prices nothing at all; how many CTAs it admits is the test's choice.
class Unpriced : public Target {
public:
  Unpriced() : Target("unpriced") {}
  llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const override {
    static const llvm::StringRef levels[] = {"cta"};
    return levels;
  }
  static int64_t units;

protected:
  std::optional<int64_t> limitOfLevel(llvm::StringRef) const override {
    return std::nullopt;
  }
};
int64_t Unpriced::units = 1;

llvm::Expected<ThroughputFacts> throughputOf(const Unpriced &, FactsQuery) {
  return ThroughputFacts{{}, std::nullopt, "gmem"};
}
llvm::Expected<PerformanceServiceFacts> serviceOf(const Unpriced &,
                                                  FactsQuery) {
  return PerformanceServiceFacts{
      {{ElementType::F32, 1000000000}}, {}, {}, "cta"};
}
llvm::Expected<ParallelCapacityFacts> capacityOf(const Unpriced &, FactsQuery) {
  return ParallelCapacityFacts{"cta", Unpriced::units};
}

/// Declares gmem and says nothing of its size: no capacity question can be
/// asked.
llvm::Expected<MemoryHierarchyFacts> hierarchyOf(const Unpriced &, FactsQuery) {
  return MemoryHierarchyFacts{
      {{"gmem", std::nullopt, "device", "target"}}, {}, {}};
}

class OtherMachines : public testing::Test {
protected:
  static void SetUpTestSuite() {
    FactsRegistry &facts = FactsRegistry::global();
    EXPECT_FALSE(facts.add<Unpriced>(throughputOf));
    EXPECT_FALSE(facts.add<Unpriced>(serviceOf));
    EXPECT_FALSE(facts.add<Unpriced>(capacityOf));
    EXPECT_FALSE(facts.add<Unpriced>(hierarchyOf));
  }
  OtherMachines() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(R"mlir(
      #cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["c"]>
      module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm">,
                         hir.topologies = [#hir.topology<"cta", 4>], hir.entry = @f} {
        func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
          %r = hir.mesh_scope #cta at(%p) args(%a = %x)
              : (tensor<8xf32>) -> (tensor<8xf32>) {
            %y = hir.add %a, %a : tensor<8xf32>, tensor<8xf32>
            hir.yield %y : tensor<8xf32>
          }
          return %r : tensor<8xf32>
        }
      })mlir",
                                         &context);
    auto analyzed =
        analyze(*module, findFunction(*module, ""), {"compute-cost", "memory"});
    EXPECT_TRUE(succeeded(analyzed));
    result = std::move(*analyzed);
    op = result.view->getOps()[0].op;
  }

  /// The one error that `run` emits.
  std::string errorOf(llvm::function_ref<LogicalResult()> run) {
    std::string text;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { text += diagnostic.str(); });
    EXPECT_TRUE(failed(run()));
    return text;
  }
  LogicalResult checkPerformance() {
    const AnalysisInputChecker &checker =
        *getStandardAnalyzer("performance")->inputChecker;
    AnalysisCheckContext check{*module,      result.function, *target,
                               result.level, *result.view,    options};
    return failure(failed(checker.checkTarget(check)) ||
                   failed(checker.finish(check)));
  }
  LogicalResult runFamily(llvm::StringRef selector) {
    const Analyzer &analyzer = *getStandardAnalyzer(selector);
    AnalyzeContext run(*module, result.function, *target, result.level, options,
                       *result.view, result.records, analyzer);
    return analyzer.run(run);
  }
  LogicalResult runRoofline() { return runFamily("roofline"); }
  /// The interval of the one op, from the records as they stand.
  std::pair<int64_t, int64_t> placedInterval() {
    target = result.target;
    EXPECT_TRUE(succeeded(runFamily("performance")));
    const auto *record = result.records.get<PerformanceRecord>(op);
    const auto *summary =
        result.records.get<PerformanceSummaryRecord>(result.function);
    EXPECT_EQ(summary->timeline.endNs, record->timeline.endNs);
    return {record->timeline.startNs, record->timeline.endNs};
  }
  void setFlops(const std::string &type, int64_t count) {
    auto record = std::make_unique<ComputeCostRecord>();
    record->flops = record->flopsPerUnit = {{type, count}};
    result.records.set(op, std::move(record));
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  AnalysisResult result;
  Operation *op = nullptr;
  AnalyzeOptions options;
  std::shared_ptr<const Target> target = makeTarget<Unpriced>();
};

// 8 f32 are read twice and written once, allocation or not.
TEST_F(OtherMachines, A1_2_2_c7_TrafficStandsWithoutAnAllocation) {
  auto before = result.records.get<TrafficRecord>(result.function)->whole;
  EXPECT_EQ(lookup(before, "gmem"), (TrafficBytes{64, 32}));
  ASSERT_TRUE(succeeded(runFamily("memory")));
  const auto *memory = result.records.get<MemoryRecord>(result.function);
  EXPECT_EQ(memory->solverStatus, std::nullopt);
  EXPECT_EQ(result.records.get<TrafficRecord>(result.function)->whole, before);
  // A time is another question.
  EXPECT_EQ(errorOf([&] { return runFamily("performance"); }),
            "no buffer placement was settled, so no time is reported; the "
            "target must state a capacity for gmem or smem");
}

TEST_F(OtherMachines, A1_2_3_c2_UnratedBandwidthIsRefused) {
  EXPECT_EQ(
      errorOf([&] { return checkPerformance(); }),
      "'hir.add' performs traffic of 'gmem', for which the target states no "
      "rate of one cta; remove the work, or add the rate to the device's "
      "document");
}

TEST_F(OtherMachines, A1_2_4_c9_CapacityMustBePositive) {
  Unpriced::units = 0;
  EXPECT_EQ(
      errorOf([&] { return checkPerformance(); }),
      "performance needs a positive parallel capacity, the target states 0");
  Unpriced::units = 1;
}

// Flops and movement that nothing prices owe one nanosecond, no more.
TEST_F(OtherMachines, A1_2_3_c1_NoRateIsAssumed) {
  ASSERT_TRUE(succeeded(runRoofline()));
  const auto *record = result.records.get<RooflineRecord>(op);
  EXPECT_EQ(record->computeNs, 0);
  EXPECT_EQ(record->memoryNs, 0);
  EXPECT_EQ(record->idealNs, 1);
  EXPECT_EQ(record->boundBy, "unrated");
}

// 67e12 * 3 / 1000 flops in the record, whatever the program says: 3e6 ns.
TEST_F(OtherMachines, A1_2_3_c11_RooflineReadsTheRecord) {
  target = result.target;
  setFlops("f32", 201000000000);
  ASSERT_TRUE(succeeded(runRoofline()));
  EXPECT_EQ(result.records.get<RooflineRecord>(op)->computeNs, 3000000);
}

// Three seconds of flops in the record, whatever the program says.
TEST_F(OtherMachines, A1_2_c7_PerformanceReadsTheRecordedWork) {
  auto rates = result.target->facts<PerformanceServiceFacts>();
  ASSERT_TRUE(static_cast<bool>(rates));
  setFlops("f32", 3 * *rates->flops(ElementType::F32));
  EXPECT_EQ(placedInterval(), std::make_pair<int64_t>(0, 3000000000));
}

// Five seconds of movement in the record.
TEST_F(OtherMachines, A1_2_c7_PerformanceReadsTheRecordedTraffic) {
  auto rates = result.target->facts<PerformanceServiceFacts>();
  ASSERT_TRUE(static_cast<bool>(rates));
  int64_t bandwidth = *rates->bandwidth("gmem");
  auto record = std::make_unique<TrafficRecord>();
  record->whole = record->perUnit = {{"gmem", {2 * bandwidth, 3 * bandwidth}}};
  result.records.set(op, std::move(record));
  EXPECT_EQ(placedInterval(), std::make_pair<int64_t>(0, 5000000000));
}

TEST_F(OtherMachines, A1_2_3_c12_UnknownTypeOfARecordIsRefused) {
  target = result.target;
  setFlops("f99", 5);
  EXPECT_EQ(errorOf([&] { return runRoofline(); }),
            "records flops of 'f99', which is no element type");
}

} // namespace
