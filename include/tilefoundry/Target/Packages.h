//===- Packages.h - what a backend contributes ------------------*- C++ -*-===//
//
// A backend is one `TargetPackage`: its schemas and documents, its conversions,
// its scheduling families and its default target. The three registries stay
// apart; the package only says what goes into each.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_PACKAGES_H
#define TILEFOUNDRY_TARGET_PACKAGES_H

#include "tilefoundry/Target/Target.h"
#include <vector>

namespace tilefoundry {

class AlgorithmRegistry;
class HardwareSpecRegistry;

struct TargetPackage {
  /// The backend identifier.
  std::string name;
  llvm::Error (*registerHardware)(HardwareSpecRegistry &);
  llvm::Error (*registerFacts)(FactsRegistry &);
  llvm::Error (*registerAlgorithms)(AlgorithmRegistry &);
  llvm::Expected<std::shared_ptr<const Target>> (*createDefault)();
};

/// Adds a package from outside this project. Must run before the first
/// resolution of anything (the installed set never changes afterwards); a name
/// already taken and a call that comes too late are errors, and so is whatever
/// the package's own registrations refuse.
llvm::Error registerTargetPackage(TargetPackage package);

/// Every package, the project's own first. Freezes the set.
const std::vector<TargetPackage> &targetPackages();

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_PACKAGES_H
