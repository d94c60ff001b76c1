//===- OpSyntax.h - custom pieces of assembly formats -----------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_DIALECT_HIR_OPSYNTAX_H
#define TILEFOUNDRY_LIB_DIALECT_HIR_OPSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace tilefoundry::hir {

/// `sum`, `lt`: a bare keyword kept as a string.
mlir::ParseResult parseKeyword(mlir::OpAsmParser &parser,
                               mlir::StringAttr &keyword);
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::StringAttr keyword);

/// `8`, `#k`: one extent.
mlir::ParseResult parseExtentAttr(mlir::OpAsmParser &parser,
                                  mlir::Attribute &extent);
void printExtentAttr(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Attribute extent);

/// `[1, #ctx, 128]`.
mlir::ParseResult parseExtents(mlir::OpAsmParser &parser,
                               mlir::ArrayAttr &extents);
void printExtents(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::ArrayAttr extents);

/// `[%i, 0]`: index values and integers; the types of the values are not
/// listed.
mlir::ParseResult parseDynamicIndices(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &values,
    mlir::DenseI64ArrayAttr &integers);
void printDynamicIndices(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::OperandRange values,
                         mlir::DenseI64ArrayAttr integers);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_LIB_DIALECT_HIR_OPSYNTAX_H
