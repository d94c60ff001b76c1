//===- PayloadWork.cpp - work of scalar ops, by the catalogue's rules -----===//

#include "PayloadWork.h"
#include "CountedOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
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
  if (counted::Cast::contains(op) || hir::isConstant(op) ||
      isa<linalg::IndexOp, linalg::YieldOp>(op))
    return Rule();
  return std::nullopt;
}

/// The number of the payload that `value` widens, or nothing.
static BlockArgument widenedNumber(Value value) {
  Operation *def = value.getDefiningOp();
  return isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(def)
             ? dyn_cast<BlockArgument>(def->getOperand(0))
             : BlockArgument();
}

/// The narrow type of a contraction's step: two numbers of the payload, widened
/// and multiplied, whose product is accumulated and used for nothing else.
/// Nothing where `product` is no such product: what is merely computed in a
/// wider type is work of that type.
static Type contractedType(Value product) {
  Operation *def = product.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(def) ||
      isa<ShapedType>(product.getType()) || !product.hasOneUse())
    return {};
  BlockArgument lhs = widenedNumber(def->getOperand(0)),
                rhs = widenedNumber(def->getOperand(1));
  if (!lhs || !rhs || lhs == rhs || lhs.getType() != rhs.getType())
    return {};
  OpOperand &use = *product.use_begin();
  Operation *sum = use.getOwner();
  if (!isa<arith::AddFOp, arith::AddIOp>(sum) ||
      !isa<BlockArgument>(sum->getOperand(1 - use.getOperandNumber())))
    return {};
  return lhs.getType();
}

/// The element type that a run of `op` counts under.
static Type countedType(Operation *op) {
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    if (Type narrow = contractedType(op->getResult(0)))
      return narrow;
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    for (Value operand : op->getOperands())
      if (Type narrow = contractedType(operand))
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
      if (def && hir::isConstant(def))
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
