//===- CudaTarget.cpp - composition, topology and the CUDA package --------===//

#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "../BuiltinPackages.h"
#include "../ResolveDocument.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"

using namespace tilefoundry;

llvm::Expected<CudaTarget::Parts>
CudaTarget::resolve(DocumentOr<CudaDevice> device,
                    std::optional<DocumentOr<CudaArchitecture>> architecture,
                    const HardwareSpecRegistry &registry) {
  return resolvePair<Parts>(std::move(architecture), std::move(device),
                            registry);
}

llvm::Expected<std::shared_ptr<const CudaTarget>>
CudaTarget::create(DocumentOr<CudaDevice> device,
                   std::optional<DocumentOr<CudaArchitecture>> architecture,
                   const HardwareSpecRegistry &registry) {
  llvm::Expected<Parts> parts =
      resolve(std::move(device), std::move(architecture), registry);
  if (!parts)
    return parts.takeError();
  return makeTarget<CudaTarget>(std::move(*parts));
}

std::string CudaTarget::getIdentity() const {
  return parts.device.document ? parts.device.document->getId().str()
                               : getDevice().getName();
}

TargetResources CudaTarget::getResources() const {
  return resourcesOf(parts.architecture, parts.device);
}

llvm::ArrayRef<llvm::StringRef> CudaTarget::getTopologyLevels() const {
  static constexpr llvm::StringRef levels[] = {"cta", "thread"};
  return levels;
}

bool CudaTarget::admitsLaunchExtent(llvm::StringRef level) const {
  return level == "cta";
}

std::optional<int64_t> CudaTarget::limitOfLevel(llvm::StringRef level) const {
  if (level == "thread")
    return getArchitecture().getMaxThreadsPerCta();
  return std::nullopt;
}

bool CudaTarget::hasSameHardware(const Target &other) const {
  if (getTypeId() != other.getTypeId())
    return false;
  const auto &cuda = static_cast<const CudaTarget &>(other);
  return getArchitecture() == cuda.getArchitecture() &&
         getDevice() == cuda.getDevice();
}

bool CudaTarget::isEqualTo(const Target &other) const {
  return hasSameHardware(other) && getResources() == other.getResources();
}

static llvm::Error registerFamilies(AlgorithmRegistry &registry) {
  return llvm::joinErrors(
      registry.add<CudaTarget>(
          "thread", {"pipeline", "how the threads of one CTA overlap their "
                                 "work"}),
      registry.add<CudaTarget>(
          "cta", {"partition", "how work and its tensors divide across the "
                               "device"}));
}

TargetPackage tilefoundry::cudaPackage() {
  TargetPackage package;
  package.name = "cuda";
  package.registerHardware = [](HardwareSpecRegistry &registry) {
    if (llvm::Error error = registry.addSchema(CudaArchitecture::getSchema()))
      return error;
    if (llvm::Error error = registry.addSchema(CudaDevice::getSchema()))
      return error;
    return addCompiledDocuments(registry, "tilefoundry.cuda.");
  };
  package.registerFacts = registerCudaFacts<CudaTarget>;
  package.registerAlgorithms = registerFamilies;
  package.createDefault =
      []() -> llvm::Expected<std::shared_ptr<const Target>> {
    return CudaTarget::create("nvidia.h200_sxm");
  };
  return package;
}
