//===- HIRTraits.h - what all hir ops have in common ------------*- C++ -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRTRAITS_H
#define TILEFOUNDRY_DIALECT_HIR_HIRTRAITS_H

#include "tilefoundry/Dialect/HIR/Inference.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"

namespace tilefoundry::hir {

/// Operands and results are tensors or scalars of the contract (ir.md 1).
template <typename ConcreteType>
class VerifyValueTypes
    : public mlir::OpTrait::TraitBase<ConcreteType, VerifyValueTypes> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyValueTypes(op);
  }
};

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_HIRTRAITS_H
