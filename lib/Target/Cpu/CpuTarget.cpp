//===- CpuTarget.cpp - the host's package ---------------------------------===//

#include "tilefoundry/Target/Cpu/CpuTarget.h"
#include "../BuiltinPackages.h"

using namespace tilefoundry;

TargetPackage tilefoundry::cpuPackage() {
  TargetPackage package;
  package.name = "cpu";
  package.registerHardware = [](HardwareSpecRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  package.registerFacts = [](FactsRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  package.registerAlgorithms = [](AlgorithmRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  package.createDefault =
      []() -> llvm::Expected<std::shared_ptr<const Target>> {
    return CpuTarget::create();
  };
  return package;
}
