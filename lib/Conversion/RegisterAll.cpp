//===- RegisterAll.cpp - everything a program may be written in -----------===//

#include "tilefoundry/Conversion/RegisterAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Conversion/ConversionModels.h"
#include "tilefoundry/Dialect/HIR/HIR.h"

using namespace tilefoundry;

void tilefoundry::registerMeasuring(mlir::DialectRegistry &registry) {
  registerTargetAttrModels(registry);
  registerConversionModels(registry);
}

void tilefoundry::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<hir::HIRDialect, mlir::func::FuncDialect>();
  registerMeasuring(registry);
}
