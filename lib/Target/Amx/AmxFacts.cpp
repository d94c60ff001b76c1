//===- AmxFacts.cpp - what an AMX target projects -------------------------===//
//
// Every function reads the two values and nothing else. The parallel unit is a
// core with its AMX unit; there are as many as there are AMX units, however
// many cores share them.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Target/Amx/AmxTarget.h"

using namespace tilefoundry;

static constexpr llvm::StringLiteral amxUnit = "amx";

llvm::Expected<ThroughputFacts>
tilefoundry::amxThroughputFacts(const AmxTarget &target, FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "ThroughputFacts"))
    return error;
  const AmxDeviceValues &device = target.getDevice().getValues();
  ThroughputFacts facts;
  for (const UnitThroughput &entry : device.throughputs.get())
    if (entry.unit == amxUnit)
      facts.peakFlopsPerSecond.emplace_back(
          entry.type, entry.flopsPerSecond * device.amxUnitCount);
  facts.memoryBandwidthBytesPerSecond =
      device.unifiedMemoryBandwidthBytesPerSecond.get();
  facts.bandwidthLevel = "gmem";
  return facts;
}

llvm::Expected<PerformanceServiceFacts>
tilefoundry::amxPerformanceServiceFacts(const AmxTarget &target,
                                        FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "PerformanceServiceFacts"))
    return error;
  const AmxDeviceValues &device = target.getDevice().getValues();
  PerformanceServiceFacts facts;
  facts.unit = "core";
  for (const UnitThroughput &entry : device.throughputs.get())
    if (entry.unit == amxUnit)
      facts.unitFlops.emplace_back(entry.type, entry.flopsPerSecond);
  facts.unitBandwidth.emplace_back("gmem",
                                   device.unifiedMemoryBandwidthBytesPerSecond /
                                       device.amxUnitCount);
  return facts;
}

llvm::Expected<MemoryHierarchyFacts>
tilefoundry::amxMemoryHierarchyFacts(const AmxTarget &target,
                                     FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "MemoryHierarchyFacts"))
    return error;
  const AmxArchitectureValues &architecture =
      target.getArchitecture().getValues();
  const AmxDeviceValues &device = target.getDevice().getValues();
  MemoryHierarchyFacts facts;
  // One pool: what a kernel names as global is what the host allocates from.
  for (llvm::StringRef level : {"host", "gmem"})
    facts.explicitLevels.push_back({level.str(),
                                    device.unifiedMemoryCapacityBytes.get(),
                                    "device", device.unifiedMemoryOwner});
  facts.explicitLevels.push_back(
      {"rmem", architecture.stagingBytes + architecture.accumulatorBytes, "amx",
       architecture.registerOwner});
  facts.implicitLevels = {
      {"l1d", device.l1dBytesPerPerformanceCore.get(), "core"},
      {"l2", device.l2BytesPerPerformanceCluster.get(), "cluster"}};
  facts.relations = {{MemoryRelationKind::Caches, "l1d", "l2", std::nullopt},
                     {MemoryRelationKind::Caches, "l2", "gmem", std::nullopt}};
  return facts;
}

llvm::Expected<ParallelCapacityFacts>
tilefoundry::amxParallelCapacityFacts(const AmxTarget &target,
                                      FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "ParallelCapacityFacts"))
    return error;
  return ParallelCapacityFacts{"core", target.getDevice().getSmCount()};
}

llvm::Expected<CoreFacts> tilefoundry::amxCoreFacts(const AmxTarget &target,
                                                    FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "CoreFacts"))
    return error;
  const AmxDeviceValues &device = target.getDevice().getValues();
  return CoreFacts{device.l1dBytesPerPerformanceCore, "core",
                   device.unifiedMemoryBandwidthBytesPerSecond,
                   device.amxUnitCount};
}
