//===- ElementType.cpp - names and widths of element types ----------------===//

#include "tilefoundry/Support/ElementType.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefoundry;

namespace {
struct ElementTypeInfo {
  ElementType type;
  llvm::StringLiteral name;
  int64_t bits;
  bool isFloat;
};
struct ServiceKindInfo {
  ServiceKind kind;
  llvm::StringLiteral name;
};
} // namespace

static constexpr ElementTypeInfo elementTypes[] = {
    {ElementType::F32, "f32", 32, true},
    {ElementType::F16, "f16", 16, true},
    {ElementType::BF16, "bf16", 16, true},
    {ElementType::FP8E4M3, "fp8e4m3", 8, true},
    {ElementType::F8E8M0, "f8e8m0", 8, true},
    {ElementType::F4E2M1, "f4e2m1", 4, true},
    {ElementType::I32, "i32", 32, false},
    {ElementType::I64, "i64", 64, false},
    {ElementType::Bool, "bool", 1, false},
};

static constexpr ServiceKindInfo serviceKinds[] = {
    {ServiceKind::Integer, "integer"},
    {ServiceKind::Predicate, "predicate"},
    {ServiceKind::Select, "select"},
    {ServiceKind::Special, "special"},
};

static const ElementTypeInfo &info(ElementType type) {
  return elementTypes[static_cast<size_t>(type)];
}

llvm::ArrayRef<ElementType> tilefoundry::allElementTypes() {
  static constexpr ElementType all[] = {
      ElementType::F32,     ElementType::F16,    ElementType::BF16,
      ElementType::FP8E4M3, ElementType::F8E8M0, ElementType::F4E2M1,
      ElementType::I32,     ElementType::I64,    ElementType::Bool};
  return all;
}

llvm::StringRef tilefoundry::elementTypeName(ElementType type) {
  return info(type).name;
}

std::optional<ElementType> tilefoundry::parseElementType(llvm::StringRef name) {
  for (const ElementTypeInfo &entry : elementTypes)
    if (entry.name == name)
      return entry.type;
  return std::nullopt;
}

int64_t tilefoundry::elementTypeBits(ElementType type) {
  return info(type).bits;
}

bool tilefoundry::isFloatingPoint(ElementType type) {
  return info(type).isFloat;
}

llvm::ArrayRef<ServiceKind> tilefoundry::allServiceKinds() {
  static constexpr ServiceKind all[] = {
      ServiceKind::Integer, ServiceKind::Predicate, ServiceKind::Select,
      ServiceKind::Special};
  return all;
}

llvm::StringRef tilefoundry::serviceKindName(ServiceKind kind) {
  return serviceKinds[static_cast<size_t>(kind)].name;
}

std::optional<ServiceKind> tilefoundry::parseServiceKind(llvm::StringRef name) {
  for (const ServiceKindInfo &entry : serviceKinds)
    if (entry.name == name)
      return entry.kind;
  return std::nullopt;
}
