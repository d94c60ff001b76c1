//===- Performance.cpp - the performance family ---------------------------===//
//
// Places priced occurrences on a nominal timeline in program order and scales it by
// waves (analysis 1.2.4).
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Target/Facts.h"

using namespace mlir;
using namespace tilefoundry;

static constexpr int64_t nsPerSecond = 1000000000;

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
  int64_t bytes = 0;
  bool takesTime() const {
    return !flops.empty() || !service.empty() || bytes != 0;
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
  if (work.bytes != 0) {
    auto rate = rates.service.bandwidth(rates.bandwidthLevel);
    if (!rate)
      return refuse("traffic", rates.bandwidthLevel);
    memory = mulCeilDivide(work.bytes, nsPerSecond, *rate);
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
    if (int64_t count = work->perUnit.getFlops(type).get())
      result.flops.emplace_back(elementTypeName(type).str(), count);
  for (ServiceKind kind : allServiceKinds())
    if (int64_t count = work->perUnit.getService(kind).get())
      result.service.emplace_back(serviceKindName(kind).str(), count);
  CheckedInt bytes = 0;
  for (const BoundaryTraffic &move : *moves)
    if (move.level == bandwidthLevel)
      bytes += move.perUnit;
  result.bytes = bytes.get();
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
           << "', with rates of one '" << rates->service.unit << "', but level '"
           << context.level.value_or("none")
           << "' is analysed; declare that level in hir.topologies and ask with "
              "level="
           << capacity->topology;
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
  if (failed(rates))
    return failure();
  int level = context.view.getLevelIndex(*context.level);
  for (const MeasuredOp &measured : context.view.getOps()) {
    if (measured.scope->neverRuns)
      continue;
    FailureOr<UnitWork> work = askUnitWork(measured, level, context.view,
                                           rates->bandwidthLevel);
    if (failed(work))
      return failure();
    if (!work->takesTime())
      continue;
    if (!isPlaced(measured))
      return measured.op->emitError()
             << "'" << measured.op->getName()
             << "' takes time but stands in no 'hir.mesh_scope', so nobody is "
                "said to perform it; put it into a scope to ask for performance";
    if (failed(duration(measured.op, *work, *rates)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Participants
//===----------------------------------------------------------------------===//

namespace {
/// Positions over the levels that some scope names, coarsest first; a level that an
/// op's scopes do not name is occupied whole.
class Participants {
public:
  explicit Participants(const ViewInfo &view) : view(view) {
    view.getFunction().walk([&](hir::MeshScopeOp mesh) {
      for (hir::TopologyAttr level : mesh.getMesh().getLevels())
        if (int index = view.getLevelIndex(level.getName());
            !llvm::is_contained(named, index))
          named.push_back(index);
    });
    llvm::sort(named);
  }

  FailureOr<timeline::ParticipantClass> classOf(const Scope &scope);
  const timeline::ParticipantClasses &getClasses() const { return classes; }

private:
  FailureOr<timeline::PositionSet> positionsOf(const Scope &scope);
  /// The positions that the scopes around state for level `index`, or all.
  FailureOr<std::vector<timeline::PositionRange>>
  rangesOfLevel(const Scope &scope, int index);

  const ViewInfo &view;
  SmallVector<int> named;
  timeline::ParticipantClasses classes;
  llvm::DenseMap<const Scope *, timeline::ParticipantClass> known;
};
} // namespace

FailureOr<std::vector<timeline::PositionRange>>
Participants::rangesOfLevel(const Scope &scope, int index) {
  hir::TopologyAttr level = view.getTopologies()[index];
  int64_t extent = hir::getStaticExtent(level.getExtent()).value_or(1);
  for (const Scope *s = &scope; s; s = s->parent) {
    auto mesh = dyn_cast<hir::MeshScopeOp>(s->op);
    // A mesh over several levels covers them whole (ir.md 2.3).
    if (!mesh || mesh.getMesh().getLevels().size() != 1 ||
        mesh.getMesh().getLevels()[0].getName() != level.getName())
      continue;
    auto plain = hir::toMesh(mesh.getMesh());
    if (!plain || !plain->isSliced())
      break;
    auto positions = plain->positions(0);
    if (!positions) {
      mesh.emitOpError() << llvm::toString(positions.takeError());
      return failure();
    }
    timeline::PositionSet set = timeline::PositionSet::fromPositions(*positions);
    return std::vector<timeline::PositionRange>(set.ranges().begin(),
                                                set.ranges().end());
  }
  return std::vector<timeline::PositionRange>{{0, extent}};
}

FailureOr<timeline::PositionSet>
Participants::positionsOf(const Scope &scope) {
  std::vector<timeline::PositionRange> set{{0, 1}};
  for (int index : named) {
    int64_t extent =
        hir::getStaticExtent(view.getTopologies()[index].getExtent())
            .value_or(1);
    auto inner = rangesOfLevel(scope, index);
    if (failed(inner))
      return failure();
    bool whole = inner->size() == 1 && inner->front().begin == 0 &&
                 inner->front().end == extent;
    std::vector<timeline::PositionRange> next;
    for (timeline::PositionRange range : set) {
      CheckedInt end = CheckedInt(range.end) * extent;
      if (!end) {
        view.getFunction().emitError()
            << "the positions of the hierarchy do not fit in 64 bits";
        return failure();
      }
      if (whole) {
        next.push_back({range.begin * extent, end.get()});
        continue;
      }
      for (int64_t p = range.begin; p < range.end; ++p)
        for (timeline::PositionRange own : *inner)
          next.push_back({p * extent + own.begin, p * extent + own.end});
    }
    set = std::move(next);
  }
  return timeline::PositionSet::fromRanges(set);
}

FailureOr<timeline::ParticipantClass>
Participants::classOf(const Scope &scope) {
  // Loops do not change who takes part.
  const Scope *key = &scope;
  while (key->parent && !isa<hir::MeshScopeOp>(key->op))
    key = key->parent;
  auto it = known.find(key);
  if (it != known.end())
    return it->second;
  FailureOr<timeline::PositionSet> set = positionsOf(*key);
  if (failed(set))
    return failure();
  return known[key] = classes.intern(*set);
}

//===----------------------------------------------------------------------===//
// The timeline
//===----------------------------------------------------------------------===//

namespace {
class PerformanceRun {
public:
  explicit PerformanceRun(AnalyzeContext &context)
      : context(context), participants(context.view) {}
  LogicalResult run();

private:
  using Producers = SmallVector<timeline::NodeId, 2>;

  LogicalResult emitBlock(Block &block);
  LogicalResult emitLoop(hir::GridRegionOp loop);
  LogicalResult emitOp(Operation *op);
  /// The loop depth at which an op stands once it has left the loops inside of
  /// which nothing it reads changes.
  unsigned liftedDepth(const MeasuredOp &measured) const;
  void addProducers(Value value, Producers &producers);
  FailureOr<UnitWork> recordedWork(Operation *op);

  AnalyzeContext &context;
  Participants participants;
  Rates rates;
  timeline::Program program;
  llvm::DenseMap<Operation *, const MeasuredOp *> measuredOps;
  llvm::DenseMap<Value, Producers> producersOf;
  llvm::DenseMap<Operation *, timeline::NodeId> nodes;
  /// Loops open around the node being emitted.
  unsigned depth = 0;
};
} // namespace

unsigned PerformanceRun::liftedDepth(const MeasuredOp &measured) const {
  unsigned loops = 0, lifted = 0;
  for (auto [slot, info] : llvm::enumerate(measured.scope->slots)) {
    if (!info.isLoop())
      continue;
    ++loops;
    if (slot < measured.reads.size() && measured.reads.test(slot))
      lifted = loops;
  }
  return lifted;
}

void PerformanceRun::addProducers(Value value, Producers &producers) {
  auto it = producersOf.find(value);
  if (it == producersOf.end())
    return;
  for (timeline::NodeId node : it->second)
    if (!llvm::is_contained(producers, node))
      producers.push_back(node);
}

FailureOr<UnitWork> PerformanceRun::recordedWork(Operation *op) {
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
  work.bytes = bytesAtLevel(*traffic, true, rates.bandwidthLevel).get();
  return work;
}

LogicalResult PerformanceRun::emitOp(Operation *op) {
  Producers producers;
  for (Value operand : op->getOperands())
    addProducers(operand, producers);
  const MeasuredOp *measured = measuredOps.lookup(op);
  if (measured) {
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
    }
    FailureOr<timeline::ParticipantClass> known =
        participants.classOf(*measured->scope);
    if (failed(known))
      return failure();
    who = *known;
    timeline::NodeId node = program.addOccurrence(
        op->getNumResults() ? hir::getAuthoredName(op->getResult(0))
                            : op->getName().getStringRef(),
        time, who, producers);
    nodes[op] = node;
    producers = {node};
  }
  for (Value result : op->getResults())
    producersOf[result] = producers;
  return success();
}

LogicalResult PerformanceRun::emitLoop(hir::GridRegionOp loop) {
  Block &body = loop.getBody().front();
  int64_t trips = loop.getStaticTripCount().value_or(0);
  Producers initial;
  for (Value init : loop.getInitArgs())
    addProducers(init, initial);
  if (trips == 0) {
    for (auto [result, init] :
         llvm::zip(loop.getResults(), loop.getInitArgs()))
      producersOf[result] = producersOf.lookup(init);
    return success();
  }
  // What no trip changes is done once, before the loop.
  WalkResult lifted = body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const MeasuredOp *measured = measuredOps.lookup(op);
    if (!measured || nodes.count(op) || liftedDepth(*measured) > depth)
      return WalkResult::advance();
    // The names through which it reads its operands come along.
    return failed(emitOp(op)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (lifted.wasInterrupted())
    return failure();
  timeline::NodeId node = program.beginLoop(
      hir::getAuthoredName(loop.getInductionVar()), trips, initial);
  ++depth;
  if (failed(emitBlock(body)))
    return failure();
  --depth;
  program.endLoop();
  for (Value result : loop.getResults())
    producersOf[result] = {node};
  return success();
}

LogicalResult PerformanceRun::emitBlock(Block &block) {
  for (Operation &op : block) {
    if (auto loop = dyn_cast<hir::GridRegionOp>(op)) {
      if (failed(emitLoop(loop)))
        return failure();
    } else if (auto mesh = dyn_cast<hir::MeshScopeOp>(op)) {
      for (auto [argument, input] :
           llvm::zip(mesh.getScopeArgs(), mesh.getInputs()))
        producersOf[argument] = producersOf.lookup(input);
      if (failed(emitBlock(mesh.getBody().front())))
        return failure();
      for (auto [result, yielded] :
           llvm::zip(mesh.getResults(), mesh.getYielded()))
        producersOf[result] = producersOf.lookup(yielded);
    } else if (!nodes.count(&op) && !op.hasTrait<OpTrait::IsTerminator>()) {
      if (failed(emitOp(&op)))
        return failure();
    }
  }
  return success();
}

LogicalResult PerformanceRun::run() {
  func::FuncOp function = context.function;
  const auto *memory = context.records().get<MemoryRecord>(function);
  if (!memory || !memory->solverStatus)
    return function.emitError()
           << "no buffer placement was settled, so no time is reported; the "
              "target must state a capacity for gmem or smem";
  FailureOr<Rates> read = readRates(function, context.target);
  auto capacity = context.target.facts<ParallelCapacityFacts>();
  if (failed(read))
    return failure();
  if (!capacity)
    return function.emitError() << llvm::toString(capacity.takeError());
  rates = *read;
  for (const MeasuredOp &measured : context.view.getOps())
    measuredOps[measured.op] = &measured;
  if (failed(emitBlock(function.getBody().front())))
    return failure();
  auto placed = timeline::place(program, participants.getClasses());
  if (!placed)
    return function.emitError() << llvm::toString(placed.takeError());
  for (const MeasuredOp &measured : context.view.getOps()) {
    auto node = nodes.find(measured.op);
    if (node == nodes.end() || !placed->placements[node->second].recorded)
      continue;
    const timeline::Placement &placement = placed->placements[node->second];
    auto record = std::make_unique<PerformanceRecord>();
    record->timeline = {placement.startNs, placement.endNs, placement.trips,
                        placement.strideNs};
    if (failed(context.write(measured.op, std::move(record))))
      return failure();
  }
  int level = context.view.getLevelIndex(capacity->topology);
  int64_t instances =
      hir::getStaticExtent(context.view.getTopologies()[level].getExtent())
          .value_or(1);
  auto waves = timeline::estimateWaves(placed->makespanNs, instances,
                                       capacity->parallelUnits);
  if (!waves)
    return function.emitError() << llvm::toString(waves.takeError());
  auto summary = std::make_unique<PerformanceSummaryRecord>();
  summary->timeline.endNs = waves->endNs;
  summary->waves = waves->waves;
  return context.write(function, std::move(summary));
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
