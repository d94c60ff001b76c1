//===- Packages.cpp - the list of backends --------------------------------===//
//
// The one place that names them: the project's own packages, then what others
// add.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Target/Packages.h"
#include "BuiltinPackages.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"
#include "tilefoundry/Target/Hardware/Registry.h"
#include <mutex>

using namespace tilefoundry;

namespace {
struct PackageList {
  std::mutex mutex;
  bool frozen = false;
  std::vector<TargetPackage> packages = {cudaPackage(), amxPackage(),
                                         cpuPackage()};
};
} // namespace

static PackageList &packageList() {
  static PackageList *list = new PackageList;
  return *list;
}

llvm::Expected<std::shared_ptr<const Target>> tilefoundry::defaultTarget() {
  return resolveTarget(cudaPackage().name);
}

const std::vector<TargetPackage> &tilefoundry::targetPackages() {
  PackageList &list = packageList();
  std::lock_guard<std::mutex> lock(list.mutex);
  list.frozen = true;
  return list.packages;
}

/// Registers everything into registries nobody else sees, so that a package
/// that cannot be registered never gets into the list.
static llvm::Error tryOut(const std::vector<TargetPackage> &packages) {
  HardwareSpecRegistry hardware;
  FactsRegistry facts;
  AlgorithmRegistry algorithms;
  for (const TargetPackage &package : packages) {
    if (llvm::Error error = package.registerHardware(hardware))
      return error;
    if (llvm::Error error = package.registerFacts(facts))
      return error;
    if (llvm::Error error = package.registerAlgorithms(algorithms))
      return error;
  }
  return llvm::Error::success();
}

/// Refuses a package that the list cannot take any more; the lock is held.
static llvm::Error checkJoins(const PackageList &list,
                              const TargetPackage &package) {
  if (list.frozen)
    return llvm::createStringError(
        "target package '" + package.name +
        "' comes too late: the installed set is in use already; register "
        "packages before the first resolution");
  for (const TargetPackage &known : list.packages)
    if (known.name == package.name)
      return hardwareError(HardwareErrorKind::DuplicateRegistration, {},
                           "a target package named '" + package.name +
                               "' is registered already");
  return llvm::Error::success();
}

llvm::Error tilefoundry::registerTargetPackage(TargetPackage package) {
  PackageList &list = packageList();
  std::unique_lock<std::mutex> lock(list.mutex);
  for (;;) {
    if (llvm::Error error = checkJoins(list, package))
      return error;
    // The package's own code runs without the lock: it may ask for packages.
    std::vector<TargetPackage> packages = list.packages;
    packages.push_back(package);
    lock.unlock();
    if (llvm::Error error = tryOut(packages))
      return error;
    lock.lock();
    // Another one that has joined meanwhile was not tried out beside this one.
    if (list.frozen || list.packages.size() + 1 != packages.size())
      continue;
    list.packages = std::move(packages);
    return llvm::Error::success();
  }
}
