//===- Performance.cpp - the performance family ---------------------------===//
//
// Places priced occurrences on a nominal timeline in program order and scales
// it by waves (analysis 1.2.4).
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PerformanceParts.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Target/Facts.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
/// The two projections that durations divide by.
struct Rates {
  PerformanceServiceFacts service;
  std::string bandwidthLevel;
};
} // namespace

static FailureOr<Rates> readRates(Operation *function, const Target &target) {
  auto service = target.facts<PerformanceServiceFacts>();
  auto throughput = target.facts<ThroughputFacts>();
  if (service && throughput)
    return Rates{*service, throughput->bandwidthLevel};
  llvm::Error error = llvm::joinErrors(
      service ? llvm::Error::success() : service.takeError(),
      throughput ? llvm::Error::success() : throughput.takeError());
  function->emitError() << llvm::toString(std::move(error));
  return failure();
}

/// What one unit does in one occurrence, in the terms that rates exist for.
struct UnitWork {
  CountMap flops, service;
  CheckedInt bytes = 0;
  bool takesTime() const {
    return !flops.empty() || !service.empty() || !bytes || bytes.get() != 0;
  }
};

/// The duration of one occurrence; refuses work that no rate prices.
static FailureOr<int64_t> duration(Operation *op, const UnitWork &work,
                                   const Rates &rates) {
  CheckedInt compute = 0, memory = 0;
  auto refuse = [&](StringRef what, StringRef name) {
    op->emitError() << "'" << op->getName() << "' performs " << what << " of '"
                    << name << "', for which the target states no rate of one "
                    << rates.service.unit
                    << "; remove the work, or add the rate to the device's "
                       "document";
    return failure();
  };
  for (const auto &[name, count] : work.flops) {
    std::optional<ElementType> type = parseElementType(name);
    auto rate = type ? rates.service.flops(*type) : std::nullopt;
    if (!rate)
      return refuse("flops", name);
    compute += mulCeilDivide(count, nsPerSecond, *rate);
  }
  for (const auto &[name, count] : work.service) {
    std::optional<ServiceKind> kind = parseServiceKind(name);
    auto rate = kind ? rates.service.ops(*kind) : std::nullopt;
    if (!rate)
      return refuse("service", name);
    compute += mulCeilDivide(count, nsPerSecond, *rate);
  }
  if (!work.bytes) {
    memory = work.bytes;
  } else if (work.bytes.get() != 0) {
    auto rate = rates.service.bandwidth(rates.bandwidthLevel);
    if (!rate)
      return refuse("traffic", rates.bandwidthLevel);
    memory = mulCeilDivide(work.bytes.get(), nsPerSecond, *rate);
  }
  if (!compute || !memory) {
    op->emitError() << "the duration of '" << op->getName()
                    << "' does not fit in 64 bits of nanoseconds";
    return failure();
  }
  return std::max(compute.get(), memory.get());
}

//===----------------------------------------------------------------------===//
// Readiness
//===----------------------------------------------------------------------===//

/// Reads the quantities a duration needs without leaving a record.
static FailureOr<UnitWork> askUnitWork(const MeasuredOp &measured, int level,
                                       const ViewInfo &view,
                                       StringRef bandwidthLevel) {
  auto work = measureWork(view, measured, level);
  auto moves = measureTraffic(view, measured, level);
  if (!work || !moves) {
    llvm::Error error =
        llvm::joinErrors(work ? llvm::Error::success() : work.takeError(),
                         moves ? llvm::Error::success() : moves.takeError());
    measured.op->emitError() << "cannot measure '" << measured.op->getName()
                             << "': " << llvm::toString(std::move(error));
    return failure();
  }
  UnitWork result;
  for (ElementType type : allElementTypes())
    if (int64_t count = (*work)->perUnit.getFlops(type).get())
      result.flops.emplace_back(elementTypeName(type).str(), count);
  for (ServiceKind kind : allServiceKinds())
    if (int64_t count = (*work)->perUnit.getService(kind).get())
      result.service.emplace_back(serviceKindName(kind).str(), count);
  for (const BoundaryTraffic &move : **moves)
    if (move.level == bandwidthLevel)
      result.bytes += move.perUnit;
  return result;
}

static bool isPlaced(const MeasuredOp &measured) {
  for (const Scope *scope = measured.scope; scope; scope = scope->parent)
    if (isa<hir::MeshScopeOp>(scope->op))
      return true;
  return false;
}

