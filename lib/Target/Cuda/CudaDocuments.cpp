//===- CudaDocuments.cpp - schemas and typed values of CUDA documents -----===//

#include "../TypedValues.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Architecture
//===----------------------------------------------------------------------===//

static CudaArchitectureValues architectureValues(const FactValues &facts) {
  return {facts.getName("identity.name"),
          facts.getNames("instruction.capabilities"),
          facts.getElementTypes("instruction.compute_dtypes"),
          facts.getInteger("limits.threads_per_cta"),
          facts.getInteger("limits.threads_per_warp"),
          facts.getInteger("limits.warps_per_cta"),
          facts.getInteger("limits.resident_ctas_per_sm"),
          facts.getInteger("memory.shared.per_sm"),
          facts.getInteger("memory.shared.per_cta"),
          facts.getInteger("memory.unified_l1_shared.per_sm"),
          facts.getInteger("memory.register.per_sm"),
          facts.getOptionalInteger("memory.tensor.per_cta"),
          facts.getOptionalInteger("memory.shared.bandwidth"),
          facts.getOptionalInteger("memory.register.bandwidth"),
          facts.getName("memory.shared.owner"),
          facts.getName("memory.register.owner"),
          facts.getName("memory.tensor.owner")};
}

/// The levels a store may belong to: the target's topology, or the target.
static bool isOwner(llvm::StringRef name) {
  return name == "cta" || name == "thread" || name == "target";
}

static std::optional<InvariantViolation>
findOwnerViolation(const CudaArchitectureValues &v) {
  const std::pair<llvm::StringLiteral, llvm::StringRef> owners[] = {
      {"memory.shared.owner", v.sharedMemoryOwner.get()},
      {"memory.register.owner", v.registerOwner.get()},
      {"memory.tensor.owner", v.tensorMemoryOwner.get()}};
  for (const auto &[path, owner] : owners)
    if (!isOwner(owner))
      return InvariantViolation{path.str(),
                                "is '" + owner.str() +
                                    "'; a store is owned by 'cta', 'thread' "
                                    "or 'target'"};
  return std::nullopt;
}

static std::optional<InvariantViolation>
findArchitectureViolation(const CudaArchitectureValues &v) {
  if (v.name->empty())
    return InvariantViolation{"identity.name", "is empty"};
  if (auto violation = findNonPositive(
          {{"limits.threads_per_cta", v.maxThreadsPerCta},
           {"limits.threads_per_warp", v.maxThreadsPerWarp},
           {"limits.warps_per_cta", v.maxWarpsPerCta},
           {"limits.resident_ctas_per_sm", v.maxResidentCtasPerSm},
           {"memory.shared.per_sm", v.sharedMemoryPerSmBytes},
           {"memory.shared.per_cta", v.sharedMemoryPerCtaBytes},
           {"memory.unified_l1_shared.per_sm", v.unifiedL1SharedPerSmBytes},
           {"memory.register.per_sm", v.registersPerSm32Bit},
           {"memory.tensor.per_cta", v.tensorMemoryPerCtaBytes->value_or(1)},
           {"memory.shared.bandwidth",
            v.sharedBandwidthBytesPerSecond->value_or(1)},
           {"memory.register.bandwidth",
            v.registerBandwidthBytesPerSecond->value_or(1)}}))
    return violation;
  int64_t warps = ceilDivide(v.maxThreadsPerCta, v.maxThreadsPerWarp);
  if (v.maxWarpsPerCta != warps)
    return InvariantViolation{"limits.warps_per_cta",
                              "is " + std::to_string(v.maxWarpsPerCta) + "; " +
                                  std::to_string(v.maxThreadsPerCta) +
                                  " threads in warps of " +
                                  std::to_string(v.maxThreadsPerWarp) +
                                  " are " + std::to_string(warps)};
  if (v.sharedMemoryPerCtaBytes.get() > v.sharedMemoryPerSmBytes.get())
    return InvariantViolation{
        "memory.shared.per_cta",
        "is " + std::to_string(v.sharedMemoryPerCtaBytes) + ", more than the " +
            std::to_string(v.sharedMemoryPerSmBytes) +
            " of memory.shared.per_sm"};
  if (v.unifiedL1SharedPerSmBytes.get() < v.sharedMemoryPerSmBytes.get())
    return InvariantViolation{
        "memory.unified_l1_shared.per_sm",
        "is " + std::to_string(v.unifiedL1SharedPerSmBytes) +
            ", less than the " + std::to_string(v.sharedMemoryPerSmBytes) +
            " of memory.shared.per_sm that are taken from it"};
  if ((CheckedInt(v.registersPerSm32Bit) * 4).hasOverflowed())
    return InvariantViolation{"memory.register.per_sm",
                              "does not fit in 64 bits as bytes"};
  return findOwnerViolation(v);
}

