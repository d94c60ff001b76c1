//===- ExampleDialect.cpp - a dialect outside TileFoundry -----------------===//

#include "ExampleDialect.h"
#include "mlir/IR/Builders.h"
#include "tilefoundry/Support/CheckedMath.h"

using namespace mlir;

#include "ExampleDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ExampleOps.cpp.inc"

void example::ExampleDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ExampleOps.cpp.inc"
      >();
}

// [model]
/// One iteration an element, which it reads and writes.
tilefoundry::AccessRelations example::RescaleOp::getAccessRelations() {
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  auto relations = tilefoundry::AccessRelations::over(shape);
  auto element = tilefoundry::Subscript::identity(shape.size());
  relations.addOperand(0).subscripts = element;
  relations.addResult(0).subscripts = element;
  return relations;
}

/// A multiplication and an addition an element.
void example::RescaleOp::getWork(ArrayRef<int64_t> extents,
                                 tilefoundry::Work &work) {
  work.addFlops(tilefoundry::ElementType::F32,
                tilefoundry::product(extents) * 2);
}
// [model]
