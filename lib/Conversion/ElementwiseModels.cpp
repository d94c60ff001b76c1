//===- ElementwiseModels.cpp - arith and math on tensors ------------------===//

#include "CountedOps.h"
#include "Models.h"
#include "PayloadWork.h"
#include "tilefoundry/Dialect/HIR/Inference.h"

using namespace mlir;
using namespace tilefoundry;

/// Every tensor is walked as the result is; a number has no coordinates.
static AccessRelations elementwiseAccess(Operation *op) {
  hir::ValueDesc result = *hir::ValueDesc::get(op->getResult(0).getType());
  AccessRelations relations = hir::overResult(result.shape);
  for (OpOperand &operand : op->getOpOperands()) {
    BoundaryRelation &boundary =
        relations.addOperand(operand.getOperandNumber());
    if (isa<RankedTensorType>(operand.get().getType()))
      boundary.subscripts = Subscript::identity(result.shape.size());
  }
  return relations;
}

namespace {
struct ElementwiseAccess
    : AccessRelationOpInterface::ExternalModel<ElementwiseAccess, Operation> {
  AccessRelations getAccessRelations(Operation *op) const {
    return elementwiseAccess(op);
  }
  LogicalResult checkMeasurable(Operation *op) const { return checkRule(op); }
};

struct ElementwiseCost
    : CostOpInterface::ExternalModel<ElementwiseCost, Operation> {
  void getWork(Operation *op, ArrayRef<int64_t> extents, Work &work) const {
    addOpWork(op, product(extents), work);
  }
};
} // namespace

template <typename... Lists> static void attachTo(MLIRContext *context) {
  (attachToAll<ElementwiseAccess, ElementwiseCost>(context, Lists::ids()), ...);
}

void tilefoundry::registerElementwiseModels(DialectRegistry &registry) {
  using namespace counted;
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachTo<ArithmeticOfArith, Predicate, Logic, Select, Cast>(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachTo<ArithmeticOfMath, TwiceArithmetic, Special>(context);
  });
}