const HardwareSchema &CudaArchitecture::getSchema() {
  static const HardwareSchema schema = {
      schemaId.str(),
      DocumentKind::Architecture,
      {
          {"identity.name", FactType::Name, Quantity::Name},
          {"instruction.capabilities", FactType::NameList, Quantity::Name},
          {"instruction.compute_dtypes", FactType::ElementTypeList,
           Quantity::Name},
          {"limits.threads_per_cta", FactType::Integer, Quantity::Count},
          {"limits.threads_per_warp", FactType::Integer, Quantity::Count},
          {"limits.warps_per_cta", FactType::Integer, Quantity::Count},
          {"limits.resident_ctas_per_sm", FactType::Integer, Quantity::Count},
          {"memory.shared.per_sm", FactType::Integer, Quantity::Bytes},
          {"memory.shared.per_cta", FactType::Integer, Quantity::Bytes},
          {"memory.shared.bandwidth", FactType::Integer,
           Quantity::BytesPerSecond, /*optional=*/true},
          {"memory.shared.owner", FactType::Name, Quantity::Name},
          {"memory.unified_l1_shared.per_sm", FactType::Integer,
           Quantity::Bytes},
          {"memory.register.per_sm", FactType::Integer, Quantity::Count},
          {"memory.register.bandwidth", FactType::Integer,
           Quantity::BytesPerSecond, /*optional=*/true},
          {"memory.register.owner", FactType::Name, Quantity::Name},
          {"memory.tensor.per_cta", FactType::Integer, Quantity::Bytes,
           /*optional=*/true},
          {"memory.tensor.owner", FactType::Name, Quantity::Name},
      },
      [](const FactValues &facts) {
        return findArchitectureViolation(architectureValues(facts));
      }};
  return schema;
}

llvm::Expected<CudaArchitecture>
CudaArchitecture::create(CudaArchitectureValues values) {
  if (auto violation = findArchitectureViolation(values))
    return valueError(*violation);
  return CudaArchitecture(std::move(values));
}

llvm::Expected<CudaArchitecture>
CudaArchitecture::read(const HardwareDocument &document) {
  llvm::Expected<FactValues> facts = readFacts(getSchema(), document);
  if (!facts)
    return facts.takeError();
  return CudaArchitecture(architectureValues(*facts));
}

bool CudaArchitecture::supportsComputeType(ElementType type) const {
  return llvm::is_contained(values.supportedComputeTypes.get(), type);
}

llvm::Expected<std::optional<int64_t>>
CudaArchitecture::topologyLimit(llvm::StringRef level) const {
  // A grid is a launch shape, not an allocation of SMs: it has no limit.
  if (level == "cta")
    return std::nullopt;
  if (level == "thread")
    return std::optional<int64_t>(values.maxThreadsPerCta);
  return llvm::createStringError("architecture '" + getName() +
                                 "' has no topology level '" + level +
                                 "': its levels are 'cta', 'thread'");
}