namespace {
class PerformanceChecker : public AnalysisInputChecker {
public:
  LogicalResult checkTarget(AnalysisCheckContext &context) const override;
  LogicalResult finish(AnalysisCheckContext &context) const override;
};
} // namespace

LogicalResult
PerformanceChecker::checkTarget(AnalysisCheckContext &context) const {
  func::FuncOp function = context.function;
  auto capacity = context.target.facts<ParallelCapacityFacts>();
  if (!capacity)
    return function.emitError() << "performance cannot be asked: "
                                << llvm::toString(capacity.takeError());
  FailureOr<Rates> rates = readRates(function, context.target);
  if (failed(rates))
    return failure();
  if (capacity->parallelUnits < 1)
    return function.emitError()
           << "performance needs a positive parallel capacity, the target "
              "states "
           << capacity->parallelUnits;
  if (!context.level || *context.level != capacity->topology ||
      rates->service.unit != capacity->topology)
    return function.emitError()
           << "performance is stated for level '" << capacity->topology
           << "', with rates of one '" << rates->service.unit
           << "', but level '" << context.level.value_or("none")
           << "' is analysed; "
           << adviseLevel(context.view, capacity->topology);
  for (hir::TopologyAttr level : context.view.getTopologies())
    if (!hir::getStaticExtent(level.getExtent()))
      return function.emitError()
             << "performance needs the extent of topology level '"
             << level.getName() << "', which is provided by the launch ('?'); "
             << "state it in hir.topologies";
  return success();
}

