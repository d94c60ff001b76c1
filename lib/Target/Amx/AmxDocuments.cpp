//===- AmxDocuments.cpp - schemas and typed values of AMX documents -------===//

#include "../TypedValues.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Target/Amx/AmxTarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Architecture
//===----------------------------------------------------------------------===//

static AmxArchitectureValues architectureValues(const FactValues &facts) {
  return {facts.getName("identity.name"),
          facts.getNames("instruction.capabilities"),
          facts.getElementTypes("instruction.compute_dtypes"),
          facts.getInteger("compute.units_per_core"),
          facts.getInteger("register.x_file"),
          facts.getInteger("register.z_file"),
          facts.getName("register.owner"),
          TileShape{facts.getInteger("geometry.f32_outer_product.rows"),
                    facts.getInteger("geometry.f32_outer_product.columns")},
          TileShape{facts.getInteger("geometry.f32_accumulator.rows"),
                    facts.getInteger("geometry.f32_accumulator.columns")},
          facts.getOptionalInteger("throughput.f32_instruction_peak")};
}

static std::optional<InvariantViolation>
findArchitectureViolation(const AmxArchitectureValues &v) {
  if (v.name->empty())
    return InvariantViolation{"identity.name", "is empty"};
  if (auto violation = findNonPositive(
          {{"compute.units_per_core", v.amxUnitsPerCore},
           {"register.x_file", v.stagingBytes},
           {"register.z_file", v.accumulatorBytes},
           {"geometry.f32_outer_product.rows", v.f32OuterProduct->rows},
           {"geometry.f32_outer_product.columns", v.f32OuterProduct->columns},
           {"geometry.f32_accumulator.rows", v.f32Accumulator->rows},
           {"geometry.f32_accumulator.columns", v.f32Accumulator->columns},
           {"throughput.f32_instruction_peak",
            v.f32InstructionPeakFlopsPerSecond->value_or(1)}}))
    return violation;
  CheckedInt elements =
      CheckedInt(v.f32Accumulator->rows) * v.f32Accumulator->columns;
  if (!elements || elements.get() > v.accumulatorBytes / 4)
    return InvariantViolation{"geometry.f32_accumulator.rows",
                              "with its columns is more f32 than the " +
                                  std::to_string(v.accumulatorBytes) +
                                  " bytes of register.z_file hold"};
  if (!(CheckedInt(v.stagingBytes) + v.accumulatorBytes.get()))
    return InvariantViolation{"register.z_file",
                              "does not fit in 64 bits beside the staging "
                              "file"};
  const std::string &owner = v.registerOwner;
  if (owner != "core" && owner != "amx" && owner != "target")
    return InvariantViolation{"register.owner",
                              "is '" + owner +
                                  "'; a store is owned by 'core', 'amx' or "
                                  "'target'"};
  return std::nullopt;
}

const HardwareSchema &AmxArchitecture::getSchema() {
  static const HardwareSchema schema = {
      schemaId.str(),
      DocumentKind::Architecture,
      {
          {"identity.name", FactType::Name, Quantity::Name},
          {"instruction.capabilities", FactType::NameList, Quantity::Name},
          {"instruction.compute_dtypes", FactType::ElementTypeList,
           Quantity::Name},
          {"compute.units_per_core", FactType::Integer, Quantity::Count},
          {"register.x_file", FactType::Integer, Quantity::Bytes},
          {"register.y_file", FactType::Integer, Quantity::Bytes},
          {"register.z_file", FactType::Integer, Quantity::Bytes},
          {"register.owner", FactType::Name, Quantity::Name},
          {"geometry.f32_outer_product.rows", FactType::Integer,
           Quantity::Element},
          {"geometry.f32_outer_product.columns", FactType::Integer,
           Quantity::Element},
          {"geometry.f32_accumulator.rows", FactType::Integer,
           Quantity::Element},
          {"geometry.f32_accumulator.columns", FactType::Integer,
           Quantity::Element},
          {"throughput.f32_instruction_peak", FactType::Integer,
           Quantity::FlopsPerSecond, /*optional=*/true},
      },
      [](const FactValues &facts) -> std::optional<InvariantViolation> {
        int64_t x = facts.getInteger("register.x_file");
        int64_t y = facts.getInteger("register.y_file");
        if (x != y)
          return InvariantViolation{
              "register.y_file",
              "is " + std::to_string(y) + " bytes and register.x_file " +
                  std::to_string(x) + "; the staging files are equal"};
        return findArchitectureViolation(architectureValues(facts));
      }};
  return schema;
}

llvm::Expected<AmxArchitecture>
AmxArchitecture::create(AmxArchitectureValues values) {
  if (auto violation = findArchitectureViolation(values))
    return valueError(*violation);
  return AmxArchitecture(std::move(values));
}

llvm::Expected<AmxArchitecture>
AmxArchitecture::read(const HardwareDocument &document) {
  llvm::Expected<FactValues> facts = readFacts(getSchema(), document);
  if (!facts)
    return facts.takeError();
  return AmxArchitecture(architectureValues(*facts));
}

