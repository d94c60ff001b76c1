//===- Registration.cpp - C API for registering TileFoundry ---------------===//

#include "tilefoundry-c/Registration.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Transforms/Passes.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(HIR, hir, tilefoundry::hir::HIRDialect)

void tilefoundryRegisterAllDialects(MlirDialectRegistry registry) {
  tilefoundry::registerAllDialects(*unwrap(registry));
}

void tilefoundryRegisterMeasuring(MlirDialectRegistry registry) {
  tilefoundry::registerMeasuring(*unwrap(registry));
}

void tilefoundryRegisterAllPasses() {
  tilefoundry::registerTileFoundryPasses();
}

MlirLogicalResult tilefoundryContextAddHardwareDocument(MlirContext context,
                                                        MlirStringRef text,
                                                        MlirStringRef file) {
  MLIRContext *owner = unwrap(context);
  llvm::Error error =
      tilefoundry::addHardwareDocument(owner, unwrap(text), unwrap(file));
  if (!error)
    return wrap(success());
  emitError(UnknownLoc::get(owner)) << llvm::toString(std::move(error));
  return wrap(failure());
}
