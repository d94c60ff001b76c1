//===- CudaFacts.cpp - what a CUDA target projects ------------------------===//
//
// Every function reads the two values and nothing else.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Target/Cuda/CudaTarget.h"

using namespace tilefoundry;

/// Bytes of a 32-bit register.
static constexpr int64_t registerBytes = 4;

llvm::Expected<ThroughputFacts>
tilefoundry::cudaThroughputFacts(const CudaTarget &target, FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "ThroughputFacts"))
    return error;
  const CudaDeviceValues &device = target.getDevice().getValues();
  return ThroughputFacts{device.peakFlopsPerSecond,
                         device.hbmBandwidthBytesPerSecond.get(), "gmem"};
}

llvm::Expected<PerformanceServiceFacts>
tilefoundry::cudaPerformanceServiceFacts(const CudaTarget &target,
                                         FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "PerformanceServiceFacts"))
    return error;
  const CudaDeviceValues &device = target.getDevice().getValues();
  PerformanceServiceFacts facts;
  facts.unit = "cta";
  for (const auto &[type, rate] : device.peakFlopsPerSecond.get())
    facts.unitFlops.emplace_back(type, rate / device.smCount);
  facts.unitOps = device.serviceOpsPerSecond;
  facts.unitBandwidth.emplace_back("gmem", device.hbmBandwidthBytesPerSecond /
                                               device.smCount);
  return facts;
}

llvm::Expected<MemoryHierarchyFacts>
tilefoundry::cudaMemoryHierarchyFacts(const CudaTarget &target,
                                      FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "MemoryHierarchyFacts"))
    return error;
  const CudaArchitectureValues &architecture =
      target.getArchitecture().getValues();
  const CudaDeviceValues &device = target.getDevice().getValues();
  MemoryHierarchyFacts facts;
  facts.explicitLevels = {
      {"gmem", device.hbmCapacityBytes.get(), "device", device.hbmOwner},
      {"smem", architecture.sharedMemoryPerCtaBytes.get(), "cta",
       architecture.sharedMemoryOwner},
      {"rmem", architecture.registersPerSm32Bit * registerBytes, "sm",
       architecture.registerOwner},
      {"tmem", architecture.tensorMemoryPerCtaBytes, "cta",
       architecture.tensorMemoryOwner}};
  // How much of the block is L1 depends on the shared memory a program asks
  // for.
  facts.implicitLevels = {{"l1", std::nullopt, "sm"},
                          {"l2", device.l2CapacityBytes, "device"}};
  facts.relations = {{MemoryRelationKind::Caches, "l1", "l2", std::nullopt},
                     {MemoryRelationKind::Caches, "l2", "gmem", std::nullopt},
                     {MemoryRelationKind::SharesCapacityWith, "l1", "smem",
                      architecture.unifiedL1SharedPerSmBytes.get()}};
  return facts;
}

llvm::Expected<ParallelCapacityFacts>
tilefoundry::cudaParallelCapacityFacts(const CudaTarget &target,
                                       FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "ParallelCapacityFacts"))
    return error;
  // One CTA per SM.
  return ParallelCapacityFacts{"cta", target.getDevice().getSmCount()};
}

llvm::Expected<PartitionFacts>
tilefoundry::cudaPartitionFacts(const CudaTarget &target, FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "PartitionFacts"))
    return error;
  const CudaDeviceValues &device = target.getDevice().getValues();
  return PartitionFacts{device.smCount, device.hbmBandwidthBytesPerSecond,
                        device.hbmCapacityBytes, device.peakFlopsPerSecond};
}

llvm::Expected<PipelineFacts>
tilefoundry::cudaPipelineFacts(const CudaTarget &target, FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "PipelineFacts"))
    return error;
  return PipelineFacts{
      "smem", target.getArchitecture().getValues().sharedMemoryPerCtaBytes,
      "cta"};
}