bool AmxArchitecture::supportsComputeType(ElementType type) const {
  return llvm::is_contained(values.supportedComputeTypes.get(), type);
}

namespace tilefoundry {
bool operator==(const AmxArchitecture &left, const AmxArchitecture &right) {
  const AmxArchitectureValues &a = left.values, &b = right.values;
  return a.name == b.name &&
         a.instructionCapabilities == b.instructionCapabilities &&
         a.supportedComputeTypes == b.supportedComputeTypes &&
         a.amxUnitsPerCore == b.amxUnitsPerCore &&
         a.stagingBytes == b.stagingBytes &&
         a.accumulatorBytes == b.accumulatorBytes &&
         a.registerOwner == b.registerOwner &&
         a.f32OuterProduct == b.f32OuterProduct &&
         a.f32Accumulator == b.f32Accumulator &&
         a.f32InstructionPeakFlopsPerSecond ==
             b.f32InstructionPeakFlopsPerSecond;
}
} // namespace tilefoundry

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

namespace {
struct ThroughputPath {
  llvm::StringLiteral unit;
  ElementType type;
  llvm::StringLiteral path;
  bool optional;
};
} // namespace

static constexpr ThroughputPath throughputPaths[] = {
    {"amx", ElementType::F32, "throughput.amx.f32", false},
    {"amx", ElementType::F16, "throughput.amx.f16", true},
    {"neon", ElementType::F32, "throughput.neon.f32", true},
    {"neon", ElementType::F16, "throughput.neon.f16", true}};

static AmxDeviceValues deviceValues(const FactValues &facts) {
  std::vector<UnitThroughput> throughputs;
  for (const ThroughputPath &entry : throughputPaths)
    if (std::optional<int64_t> rate = facts.getOptionalInteger(entry.path))
      throughputs.push_back({entry.unit.str(), entry.type, *rate});
  return {
      facts.getName("identity.name"),
      facts.getInteger("compute.amx_unit_count"),
      facts.getInteger("compute.performance_core_count"),
      facts.getInteger("compute.efficiency_core_count"),
      facts.getInteger("memory.l1d.per_performance_core"),
      facts.getInteger("memory.l1d.per_efficiency_core"),
      facts.getInteger("memory.l2.per_performance_cluster"),
      facts.getInteger("memory.l2.per_efficiency_cluster"),
      facts.getInteger("memory.cache_line"),
      facts.getInteger("memory.unified.capacity"),
      facts.getInteger("memory.unified.bandwidth"),
      facts.getName("memory.unified.owner"),
      std::move(throughputs),
      TileShape{facts.getInteger("geometry.neon_f32_outer_product.rows"),
                facts.getInteger("geometry.neon_f32_outer_product.columns")}};
}

static std::optional<InvariantViolation>
findThroughputViolation(const AmxDeviceValues &v) {
  for (const UnitThroughput &entry : v.throughputs.get()) {
    std::string path =
        "throughput." + entry.unit + "." + elementTypeName(entry.type).str();
    if (entry.flopsPerSecond < 1)
      return InvariantViolation{path, "is " +
                                          std::to_string(entry.flopsPerSecond) +
                                          "; it must be at least 1"};
    if (!(CheckedInt(entry.flopsPerSecond) * v.amxUnitCount.get()))
      return InvariantViolation{path, "times the AMX units does not fit in 64 "
                                      "bits"};
  }
  return std::nullopt;
}

static std::optional<InvariantViolation>
findDeviceViolation(const AmxDeviceValues &v) {
  if (v.name->empty())
    return InvariantViolation{"identity.name", "is empty"};
  if (auto violation = findNonPositive(
          {{"compute.amx_unit_count", v.amxUnitCount},
           {"compute.performance_core_count", v.performanceCoreCount},
           {"memory.l1d.per_performance_core", v.l1dBytesPerPerformanceCore},
           {"memory.l1d.per_efficiency_core", v.l1dBytesPerEfficiencyCore},
           {"memory.l2.per_performance_cluster",
            v.l2BytesPerPerformanceCluster},
           {"memory.l2.per_efficiency_cluster", v.l2BytesPerEfficiencyCluster},
           {"memory.cache_line", v.cacheLineBytes},
           {"memory.unified.capacity", v.unifiedMemoryCapacityBytes},
           {"memory.unified.bandwidth", v.unifiedMemoryBandwidthBytesPerSecond},
           {"geometry.neon_f32_outer_product.rows",
            v.neonF32OuterProduct->rows},
           {"geometry.neon_f32_outer_product.columns",
            v.neonF32OuterProduct->columns}}))
    return violation;
  if (v.efficiencyCoreCount < 0)
    return InvariantViolation{"compute.efficiency_core_count", "is negative"};
  if (v.amxUnitCount.get() > v.performanceCoreCount.get())
    return InvariantViolation{"compute.amx_unit_count",
                              "is " + std::to_string(v.amxUnitCount) +
                                  ", more than the " +
                                  std::to_string(v.performanceCoreCount) +
                                  " performance cores that share the units"};
  if (v.unifiedMemoryBandwidthBytesPerSecond.get() < v.amxUnitCount.get())
    return InvariantViolation{"memory.unified.bandwidth",
                              "is less than one byte/s for each AMX unit"};
  const std::string &owner = v.unifiedMemoryOwner;
  if (owner != "target")
    return InvariantViolation{"memory.unified.owner",
                              "is '" + owner +
                                  "'; the memory of one package is owned by "
                                  "'target'"};
  return findThroughputViolation(v);
}

