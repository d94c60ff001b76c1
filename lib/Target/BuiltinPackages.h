//===- BuiltinPackages.h - the project's own packages -----------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_TARGET_BUILTINPACKAGES_H
#define TILEFOUNDRY_LIB_TARGET_BUILTINPACKAGES_H

#include "tilefoundry/Target/Packages.h"

namespace tilefoundry {

TargetPackage cudaPackage();
TargetPackage amxPackage();
TargetPackage cpuPackage();

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TARGET_BUILTINPACKAGES_H
