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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

IndexExpr AccessSpace::unknownIndex(Value value) {
  SmallVector<unsigned> dependsOn;
  SlotSet reads = view.getDependence(value);
  const Scope &own = *view.getScope(value);
  for (unsigned slot : reads.set_bits()) {
    slotVariable(own, slot);
    dependsOn.push_back(findVariable(own.slots[slot]));
  }
  StringRef name = hir::getAuthoredName(value);
  return space.unknown(dependsOn, name.empty() ? "index" : name);
}

/// Terms of an index written out; past these it is one number that nobody
/// takes apart.
static constexpr uint64_t kMaxIndexTerms = 1000;

/// The values that `index` is computed from or another name of.
static SmallVector<Value> indexSources(Value index) {
  if (Value named = getNamedValue(index))
    return {named};
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    CountedLoopOpInterface loop = asLoop(argument.getOwner()->getParentOp());
    unsigned number = argument.getArgNumber();
    if (loop && number > 0)
      return {loop.getCarriedInits()[number - 1]};
    return {};
  }
  Operation *def = index.getDefiningOp();
  StringRef dialect = def->getName().getDialectNamespace();
  if (hir::isConstant(def) || (dialect != "arith" && dialect != "affine"))
    return {};
  return llvm::to_vector(def->getOperands());
}

/// Sources come first, from a list: chains may be longer than the stack is
/// deep.
IndexExpr AccessSpace::resolve(Value index) {
  SmallVector<Value> open = {index};
  llvm::DenseSet<Value> entered;
  while (!open.empty()) {
    Value next = open.back();
    if (!resolved.count(next) && entered.insert(next).second) {
      open.append(indexSources(next));
      continue;
    }
    open.pop_back();
    if (!resolved.count(next))
      resolveNow(next);
  }
  return resolved.lookup(index);
}

/// Resolves an index whose sources are.
void AccessSpace::resolveNow(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  IndexExpr result =
      argument ? resolveArgument(argument) : resolveOp(cast<OpResult>(index));
  // Narrow arithmetic wraps.
  bool mayWrap = space.range(result) && !fits(result, index.getType());
  if (mayWrap || space.getSize(result) > kMaxIndexTerms)
    result = unknownIndex(index);
  resolved[index] = std::move(result);
}

IndexExpr AccessSpace::resolveArgument(BlockArgument argument) {
  if (Value named = getNamedValue(argument))
    return resolve(named);
  Operation *parent = argument.getOwner()->getParentOp();
  const Scope &own = *view.getScope(argument);
  unsigned first = own.parent ? own.parent->slots.size() : 0;
  unsigned number = argument.getArgNumber();
  if (isa<hir::MeshScopeOp>(parent))
    return slotVariable(own, first + number);
  CountedLoopOpInterface loop = asLoop(parent);
  if (!loop)
    return unknownIndex(argument);
  if (number > 0) {
    // What every trip passes on is the initial value.
    bool isKept = loop.getYielded()[number - 1] == argument;
    return isKept ? resolve(loop.getCarriedInits()[number - 1])
                  : unknownIndex(argument);
  }
  LoopRange range = loop.getStaticRange().value_or(LoopRange{0, 1, 0});
  return space.add(space.constant(range.start),
                   space.mul(slotVariable(own, first), range.step));
}

//===----------------------------------------------------------------------===//
// Seen from outside
//===----------------------------------------------------------------------===//

/// `expr` when the loops have ended. An unknown that was another one on every
/// trip is one of those.
IndexExpr AccessSpace::atLastTrips(IndexExpr expr, ArrayRef<Slot> loops) {
  llvm::SmallBitVector ended(space.getNumVariables());
  bool isMoving = false;
  for (const Slot &slot : loops) {
    int variable = slot.isLoop() ? findVariable(slot) : -1;
    if (variable < 0)
      continue;
    ended.set(variable);
    int64_t last = space.getExtent(variable) - 1;
    expr = space.substitute(expr, variable, space.constant(last));
    isMoving |= space.dependsOn(expr, variable);
  }
  if (!isMoving)
    return expr;
  SmallVector<unsigned> dependsOn;
  for (unsigned v = 0; v < ended.size(); ++v)
    if (!ended.test(v) && space.dependsOn(expr, v))
      dependsOn.push_back(v);
  return space.unknown(dependsOn, "last");
}

