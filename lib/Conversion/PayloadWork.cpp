//===- PayloadWork.cpp - work of scalar ops, by the catalogue's rules -----===//

#include "PayloadWork.h"
#include "CountedOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
/// How one run of an op is counted.
struct Rule {
  enum class Kind : uint8_t { Nothing, Arithmetic, Service };
  Kind kind = Kind::Nothing;
  ServiceKind service = ServiceKind::Integer;
  int64_t times = 1;

  static Rule arithmetic(int64_t times = 1) {
    return {Kind::Arithmetic, ServiceKind::Integer, times};
  }
  static Rule of(ServiceKind service) { return {Kind::Service, service, 1}; }
};
} // namespace

static std::optional<Rule> ruleOf(Operation *op) {
  if (counted::ArithmeticOfArith::contains(op) ||
      counted::ArithmeticOfMath::contains(op))
    return Rule::arithmetic();
  if (counted::TwiceArithmetic::contains(op))
    return Rule::arithmetic(2);
  if (counted::Predicate::contains(op))
    return Rule::of(ServiceKind::Predicate);
  if (counted::Logic::contains(op) &&
      getElementTypeOrSelf(op->getResult(0)).isInteger(1))
    return Rule::of(ServiceKind::Predicate);
  if (counted::Select::contains(op))
    return Rule::of(ServiceKind::Select);
  if (counted::Special::contains(op))
    return Rule::of(ServiceKind::Special);
  if (counted::Cast::contains(op) || op->hasTrait<OpTrait::ConstantLike>() ||
      isa<linalg::IndexOp, linalg::YieldOp>(op))
    return Rule();
  return std::nullopt;
}

/// The type that `value` was widened from, or nothing.
static Type widenedFrom(Value value) {
  Operation *def = value.getDefiningOp();
  return isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(def)
             ? def->getOperand(0).getType()
             : Type();
}

/// The narrow type of a multiplication of two widened numbers, or nothing.
static Type narrowProduct(Value value) {
  Operation *def = value.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(def))
    return {};
  Type lhs = widenedFrom(def->getOperand(0));
  return lhs && lhs == widenedFrom(def->getOperand(1)) ? lhs : Type();
}

/// The element type that a run of `op` counts under.
static Type countedType(Operation *op) {
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    if (Type narrow = narrowProduct(op->getResult(0)))
      return narrow;
  // Only an accumulator, which enters the payload as it is, belongs to the
  // product.
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    for (unsigned i : {0u, 1u})
      if (isa<BlockArgument>(op->getOperand(1 - i)))
        if (Type narrow = narrowProduct(op->getOperand(i)))
          return narrow;
  return getElementTypeOrSelf(op->getOperand(0));
}

LogicalResult tilefoundry::checkRule(Operation *op) {
  if (!ruleOf(op))
    return op->emitOpError()
           << "has no counting rule; compute it from ops that have one "
              "(docs/conversion.md lists them)";
  for (Value operand : op->getOperands())
    if (Type type = getElementTypeOrSelf(operand); !hir::toElementType(type))
      return op->emitOpError()
             << "works on " << type << ", which no rate is published for; the "
             << "element types are " << hir::elementTypeList();
  return success();
}

void tilefoundry::addOpWork(Operation *op, CheckedInt count, Work &work) {
  Rule rule = *ruleOf(op);
  if (rule.kind == Rule::Kind::Nothing)
    return;
  Type type = countedType(op);
  if (type.isIndex())
    return; // An address.
  if (rule.kind == Rule::Kind::Service)
    work.addService(rule.service, count);
  else
    work.addArithmetic(*hir::toElementType(type), count * rule.times);
}

LogicalResult tilefoundry::checkPayload(Operation *owner, Block &payload) {
  for (Operation &op : payload) {
    if (llvm::any_of(op.getOperandTypes(),
                     [](Type type) { return isa<ShapedType>(type); }))
      return op.emitOpError()
             << "reads a tensor at places that no relation states; pass the "
                "tensor as an operand, and choose rows with 'hir.index_select'";
    if (failed(checkRule(&op)))
      return failure();
    for (Value operand : op.getOperands()) {
      if (operand.getParentBlock() == &payload)
        continue;
      Operation *def = operand.getDefiningOp();
      if (def && def->hasTrait<OpTrait::ConstantLike>())
        continue;
      InFlightDiagnostic diag =
          owner->emitOpError()
          << "reads '" << hir::getAuthoredName(operand)
          << "' from outside its payload, and what is read is an operand; pass "
             "it as one";
      diag.attachNote(op.getLoc()) << "read here";
      return diag;
    }
  }
  return success();
}

void tilefoundry::addPayloadWork(Block &payload, CheckedInt count, Work &work) {
  for (Operation &op : payload)
    addOpWork(&op, count, work);
}
