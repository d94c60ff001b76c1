//===- AnalyzePass.cpp - the composed analysis as a pass ------------------===//

#include "Options.h"
#include "Progress.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>

namespace tilefoundry {
#define GEN_PASS_DEF_ANALYZEPROGRAM
#include "tilefoundry/Transforms/Passes.h.inc"
} // namespace tilefoundry

using namespace mlir;
using namespace tilefoundry;

namespace {
class AnalyzePass : public tilefoundry::impl::AnalyzeProgramBase<AnalyzePass> {
public:
  using AnalyzeProgramBase::AnalyzeProgramBase;
  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
  FailureOr<RenderOptions> readRenderOptions();
  FailureOr<AnalyzeOptions> readAnalyzeOptions();
  LogicalResult runOne(const AnalysisCase &subject, AnalyzeOptions options,
                       const RenderOptions &renderOptions);
  LogicalResult runCases(ArrayRef<AnalysisCase> cases, AnalyzeOptions options,
                         const RenderOptions &renderOptions);
};
} // namespace

FailureOr<RenderOptions> AnalyzePass::readRenderOptions() {
  ModuleOp module = getOperation();
  RenderOptions render;
  render.emit = emit;
  render.operands = operands;
  std::vector<std::string> known = emitNames();
  if (!llvm::is_contained(known, render.emit)) {
    module.emitError() << "unknown emit=" << render.emit << "; the forms are "
                       << llvm::join(known, ", ");
    return failure();
  }
  for (const std::string &section : splitList(explain)) {
    if (section == "peak") {
      render.explainPeak = true;
    } else if (section == "roof") {
      render.explainRoof = true;
    } else {
      module.emitError() << "unknown explain=" << section
                         << "; the sections are peak and roof";
      return failure();
    }
  }
  if (!sort.empty()) {
    render.sortBy = parseSortKey(sort);
    if (!render.sortBy) {
      module.emitError() << "unknown sort=" << sort << "; use "
                         << llvm::join(sortKeyNames(), ", ");
      return failure();
    }
  }
  return render;
}

FailureOr<AnalyzeOptions> AnalyzePass::readAnalyzeOptions() {
  AnalyzeOptions result;
  if (!level.empty())
    result.level = level;
  result.budget = budget;
  // The parser and the pass manager have seen to it.
  result.assumeVerified = true;
  result.allocationSteps = allocationSteps;
  result.allocationTimeoutSeconds = allocationTimeout;
  if (unknownOps != "refuse" && unknownOps != "note") {
    getOperation().emitError()
        << "unknown unknown-ops=" << unknownOps << "; use refuse or note";
    return failure();
  }
  result.noteUnknownOps = unknownOps == "note";
  return result;
}

/// Every function at every size, as one JSON array.
LogicalResult AnalyzePass::runCases(ArrayRef<AnalysisCase> cases,
                                    AnalyzeOptions options,
                                    const RenderOptions &renderOptions) {
  ModuleOp module = getOperation();
  if (renderOptions.emit != "json")
    return module.emitError() << "a sweep of a dimension and several functions "
                                 "are emitted as a JSON array; add emit=json";
  Progress progress;
  std::atomic<size_t> done{0};
  auto begin = [&] {
    progress.begin("analysed " + std::to_string(done) + " of " +
                   std::to_string(cases.size()) + " cases");
  };
  begin();
  std::vector<std::string> elements(cases.size());
  auto consume = [&](size_t number, AnalysisResult &&result) -> LogicalResult {
    llvm::Expected<std::string> rendered = renderElement(result, renderOptions);
    if (!rendered)
      return module.emitError() << llvm::toString(rendered.takeError());
    elements[number] = std::move(*rendered);
    ++done;
    begin();
    return success();
  };
  if (failed(analyzeAll(module, cases, splitList(analysis), options, consume)))
    return failure();
  markAllAnalysesPreserved();
  return emitRendering(module, output, joinElements(elements));
}

LogicalResult AnalyzePass::runOne(const AnalysisCase &subject,
                                  AnalyzeOptions options,
                                  const RenderOptions &renderOptions) {
  ModuleOp module = getOperation();
  StringRef name = func::FuncOp(subject.function).getName();
  Progress progress;
  progress.begin(("checking " + name).str());
  options.dims = subject.dims;
  options.beforeFamily = [&](StringRef family, size_t number, size_t all) {
    progress.begin((name + ": " + family + ", analysis " + llvm::Twine(number) +
                    " of " + llvm::Twine(all))
                       .str());
  };
  FailureOr<AnalysisResult> analysed =
      analyze(module, subject.function, splitList(analysis), options);
  if (failed(analysed))
    return failure();
  auto result = std::make_shared<AnalysisResult>(std::move(*analysed));
  if (renderOptions.emit == "ir" && output.empty()) {
    attachRecords(*result);
    takeOver(module, *result->viewModule);
    return success();
  }
  progress.begin("rendering " + emit);
  llvm::Expected<std::string> rendered = render(*result, renderOptions);
  if (!rendered)
    return module.emitError() << llvm::toString(rendered.takeError());
  if (emit == "trace" &&
      !result->records.get<PerformanceSummaryRecord>(result->function))
    module.emitWarning() << "emit=trace draws the timeline, which was not "
                            "asked for; add performance to 'analysis'";
  markAllAnalysesPreserved();
  if (RenderSink *sink = RenderSink::get(module.getContext()))
    sink->keep(std::move(result));
  return emitRendering(module, output, std::move(*rendered));
}

LogicalResult AnalyzePass::run() {
  ModuleOp module = getOperation();
  if (failed(checkGivenOnce(module, dims)))
    return failure();
  FailureOr<RenderOptions> renderOptions = readRenderOptions();
  FailureOr<AnalyzeOptions> options = readAnalyzeOptions();
  FailureOr<DimSweep> sweep = parseSweep(module, dims);
  if (failed(renderOptions) || failed(options) || failed(sweep))
    return failure();
  std::vector<std::string> paths = splitList(function);
  if (paths.empty())
    paths.push_back("");
  std::vector<AnalysisCase> cases;
  for (const std::string &path : paths) {
    func::FuncOp subject = findFunction(module, path);
    if (!subject)
      return failure();
    for (const std::optional<DimBinding> &binding : sweep->bindings)
      cases.push_back({subject, binding});
  }
  if (sweep->isSweep || paths.size() > 1)
    return runCases(cases, *options, *renderOptions);
  return runOne(cases.front(), *options, *renderOptions);
}
