//===- tf-lsp-server.cpp - MLIR's language server with the hir dialect ----===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tilefoundry/Conversion/ConversionModels.h"
#include "tilefoundry/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tilefoundry::registerAllDialects(registry);
  tilefoundry::registerConversionModels(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
