//===- Memory.cpp - the memory family -------------------------------------===//
//
// Traffic of every call and of the function, loop footprints, lifetimes, peaks,
// and whether the buffers fit (analysis 1.2.2).
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "MemoryParts.h"
#include "tilefoundry/Analysis/CacheLoads.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include <map>

using namespace mlir;
using namespace tilefoundry;

namespace {
/// Sums by level, checked. There are few levels.
class TrafficSum {
public:
  void add(StringRef level, bool isWrite, int64_t bytes) {
    auto *entry = llvm::find_if(
        levels, [&](const Sums &sums) { return sums.level == level; });
    if (entry == levels.end()) {
      levels.push_back({level, 0, 0});
      entry = &levels.back();
    }
    (isWrite ? entry->written : entry->read) += bytes;
  }
  bool toMap(TrafficMap &map) const {
    for (const Sums &sums : levels) {
      if (!sums.read || !sums.written)
        return false;
      if (sums.read.get() || sums.written.get())
        map.emplace_back(sums.level.str(),
                         TrafficBytes{sums.read.get(), sums.written.get()});
    }
    llvm::sort(map, llvm::less_first());
    return true;
  }

private:
  struct Sums {
    StringRef level;
    CheckedInt read, written;
  };
  SmallVector<Sums, 4> levels;
};

class MemoryRun {
public:
  explicit MemoryRun(AnalyzeContext &context)
      : context(context), level(levelIndex(context)) {}
  LogicalResult run();

private:
  LogicalResult measureCalls();
  std::shared_ptr<const Record> makeRecord(Operation *op,
                                           const OpTraffic &moves);
  LogicalResult measureLoops();
  LogicalResult measureFunction();
  void adviseLoops(const MemoryHierarchyFacts &facts, MemoryRecord &record);

  AnalyzeContext &context;
  int level;
  TrafficSum total, totalPerUnit;
};
} // namespace

static LogicalResult overflow(Operation *op) {
  return op->emitError() << "the bytes that '" << op->getName()
                         << "' moves do not fit in 64 bits";
}

/// The record of one occurrence; null when a sum does not fit in 64 bits.
std::shared_ptr<const Record> MemoryRun::makeRecord(Operation *op,
                                                    const OpTraffic &moves) {
  auto record = std::make_shared<TrafficRecord>();
  TrafficSum whole, perUnit;
  unsigned operands = op->getNumOperands();
  record->operands.resize(operands + 1);
  CheckedInt written = 0; // All results are one entry.
  for (const BoundaryTraffic &move : moves) {
    whole.add(move.level, move.isResult, move.whole);
    perUnit.add(move.level, move.isResult, move.perUnit);
    if (move.isResult)
      written += move.whole;
    else
      record->operands[move.index].read = move.whole;
  }
  record->operands[operands].write = written.get();
  if (!written || !whole.toMap(record->whole) ||
      !perUnit.toMap(record->perUnit))
    return nullptr;
  return record;
}

LogicalResult MemoryRun::measureCalls() {
  // Ops that are one by structure share a record.
  llvm::DenseMap<const OpTraffic *, std::shared_ptr<const Record>> records;
  for (const MeasuredOp &measured : context.view.getOps()) {
    auto moves = measureTraffic(context.view, measured, level);
    if (!moves)
      return measured.op->emitError()
             << "cannot count what '" << measured.op->getName()
             << "' moves: " << llvm::toString(moves.takeError());
    std::shared_ptr<const Record> &record = records[*moves];
    if (!record)
      record = makeRecord(measured.op, **moves);
    if (!record)
      return overflow(measured.op);
    for (const BoundaryTraffic &move : **moves) {
      total.add(move.level, move.isResult, move.totalWhole);
      totalPerUnit.add(move.level, move.isResult, move.totalPerUnit);
    }
    if (failed(context.write(measured.op, record)))
      return failure();
  }
  auto record = std::make_unique<TrafficRecord>();
  if (!total.toMap(record->whole) || !totalPerUnit.toMap(record->perUnit)) {
    Operation *function = context.function;
    return overflow(function);
  }
  return context.write(context.function, std::move(record));
}

