//===- HIRAttributes.h - dims, layouts, meshes, shards, encodings ---*- C++ -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H
#define TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"
#include "tilefoundry/Interfaces/TargetAttrInterface.h"
#include "llvm/ADT/Hashing.h"
#include <optional>

#include "tilefoundry/Dialect/HIR/HIREnums.h.inc"

namespace tilefoundry::hir {

/// What a value is along one mesh axis. `position` names a layout position and is
/// meaningful for `split`, `reduction` for `partial`.
struct ShardEntry {
  ShardKind kind = ShardKind::Broadcast;
  unsigned position = 0;
  Reduction reduction = Reduction::Sum;

  static ShardEntry split(unsigned position) {
    return {ShardKind::Split, position, Reduction::Sum};
  }
  static ShardEntry partial(Reduction r) { return {ShardKind::Partial, 0, r}; }
  static ShardEntry broadcast() { return {}; }
  static ShardEntry dynamic() { return {ShardKind::Dynamic, 0, Reduction::Sum}; }
  bool isSplit() const { return kind == ShardKind::Split; }
  bool isPartial() const { return kind == ShardKind::Partial; }
  bool isReal() const { return kind != ShardKind::Broadcast; }

  friend bool operator==(const ShardEntry &a, const ShardEntry &b) {
    return a.kind == b.kind && a.position == b.position &&
           a.reduction == b.reduction;
  }
  friend llvm::hash_code hash_value(const ShardEntry &e) {
    return llvm::hash_combine(static_cast<int>(e.kind), e.position,
                              static_cast<int>(e.reduction));
  }
};

/// Whether `extent` is an i64 integer, a dimension or a dimension expression: the
/// three forms an extent may take.
bool isExtent(mlir::Attribute extent);
/// The integer of a static extent, or nothing.
std::optional<int64_t> getStaticExtent(mlir::Attribute extent);
mlir::IntegerAttr makeExtent(mlir::MLIRContext *context, int64_t value);
/// Parses and prints an extent: a bare integer, or a dimension attribute.
mlir::ParseResult parseExtent(mlir::AsmParser &parser, mlir::Attribute &extent);
void printExtent(mlir::AsmPrinter &printer, mlir::Attribute extent);
/// `[1, #ctx, 128]`.
mlir::ParseResult parseExtentList(mlir::AsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::Attribute> &extents,
                                  mlir::AsmParser::Delimiter delimiter);
void printExtents(mlir::AsmPrinter &printer,
                  llvm::ArrayRef<mlir::Attribute> extents);

} // namespace tilefoundry::hir

#define GET_ATTRDEF_CLASSES
#include "tilefoundry/Dialect/HIR/HIRAttributes.h.inc"

#endif // TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H
