//===- ResolveDocument.h - composing one architecture and one device ------===//
//
// The rules of composition, alike for every backend (target document 4 and 9):
// an ID resolves at once and is remembered, a value has no document, and a pair
// of documents must be declared.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_TARGET_RESOLVEDOCUMENT_H
#define TILEFOUNDRY_LIB_TARGET_RESOLVEDOCUMENT_H

#include "tilefoundry/Target/Hardware/Registry.h"

namespace tilefoundry {

template <class T>
llvm::Expected<Resolved<T>> resolveOne(const DocumentOr<T> &choice,
                                       const HardwareSpecRegistry &registry) {
  if (const T *value = choice.getValue())
    return Resolved<T>{*value, nullptr};
  const HardwareSchema &schema = T::getSchema();
  llvm::Expected<DocumentPtr> document =
      registry.find(choice.getId(), schema.kind, schema.id);
  if (!document)
    return document.takeError();
  llvm::Expected<T> value = T::read(**document);
  if (!value)
    return value.takeError();
  return Resolved<T>{std::move(*value), std::move(*document)};
}

template <class Parts, class Architecture, class Device>
llvm::Expected<Parts>
resolvePair(std::optional<DocumentOr<Architecture>> architecture,
            DocumentOr<Device> device, const HardwareSpecRegistry &registry) {
  auto resolvedDevice = resolveOne(device, registry);
  if (!resolvedDevice)
    return resolvedDevice.takeError();
  if (!architecture) {
    if (!resolvedDevice->document)
      return hardwareError(HardwareErrorKind::MissingArchitecture, {},
                           "device '" + resolvedDevice->value.getName() +
                               "' was supplied as a value, so no document "
                               "names its architecture; state one");
    auto only =
        HardwareSpecRegistry::getOnlyArchitecture(*resolvedDevice->document);
    if (!only)
      return only.takeError();
    architecture = DocumentOr<Architecture>(*only);
  }
  auto resolvedArchitecture = resolveOne(*architecture, registry);
  if (!resolvedArchitecture)
    return resolvedArchitecture.takeError();
  // Only documents declare compatibility; a value is exempt.
  if (resolvedArchitecture->document && resolvedDevice->document)
    if (llvm::Error error = HardwareSpecRegistry::checkPair(
            *resolvedArchitecture->document, *resolvedDevice->document))
      return error;
  return Parts{std::move(*resolvedArchitecture), std::move(*resolvedDevice)};
}

template <class Architecture, class Device>
TargetResources resourcesOf(const Resolved<Architecture> &architecture,
                            const Resolved<Device> &device) {
  TargetResources resources;
  if (architecture.document)
    resources.architecture = architecture.document->getResource();
  if (device.document)
    resources.device = device.document->getResource();
  return resources;
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TARGET_RESOLVEDOCUMENT_H
