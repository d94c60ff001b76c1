//===- TargetAttrs.cpp - the dialect's target attributes resolved ---------===//

#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Analysis/Analyzer.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Target/Amx/AmxTarget.h"
#include "tilefoundry/Target/Cpu/CpuTarget.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"

using namespace mlir;
using namespace tilefoundry;

using ResolvedTarget = llvm::Expected<std::shared_ptr<const Target>>;

/// The documents in force in the attribute's context.
static const HardwareSpecRegistry &documentsOf(Attribute attribute) {
  Dialect *dialect =
      attribute.getContext()->getLoadedDialect<hir::HIRDialect>();
  if (dialect)
    if (const auto *documents =
            dialect->getRegisteredInterface<HardwareDocuments>())
      return documents->getRegistry();
  return HardwareSpecRegistry::installed();
}

template <typename T>
static ResolvedTarget
asTarget(llvm::Expected<std::shared_ptr<const T>> target) {
  if (!target)
    return target.takeError();
  return std::shared_ptr<const Target>(std::move(*target));
}

namespace {
struct CudaModel
    : TargetAttrInterface::ExternalModel<CudaModel, hir::CudaAttr> {
  ResolvedTarget resolveTarget(Attribute self) const {
    auto attr = cast<hir::CudaAttr>(self);
    std::optional<DocumentOr<CudaArchitecture>> architecture;
    if (attr.getArchitecture())
      architecture = attr.getArchitecture().getValue().str();
    return asTarget(CudaTarget::create(
        attr.getDevice().str(), std::move(architecture), documentsOf(self)));
  }
};
struct AmxModel : TargetAttrInterface::ExternalModel<AmxModel, hir::AmxAttr> {
  ResolvedTarget resolveTarget(Attribute self) const {
    auto attr = cast<hir::AmxAttr>(self);
    std::optional<DocumentOr<AmxArchitecture>> architecture;
    std::optional<DocumentOr<AmxDevice>> device;
    if (attr.getArchitecture())
      architecture = attr.getArchitecture().getValue().str();
    if (attr.getDevice())
      device = attr.getDevice().getValue().str();
    return asTarget(AmxTarget::create(std::move(architecture),
                                      std::move(device), documentsOf(self)));
  }
};
struct CpuModel : TargetAttrInterface::ExternalModel<CpuModel, hir::CpuAttr> {
  ResolvedTarget resolveTarget(Attribute) const {
    return std::shared_ptr<const Target>(CpuTarget::create());
  }
};
} // namespace

llvm::Error tilefoundry::addHardwareDocument(MLIRContext *context,
                                             llvm::StringRef text,
                                             llvm::StringRef file) {
  auto *dialect = context->getOrLoadDialect<hir::HIRDialect>();
  auto *documents = dialect->getRegisteredInterface<HardwareDocuments>();
  if (!documents)
    documents = &dialect->addInterface<HardwareDocuments>(
        HardwareSpecRegistry::installed());
  return documents->getRegistry().addCustomText(text, file);
}

void tilefoundry::registerTargetAttrModels(DialectRegistry &registry) {
  registerStandardAnalyzers();
  registry.addExtension(+[](MLIRContext *context, hir::HIRDialect *) {
    hir::CudaAttr::attachInterface<CudaModel>(*context);
    hir::AmxAttr::attachInterface<AmxModel>(*context);
    hir::CpuAttr::attachInterface<CpuModel>(*context);
  });
}
