//===- analyze.c - the C API from C99 -------------------------------------===//
//
// Prints what the functions answer; analyze.test says what that must be.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry-c/Analysis.h"
#include "tilefoundry-c/Registration.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program =
    "#n = #hir.dim<\"n\", 1, 17>\n"
    "#rows = #hir.encoding<gmem, dims = [#n]>\n"
    "module @M attributes {\n"
    "  hir.target = #hir.cuda<device = \"nvidia.h200_sxm\">,\n"
    "  hir.topologies = [#hir.topology<\"cta\", 1>],\n"
    "  hir.entry = @f\n"
    "} {\n"
    "  func.func @f(%x: tensor<?x7xf32, #rows>, %w: tensor<7x5xf32>)\n"
    "      -> tensor<?x5xf32, #rows> {\n"
    "    %m = hir.matmul %x, %w : tensor<?x7xf32, #rows>, tensor<7x5xf32>\n"
    "    %y = hir.relu %m : tensor<?x5xf32, #rows>\n"
    "    return %y : tensor<?x5xf32, #rows>\n"
    "  }\n"
    "}\n";

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef part, void *userData) {
  (void)userData;
  fwrite(part.data, 1, part.length, stdout);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  (void)userData;
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, print, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirContext createContext(void) {
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tilefoundryRegisterAllDialects(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  return context;
}

static TileFoundryAnalysis analyzeRows(MlirModule module, int64_t rows) {
  MlirStringRef families[2];
  TileFoundryAnalyzeOptions options = tilefoundryAnalyzeOptionsCreate();
  TileFoundryAnalysis analysis;
  families[0] = text("memory");
  families[1] = text("roofline");
  tilefoundryAnalyzeOptionsBindDim(options, text("n"), 17);
  tilefoundryAnalyzeOptionsBindDim(options, text("n"), rows);
  tilefoundryAnalyzeOptionsSetLevel(options, text("cta"));
  tilefoundryAnalyzeOptionsSetBudget(options, 2);
  tilefoundryAnalyzeOptionsSetNoteUnknownOps(options, false);
  tilefoundryAnalyzeOptionsSetAllocationLimits(options, 1000, 5);
  analysis = tilefoundryAnalyze(module, text(""), 2, families, options);
  tilefoundryAnalyzeOptionsDestroy(options);
  return analysis;
}

static void testForms(MlirModule module) {
  TileFoundryAnalysis analysis = analyzeRows(module, 3);
  printf("forms\n");
  tilefoundryAnalysisRender(analysis, text("json"), 0, print, NULL);
  tilefoundryAnalysisRender(analysis, text("text"),
                            TileFoundryReportPeak | TileFoundryReportRoof,
                            print, NULL);
  if (mlirLogicalResultIsFailure(
          tilefoundryAnalysisRender(analysis, text("jsn"), 0, print, NULL)))
    printf("refused\n");
  tilefoundryAnalysisDestroy(analysis);
}

static void printRecord(TileFoundryAnalysis analysis, MlirOperation op,
                        const char *name) {
  MlirAttribute record = tilefoundryAnalysisGetRecord(analysis, op, text(name));
  print(mlirIdentifierStr(mlirOperationGetName(op)), NULL);
  printf(" %s: ", name);
  if (mlirAttributeIsNull(record))
    printf("none");
  else
    mlirAttributePrint(record, print, NULL);
  printf("\n");
}

static int64_t readFlops(TileFoundryAnalysis analysis, MlirOperation op) {
  MlirAttribute record =
      tilefoundryAnalysisGetRecord(analysis, op, text("hir.compute_cost"));
  MlirAttribute flops =
      mlirDictionaryAttrGetElementByName(record, text("flops"));
  return mlirIntegerAttrGetValueInt(
      mlirDictionaryAttrGetElementByName(flops, text("f32")));
}

static void testRecords(MlirModule module) {
  TileFoundryAnalysis three = analyzeRows(module, 3);
  TileFoundryAnalysis four = analyzeRows(module, 4);
  MlirOperation relu = tilefoundryAnalysisGetOp(three, 1);
  printf("records\n");
  printf("%d ops\n", (int)tilefoundryAnalysisGetNumOps(three));
  printRecord(three, tilefoundryAnalysisGetFunction(three), "hir.roofline");
  printRecord(three, tilefoundryAnalysisGetOp(three, 0), "hir.compute_cost");
  printRecord(three, relu, "hir.traffic");
  printRecord(three, relu, "hir.performance");
  if (mlirOperationIsNull(tilefoundryAnalysisGetOp(three, 2)) &&
      mlirOperationIsNull(tilefoundryAnalysisGetOp(three, -1)))
    printf("past the end: null\n");
  printf("%d and %d flops\n",
         (int)readFlops(three, tilefoundryAnalysisGetOp(three, 0)),
         (int)readFlops(four, tilefoundryAnalysisGetOp(four, 0)));
  tilefoundryAnalysisDestroy(three);
  tilefoundryAnalysisDestroy(four);
}

static void expectRefused(TileFoundryAnalysis analysis) {
  printf(tilefoundryAnalysisIsNull(analysis) ? "null\n" : "accepted\n");
}

static void testRefusals(MlirModule module) {
  TileFoundryAnalyzeOptions none = {NULL};
  MlirStringRef roofline = text("roofline");
  MlirStringRef latency = text("latency");
  printf("refusals\n");
  expectRefused(tilefoundryAnalyze(module, text("@M::@g"), 1, &roofline, none));
  expectRefused(tilefoundryAnalyze(module, text("@f"), 1, &latency, none));
  expectRefused(tilefoundryAnalyze(module, text("@f"), 0, NULL, none));
  expectRefused(tilefoundryAnalyze(module, text("@f"), 1, &roofline, none));
  expectRefused(analyzeRows(module, 18));
}

static char *readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  char *content = NULL;
  long size;
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  content = (char *)calloc((size_t)size + 1, 1);
  if (content && fread(content, 1, (size_t)size, file) != (size_t)size)
    content[0] = '\0';
  fclose(file);
  return content;
}

static int addDocument(MlirContext context, const char *document,
                       const char *file) {
  return mlirLogicalResultIsSuccess(tilefoundryContextAddHardwareDocument(
      context, text(document), text(file)));
}

static void testDocuments(MlirContext context, const char *path) {
  char *document = readFile(path);
  char *id = document ? strstr(document, "nvidia.h200_sxm") : NULL;
  char *device;
  char *source = (char *)calloc(strlen(program) + 1, 1);
  MlirModule module;
  TileFoundryAnalysis analysis;
  int installed, broken, own;
  printf("documents\n");
  if (!id || !source) {
    printf("no document at %s\n", path);
    exit(1);
  }
  installed = addDocument(context, document, "h200.toml");
  broken = addDocument(context, "facts = 1", "broken.toml");
  memcpy(id, "acme.h200_twins", strlen("nvidia.h200_sxm"));
  own = addDocument(context, document, "twins.toml");
  printf("%d %d %d\n", installed, broken, own);
  strcpy(source, program);
  device = strstr(source, "nvidia.h200_sxm");
  memcpy(device, "acme.h200_twins", strlen("nvidia.h200_sxm"));
  module = mlirModuleCreateParse(context, text(source));
  analysis = analyzeRows(module, 3);
  if (!tilefoundryAnalysisIsNull(analysis))
    tilefoundryAnalysisRender(analysis, text("text"), 0, print, NULL);
  tilefoundryAnalysisDestroy(analysis);
  mlirModuleDestroy(module);
  free(source);
  free(document);
}

static void testPasses(MlirContext context, MlirModule module) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  printf("passes\n");
  tilefoundryRegisterAllPasses();
  tilefoundryRegisterAllPasses();
  mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager),
                        text("builtin.module(tf-analyze{emit=ir dims=n=5})"),
                        print, NULL);
  mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  mlirPassManagerDestroy(manager);
}

static void testHandle(void) {
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirDialectHandle handle = mlirGetDialectHandle__hir__();
  printf("handle\n");
  mlirDialectHandleInsertDialect(handle, registry);
  tilefoundryRegisterMeasuring(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  print(mlirDialectGetNamespace(mlirDialectHandleLoadDialect(handle, context)),
        NULL);
  printf("\n");
  mlirContextDestroy(context);
}

int main(int argc, char **argv) {
  MlirContext context = createContext();
  MlirModule module = mlirModuleCreateParse(context, text(program));
  if (argc < 2 || mlirModuleIsNull(module))
    return 1;
  testForms(module);
  testRecords(module);
  testRefusals(module);
  testDocuments(context, argv[1]);
  testPasses(context, module);
  testHandle();
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
