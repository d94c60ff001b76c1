//===- Analysis.h - C API of the analyses and their reports -------*- C -*-===//
//
// Analyses one function and hands out what it costs: as a report in any form
// (JSON, text, HTML, ...) or record by record.
//
// Every failure is a diagnostic of the program's context: attach a handler with
// `mlirContextAttachDiagnosticHandler` to read it. Objects that a function
// named `...Create` or `tilefoundryAnalyze` returns belong to the caller, who
// destroys them. Text is handed to a callback and belongs to the library: copy
// what outlives the call.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_C_ANALYSIS_H
#define TILEFOUNDRY_C_ANALYSIS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a function is analysed.
typedef struct TileFoundryAnalyzeOptions {
  void *ptr;
} TileFoundryAnalyzeOptions;
/// What one run computed.
typedef struct TileFoundryAnalysis {
  void *ptr;
} TileFoundryAnalysis;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The defaults: the coarsest level, no dimension bound, 10000 ops.
MLIR_CAPI_EXPORTED TileFoundryAnalyzeOptions
tilefoundryAnalyzeOptionsCreate(void);
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsDestroy(TileFoundryAnalyzeOptions options);

/// The topology level whose one unit per-unit figures describe, e.g. "cta".
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsSetLevel(TileFoundryAnalyzeOptions options,
                                  MlirStringRef level);
/// Gives the dimension `name` its extent; every open dimension needs one. The
/// last call for a name holds.
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsBindDim(TileFoundryAnalyzeOptions options,
                                 MlirStringRef name, int64_t extent);
/// The most measured ops and tensor constants in the inlined view.
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsSetBudget(TileFoundryAnalyzeOptions options,
                                   int64_t ops);
/// Whether ops without a model are left out and listed instead of refused.
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsSetNoteUnknownOps(TileFoundryAnalyzeOptions options,
                                           bool note);
/// What one capacity question may take: search steps (0 is enough for hard
/// instances) and seconds.
MLIR_CAPI_EXPORTED void
tilefoundryAnalyzeOptionsSetAllocationLimits(TileFoundryAnalyzeOptions options,
                                             uint64_t steps, int64_t seconds);

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Runs `families` ("compute-cost", "memory", "roofline", "performance", or
/// another that the target offers) and what they require on the function that
/// the symbol path `function` names in the root module `module`
/// ("@Module::@function"; empty: the module's `hir.entry`). `options` may be
/// null. The module is not changed and must outlive the result. Null after a
/// diagnostic.
MLIR_CAPI_EXPORTED TileFoundryAnalysis tilefoundryAnalyze(
    MlirModule module, MlirStringRef function, intptr_t numFamilies,
    const MlirStringRef *families, TileFoundryAnalyzeOptions options);
MLIR_CAPI_EXPORTED void
tilefoundryAnalysisDestroy(TileFoundryAnalysis analysis);
static inline bool tilefoundryAnalysisIsNull(TileFoundryAnalysis analysis) {
  return !analysis.ptr;
}

/// Sections that a report has only when asked for them; to be combined by `|`.
typedef enum TileFoundryReportSections {
  /// Each operand's share in the traffic comments; JSON always has it.
  TileFoundryReportOperands = 1 << 0,
  /// What is live at the peak; needs "memory" among the families.
  TileFoundryReportPeak = 1 << 1,
  /// Intensity, ridge points and times; needs "roofline" among the families.
  TileFoundryReportRoof = 1 << 2
} TileFoundryReportSections;

/// Hands the report in the form `form` ("json", "text", "annotated", "ir",
/// "table", "csv", "html" or "trace") to `callback`; `sections` is 0 or a union
/// of `TileFoundryReportSections`. Fails after a diagnostic, and then without a
/// call of `callback`.
MLIR_CAPI_EXPORTED MlirLogicalResult tilefoundryAnalysisRender(
    TileFoundryAnalysis analysis, MlirStringRef form, unsigned sections,
    MlirStringCallback callback, void *userData);

/// The function that was measured, with every call inlined. It and the ops in
/// it belong to the analysis.
MLIR_CAPI_EXPORTED MlirOperation
tilefoundryAnalysisGetFunction(TileFoundryAnalysis analysis);
/// The measured ops of that function, in program order.
MLIR_CAPI_EXPORTED intptr_t
tilefoundryAnalysisGetNumOps(TileFoundryAnalysis analysis);
/// The measured op at `position`; null past the end.
MLIR_CAPI_EXPORTED MlirOperation
tilefoundryAnalysisGetOp(TileFoundryAnalysis analysis, intptr_t position);
/// The record called `name` ("hir.roofline", "hir.traffic", ...) of `op`, which
/// is the analysis's function, one of its loops or one of its ops, as a
/// dictionary attribute of the context; null where there is none.
MLIR_CAPI_EXPORTED MlirAttribute tilefoundryAnalysisGetRecord(
    TileFoundryAnalysis analysis, MlirOperation op, MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif /* TILEFOUNDRY_C_ANALYSIS_H */
