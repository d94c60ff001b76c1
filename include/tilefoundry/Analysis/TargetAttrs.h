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
  HardwareSpecRegistry &getRegistry() { return registry; }

private:
  HardwareSpecRegistry registry;
};

/// Makes a complete hardware document of one's own (TOML text; `file` names it
/// in diagnostics) usable under its ID by the programs of `context`. Not to be
/// called while another thread analyses in that context. The error says what is
/// wrong with the document; then nothing is added.
llvm::Error addHardwareDocument(mlir::MLIRContext *context,
                                llvm::StringRef text, llvm::StringRef file);

/// Attaches the models of TargetAttrInterface to the dialect's target
/// attributes.
void registerTargetAttrModels(mlir::DialectRegistry &registry);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_TARGETATTRS_H