const HardwareSchema &AmxDevice::getSchema() {
  static const HardwareSchema schema = [] {
    HardwareSchema result = {
        schemaId.str(),
        DocumentKind::Device,
        {
            {"identity.name", FactType::Name, Quantity::Name},
            {"compute.amx_unit_count", FactType::Integer, Quantity::Count},
            {"compute.performance_core_count", FactType::Integer,
             Quantity::Count},
            {"compute.efficiency_core_count", FactType::Integer,
             Quantity::Count, /*optional=*/false, /*minimum=*/0},
            {"memory.l1d.per_performance_core", FactType::Integer,
             Quantity::Bytes},
            {"memory.l1d.per_efficiency_core", FactType::Integer,
             Quantity::Bytes},
            {"memory.l2.per_performance_cluster", FactType::Integer,
             Quantity::Bytes},
            {"memory.l2.per_efficiency_cluster", FactType::Integer,
             Quantity::Bytes},
            {"memory.cache_line", FactType::Integer, Quantity::Bytes},
            {"memory.unified.capacity", FactType::Integer, Quantity::Bytes},
            {"memory.unified.bandwidth", FactType::Integer,
             Quantity::BytesPerSecond},
            {"memory.unified.owner", FactType::Name, Quantity::Name},
            {"geometry.neon_f32_outer_product.rows", FactType::Integer,
             Quantity::Element},
            {"geometry.neon_f32_outer_product.columns", FactType::Integer,
             Quantity::Element},
        },
        [](const FactValues &facts) {
          return findDeviceViolation(deviceValues(facts));
        }};
    for (const ThroughputPath &entry : throughputPaths)
      result.fields.push_back({entry.path, FactType::Integer,
                               Quantity::FlopsPerSecond, entry.optional});
    return result;
  }();
  return schema;
}

llvm::Expected<AmxDevice> AmxDevice::create(AmxDeviceValues values) {
  if (auto violation = findDeviceViolation(values))
    return valueError(*violation);
  return AmxDevice(std::move(values));
}

llvm::Expected<AmxDevice> AmxDevice::read(const HardwareDocument &document) {
  llvm::Expected<FactValues> facts = readFacts(getSchema(), document);
  if (!facts)
    return facts.takeError();
  return AmxDevice(deviceValues(*facts));
}

llvm::Expected<int64_t> AmxDevice::throughputFor(llvm::StringRef unit,
                                                 ElementType type) const {
  std::vector<std::string> known;
  for (const UnitThroughput &entry : values.throughputs.get()) {
    if (entry.unit == unit && entry.type == type)
      return entry.flopsPerSecond;
    known.push_back(entry.unit + " " + elementTypeName(entry.type).str());
  }
  return llvm::createStringError("device '" + getName() +
                                 "' has no measured throughput of unit '" +
                                 unit + "' for '" + elementTypeName(type) +
                                 "'; measured are " + llvm::join(known, ", "));
}

namespace tilefoundry {
bool operator==(const AmxDevice &left, const AmxDevice &right) {
  const AmxDeviceValues &a = left.values, &b = right.values;
  return a.name == b.name && a.amxUnitCount == b.amxUnitCount &&
         a.performanceCoreCount == b.performanceCoreCount &&
         a.efficiencyCoreCount == b.efficiencyCoreCount &&
         a.l1dBytesPerPerformanceCore == b.l1dBytesPerPerformanceCore &&
         a.l1dBytesPerEfficiencyCore == b.l1dBytesPerEfficiencyCore &&
         a.l2BytesPerPerformanceCluster == b.l2BytesPerPerformanceCluster &&
         a.l2BytesPerEfficiencyCluster == b.l2BytesPerEfficiencyCluster &&
         a.cacheLineBytes == b.cacheLineBytes &&
         a.unifiedMemoryCapacityBytes == b.unifiedMemoryCapacityBytes &&
         a.unifiedMemoryBandwidthBytesPerSecond ==
             b.unifiedMemoryBandwidthBytesPerSecond &&
         a.unifiedMemoryOwner == b.unifiedMemoryOwner &&
         a.throughputs == b.throughputs &&
         a.neonF32OuterProduct == b.neonF32OuterProduct;
}
} // namespace tilefoundry
