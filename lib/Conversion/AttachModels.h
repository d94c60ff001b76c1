//===- AttachModels.h - one model for many ops ------------------*- C++ -*-===//
//
// A model that asks nothing of an op's class serves any number of ops: it is
// compiled once, and attaching it touches no code of their own, which keeps the
// start of a tool short.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_CONVERSION_ATTACHMODELS_H
#define TILEFOUNDRY_LIB_CONVERSION_ATTACHMODELS_H

#include "mlir/IR/OperationSupport.h"

namespace tilefoundry {

/// Attaches `Models`, external models of `mlir::Operation`, to the ops of
/// `ids`, which their loaded dialects have registered.
template <typename... Models>
void attachToAll(mlir::MLIRContext *context, llvm::ArrayRef<mlir::TypeID> ids) {
  for (mlir::TypeID id : ids)
    mlir::RegisteredOperationName::lookup(id, context)
        ->attachInterface<Models...>();
}

/// The ids of op classes.
template <typename... Ops> llvm::SmallVector<mlir::TypeID> idsOf() {
  return {mlir::TypeID::get<Ops>()...};
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_CONVERSION_ATTACHMODELS_H
