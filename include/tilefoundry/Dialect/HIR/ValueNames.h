//===- ValueNames.h - the names an author gave to values --------*- C++ -*-===//
//
// `%acc` survives as a name location on the op or argument that defines it, and
// as `hir.names` where one op has several results (ir.md 3).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_VALUENAMES_H
#define TILEFOUNDRY_DIALECT_HIR_VALUENAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir {
class ModuleOp;
struct ParserConfig;
} // namespace mlir

namespace tilefoundry::hir {

/// The attribute that names the results of an op with several.
inline constexpr llvm::StringLiteral kNamesAttr = "hir.names";

/// The author's name of a value, or an empty string.
llvm::StringRef getAuthoredName(mlir::Value value);

/// `loc` with `name` as its name location (replacing an earlier one).
mlir::Location withName(mlir::Location loc, llvm::StringRef name);
/// The location without a leading name.
mlir::Location withoutName(mlir::Location loc);

/// Gives `value` a name.
void setName(mlir::Value value, llvm::StringRef name);
/// Gives every result of `op` its name at once; an empty one stays as it is.
void setResultNames(mlir::Operation *op, llvm::ArrayRef<llvm::StringRef> names);

/// The line of the value's source, or 0 when it has none.
unsigned getSourceLine(mlir::Value value);

/// Parses the main file of `sourceMgr`, keeping the names of values. Null after
/// a diagnostic.
mlir::OwningOpRef<mlir::ModuleOp>
parseWithNames(const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
               const mlir::ParserConfig &config);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_VALUENAMES_H
