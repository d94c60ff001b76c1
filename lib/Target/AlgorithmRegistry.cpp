//===- AlgorithmRegistry.cpp - scheduling families by exact pair ----------===//

#include "tilefoundry/Target/AlgorithmRegistry.h"
#include "tilefoundry/Target/Packages.h"
#include <mutex>

using namespace tilefoundry;

AlgorithmRegistry &AlgorithmRegistry::global() {
  static AlgorithmRegistry *registry = [] {
    auto *result = new AlgorithmRegistry;
    // Checked when each package was registered.
    for (const TargetPackage &package : targetPackages())
      llvm::cantFail(package.registerAlgorithms(*result));
    return result;
  }();
  return *registry;
}

llvm::Error AlgorithmRegistry::insert(TypeKey target, llvm::StringRef level,
                                      SchedulingFamily family,
                                      llvm::StringRef targetName) {
  std::unique_lock<std::shared_mutex> lock(mutex);
  if (families.try_emplace({target, level.str()}, std::move(family)).second)
    return llvm::Error::success();
  return llvm::createStringError("a scheduling family of '" + targetName +
                                 "' at level '" + level +
                                 "' is registered already; a level has one");
}

std::optional<SchedulingFamily>
AlgorithmRegistry::lookUp(const Target &target, llvm::StringRef level) const {
  std::shared_lock<std::shared_mutex> lock(mutex);
  auto it = families.find({target.getTypeId(), level.str()});
  if (it == families.end())
    return std::nullopt;
  return it->second;
}

llvm::Expected<SchedulingFamily>
AlgorithmRegistry::select(const Target &target, llvm::StringRef level,
                          const TopologyExtent &extent) const {
  if (llvm::Error error = target.validateProgramTopology(level, extent))
    return error;
  if (!extent.isStatic())
    return llvm::createStringError(
        "topology level '" + level + "' has the extent '" + extent.str() +
        "', which the launch provides; scheduling needs a static extent: "
        "write the number");
  if (std::optional<SchedulingFamily> family = lookUp(target, level))
    return std::move(*family);
  return llvm::createStringError("nothing schedules level '" + level +
                                 "' of target '" + target.getName() +
                                 "': no family is registered for it");
}
