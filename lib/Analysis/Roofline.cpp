//===- Roofline.cpp - the roofline family ---------------------------------===//
//
// A lower bound on time from recorded work and movement (analysis 1.2.3).
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Target/Facts.h"

using namespace mlir;
using namespace tilefoundry;

CheckedInt tilefoundry::bytesAtLevel(const TrafficRecord &record, bool perUnit,
                                     StringRef level) {
  TrafficBytes bytes = lookup(perUnit ? record.perUnit : record.whole, level);
  return CheckedInt(bytes.read) + bytes.write;
}

/// The bound of one call or function.
static FailureOr<std::shared_ptr<const Record>>
bound(Operation *op, const ComputeCostRecord &cost,
      const TrafficRecord &traffic, const ThroughputFacts &facts) {
  CheckedInt compute = 0;
  bool hasFlops = false;
  for (const auto &[name, count] : cost.flops) {
    std::optional<ElementType> type = parseElementType(name);
    if (!type) {
      op->emitError() << "records flops of '" << name
                      << "', which is no element type";
      return failure();
    }
    hasFlops |= count != 0;
    if (std::optional<int64_t> rate = facts.peakFor(*type))
      compute += mulCeilDivide(count, nsPerSecond, *rate);
  }
  CheckedInt bytes = bytesAtLevel(traffic, false, facts.bandwidthLevel);
  CheckedInt memory = 0;
  if (facts.memoryBandwidthBytesPerSecond && bytes)
    memory = mulCeilDivide(bytes.get(), nsPerSecond,
                           *facts.memoryBandwidthBytesPerSecond);
  if (!compute || !memory || !bytes) {
    op->emitError() << "the time of '" << op->getName()
                    << "' does not fit in 64 bits of nanoseconds";
    return failure();
  }
  auto record = std::make_shared<RooflineRecord>();
  record->computeNs = compute.get();
  record->memoryNs = memory.get();
  record->idealNs = std::max(compute.get(), memory.get());
  if (record->idealNs == 0) {
    // Work or movement that no rate prices still owes a bound.
    if (hasFlops || bytes.get() != 0) {
      record->idealNs = 1;
      record->boundBy = "unrated";
    }
  } else if (compute.get() == memory.get()) {
    record->boundBy = "balanced";
  } else {
    record->boundBy = compute.get() > memory.get() ? "compute" : "memory";
  }
  return std::shared_ptr<const Record>(std::move(record));
}

static LogicalResult runRoofline(AnalyzeContext &context) {
  auto facts = context.target.facts<ThroughputFacts>();
  if (!facts) {
    Operation *function = context.function;
    return function->emitError() << llvm::toString(facts.takeError());
  }
  // What reads the same two records is bound alike.
  llvm::DenseMap<std::pair<const Record *, const Record *>,
                 std::shared_ptr<const Record>>
      records;
  auto write = [&](Operation *op) -> LogicalResult {
    const auto *cost = context.records().get<ComputeCostRecord>(op);
    const auto *traffic = context.records().get<TrafficRecord>(op);
    if (!cost || !traffic)
      return op->emitError() << "has no compute-cost or traffic record for the "
                                "roofline to read";
    std::shared_ptr<const Record> &record = records[{cost, traffic}];
    if (!record) {
      auto made = bound(op, *cost, *traffic, *facts);
      if (failed(made))
        return failure();
      record = std::move(*made);
    }
    return context.write(op, record);
  };
  for (const MeasuredOp &measured : context.view.getOps())
    if (failed(write(measured.op)))
      return failure();
  return write(context.function);
}

const Analyzer &tilefoundry::rooflineAnalyzer() {
  static const Analyzer analyzer{"roofline",
                                 runRoofline,
                                 {"compute-cost", "memory"},
                                 {&RooflineRecord::type},
                                 nullptr};
  return analyzer;
}
