//===- AmxTarget.h - Apple's matrix coprocessor -----------------*- C++ -*-===//
//
// The typed values of AMX documents and the target composed from them (target
// document 7-9).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_AMX_AMXTARGET_H
#define TILEFOUNDRY_TARGET_AMX_AMXTARGET_H

#include "tilefoundry/Target/Facts.h"
#include "tilefoundry/Target/Hardware/Architecture.h"
#include "tilefoundry/Target/Hardware/Registry.h"

namespace tilefoundry {

/// The shape of an outer-product tile, in elements.
struct TileShape {
  int64_t rows;
  int64_t columns;
  friend bool operator==(const TileShape &a, const TileShape &b) {
    return a.rows == b.rows && a.columns == b.columns;
  }
};

/// The fields of an AMX architecture. Sizes in bytes. Every one is stated.
struct AmxArchitectureValues {
  Required<std::string> name;
  Required<std::vector<std::string>> instructionCapabilities;
  Required<std::vector<ElementType>> supportedComputeTypes;
  Required<int64_t> amxUnitsPerCore;
  /// One staging file; X and Y are equal.
  Required<int64_t> stagingBytes;
  Required<int64_t> accumulatorBytes;
  /// The topology level whose units own the register files.
  Required<std::string> registerOwner;
  /// One f32 instruction's outer product, and what Z holds of f32.
  Required<TileShape> f32OuterProduct;
  Required<TileShape> f32Accumulator;
  Required<std::optional<int64_t>> f32InstructionPeakFlopsPerSecond;
};

/// AMX compilation identity and register geometry. It has no CTA thread limit
/// and states no product-dependent rate.
class AmxArchitecture : public Architecture {
public:
  static constexpr llvm::StringLiteral schemaId =
      "tilefoundry.amx.architecture/v1";
  static const HardwareSchema &getSchema();

  static llvm::Expected<AmxArchitecture> create(AmxArchitectureValues values);
  static llvm::Expected<AmxArchitecture> read(const HardwareDocument &document);

  const AmxArchitectureValues &getValues() const { return values; }
  bool supportsComputeType(ElementType type) const;

  friend bool operator==(const AmxArchitecture &a, const AmxArchitecture &b);

private:
  explicit AmxArchitecture(AmxArchitectureValues values)
      : Architecture(values.name, std::nullopt), values(std::move(values)) {}
  AmxArchitectureValues values;
};

/// The measured throughput of one execution unit for one element type.
struct UnitThroughput {
  std::string unit;
  ElementType type;
  int64_t flopsPerSecond;
  friend bool operator==(const UnitThroughput &a, const UnitThroughput &b) {
    return a.unit == b.unit && a.type == b.type &&
           a.flopsPerSecond == b.flopsPerSecond;
  }
};

/// The fields of one package.
struct AmxDeviceValues {
  Required<std::string> name;
  /// Independent AMX units; never a core count.
  Required<int64_t> amxUnitCount;
  Required<int64_t> performanceCoreCount;
  Required<int64_t> efficiencyCoreCount;
  Required<int64_t> l1dBytesPerPerformanceCore;
  Required<int64_t> l1dBytesPerEfficiencyCore;
  Required<int64_t> l2BytesPerPerformanceCluster;
  Required<int64_t> l2BytesPerEfficiencyCluster;
  Required<int64_t> cacheLineBytes;
  Required<int64_t> unifiedMemoryCapacityBytes;
  Required<int64_t> unifiedMemoryBandwidthBytesPerSecond;
  Required<std::string> unifiedMemoryOwner;
  /// Measured rates of one unit, by execution unit ("amx", "neon") and type.
  Required<std::vector<UnitThroughput>> throughputs;
  Required<TileShape> neonF32OuterProduct;
};

/// One package: cores, caches, unified memory and measured throughput.
class AmxDevice : public Device {
public:
  static constexpr llvm::StringLiteral schemaId = "tilefoundry.amx.device/v1";
  static const HardwareSchema &getSchema();

  static llvm::Expected<AmxDevice> create(AmxDeviceValues values);
  static llvm::Expected<AmxDevice> read(const HardwareDocument &document);

  const AmxDeviceValues &getValues() const { return values; }
  /// The measured flop/s of one unit; an error naming what was measured where
  /// there is no entry. Never an estimate.
  llvm::Expected<int64_t> throughputFor(llvm::StringRef unit,
                                        ElementType type) const;

  friend bool operator==(const AmxDevice &a, const AmxDevice &b);

private:
  explicit AmxDevice(AmxDeviceValues values)
      : Device(values.name, values.amxUnitCount), values(std::move(values)) {}
  AmxDeviceValues values;
};

/// The AMX target.
class AmxTarget : public Target {
public:
  struct Parts {
    Resolved<AmxArchitecture> architecture;
    Resolved<AmxDevice> device;
  };

  /// Resolves IDs to values and checks that the pair composes. With nothing
  /// named this is the installed apple.amx on apple.m2_pro; a device named
  /// alone brings the one architecture its document names.
  static llvm::Expected<Parts> resolve(
      std::optional<DocumentOr<AmxArchitecture>> architecture = std::nullopt,
      std::optional<DocumentOr<AmxDevice>> device = std::nullopt,
      const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed());

  static llvm::Expected<std::shared_ptr<const AmxTarget>> create(
      std::optional<DocumentOr<AmxArchitecture>> architecture = std::nullopt,
      std::optional<DocumentOr<AmxDevice>> device = std::nullopt,
      const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed());

  explicit AmxTarget(Parts parts) : Target("amx"), parts(std::move(parts)) {}

  const AmxArchitecture &getArchitecture() const {
    return parts.architecture.value;
  }
  const AmxDevice &getDevice() const { return parts.device.value; }
  llvm::StringRef getArch() const { return getArchitecture().getName(); }

  std::string getIdentity() const override;
  TargetResources getResources() const override;
  llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const override;
  bool hasSameHardware(const Target &other) const override;

protected:
  std::optional<int64_t> limitOfLevel(llvm::StringRef level) const override;
  bool isEqualTo(const Target &other) const override;

private:
  const Parts parts;
};

/// The conversions, for a subclass that registers the same ones for itself.
llvm::Expected<ThroughputFacts> amxThroughputFacts(const AmxTarget &,
                                                   FactsQuery);
llvm::Expected<PerformanceServiceFacts>
amxPerformanceServiceFacts(const AmxTarget &, FactsQuery);
llvm::Expected<MemoryHierarchyFacts> amxMemoryHierarchyFacts(const AmxTarget &,
                                                             FactsQuery);
llvm::Expected<ParallelCapacityFacts>
amxParallelCapacityFacts(const AmxTarget &, FactsQuery);
llvm::Expected<CoreFacts> amxCoreFacts(const AmxTarget &, FactsQuery);
llvm::Expected<AtomCandidateFacts> amxAtomCandidateFacts(const AmxTarget &,
                                                         FactsQuery);

/// Registers all of them for exactly `T`, which is `AmxTarget` or derives from
/// it.
template <class T> llvm::Error registerAmxFacts(FactsRegistry &registry) {
  return llvm::joinErrors(
      llvm::joinErrors(
          llvm::joinErrors(registry.add<T>(amxThroughputFacts),
                           registry.add<T>(amxPerformanceServiceFacts)),
          llvm::joinErrors(registry.add<T>(amxMemoryHierarchyFacts),
                           registry.add<T>(amxParallelCapacityFacts))),
      llvm::joinErrors(registry.add<T>(amxCoreFacts),
                       registry.add<T>(amxAtomCandidateFacts)));
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_AMX_AMXTARGET_H