namespace tilefoundry {
bool operator==(const CudaArchitecture &left, const CudaArchitecture &right) {
  const CudaArchitectureValues &a = left.values, &b = right.values;
  return a.name == b.name &&
         a.instructionCapabilities == b.instructionCapabilities &&
         a.supportedComputeTypes == b.supportedComputeTypes &&
         a.maxThreadsPerCta == b.maxThreadsPerCta &&
         a.maxThreadsPerWarp == b.maxThreadsPerWarp &&
         a.maxWarpsPerCta == b.maxWarpsPerCta &&
         a.maxResidentCtasPerSm == b.maxResidentCtasPerSm &&
         a.sharedMemoryPerSmBytes == b.sharedMemoryPerSmBytes &&
         a.sharedMemoryPerCtaBytes == b.sharedMemoryPerCtaBytes &&
         a.unifiedL1SharedPerSmBytes == b.unifiedL1SharedPerSmBytes &&
         a.registersPerSm32Bit == b.registersPerSm32Bit &&
         a.tensorMemoryPerCtaBytes == b.tensorMemoryPerCtaBytes &&
         a.sharedBandwidthBytesPerSecond == b.sharedBandwidthBytesPerSecond &&
         a.registerBandwidthBytesPerSecond ==
             b.registerBandwidthBytesPerSecond &&
         a.sharedMemoryOwner == b.sharedMemoryOwner &&
         a.registerOwner == b.registerOwner &&
         a.tensorMemoryOwner == b.tensorMemoryOwner;
}
} // namespace tilefoundry

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

namespace {
struct RatePath {
  ElementType type;
  llvm::StringLiteral path;
  bool optional;
};
struct ServicePath {
  ServiceKind kind;
  llvm::StringLiteral path;
};
} // namespace

/// Storage and scale types have no entry; a mode that only some products have
/// may be recorded as unavailable.
static constexpr RatePath ratePaths[] = {
    {ElementType::F32, "throughput.f32", false},
    {ElementType::F16, "throughput.f16", false},
    {ElementType::BF16, "throughput.bf16", false},
    {ElementType::FP8E4M3, "throughput.fp8e4m3", true},
    {ElementType::F4E2M1, "throughput.f4e2m1", true}};

static constexpr ServicePath servicePaths[] = {
    {ServiceKind::Integer, "service.integer"},
    {ServiceKind::Predicate, "service.predicate"},
    {ServiceKind::Select, "service.select"},
    {ServiceKind::Special, "service.special"}};

static CudaDeviceValues deviceValues(const FactValues &facts) {
  std::vector<std::pair<ElementType, int64_t>> rates;
  for (const RatePath &rate : ratePaths)
    if (std::optional<int64_t> value = facts.getOptionalInteger(rate.path))
      rates.emplace_back(rate.type, *value);
  std::vector<std::pair<ServiceKind, int64_t>> services;
  for (const ServicePath &service : servicePaths)
    if (std::optional<int64_t> value = facts.getOptionalInteger(service.path))
      services.emplace_back(service.kind, *value);
  return {facts.getName("identity.name"),
          facts.getInteger("compute.sm_count"),
          facts.getInteger("memory.hbm.capacity"),
          facts.getInteger("memory.hbm.bandwidth"),
          facts.getName("memory.hbm.owner"),
          facts.getOptionalInteger("memory.l2.capacity"),
          facts.getOptionalInteger("memory.l2.bandwidth"),
          std::move(rates),
          std::move(services)};
}

