//===- TargetAttrs.h - the dialect's target attributes resolved -*- C++ -*-===//
//
// `#hir.cuda`, `#hir.amx` and `#hir.cpu` name documents; here they become
// targets.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_TARGETATTRS_H
#define TILEFOUNDRY_ANALYSIS_TARGETATTRS_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "tilefoundry/Target/Hardware/Registry.h"

namespace tilefoundry {

/// The documents that the target attributes of one context resolve against: the
/// installed ones, and those a user added for this run. Registered on the `hir`
/// dialect; without it, the installed documents.
class HardwareDocuments
    : public mlir::DialectInterface::Base<HardwareDocuments> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HardwareDocuments)
  HardwareDocuments(mlir::Dialect *dialect, HardwareSpecRegistry registry)
      : Base(dialect), registry(std::move(registry)) {}

  const HardwareSpecRegistry &getRegistry() const { return registry; }

private:
  HardwareSpecRegistry registry;
};

/// Attaches the models of TargetAttrInterface to the dialect's target
/// attributes.
void registerTargetAttrModels(mlir::DialectRegistry &registry);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_TARGETATTRS_H
