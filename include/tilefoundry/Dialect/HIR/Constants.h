//===- Constants.h - which ops are constants --------------------*- C++ -*-===//
//
// Asked of the op's class before its traits: where another compiler built the
// MLIR that a plug-in is loaded into, the two do not share the ids of traits,
// and a trait that an op has is not found.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_CONSTANTS_H
#define TILEFOUNDRY_DIALECT_HIR_CONSTANTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace tilefoundry::hir {

inline bool isConstant(mlir::Operation *op) {
  return mlir::isa<mlir::arith::ConstantOp>(op) ||
         op->hasTrait<mlir::OpTrait::ConstantLike>();
}

/// The integer that `value` is, or nothing where it is none, not constant, or
/// outside 64 bits.
inline std::optional<int64_t> getConstantInteger(mlir::Value value) {
  mlir::IntegerAttr number;
  if (auto constant = value.getDefiningOp<mlir::arith::ConstantOp>())
    number = mlir::dyn_cast<mlir::IntegerAttr>(constant.getValue());
  else if (!mlir::matchPattern(value, mlir::m_Constant(&number)))
    return std::nullopt;
  // A wider one that does not fit is a number nobody counts with.
  return number ? number.getValue().trySExtValue() : std::nullopt;
}

/// Whether `op` ends its block, as terminators do in a verified program.
inline bool endsBlock(mlir::Operation *op) {
  return op->getBlock() && &op->getBlock()->back() == op;
}

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_CONSTANTS_H