LogicalResult MemoryRun::measureLoops() {
  auto records = tilefoundry::measureLoops(context.view, level);
  if (failed(records))
    return failure();
  for (auto [loop, record] : llvm::zip_equal(context.view.getLoops(), *records))
    if (failed(context.write(loop->op, std::move(record))))
      return failure();
  return success();
}

/// A loop whose footprint exceeds a cache of the same scope is worth a word.
void MemoryRun::adviseLoops(const MemoryHierarchyFacts &facts,
                            MemoryRecord &record) {
  for (const Scope *loop : context.view.getLoops()) {
    const auto *footprint =
        context.records().get<LoopFootprintRecord>(loop->op);
    for (const CacheLoad &load : cacheLoads(*footprint, facts)) {
      std::optional<int64_t> capacity = load.cache->capacityBytes;
      if (!capacity || !load.deviceBytes || load.deviceBytes.get() <= *capacity)
        continue;
      auto region = cast<CountedLoopOpInterface>(loop->op);
      record.advisories.push_back(
          load.cache->name + " holds " + std::to_string(*capacity) +
          " bytes, and loop " +
          hir::getAuthoredName(region.getInductionVar()).str() + " touches " +
          std::to_string(load.deviceBytes.get()) + " bytes of " +
          load.backing->name);
    }
  }
}

LogicalResult MemoryRun::measureFunction() {
  Operation *function = context.function;
  auto facts = context.target.facts<MemoryHierarchyFacts>();
  if (!facts)
    return function->emitError() << llvm::toString(facts.takeError());
  FailureOr<std::vector<LevelResidency>> residencies =
      measureResidencies(context.view, *facts, context.target);
  if (failed(residencies))
    return failure();
  auto record = std::make_unique<MemoryRecord>();
  // What comes and goes, by level.
  std::map<std::string, std::vector<std::pair<int64_t, CheckedInt>>> changes;
  std::map<std::string, CheckedInt> persistent;
  for (const LevelResidency &row : *residencies) {
    record->lifetimes.push_back({bindingLabel(row.residency.value), row.level,
                                 row.bytes, row.residency.definedAt,
                                 row.residency.lastUsedAt,
                                 row.residency.persistent});
    auto &deltas = changes[row.level];
    deltas.emplace_back(row.residency.definedAt, row.bytes);
    deltas.emplace_back(row.residency.lastUsedAt + 1, -row.bytes);
    if (row.residency.persistent)
      persistent[row.level] += row.bytes;
  }
  for (auto &[name, deltas] : changes) {
    // At one position what goes goes before what comes.
    llvm::sort(deltas, [](const auto &a, const auto &b) {
      return std::make_pair(a.first, a.second.get()) <
             std::make_pair(b.first, b.second.get());
    });
    CheckedInt live = 0, peak = 0;
    for (const auto &[position, delta] : deltas) {
      live += delta;
      if (!live || live.get() > peak.get())
        peak = live;
      if (!live)
        break;
    }
    CheckedInt held = persistent[name];
    if (!peak || !held)
      return function->emitError()
             << "the live bytes of " << name << " do not fit in 64 bits";
    const ExplicitMemoryLevelFacts *known = facts->findExplicit(name);
    record->footprint.push_back(
        {name, peak.get(), held.get(),
         known ? known->capacityBytes : std::optional<int64_t>()});
  }
  if (failed(settleCapacity(function, context.view, *facts, *residencies,
                            context.level, context.options, *record)))
    return failure();
  adviseLoops(*facts, *record);
  adviseRaggedWindows(context.view, *record);
  adviseCommunication(context.view, record->advisories);
  return context.write(function, std::move(record));
}

LogicalResult MemoryRun::run() {
  return failure(failed(measureCalls()) || failed(measureLoops()) ||
                 failed(measureFunction()));
}

const Analyzer &tilefoundry::memoryAnalyzer() {
  static const Analyzer analyzer{
      "memory",
      [](AnalyzeContext &context) { return MemoryRun(context).run(); },
      {},
      {&MemoryRecord::type, &TrafficRecord::type, &LoopFootprintRecord::type},
      nullptr};
  return analyzer;
}
