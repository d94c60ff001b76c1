//===- Analysis.cpp - C API of the analyses and their reports -------------===//

#include "tilefoundry-c/Analysis.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Report/Render.h"

using namespace mlir;
using namespace tilefoundry;

DEFINE_C_API_PTR_METHODS(TileFoundryAnalyzeOptions, AnalyzeOptions)
DEFINE_C_API_PTR_METHODS(TileFoundryAnalysis, AnalysisResult)

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TileFoundryAnalyzeOptions tilefoundryAnalyzeOptionsCreate() {
  return wrap(new AnalyzeOptions());
}

void tilefoundryAnalyzeOptionsDestroy(TileFoundryAnalyzeOptions options) {
  delete unwrap(options);
}

void tilefoundryAnalyzeOptionsSetLevel(TileFoundryAnalyzeOptions options,
                                       MlirStringRef level) {
  unwrap(options)->level = unwrap(level).str();
}

void tilefoundryAnalyzeOptionsBindDim(TileFoundryAnalyzeOptions options,
                                      MlirStringRef name, int64_t extent) {
  std::optional<DimBinding> &dims = unwrap(options)->dims;
  if (!dims)
    dims.emplace();
  (*dims)[unwrap(name).str()] = extent;
}

void tilefoundryAnalyzeOptionsSetBudget(TileFoundryAnalyzeOptions options,
                                        int64_t ops) {
  unwrap(options)->budget = ops;
}

void tilefoundryAnalyzeOptionsSetNoteUnknownOps(
    TileFoundryAnalyzeOptions options, bool note) {
  unwrap(options)->noteUnknownOps = note;
}

void tilefoundryAnalyzeOptionsSetAllocationLimits(
    TileFoundryAnalyzeOptions options, uint64_t steps, int64_t seconds) {
  unwrap(options)->allocationSteps = steps;
  unwrap(options)->allocationTimeoutSeconds = seconds;
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

TileFoundryAnalysis tilefoundryAnalyze(MlirModule module,
                                       MlirStringRef function,
                                       intptr_t numFamilies,
                                       const MlirStringRef *families,
                                       TileFoundryAnalyzeOptions options) {
  func::FuncOp subject = findFunction(unwrap(module), unwrap(function));
  if (!subject)
    return {nullptr};
  std::vector<std::string> requested;
  for (intptr_t i = 0; i < numFamilies; ++i)
    requested.push_back(unwrap(families[i]).str());
  FailureOr<AnalysisResult> result =
      analyze(unwrap(module), subject, requested,
              options.ptr ? *unwrap(options) : AnalyzeOptions());
  if (failed(result))
    return {nullptr};
  return wrap(new AnalysisResult(std::move(*result)));
}

void tilefoundryAnalysisDestroy(TileFoundryAnalysis analysis) {
  delete unwrap(analysis);
}

MlirLogicalResult tilefoundryAnalysisRender(TileFoundryAnalysis analysis,
                                            MlirStringRef form,
                                            unsigned sections,
                                            MlirStringCallback callback,
                                            void *userData) {
  AnalysisResult &result = *unwrap(analysis);
  RenderOptions options;
  options.emit = unwrap(form).str();
  options.operands = sections & TileFoundryReportOperands;
  options.explainPeak = sections & TileFoundryReportPeak;
  options.explainRoof = sections & TileFoundryReportRoof;
  llvm::Expected<std::string> text = render(result, options);
  if (!text) {
    result.module.emitError() << llvm::toString(text.takeError());
    return wrap(failure());
  }
  callback(wrap(StringRef(*text)), userData);
  return wrap(success());
}

MlirOperation tilefoundryAnalysisGetFunction(TileFoundryAnalysis analysis) {
  return wrap(unwrap(analysis)->function.getOperation());
}

intptr_t tilefoundryAnalysisGetNumOps(TileFoundryAnalysis analysis) {
  return unwrap(analysis)->view->getOps().size();
}

MlirOperation tilefoundryAnalysisGetOp(TileFoundryAnalysis analysis,
                                       intptr_t position) {
  ArrayRef<MeasuredOp> ops = unwrap(analysis)->view->getOps();
  if (position < 0 || position >= static_cast<intptr_t>(ops.size()))
    return {nullptr};
  return wrap(ops[position].op);
}

MlirAttribute tilefoundryAnalysisGetRecord(TileFoundryAnalysis analysis,
                                           MlirOperation op,
                                           MlirStringRef name) {
  for (const Record *record : unwrap(analysis)->records.all(unwrap(op)))
    if (record->getType().attribute == unwrap(name))
      return wrap(record->toAttribute(unwrap(op)->getContext()));
  return {nullptr};
}
