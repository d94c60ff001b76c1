//===- OptMain.h - the driver behind tf-opt ---------------------*- C++ -*-===//

#ifndef TILEFOUNDRY_TRANSFORMS_OPTMAIN_H
#define TILEFOUNDRY_TRANSFORMS_OPTMAIN_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefoundry {

/// Parses, runs the passes the command line names, and prints; 0 on success, 1
/// after any diagnostic, with nothing on standard output. `registerDialects`
/// says what programs may be written in (`Conversion/RegisterAll.h`, and more).
int optMain(int argc, char **argv,
            llvm::function_ref<void(mlir::DialectRegistry &)> registerDialects);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TRANSFORMS_OPTMAIN_H
