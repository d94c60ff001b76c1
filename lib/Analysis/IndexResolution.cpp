//===- IndexResolution.cpp - index arithmetic as affine forms -------------===//
//
// An index is an affine form of loop trips and mesh coordinates where its
// arithmetic has one, and an unknown where it has none (ir.md 1, 8).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

IndexExpr AccessSpace::unknownIndex(Value value) {
  SmallVector<unsigned> dependsOn;
  SlotSet reads = view.getDependence(value);
  for (unsigned slot : reads.set_bits())
    if (slot < opScope->slots.size()) {
      slotVariable(slot);
      dependsOn.push_back(findVariable(opScope->slots[slot]));
    }
  StringRef name = hir::getAuthoredName(value);
  return space.unknown(dependsOn, name.empty() ? "index" : name);
}

IndexExpr AccessSpace::resolve(Value index) {
  auto known = resolved.find(index);
  if (known != resolved.end())
    return known->second;
  IndexExpr result;
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    Operation *parent = argument.getOwner()->getParentOp();
    const Scope *owner = view.getScope(argument);
    unsigned first = owner->parent ? owner->parent->slots.size() : 0;
    unsigned number = argument.getArgNumber();
    if (CountedLoopOpInterface loop = asLoop(parent); loop && number == 0) {
      LoopRange range = loop.getStaticRange().value_or(LoopRange{0, 1, 0});
      result = space.add(space.constant(range.start),
                         space.mul(slotVariable(first), range.step));
    } else if (auto mesh = dyn_cast<hir::MeshScopeOp>(parent)) {
      unsigned rank = mesh.getMesh().getRank();
      result = number < rank ? slotVariable(first + number)
                             : resolve(mesh.getInputs()[number - rank]);
    } else {
      result = unknownIndex(index);
    }
  } else {
    result = resolveOp(cast<OpResult>(index));
  }
  resolved[index] = result;
  return result;
}

/// The affine form of an index computation, or an unknown (ir.md 1, 8).
IndexExpr AccessSpace::resolveOp(OpResult result) {
  Operation *def = result.getOwner();
  if (std::optional<int64_t> value = hir::getConstantInteger(result))
    return space.constant(*value);
  auto operand = [&](unsigned i) { return resolve(def->getOperand(i)); };
  auto constantOperand = [&](unsigned i) -> std::optional<int64_t> {
    IndexExpr expr = operand(i);
    return expr.isConstant() ? std::optional(expr.offset) : std::nullopt;
  };
  // Division rounds toward zero in some of these; they agree where the dividend
  // cannot be negative.
  auto isNonNegative = [&](unsigned i) {
    auto range = space.range(operand(i));
    return range && range->first >= 0;
  };
  if (isa<arith::AddIOp>(def))
    return space.add(operand(0), operand(1));
  if (isa<arith::SubIOp>(def))
    return space.sub(operand(0), operand(1));
  if (isa<arith::MulIOp>(def)) {
    if (auto factor = constantOperand(1))
      return space.mul(operand(0), *factor);
    if (auto factor = constantOperand(0))
      return space.mul(operand(1), *factor);
    return unknownIndex(result);
  }
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(def)) {
    auto divisor = constantOperand(1);
    if (divisor && *divisor >= 1 &&
        (isa<arith::FloorDivSIOp>(def) || isNonNegative(0)))
      return space.floorDiv(operand(0), *divisor);
    return unknownIndex(result);
  }
  if (isa<arith::RemUIOp, arith::RemSIOp>(def)) {
    auto divisor = constantOperand(1);
    if (divisor && *divisor >= 1 && isNonNegative(0))
      return space.mod(operand(0), *divisor);
    return unknownIndex(result);
  }
  if (isa<arith::MinSIOp>(def) ||
      (isa<arith::MinUIOp>(def) && isNonNegative(0) && isNonNegative(1)))
    return space.min({operand(0), operand(1)});
  if (isa<arith::MaxSIOp>(def) ||
      (isa<arith::MaxUIOp>(def) && isNonNegative(0) && isNonNegative(1)))
    return space.max({operand(0), operand(1)});
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(def))
    return operand(0);
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(def))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(def))
    map = min.getAffineMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(def))
    map = max.getAffineMap();
  else
    return unknownIndex(result);
  SmallVector<IndexExpr> values;
  bool isAffine = true;
  auto convert = [&](auto &&self, AffineExpr expr) -> IndexExpr {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return space.constant(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return operand(dim.getPosition());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return operand(map.getNumDims() + symbol.getPosition());
    auto binary = cast<AffineBinaryOpExpr>(expr);
    IndexExpr lhs = self(self, binary.getLHS()),
              rhs = self(self, binary.getRHS());
    if (expr.getKind() == AffineExprKind::Add)
      return space.add(lhs, rhs);
    if (!rhs.isConstant() && expr.getKind() == AffineExprKind::Mul)
      std::swap(lhs, rhs);
    if (!rhs.isConstant() ||
        (expr.getKind() != AffineExprKind::Mul && rhs.offset < 1)) {
      isAffine = false;
      return lhs;
    }
    switch (expr.getKind()) {
    case AffineExprKind::Mul:
      return space.mul(lhs, rhs.offset);
    case AffineExprKind::FloorDiv:
      return space.floorDiv(lhs, rhs.offset);
    case AffineExprKind::CeilDiv:
      return space.floorDiv(space.add(lhs, space.constant(rhs.offset - 1)),
                            rhs.offset);
    default:
      return space.mod(lhs, rhs.offset);
    }
  };
  for (AffineExpr expr : map.getResults())
    values.push_back(convert(convert, expr));
  if (!isAffine || values.empty())
    return unknownIndex(result);
  if (values.size() == 1)
    return values[0];
  return isa<affine::AffineMinOp>(def) ? space.min(values) : space.max(values);
}
