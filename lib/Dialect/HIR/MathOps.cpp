//===- MathOps.cpp - elementwise ops --------------------------------------===//

#include "OpSyntax.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/Inference.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
/// What an op takes, and how a message says it.
struct ElementClass {
  bool (*contains)(ElementType);
  llvm::StringLiteral text;
};
} // namespace

static bool isAny(ElementType) { return true; }
static bool isNumber(ElementType type) { return type != ElementType::Bool; }
static bool isInteger(ElementType type) {
  return type == ElementType::I32 || type == ElementType::I64;
}
static bool isBool(ElementType type) { return type == ElementType::Bool; }

static constexpr ElementClass anyElement{isAny, "any element type"};
static constexpr ElementClass anyNumber{
    isNumber, "a number (use 'hir.and', 'hir.or', 'hir.not' on i1)"};
static constexpr ElementClass anyInteger{isInteger, "i32, i64 or index"};
static constexpr ElementClass anyFloat{isFloatingPoint,
                                       "a floating-point element type"};
static constexpr ElementClass onlyBool{isBool, "i1"};

/// Operands agree in element type (types never promote) and it is of the class.
static LogicalResult requireUniform(const OpInput &input,
                                    const ElementClass &elements) {
  for (unsigned i = 1; i < input.operands.size(); ++i)
    if (failed(input.requireSameElement(0, i)))
      return failure();
  if (elements.contains(input[0].element()))
    return success();
  return input.emitError() << "operand 0 has element type "
                           << input[0].elementType << ", wanted "
                           << elements.text;
}

static LogicalResult checkWhere(const OpInput &input) {
  if (!isBool(input[0].element()))
    return input.emitError() << "operand 0, the condition, has element type "
                             << input[0].elementType << ", wanted i1";
  return input.requireSameElement(1, 2);
}

static bool isTensorElement(Type type) {
  return toElementType(type).has_value();
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static void addArithmetic(Value typed, ArrayRef<int64_t> extents, int64_t times,
                          Work &work) {
  work.addArithmetic(elementOf(typed), iterationCount(extents, times));
}

static void addService(ServiceKind kind, ArrayRef<int64_t> extents,
                       int64_t times, Work &work) {
  work.addService(kind, iterationCount(extents, times));
}

/// Composites compute in f32.
static void addComposite(ArrayRef<int64_t> extents, int64_t flops,
                         int64_t special, Work &work) {
  work.addFlops(ElementType::F32, iterationCount(extents, flops));
  work.addService(ServiceKind::Special, iterationCount(extents, special));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult CmpOp::verify() {
  if (symbolizeCmpKind(getKind()))
    return success();
  return emitOpError() << "has the kind '" << getKind()
                       << "'; the kinds are eq, ne, lt, le, gt, ge";
}

LogicalResult GeluOp::verify() {
  if (getApproximate() == "tanh" || getApproximate() == "none")
    return success();
  return emitOpError() << "has approximate = \"" << getApproximate()
                       << "\"; use \"tanh\" or \"none\"";
}

LogicalResult ClampOp::verify() {
  for (Attribute bound : {getMin(), getMax()})
    if (!isa<FloatAttr, IntegerAttr>(bound))
      return emitOpError() << "needs numbers as 'min' and 'max', got " << bound;
  return success();
}

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRMathOps.cpp.inc"

void HIRDialect::registerMathOps() {
  addOperations<
#define GET_OP_LIST
#include "tilefoundry/Dialect/HIR/HIRMathOps.cpp.inc"
      >();
}