IndexExpr AccessSpace::resolveSeen(Operation *viewing, unsigned operand) {
  const Scope &scope = *view.getScope(viewing->getResult(0));
  unsigned common = countCommonSlots(scope, *opScope);
  return atLastTrips(resolve(viewing->getOperand(operand)),
                     ArrayRef(scope.slots).drop_front(common));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

bool AccessSpace::isInRange(const IndexExpr &expr, int64_t first,
                            int64_t last) const {
  auto range = space.range(expr);
  return range && range->first >= first && range->second <= last;
}

/// Bits of a scalar; an index has 64.
static unsigned widthOf(Type type) {
  return isa<IntegerType>(type) ? type.getIntOrFloatBitWidth() : 64;
}

/// Whether `expr` is certainly a number of `type`, a signed one.
bool AccessSpace::fits(const IndexExpr &expr, Type type) const {
  unsigned width = widthOf(type);
  return width >= 64 ||
         isInRange(expr, llvm::minIntN(width), llvm::maxIntN(width));
}

/// A cast is the number it casts where that fits both types, and without a sign
/// where the cast ignores it.
IndexExpr AccessSpace::resolveCast(OpResult result) {
  Operation *def = result.getOwner();
  Value source = def->getOperand(0);
  IndexExpr expr = resolve(source);
  bool ignoresSign = isa<arith::IndexCastUIOp, arith::ExtUIOp>(def);
  bool narrows = widthOf(result.getType()) < widthOf(source.getType());
  if ((narrows && !fits(expr, result.getType())) ||
      (ignoresSign && !isInRange(expr, 0, INT64_MAX)))
    return unknownIndex(result);
  return expr;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The affine form of an index computation, or an unknown (ir.md 1, 8).
IndexExpr AccessSpace::resolveOp(OpResult result) {
  Operation *def = result.getOwner();
  if (std::optional<int64_t> value = hir::getConstantInteger(result))
    return space.constant(*value);
  // A scope's or loop's result is the number that it was on the last trip.
  if (Value named = getNamedValue(result)) {
    const Scope &inner = *view.getScope(named);
    unsigned common = countCommonSlots(inner, *view.getScope(result));
    return atLastTrips(resolve(named),
                       ArrayRef(inner.slots).drop_front(common));
  }
  auto operand = [&](unsigned i) { return resolve(def->getOperand(i)); };
  auto constantOperand = [&](unsigned i) -> std::optional<int64_t> {
    IndexExpr expr = operand(i);
    return expr.isConstant() ? std::optional(expr.offset) : std::nullopt;
  };
  // Division rounds toward zero in some of these; they agree where the dividend
  // cannot be negative.
  auto isNonNegative = [&](unsigned i) {
    return isInRange(operand(i), 0, INT64_MAX);
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
  if (isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(def)) {
    auto divisor = constantOperand(1);
    if (divisor && *divisor >= 1 &&
        (isa<arith::CeilDivSIOp>(def) || isNonNegative(0)))
      return space.floorDiv(space.add(operand(0), space.constant(*divisor - 1)),
                            *divisor);
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
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(def))
    return resolveCast(result);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(def))
    return resolveMap(result, apply.getAffineMap());
  if (auto min = dyn_cast<affine::AffineMinOp>(def))
    return resolveMap(result, min.getAffineMap());
  if (auto max = dyn_cast<affine::AffineMaxOp>(def))
    return resolveMap(result, max.getAffineMap());
  return unknownIndex(result);
}

IndexExpr AccessSpace::resolveMap(OpResult result, AffineMap map) {
  Operation *def = result.getOwner();
  auto operand = [&](unsigned i) { return resolve(def->getOperand(i)); };
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
