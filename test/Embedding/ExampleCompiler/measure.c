//===- measure.c - a C program that measures a file -----------------------===//
//
// measure FILE.mlir: the report of the file's entry function, as JSON.
//
//===----------------------------------------------------------------------===//

// [measure]
#include "tilefoundry-c/Analysis.h"
#include "tilefoundry-c/Registration.h"

#include "mlir-c/Diagnostics.h"
#include <stdio.h>

static void print(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, (FILE *)file);
}

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *unused) {
  (void)unused;
  mlirDiagnosticPrint(diagnostic, print, stderr);
  fputc('\n', stderr);
  return mlirLogicalResultSuccess();
}

static int measure(MlirModule module) {
  MlirStringRef family = mlirStringRefCreateFromCString("roofline");
  MlirStringRef json = mlirStringRefCreateFromCString("json");
  TileFoundryAnalyzeOptions defaults = {NULL};
  TileFoundryAnalysis analysis;
  MlirLogicalResult rendered;
  if (mlirModuleIsNull(module))
    return 1;
  analysis = tilefoundryAnalyze(module, mlirStringRefCreateFromCString(""), 1,
                                &family, defaults);
  if (tilefoundryAnalysisIsNull(analysis))
    return 1;
  rendered = tilefoundryAnalysisRender(analysis, json, 0, print, stdout);
  tilefoundryAnalysisDestroy(analysis);
  return mlirLogicalResultIsSuccess(rendered) ? 0 : 1;
}

int main(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirContext context = mlirContextCreate();
  MlirModule module;
  int status;
  if (argc != 2)
    return 2;
  tilefoundryRegisterAllDialects(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);

  module = mlirModuleCreateParseFromFile(
      context, mlirStringRefCreateFromCString(argv[1]));
  status = measure(module);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return status;
}
// [measure]
