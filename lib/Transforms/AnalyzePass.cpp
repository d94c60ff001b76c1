//===- AnalyzePass.cpp - the composed analysis as a pass ------------------===//

#include "Options.h"
#include "Progress.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
  Progress progress;
  std::string done;
  options->beforeFamily = [&](StringRef family, size_t number, size_t all) {
    progress.begin((llvm::Twine(done) + subject.getName() + ": " + family +
                    ", analysis " + llvm::Twine(number) + " of " +
                    llvm::Twine(all))
                       .str());
  };
  for (const std::optional<DimBinding> &binding : sweep->bindings) {
    if (sweep->isSweep)
      done = (llvm::Twine("analysed ") + llvm::Twine(results.size()) + " of " +
              llvm::Twine(sweep->bindings.size()) + " sizes; ")
                 .str();
    progress.begin((llvm::Twine(done) + "checking " + subject.getName()).str());
    options->dims = binding;
    FailureOr<AnalysisResult> result =
        analyze(module, subject, splitList(analysis), *options);
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  if (renderOptions->emit == "ir" && output.empty())
    return replaceModule(results.front());
  progress.begin("rendering " + emit);
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
