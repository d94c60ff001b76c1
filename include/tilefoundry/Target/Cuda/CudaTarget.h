//===- CudaTarget.h - one CUDA device of one architecture -------*- C++ -*-===//
//
// The typed values of CUDA documents and the target composed from them (target
// document 2-4). A further chip is a document; these classes state shape only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_CUDA_CUDATARGET_H
#define TILEFOUNDRY_TARGET_CUDA_CUDATARGET_H

#include "tilefoundry/Target/Facts.h"
#include "tilefoundry/Target/Hardware/Architecture.h"
#include "tilefoundry/Target/Hardware/Registry.h"

namespace tilefoundry {

/// The fields of a CUDA architecture. Sizes in bytes. Every one is stated.
struct CudaArchitectureValues {
  Required<std::string> name;
  Required<std::vector<std::string>> instructionCapabilities;
  Required<std::vector<ElementType>> supportedComputeTypes;
  Required<int64_t> maxThreadsPerCta;
  Required<int64_t> maxThreadsPerWarp;
  Required<int64_t> maxWarpsPerCta;
  Required<int64_t> maxResidentCtasPerSm;
  Required<int64_t> sharedMemoryPerSmBytes;
  Required<int64_t> sharedMemoryPerCtaBytes;
  Required<int64_t> unifiedL1SharedPerSmBytes;
  Required<int64_t> registersPerSm32Bit;
  Required<std::optional<int64_t>> tensorMemoryPerCtaBytes;
  Required<std::optional<int64_t>> sharedBandwidthBytesPerSecond;
  Required<std::optional<int64_t>> registerBandwidthBytesPerSecond;
  /// The topology level whose units own separate values, or "target".
  Required<std::string> sharedMemoryOwner;
  Required<std::string> registerOwner;
  Required<std::string> tensorMemoryOwner;
};

/// CUDA compilation identity and the limits every product of it shares. It
/// states no frequency-dependent rate and no L1 capacity.
class CudaArchitecture : public Architecture {
public:
  static constexpr llvm::StringLiteral schemaId =
      "tilefoundry.cuda.architecture/v1";
  static const HardwareSchema &getSchema();

  /// A value without a document. Refuses values that contradict one another.
  static llvm::Expected<CudaArchitecture> create(CudaArchitectureValues values);
  static llvm::Expected<CudaArchitecture>
  read(const HardwareDocument &document);

  const CudaArchitectureValues &getValues() const { return values; }
  bool supportsComputeType(ElementType type) const;
  /// The static limit of "cta" (none) or "thread".
  llvm::Expected<std::optional<int64_t>>
  topologyLimit(llvm::StringRef level) const;

  friend bool operator==(const CudaArchitecture &a, const CudaArchitecture &b);

private:
  explicit CudaArchitecture(CudaArchitectureValues values)
      : Architecture(values.name, values.maxThreadsPerCta.get()),
        values(std::move(values)) {}
  CudaArchitectureValues values;
};

/// The fields of one CUDA device.
struct CudaDeviceValues {
  Required<std::string> name;
  Required<int64_t> smCount;
  Required<int64_t> hbmCapacityBytes;
  Required<int64_t> hbmBandwidthBytesPerSecond;
  Required<std::string> hbmOwner;
  /// Nothing where the document records no value.
  Required<std::optional<int64_t>> l2CapacityBytes;
  Required<std::optional<int64_t>> l2BandwidthBytesPerSecond;
  /// Dense flop/s of the whole device, in the order of the element type table.
  Required<std::vector<std::pair<ElementType, int64_t>>> peakFlopsPerSecond;
  /// Results per second of one CTA that has an SM to itself.
  Required<std::vector<std::pair<ServiceKind, int64_t>>> serviceOpsPerSecond;
};

/// One CUDA device: how many SMs, its memory and its throughput.
class CudaDevice : public Device {
public:
  static constexpr llvm::StringLiteral schemaId = "tilefoundry.cuda.device/v1";
  static const HardwareSchema &getSchema();

  static llvm::Expected<CudaDevice> create(CudaDeviceValues values);
  static llvm::Expected<CudaDevice> read(const HardwareDocument &document);

  const CudaDeviceValues &getValues() const { return values; }
  /// Dense flop/s; an error naming the types there are for one without an
  /// entry.
  llvm::Expected<int64_t> peakFor(ElementType type) const;

  friend bool operator==(const CudaDevice &a, const CudaDevice &b);

private:
  explicit CudaDevice(CudaDeviceValues values)
      : Device(values.name, values.smCount), values(std::move(values)) {}
  CudaDeviceValues values;
};

/// The CUDA target.
class CudaTarget : public Target {
public:
  /// A resolved and checked pair, for a subclass to be made from.
  struct Parts {
    Resolved<CudaArchitecture> architecture;
    Resolved<CudaDevice> device;
  };

  /// Resolves IDs to values and checks that the pair composes. The architecture
  /// may be left out where the device's document names exactly one.
  static llvm::Expected<Parts> resolve(
      DocumentOr<CudaDevice> device,
      std::optional<DocumentOr<CudaArchitecture>> architecture = std::nullopt,
      const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed());

  /// The target of a device, which is always named.
  static llvm::Expected<std::shared_ptr<const CudaTarget>> create(
      DocumentOr<CudaDevice> device,
      std::optional<DocumentOr<CudaArchitecture>> architecture = std::nullopt,
      const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed());

  explicit CudaTarget(Parts parts) : Target("cuda"), parts(std::move(parts)) {}

  const CudaArchitecture &getArchitecture() const {
    return parts.architecture.value;
  }
  const CudaDevice &getDevice() const { return parts.device.value; }
  /// The architecture's name.
  llvm::StringRef getArch() const { return getArchitecture().getName(); }

  std::string getIdentity() const override;
  TargetResources getResources() const override;
  llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const override;
  bool admitsLaunchExtent(llvm::StringRef level) const override;
  bool hasSameHardware(const Target &other) const override;

protected:
  std::optional<int64_t> limitOfLevel(llvm::StringRef level) const override;
  bool isEqualTo(const Target &other) const override;

private:
  const Parts parts;
};

/// The conversions, for a subclass that registers the same ones for itself.
llvm::Expected<ThroughputFacts> cudaThroughputFacts(const CudaTarget &,
                                                    FactsQuery);
llvm::Expected<PerformanceServiceFacts>
cudaPerformanceServiceFacts(const CudaTarget &, FactsQuery);
llvm::Expected<MemoryHierarchyFacts>
cudaMemoryHierarchyFacts(const CudaTarget &, FactsQuery);
llvm::Expected<ParallelCapacityFacts>
cudaParallelCapacityFacts(const CudaTarget &, FactsQuery);
llvm::Expected<PartitionFacts> cudaPartitionFacts(const CudaTarget &,
                                                  FactsQuery);
llvm::Expected<PipelineFacts> cudaPipelineFacts(const CudaTarget &, FactsQuery);

/// Registers all of them for exactly `T`, which is `CudaTarget` or derives from
/// it.
template <class T> llvm::Error registerCudaFacts(FactsRegistry &registry) {
  return llvm::joinErrors(
      llvm::joinErrors(
          llvm::joinErrors(registry.add<T>(cudaThroughputFacts),
                           registry.add<T>(cudaPerformanceServiceFacts)),
          llvm::joinErrors(registry.add<T>(cudaMemoryHierarchyFacts),
                           registry.add<T>(cudaParallelCapacityFacts))),
      llvm::joinErrors(registry.add<T>(cudaPartitionFacts),
                       registry.add<T>(cudaPipelineFacts)));
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_CUDA_CUDATARGET_H
