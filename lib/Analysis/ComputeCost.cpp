//===- ComputeCost.cpp - the compute-cost family --------------------------===//
//
// Logical work of every call and of the function (analysis 1.2.1). Reads no
// hardware fact.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Analysis/Records.h"

using namespace mlir;
using namespace tilefoundry;

/// The non-zero counts, by name.
static void toCounts(const Work &work, CountMap &flops, CountMap &service) {
  for (ElementType type : allElementTypes())
    if (int64_t count = work.getFlops(type).get())
      flops.emplace_back(elementTypeName(type).str(), count);
  for (ServiceKind kind : allServiceKinds())
    if (int64_t count = work.getService(kind).get())
      service.emplace_back(serviceKindName(kind).str(), count);
  llvm::sort(flops);
  llvm::sort(service);
}

static std::shared_ptr<const Record> makeRecord(const Work &whole,
                                                const Work &perUnit) {
  auto record = std::make_shared<ComputeCostRecord>();
  toCounts(whole, record->flops, record->service);
  toCounts(perUnit, record->flopsPerUnit, record->servicePerUnit);
  return record;
}

static LogicalResult runComputeCost(AnalyzeContext &context) {
  int level = levelIndex(context);
  Work total, totalPerUnit;
  // Ops that are one by structure share a record.
  llvm::DenseMap<const OpWork *, std::shared_ptr<const Record>> records;
  for (const MeasuredOp &measured : context.view.getOps()) {
    auto work = measureWork(context.view, measured, level);
    if (!work)
      return measured.op->emitError()
             << "cannot count the work of '" << measured.op->getName()
             << "': " << llvm::toString(work.takeError());
    const OpWork &once = **work;
    std::shared_ptr<const Record> &record = records[&once];
    if (!record)
      record = makeRecord(once.whole, once.perUnit);
    if (failed(context.write(measured.op, record)))
      return failure();
    Work whole = once.whole, perUnit = once.perUnit;
    whole.scale(once.repetitions);
    perUnit.scale(once.repetitions);
    total.add(whole);
    totalPerUnit.add(perUnit);
    if (total.hasOverflowed() || totalPerUnit.hasOverflowed())
      return measured.op->emitError()
             << "the work of the function does not fit in 64 bits from here on";
  }
  return context.write(context.function, makeRecord(total, totalPerUnit));
}

const Analyzer &tilefoundry::computeCostAnalyzer() {
  static const Analyzer analyzer{
      "compute-cost", runComputeCost, {}, {&ComputeCostRecord::type}, nullptr};
  return analyzer;
}
