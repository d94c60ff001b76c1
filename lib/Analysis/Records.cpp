//===- Records.cpp - the field lists of the four families' records --------===//

#include "tilefoundry/Analysis/Records.h"

using namespace tilefoundry;

template <typename T> static std::unique_ptr<Record> createRecord() {
  return std::make_unique<T>();
}

const RecordType ComputeCostRecord::type = {"compute-cost", "hir.compute_cost",
                                            createRecord<ComputeCostRecord>};
const RecordType TrafficRecord::type = {"traffic", "hir.traffic",
                                        createRecord<TrafficRecord>};
const RecordType MemoryRecord::type = {"memory", "hir.memory",
                                       createRecord<MemoryRecord>};
const RecordType LoopFootprintRecord::type = {
    "loop-footprint", "hir.loop_footprint", createRecord<LoopFootprintRecord>};
const RecordType RooflineRecord::type = {"roofline", "hir.roofline",
                                         createRecord<RooflineRecord>};
const RecordType PerformanceRecord::type = {"performance", "hir.performance",
                                            createRecord<PerformanceRecord>};
const RecordType PerformanceSummaryRecord::type = {
    "performance", "hir.performance_summary",
    createRecord<PerformanceSummaryRecord>};

void ComputeCostRecord::map(RecordMapper &mapper) {
  mapper.shared("flops", flops, "flops_per_unit", flopsPerUnit);
  mapper.shared("service", service, "service_per_unit", servicePerUnit);
}

void TrafficRecord::map(RecordMapper &mapper) {
  mapper.traffic("traffic", "whole", whole, "per_unit", perUnit);
  mapper.operands("operands", operands);
}

void MemoryRecord::map(RecordMapper &mapper) {
  mapper.rows(
      "footprint", footprint.size(), [&](size_t n) { footprint.resize(n); },
      [&](size_t i, RecordMapper &row) {
        row.jsonString("level", footprint[i].level);
        row.jsonNumber("peak_bytes", footprint[i].peakBytes);
        row.jsonNumber("persistent_bytes", footprint[i].persistentBytes);
        row.jsonOptional("capacity_bytes", footprint[i].capacityBytes);
      });
  mapper.rows(
      "lifetimes", lifetimes.size(), [&](size_t n) { lifetimes.resize(n); },
      [&](size_t i, RecordMapper &row) {
        row.jsonString("binding", lifetimes[i].binding);
        row.jsonString("level", lifetimes[i].level);
        row.jsonNumber("bytes", lifetimes[i].bytes);
        row.jsonNumber("defined_at", lifetimes[i].definedAt);
        row.jsonNumber("last_used_at", lifetimes[i].lastUsedAt);
        row.jsonBool("persistent", lifetimes[i].persistent);
      });
  mapper.jsonStrings("advisories", advisories);
  bool settled = solverStatus.has_value();
  mapper.jsonObject("allocation", settled, [&](RecordMapper &allocation) {
    std::string status = solverStatus.value_or("");
    allocation.jsonString("solver_status", status);
    if (status != solverStatus)
      solverStatus = status;
  });
  if (!settled && solverStatus)
    solverStatus.reset();
  // The comment projects the footprint; lifetimes are read from JSON.
  std::map<std::string, CheckedInt> peak;
  CheckedInt persistent = 0;
  for (const LevelFootprint &row : footprint) {
    peak.emplace(row.level, row.peakBytes);
    persistent += row.persistentBytes;
  }
  mapper.commentCounts("peak", peak);
  mapper.commentNumber("persistent", persistent);
  mapper.commentNumber("advisories", static_cast<int64_t>(advisories.size()));
}

void LoopFootprintRecord::map(RecordMapper &mapper) {
  mapper.rows(
      "footprints", footprints.size(), [&](size_t n) { footprints.resize(n); },
      [&](size_t i, RecordMapper &row) {
        row.jsonString("buffer", footprints[i].buffer);
        row.jsonString("level", footprints[i].level);
        row.jsonNumber("bytes", footprints[i].bytes);
        row.jsonNumber("device_bytes", footprints[i].deviceBytes);
        row.jsonNumber("repeated_bytes", footprints[i].repeatedBytes);
      });
  mapper.jsonBool("known", known);
  // One key: what the loop reaches, summed by level over its buffers.
  std::map<std::string, CheckedInt> sums;
  for (const BufferFootprint &row : footprints)
    sums[row.level] += row.bytes;
  mapper.commentCounts("bytes", sums);
}

void RooflineRecord::map(RecordMapper &mapper) {
  mapper.jsonNumber("compute_ns", computeNs);
  mapper.jsonNumber("memory_ns", memoryNs);
  mapper.number("ideal_ns", idealNs);
  mapper.token("bound_by", boundBy);
}

void PerformanceRecord::map(RecordMapper &mapper) {
  mapper.timeline("timeline", timeline);
}

void PerformanceSummaryRecord::map(RecordMapper &mapper) {
  bool present = true;
  mapper.jsonObject("timeline", present, [&](RecordMapper &fields) {
    fields.jsonNumber("start_ns", timeline.startNs);
    fields.jsonNumber("end_ns", timeline.endNs);
    fields.jsonNumber("trips", timeline.trips);
    fields.jsonNumber("stride_ns", timeline.strideNs);
  });
  mapper.commentNumber("predicted-ns",
                       CheckedInt(timeline.endNs) - timeline.startNs);
  mapper.number("waves", waves);
}

llvm::ArrayRef<const RecordType *> tilefoundry::standardRecordTypes() {
  static const RecordType *const types[] = {&ComputeCostRecord::type,
                                            &TrafficRecord::type,
                                            &MemoryRecord::type,
                                            &LoopFootprintRecord::type,
                                            &RooflineRecord::type,
                                            &PerformanceRecord::type,
                                            &PerformanceSummaryRecord::type};
  return types;
}
