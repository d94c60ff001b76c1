//===- Register.cpp - what every hir program needs ------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Transforms/Passes.h"

using namespace tilefoundry;

void tilefoundry::registerProgramDialects(mlir::DialectRegistry &registry) {
  registry.insert<hir::HIRDialect, mlir::arith::ArithDialect,
                  mlir::affine::AffineDialect, mlir::func::FuncDialect>();
  registerTargetAttrModels(registry);
}

void tilefoundry::registerAllPasses() { registerTileFoundryPasses(); }
