//===- AmxTarget.cpp - composition, topology and the AMX package ----------===//

#include "tilefoundry/Target/Amx/AmxTarget.h"
#include "../BuiltinPackages.h"
#include "../ResolveDocument.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"

using namespace tilefoundry;

llvm::Expected<AmxTarget::Parts>
AmxTarget::resolve(std::optional<DocumentOr<AmxArchitecture>> architecture,
                   std::optional<DocumentOr<AmxDevice>> device,
                   const HardwareSpecRegistry &registry) {
  if (!device) {
    device = DocumentOr<AmxDevice>("apple.m2_pro");
    if (!architecture)
      architecture = DocumentOr<AmxArchitecture>("apple.amx");
  }
  return resolvePair<Parts>(std::move(architecture), std::move(*device),
                            registry);
}

llvm::Expected<std::shared_ptr<const AmxTarget>>
AmxTarget::create(std::optional<DocumentOr<AmxArchitecture>> architecture,
                  std::optional<DocumentOr<AmxDevice>> device,
                  const HardwareSpecRegistry &registry) {
  llvm::Expected<Parts> parts =
      resolve(std::move(architecture), std::move(device), registry);
  if (!parts)
    return parts.takeError();
  return makeTarget<AmxTarget>(std::move(*parts));
}

std::string AmxTarget::getIdentity() const {
  return parts.device.document ? parts.device.document->getId().str()
                               : getDevice().getName();
}

TargetResources AmxTarget::getResources() const {
  return resourcesOf(parts.architecture, parts.device);
}

llvm::ArrayRef<llvm::StringRef> AmxTarget::getTopologyLevels() const {
  static constexpr llvm::StringRef levels[] = {"core", "amx"};
  return levels;
}

std::optional<int64_t> AmxTarget::limitOfLevel(llvm::StringRef level) const {
  if (level == "core")
    return getDevice().getValues().performanceCoreCount;
  return getArchitecture().getValues().amxUnitsPerCore;
}

bool AmxTarget::hasSameHardware(const Target &other) const {
  if (getTypeId() != other.getTypeId())
    return false;
  const auto &amx = static_cast<const AmxTarget &>(other);
  return getArchitecture() == amx.getArchitecture() &&
         getDevice() == amx.getDevice();
}

bool AmxTarget::isEqualTo(const Target &other) const {
  return hasSameHardware(other) && getResources() == other.getResources();
}

TargetPackage tilefoundry::amxPackage() {
  TargetPackage package;
  package.name = "amx";
  package.registerHardware = [](HardwareSpecRegistry &registry) {
    if (llvm::Error error = registry.addSchema(AmxArchitecture::getSchema()))
      return error;
    if (llvm::Error error = registry.addSchema(AmxDevice::getSchema()))
      return error;
    return addCompiledDocuments(registry, "tilefoundry.amx.");
  };
  package.registerFacts = registerAmxFacts<AmxTarget>;
  // One atom is issued at a time, so nothing is placed across the amx level.
  package.registerAlgorithms = [](AlgorithmRegistry &registry) {
    return registry.add<AmxTarget>(
        "core", {"core", "which resources each tile of a core's stream uses"});
  };
  package.createDefault =
      []() -> llvm::Expected<std::shared_ptr<const Target>> {
    return AmxTarget::create();
  };
  return package;
}
