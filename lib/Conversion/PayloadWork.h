//===- PayloadWork.h - work of scalar ops, rule by rule ---------*- C++ -*-===//
//
// What one op of `arith` or `math` is counted as (ir.md 7), and what a payload
// of them does per iteration:
//
//   addf subf mulf divf negf absf ceil floor round    flops of the operands'
//   (integers: addi subi muli divsi remsi ...)        type, or integer
//   maximumf minimumf cmpf cmpi; andi ori xori on i1  predicate
//   select                                            select
//   exp exp2 log log2 tanh erf rsqrt sqrt sin cos     special
//   fma                                               two flops
//   casts, constants, arithmetic on `index`           nothing
//
// A step of a contraction (two numbers of the payload, widened, multiplied and
// accumulated) counts under the type that was widened: `matmul bf16, bf16 to
// f32` is bf16 work in `hir` too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_CONVERSION_PAYLOADWORK_H
#define TILEFOUNDRY_LIB_CONVERSION_PAYLOADWORK_H

#include "tilefoundry/Interfaces/MeasureInterfaces.h"

namespace tilefoundry {

/// Fails after a diagnostic at `op` where it has no counting rule.
mlir::LogicalResult checkRule(mlir::Operation *op);
/// Adds the work of `count` runs of `op`, which `checkRule` accepted.
void addOpWork(mlir::Operation *op, CheckedInt count, Work &work);

/// Every op of `payload`, the body of `owner`, has a rule, and reads nothing
/// from outside but constants; fails after a diagnostic at `owner`.
mlir::LogicalResult checkPayload(mlir::Operation *owner, mlir::Block &payload);
/// Adds the work of `count` runs of `payload`.
void addPayloadWork(mlir::Block &payload, CheckedInt count, Work &work);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_CONVERSION_PAYLOADWORK_H
