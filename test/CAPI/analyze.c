/*===- analyze.c - the C API from C ----------------------------------------===*\
|*
|* RUN: tf-capi-test %hardware/nvidia/h200_sxm.toml | FileCheck %s
|*
|* By hand, for n = 3, of y = relu(x * w) with x 3x7, w 7x5 in f32:
|*   the product 2*3*5*7 = 210 flops; it reads (21 + 35)*4 = 224 B and writes 60 B;
|*   relu reads and writes 60 B: the function reads 284 B and writes 120 B.
|*   210 flops / 67000 an ns -> 1 ns; 404 B / 4800 an ns -> 1 ns.
|* n = 4: the product 280 flops.
|*
\*===----------------------------------------------------------------------===*/

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

/* CHECK-LABEL: {{^}}forms{{$}}
 * CHECK: "function": "f"
 * CHECK: # analysis target=nvidia.h200_sxm module=M function=f topology=cta
 * CHECK: # traffic traffic=gmem:r284/w120@r284/w120
 * CHECK: diagnostic: unknown form 'jsn'; use one of annotated, text, json
 * CHECK-NEXT: refused
 */
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
  MlirAttribute record =
      tilefoundryAnalysisGetRecord(analysis, op, text(name));
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

/* CHECK-LABEL: {{^}}records{{$}}
 * CHECK-NEXT: 2 ops
 * CHECK-NEXT: func.func hir.roofline: {bound_by = "balanced", compute_ns = 1 : i64, ideal_ns = 1 : i64, memory_ns = 1 : i64}
 * CHECK-NEXT: hir.matmul hir.compute_cost: {flops = {f32 = 210 : i64}
 * CHECK-NEXT: hir.relu hir.traffic: {{.*}}whole = {gmem = {read = 60 : i64, write = 60 : i64}}}
 * CHECK-NEXT: hir.relu hir.performance: none
 * CHECK-NEXT: past the end: null
 * CHECK-NEXT: 210 and 280 flops
 */
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

/* CHECK-LABEL: {{^}}refusals{{$}}
 * CHECK-NEXT: diagnostic: no function 'M::g' in module 'M'; its functions are: f
 * CHECK-NEXT: null
 * CHECK-NEXT: diagnostic: {{.*}}offers no analysis 'latency'
 * CHECK-NEXT: null
 * CHECK-NEXT: diagnostic: no analysis is requested
 * CHECK-NEXT: null
 * CHECK-NEXT: diagnostic: dimension 'n' of interval [1, 17) has no extent
 * CHECK-NEXT: null
 * CHECK-NEXT: diagnostic: dimension 'n' is given the extent 18, outside
 * CHECK-NEXT: null
 */
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

/* The H200 under an ID of one's own: the same figures for n = 3.
 *
 * CHECK-LABEL: {{^}}documents{{$}}
 * CHECK-NEXT: diagnostic: h200.toml:3: installed ID: the ID 'nvidia.h200_sxm'
 * CHECK-NEXT: diagnostic: broken.toml:1: malformed envelope: 'facts'
 * CHECK-NEXT: 0 0 1
 * CHECK-NEXT: # analysis target=acme.h200_twins
 * CHECK: # traffic traffic=gmem:r284/w120@r284/w120
 */
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

/* CHECK-LABEL: {{^}}passes{{$}}
 * CHECK: hir.matmul {{.*}}hir.compute_cost = {flops = {f32 = 350 : i64}
 */
static void testPasses(MlirContext context, MlirModule module) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  printf("passes\n");
  tilefoundryRegisterAllPasses();
  tilefoundryRegisterAllPasses();
  mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      text("builtin.module(tf-analyze{emit=ir dims=n=5})"), print, NULL);
  mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirOperationPrint(mlirModuleGetOperation(module), print, NULL);
  mlirPassManagerDestroy(manager);
}

/* The dialect by its handle, with measuring registered beside it.
 *
 * CHECK-LABEL: {{^}}handle{{$}}
 * CHECK-NEXT: hir
 */
static void testHandle(void) {
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirDialectHandle handle = mlirGetDialectHandle__hir__();
  printf("handle\n");
  mlirDialectHandleInsertDialect(handle, registry);
  tilefoundryRegisterMeasuring(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  print(mlirDialectGetNamespace(
            mlirDialectHandleLoadDialect(handle, context)),
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