LogicalResult PerformanceChecker::finish(AnalysisCheckContext &context) const {
  FailureOr<Rates> rates = readRates(context.function, context.target);
  if (failed(rates) || failed(Participants(context.view).build()))
    return failure();
  int level = context.view.getLevelIndex(*context.level);
  for (const MeasuredOp &measured : context.view.getOps()) {
    if (measured.scope->neverRuns)
      continue;
    FailureOr<UnitWork> work =
        askUnitWork(measured, level, context.view, rates->bandwidthLevel);
    if (failed(work))
      return failure();
    if (!work->takesTime())
      continue;
    if (!isPlaced(measured))
      return measured.op->emitError()
             << "'" << measured.op->getName()
             << "' takes time but stands in no 'hir.mesh_scope', so nobody is "
                "said to perform it; put it into a scope to ask for "
                "performance";
    if (failed(duration(measured.op, *work, *rates)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The timeline
//===----------------------------------------------------------------------===//

namespace {
class PerformanceRun {
public:
  explicit PerformanceRun(AnalyzeContext &context)
      : context(context), order(context.view), participants(context.view) {}
  LogicalResult run();

private:
  LogicalResult readFacts();
  /// Writes down the members of a loop, or of the function for null.
  LogicalResult emitMembers(Operation *loop);
  LogicalResult emitOccurrence(const MeasuredOp &measured);
  LogicalResult emitLoop(CountedLoopOpInterface loop);
  void addProducers(ValueRange values,
                    std::vector<timeline::NodeId> &producers) const;
  FailureOr<UnitWork> recordedWork(Operation *op) const;
  LogicalResult writeRecords(const timeline::Timeline &placed);

  AnalyzeContext &context;
  OccurrenceOrder order;
  Participants participants;
  Rates rates;
  ParallelCapacityFacts capacity;
  timeline::Program program;
  llvm::DenseMap<Operation *, timeline::NodeId> nodes;
};
} // namespace

LogicalResult PerformanceRun::readFacts() {
  func::FuncOp function = context.function;
  FailureOr<Rates> read = readRates(function, context.target);
  if (failed(read))
    return failure();
  rates = *read;
  auto units = context.target.facts<ParallelCapacityFacts>();
  if (!units)
    return function.emitError() << llvm::toString(units.takeError());
  capacity = *units;
  return success();
}

/// Sources that have no node yet are in the loop whose producers are asked for.
void PerformanceRun::addProducers(
    ValueRange values, std::vector<timeline::NodeId> &producers) const {
  for (Value value : values)
    for (Operation *source : order.getSources(value))
      if (auto node = nodes.find(source); node != nodes.end())
        producers.push_back(node->second);
  llvm::sort(producers);
  producers.erase(llvm::unique(producers), producers.end());
}

FailureOr<UnitWork> PerformanceRun::recordedWork(Operation *op) const {
  const auto *cost = context.records().get<ComputeCostRecord>(op);
  const auto *traffic = context.records().get<TrafficRecord>(op);
  if (!cost || !traffic) {
    op->emitError() << "has no compute-cost or traffic record for performance "
                       "to read";
    return failure();
  }
  UnitWork work;
  work.flops = cost->flopsPerUnit;
  work.service = cost->servicePerUnit;
  work.bytes = bytesAtLevel(*traffic, true, rates.bandwidthLevel);
  return work;
}

LogicalResult PerformanceRun::emitOccurrence(const MeasuredOp &measured) {
  Operation *op = measured.op;
  FailureOr<UnitWork> work = recordedWork(op);
  if (failed(work))
    return failure();
  int64_t time = 0;
  timeline::ParticipantClass who = 0;
  if (work->takesTime()) {
    FailureOr<int64_t> priced = duration(op, *work, rates);
    if (failed(priced))
      return failure();
    time = *priced;
    who = participants.classOf(*measured.scope);
  }
  std::vector<timeline::NodeId> producers;
  addProducers(op->getOperands(), producers);
  StringRef name = op->getNumResults() ? hir::getAuthoredName(op->getResult(0))
                                       : op->getName().getStringRef();
  nodes[op] = program.addOccurrence(name, time, who, producers);
  return success();
}

LogicalResult PerformanceRun::emitLoop(CountedLoopOpInterface loop) {
  std::vector<timeline::NodeId> producers;
  addProducers(loop.getCarriedInits(), producers);
  // A yielded value that no trip changes stands before the loop.
  addProducers(loop.getYielded(), producers);
  timeline::NodeId node =
      program.beginLoop(hir::getAuthoredName(loop.getInductionVar()),
                        loop.getStaticTrips().value_or(0), producers);
  if (failed(emitMembers(loop)))
    return failure();
  program.endLoop();
  nodes[loop] = node;
  return success();
}

LogicalResult PerformanceRun::emitMembers(Operation *loop) {
  for (Operation *op : order.getMembers(loop)) {
    const MeasuredOp *measured = order.getMeasured(op);
    if (failed(measured ? emitOccurrence(*measured)
                        : emitLoop(cast<CountedLoopOpInterface>(op))))
      return failure();
  }
  return success();
}

LogicalResult PerformanceRun::writeRecords(const timeline::Timeline &placed) {
  for (const MeasuredOp &measured : context.view.getOps()) {
    auto node = nodes.find(measured.op);
    if (node == nodes.end() || !placed.placements[node->second].recorded)
      continue;
    const timeline::Placement &placement = placed.placements[node->second];
    auto record = std::make_unique<PerformanceRecord>();
    record->timeline = {placement.startNs, placement.endNs, placement.trips,
                        placement.strideNs};
    if (failed(context.write(measured.op, std::move(record))))
      return failure();
  }
  int level = context.view.getLevelIndex(capacity.topology);
  int64_t instances =
      hir::getStaticExtent(context.view.getTopologies()[level].getExtent())
          .value_or(1);
  func::FuncOp function = context.function;
  auto waves = timeline::estimateWaves(placed.makespanNs, instances,
                                       capacity.parallelUnits);
  if (!waves)
    return function.emitError() << llvm::toString(waves.takeError());
  auto summary = std::make_unique<PerformanceSummaryRecord>();
  summary->timeline.endNs = waves->endNs;
  summary->waves = waves->waves;
  return context.write(function, std::move(summary));
}

LogicalResult PerformanceRun::run() {
  func::FuncOp function = context.function;
  const auto *memory = context.records().get<MemoryRecord>(function);
  if (!memory || !memory->solverStatus)
    return function.emitError()
           << "no buffer placement was settled, so no time is reported; the "
              "target must state a capacity for gmem or smem";
  if (failed(readFacts()) || failed(participants.build()) ||
      failed(emitMembers(nullptr)))
    return failure();
  auto placed = timeline::place(program, participants.getClasses());
  if (!placed)
    return function.emitError() << llvm::toString(placed.takeError());
  return writeRecords(*placed);
}

const Analyzer &tilefoundry::performanceAnalyzer() {
  static const PerformanceChecker checker;
  static const Analyzer analyzer{
      "performance",
      [](AnalyzeContext &context) { return PerformanceRun(context).run(); },
      {"compute-cost", "memory"},
      {&PerformanceRecord::type, &PerformanceSummaryRecord::type},
      &checker};
  return analyzer;
}
