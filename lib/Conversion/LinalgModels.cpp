//===- LinalgModels.cpp - structured ops on tensors -----------------------===//
//
// One model serves every structured op: relations are its indexing maps, and
// its work is its payload's, once per iteration.
//
//===----------------------------------------------------------------------===//

#include "AttachModels.h"
#include "IndexingMaps.h"
#include "Models.h"
#include "PayloadWork.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

static AccessRelations structuredAccess(linalg::LinalgOp op) {
  AccessRelations relations = AccessRelations::over(op.getStaticLoopRanges());
  for (OpOperand &operand : op->getOpOperands()) {
    auto subscripts = toSubscripts(op.getMatchingIndexingMap(&operand));
    // `checkStructured` has refused a map that has none.
    if (!subscripts) {
      llvm::consumeError(subscripts.takeError());
      continue;
    }
    if (op.isDpsInit(&operand))
      relations.addResult(op.getTiedOpResult(&operand).getResultNumber())
          .subscripts = *subscripts;
    relations.addOperand(operand.getOperandNumber()).subscripts = *subscripts;
  }
  return relations;
}

/// Whether elements of an initial value may remain in the result: its map
/// leaves some out.
static bool mayKeepInit(linalg::LinalgOp op, OpOperand &init) {
  return !op.getMatchingIndexingMap(&init).isProjectedPermutation();
}

static LogicalResult checkStructured(linalg::LinalgOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (auto subscripts = toSubscripts(map); !subscripts)
      return op->emitOpError()
             << "walks operand " << operand.getOperandNumber() << " by "
             << AffineMapAttr::get(map) << ", in which "
             << llvm::toString(subscripts.takeError());
  }
  return checkPayload(op, *op.getBlock());
}

namespace {
struct StructuredAccess
    : AccessRelationOpInterface::ExternalModel<StructuredAccess, Operation> {
  AccessRelations getAccessRelations(Operation *op) const {
    return structuredAccess(cast<linalg::LinalgOp>(op));
  }
  bool dependsOnOperand(Operation *op, unsigned operand) const {
    auto structured = cast<linalg::LinalgOp>(op);
    OpOperand &read = op->getOpOperand(operand);
    return structured.payloadUsesValueFromOperand(&read) ||
           (structured.isDpsInit(&read) && mayKeepInit(structured, read));
  }
  LogicalResult checkMeasurable(Operation *op) const {
    return checkStructured(cast<linalg::LinalgOp>(op));
  }
};

struct StructuredCost
    : CostOpInterface::ExternalModel<StructuredCost, Operation> {
  void getWork(Operation *op, ArrayRef<int64_t> extents, Work &work) const {
    addPayloadWork(*cast<linalg::LinalgOp>(op).getBlock(), product(extents),
                   work);
  }
  bool readsOperand(Operation *op, unsigned operand) const {
    return cast<linalg::LinalgOp>(op).payloadUsesValueFromOperand(
        &op->getOpOperand(operand));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Softmax, which has no payload
//===----------------------------------------------------------------------===//

namespace {
/// Counted as its decomposition: maximum, subtraction, exponential, sum and
/// quotient (ir.md 7).
struct SoftmaxAccess
    : AccessRelationOpInterface::ExternalModel<SoftmaxAccess,
                                               linalg::SoftmaxOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    SmallVector<int64_t, 4> extents;
    SmallVector<Subscript, 4> row;
    for (auto [axis, extent] :
         llvm::enumerate(softmax.getInputOperandType().getShape())) {
      if (axis == softmax.getDimension()) {
        row.push_back(Subscript::whole());
        continue;
      }
      row.push_back(Subscript::dim(extents.size()));
      extents.push_back(extent);
    }
    AccessRelations relations = AccessRelations::over(extents);
    relations.addOperand(0).subscripts = row;
    relations.addResult(0).subscripts = row;
    return relations;
  }
  bool dependsOnOperand(Operation *, unsigned operand) const {
    return operand == 0;
  }
};

struct SoftmaxCost
    : CostOpInterface::ExternalModel<SoftmaxCost, linalg::SoftmaxOp> {
  void getWork(Operation *op, ArrayRef<int64_t> extents, Work &work) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    CheckedInt elements =
        product(extents) *
        softmax.getInputOperandType().getDimSize(softmax.getDimension());
    work.addFlops(ElementType::F32, elements * 3);
    work.addService(ServiceKind::Special, elements);
    work.addService(ServiceKind::Predicate, elements);
  }
  bool readsOperand(Operation *, unsigned operand) const {
    return operand == 0;
  }
};
} // namespace

void tilefoundry::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachToAll<StructuredAccess, StructuredCost>(context, idsOf<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
                                                               >());
    linalg::SoftmaxOp::attachInterface<SoftmaxAccess, SoftmaxCost>(*context);
  });
}
