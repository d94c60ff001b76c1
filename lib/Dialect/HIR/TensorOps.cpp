//===- TensorOps.cpp - data movement and creation -------------------------===//

#include "OpSyntax.h"
#include "TensorShapes.h"
#include "tilefoundry/Dialect/HIR/HIR.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

static void addArithmetic(Value typed, ArrayRef<int64_t> extents, int64_t times,
                          Work &work) {
  work.addArithmetic(elementOf(typed), iterationCount(extents, times));
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static AccessRelations creationRelations(Value result) {
  return overResult(ValueDesc::get(result.getType())->shape);
}

static LogicalResult verifyCreation(Operation *op) {
  if (isa<RankedTensorType>(op->getResult(0).getType()))
    return success();
  return op->emitOpError() << "makes a tensor, but its result type is "
                           << op->getResult(0).getType();
}

AccessRelations ZerosOp::getAccessRelations() {
  return creationRelations(getResult());
}
void ZerosOp::getWork(ArrayRef<int64_t>, Work &) {}
bool ZerosOp::writesResult(unsigned) { return true; }
LogicalResult ZerosOp::verify() { return verifyCreation(*this); }

AccessRelations ArangeOp::getAccessRelations() {
  return creationRelations(getResult());
}
void ArangeOp::getWork(ArrayRef<int64_t>, Work &) {}
bool ArangeOp::writesResult(unsigned) { return false; }
LogicalResult ArangeOp::verify() {
  if (failed(verifyCreation(*this)))
    return failure();
  if (ValueDesc::get(getResult().getType())->rank() == 1)
    return success();
  return emitOpError() << "counts along one axis, but its result type is "
                       << getResult().getType();
}

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRTensorOps.cpp.inc"

void HIRDialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "tilefoundry/Dialect/HIR/HIRTensorOps.cpp.inc"
      >();
}
