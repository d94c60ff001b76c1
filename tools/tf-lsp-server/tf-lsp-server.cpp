//===- tf-lsp-server.cpp - MLIR's language server with the hir dialect ----===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tilefoundry/Conversion/RegisterAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tilefoundry::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
