//===- TargetAttrInterface.h - an attribute that names a machine ----------===//

#ifndef TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE_H
#define TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace tilefoundry {
/// Defined by the Target room; this room only passes it on.
class Target;
} // namespace tilefoundry

#include "tilefoundry/Interfaces/TargetAttrInterface.h.inc"

#endif // TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE_H