static std::optional<InvariantViolation>
findDeviceViolation(const CudaDeviceValues &v) {
  if (v.name->empty())
    return InvariantViolation{"identity.name", "is empty"};
  if (auto violation = findNonPositive(
          {{"compute.sm_count", v.smCount},
           {"memory.hbm.capacity", v.hbmCapacityBytes},
           {"memory.hbm.bandwidth", v.hbmBandwidthBytesPerSecond},
           {"memory.l2.capacity", v.l2CapacityBytes->value_or(1)},
           {"memory.l2.bandwidth", v.l2BandwidthBytesPerSecond->value_or(1)}}))
    return violation;
  if (v.hbmOwner.get() != "target")
    return InvariantViolation{"memory.hbm.owner",
                              "is '" + v.hbmOwner.get() +
                                  "'; the memory of one device is owned by "
                                  "'target'"};
  // One unit's share of a rate is a floor; a share of nothing is no rate.
  for (const auto &[type, rate] : v.peakFlopsPerSecond.get())
    if (rate < v.smCount.get())
      return InvariantViolation{"throughput." + elementTypeName(type).str(),
                                "is " + std::to_string(rate) +
                                    ", less than one flop/s for each of " +
                                    std::to_string(v.smCount) + " SMs"};
  if (v.hbmBandwidthBytesPerSecond.get() < v.smCount.get())
    return InvariantViolation{"memory.hbm.bandwidth",
                              "is less than one byte/s for each SM"};
  for (const auto &[kind, rate] : v.serviceOpsPerSecond.get())
    if (rate < 1)
      return InvariantViolation{"service." + serviceKindName(kind).str(),
                                "is " + std::to_string(rate) +
                                    "; it must be at least 1"};
  return std::nullopt;
}

const HardwareSchema &CudaDevice::getSchema() {
  static const HardwareSchema schema = [] {
    HardwareSchema result = {
        schemaId.str(),
        DocumentKind::Device,
        {
            {"identity.name", FactType::Name, Quantity::Name},
            {"compute.sm_count", FactType::Integer, Quantity::Count},
            {"memory.hbm.capacity", FactType::Integer, Quantity::Bytes},
            {"memory.hbm.bandwidth", FactType::Integer,
             Quantity::BytesPerSecond},
            {"memory.hbm.owner", FactType::Name, Quantity::Name},
            {"memory.l2.capacity", FactType::Integer, Quantity::Bytes,
             /*optional=*/true},
            {"memory.l2.bandwidth", FactType::Integer, Quantity::BytesPerSecond,
             /*optional=*/true},
        },
        [](const FactValues &facts) {
          return findDeviceViolation(deviceValues(facts));
        }};
    for (const RatePath &rate : ratePaths)
      result.fields.push_back({rate.path, FactType::Integer,
                               Quantity::FlopsPerSecond, rate.optional});
    for (const ServicePath &service : servicePaths)
      result.fields.push_back({service.path, FactType::Integer,
                               Quantity::OpsPerSecond, /*optional=*/true});
    return result;
  }();
  return schema;
}

llvm::Expected<CudaDevice> CudaDevice::create(CudaDeviceValues values) {
  if (auto violation = findDeviceViolation(values))
    return valueError(*violation);
  return CudaDevice(std::move(values));
}

llvm::Expected<CudaDevice> CudaDevice::read(const HardwareDocument &document) {
  llvm::Expected<FactValues> facts = readFacts(getSchema(), document);
  if (!facts)
    return facts.takeError();
  return CudaDevice(deviceValues(*facts));
}

llvm::Expected<int64_t> CudaDevice::peakFor(ElementType type) const {
  std::vector<llvm::StringRef> known;
  for (const auto &[other, rate] : values.peakFlopsPerSecond.get()) {
    if (other == type)
      return rate;
    known.push_back(elementTypeName(other));
  }
  return llvm::createStringError(
      "device '" + getName() + "' states no throughput for '" +
      elementTypeName(type) + "'; it states " + llvm::join(known, ", "));
}

namespace tilefoundry {
bool operator==(const CudaDevice &left, const CudaDevice &right) {
  const CudaDeviceValues &a = left.values, &b = right.values;
  return a.name == b.name && a.smCount == b.smCount &&
         a.hbmCapacityBytes == b.hbmCapacityBytes &&
         a.hbmBandwidthBytesPerSecond == b.hbmBandwidthBytesPerSecond &&
         a.hbmOwner == b.hbmOwner && a.l2CapacityBytes == b.l2CapacityBytes &&
         a.l2BandwidthBytesPerSecond == b.l2BandwidthBytesPerSecond &&
         a.peakFlopsPerSecond == b.peakFlopsPerSecond &&
         a.serviceOpsPerSecond == b.serviceOpsPerSecond;
}
} // namespace tilefoundry
