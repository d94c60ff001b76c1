//===- Registration.h - C API for registering TileFoundry ---------*- C -*-===//
//
// What a C program registers before it reads, builds or measures programs of
// the hir dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_C_REGISTRATION_H
#define TILEFOUNDRY_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `mlirGetDialectHandle__hir__()`, the handle of the dialect alone.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(HIR, hir);

/// Adds the dialects that programs are written in (hir, func, affine, arith,
/// linalg, math, scf, tensor) and everything that measures them to `registry`.
MLIR_CAPI_EXPORTED void
tilefoundryRegisterAllDialects(MlirDialectRegistry registry);

/// Adds only what measures programs, for a context that gets its dialects in
/// another way: the models of the target attributes, the standard analyses and
/// the models of ops of other dialects.
MLIR_CAPI_EXPORTED void
tilefoundryRegisterMeasuring(MlirDialectRegistry registry);

/// Registers the passes (`tf-analyze` and the others) for textual pipelines.
/// May be called more than once.
MLIR_CAPI_EXPORTED void tilefoundryRegisterAllPasses(void);

/// Makes a complete hardware document of one's own, as TOML text, usable under
/// its ID by the programs of `context`; `file` names it in diagnostics. Fails
/// after a diagnostic; nothing is added then.
MLIR_CAPI_EXPORTED MlirLogicalResult tilefoundryContextAddHardwareDocument(
    MlirContext context, MlirStringRef text, MlirStringRef file);

#ifdef __cplusplus
}
#endif

#endif /* TILEFOUNDRY_C_REGISTRATION_H */
