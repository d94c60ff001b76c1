//===- HIRAttributes.h - dims, layouts, meshes, shards, encodings ---------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H
#define TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"
#include "tilefoundry/Interfaces/TargetAttrInterface.h"
#include "tilefoundry/Layout/Shard.h"
#include "llvm/ADT/Hashing.h"
#include <optional>

#include "tilefoundry/Dialect/HIR/HIREnums.h.inc"

namespace tilefoundry {
/// Lets a shard's entries be a parameter of an attribute.
inline llvm::hash_code hash_value(const ShardEntry &entry) {
  return llvm::hash_combine(static_cast<int>(entry.kind),
                            entry.isSplit() ? entry.position : 0);
}
} // namespace tilefoundry

namespace tilefoundry::hir {

/// Whether `extent` is an i64 integer, a dimension or a dimension expression:
/// the three forms an extent may take.
bool isExtent(mlir::Attribute extent);
/// The integer of a static extent, or nothing.
std::optional<int64_t> getStaticExtent(mlir::Attribute extent);
mlir::IntegerAttr makeExtent(mlir::MLIRContext *context, int64_t value);
/// Parses and prints an extent: a bare integer, or a dimension attribute.
mlir::ParseResult parseExtent(mlir::AsmParser &parser, mlir::Attribute &extent);
void printExtent(mlir::AsmPrinter &printer, mlir::Attribute extent);
/// `[1, #ctx, 128]`.
mlir::ParseResult
parseExtentList(mlir::AsmParser &parser,
                llvm::SmallVectorImpl<mlir::Attribute> &extents,
                mlir::AsmParser::Delimiter delimiter);
void printExtents(mlir::AsmPrinter &printer,
                  llvm::ArrayRef<mlir::Attribute> extents);

} // namespace tilefoundry::hir

#define GET_ATTRDEF_CLASSES
#include "tilefoundry/Dialect/HIR/HIRAttributes.h.inc"

#endif // TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES_H
