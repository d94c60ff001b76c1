//===- tf-plugin.cpp - TileFoundry as a plug-in of mlir-opt ---------------===//
//
// One module answers as a pass plug-in and as a dialect plug-in, so that both
// share one copy of the dialect: --load-dialect-plugin and --load-pass-plugin
// both name it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Transforms/Passes.h"

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TileFoundry", TILEFOUNDRY_VERSION,
          [] { tilefoundry::registerTileFoundryPasses(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TileFoundry", TILEFOUNDRY_VERSION,
          [](mlir::DialectRegistry *registry) {
            tilefoundry::registerAllDialects(*registry);
          }};
}
