//===- AnalyzePass.cpp - the composed analysis as a pass ------------------===//

#include "Options.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

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
  LogicalResult replaceModule(AnalysisResult &result);
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

/// The record-bearing view takes the module's place.
LogicalResult AnalyzePass::replaceModule(AnalysisResult &result) {
  attachRecords(result);
  ModuleOp module = getOperation();
  module.getBody()->clear();
  module.getBody()->getOperations().splice(
      module.getBody()->end(), result.viewModule->getBody()->getOperations());
  module->setAttrs((*result.viewModule)->getAttrDictionary());
  return success();
}

/// A line on a terminal for each size of a sweep that has taken a second;
/// nothing where diagnostics go to a file or a pipe.
static void reportProgress(std::chrono::steady_clock::time_point begin,
                           size_t done, size_t all) {
  if (all == 1 || !llvm::errs().is_displayed() ||
      std::chrono::steady_clock::now() - begin < std::chrono::seconds(1))
    return;
  llvm::errs() << "analysed " << done << " of " << all << " sizes\n";
}

LogicalResult AnalyzePass::run() {
  ModuleOp module = getOperation();
  FailureOr<RenderOptions> renderOptions = readRenderOptions();
  FailureOr<AnalyzeOptions> options = readAnalyzeOptions();
  FailureOr<DimSweep> sweep = parseSweep(module, dims);
  if (failed(renderOptions) || failed(options) || failed(sweep))
    return failure();
  func::FuncOp subject = findFunction(module, function);
  if (!subject)
    return failure();
  if (sweep->isSweep && renderOptions->emit != "json")
    return module.emitError() << "a sweep of a dimension is emitted as a JSON "
                                 "array; add emit=json";
  auto made = std::make_shared<std::vector<AnalysisResult>>();
  std::vector<AnalysisResult> &results = *made;
  auto begin = std::chrono::steady_clock::now();
  for (const std::optional<DimBinding> &binding : sweep->bindings) {
    reportProgress(begin, results.size(), sweep->bindings.size());
    options->dims = binding;
    FailureOr<AnalysisResult> result =
        analyze(module, subject, splitList(analysis), *options);
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  if (renderOptions->emit == "ir" && output.empty())
    return replaceModule(results.front());
  auto rendered = [&]() -> llvm::Expected<std::string> {
    if (sweep->isSweep) {
      SmallVector<const AnalysisResult *> all;
      for (const AnalysisResult &result : results)
        all.push_back(&result);
      return renderSweep(all, *renderOptions);
    }
    return render(results.front(), *renderOptions);
  }();
  if (!rendered)
    return module.emitError() << llvm::toString(rendered.takeError());
  markAllAnalysesPreserved();
  if (RenderSink *sink = RenderSink::get(module.getContext()))
    sink->keep(std::move(made));
  return emitRendering(module, output, std::move(*rendered));
}
