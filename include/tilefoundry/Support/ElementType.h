//===- ElementType.h - the closed set of element types ----------*- C++ -*-===//
//
// The element types of the IR contract (ir.md 1) and the names that records,
// reports and hardware documents use for them. Free of IR.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_SUPPORT_ELEMENTTYPE_H
#define TILEFOUNDRY_SUPPORT_ELEMENTTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tilefoundry {

/// One element type. The order is the order of the contract's table and is used
/// nowhere as a ranking.
enum class ElementType : uint8_t {
  F32,
  F16,
  BF16,
  FP8E4M3,
  F8E8M0,
  F4E2M1,
  I32,
  I64,
  Bool
};

/// Every element type, in declaration order.
llvm::ArrayRef<ElementType> allElementTypes();

/// The name used in records and documents: `f32`, `fp8e4m3`, `bool`, ...
llvm::StringRef elementTypeName(ElementType type);

/// The type of that name, or nothing.
std::optional<ElementType> parseElementType(llvm::StringRef name);

/// Logical width in bits: 32 for `f32`, 4 for `f4e2m1`, 1 for `bool`.
int64_t elementTypeBits(ElementType type);

/// Whether arithmetic on it is counted as flops (ir.md 7).
bool isFloatingPoint(ElementType type);

/// The four kinds of work that is not floating point (analysis 1.2.3).
enum class ServiceKind : uint8_t { Integer, Predicate, Select, Special };

llvm::ArrayRef<ServiceKind> allServiceKinds();
llvm::StringRef serviceKindName(ServiceKind kind);
std::optional<ServiceKind> parseServiceKind(llvm::StringRef name);

} // namespace tilefoundry

#endif // TILEFOUNDRY_SUPPORT_ELEMENTTYPE_H
