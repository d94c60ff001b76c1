//===- AnalyzeAll.cpp - many functions and sizes at once ------------------===//
//
// Cases are independent: each builds its own view and reads the module only.
// They run on the context's threads, and what they say comes in the order of
// the cases, as if each had waited for the one before.
//
//===----------------------------------------------------------------------===//

#include "ThreadDiagnostics.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/Verifier.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/Program.h"
#include <atomic>

using namespace mlir;
using namespace tilefoundry;

namespace {
/// What one case said while it ran.
struct Outcome {
  bool failed = false;
  std::vector<Diagnostic> diagnostics;
};
} // namespace

LogicalResult tilefoundry::analyzeAll(
    ModuleOp module, ArrayRef<AnalysisCase> cases,
    ArrayRef<std::string> analyses, const AnalyzeOptions &options,
    llvm::function_ref<LogicalResult(size_t, AnalysisResult &&)> consume) {
  AnalyzeOptions common = options;
  // One look at the module serves every case.
  if (!common.assumeVerified && failed(mlir::verify(getRootModule(module))))
    return failure();
  common.assumeVerified = true;
  MLIRContext *context = module.getContext();
  std::vector<Outcome> outcomes(cases.size());
  std::atomic<size_t> firstFailure{cases.size()};
  auto run = [&](size_t number) {
    // What comes behind a failure is not asked for.
    if (number > firstFailure)
      return;
    Outcome &outcome = outcomes[number];
    ThreadDiagnostics diagnostics(context);
    AnalyzeOptions own = common;
    own.dims = cases[number].dims;
    FailureOr<AnalysisResult> result =
        analyze(module, cases[number].function, analyses, own);
    outcome.failed =
        failed(result) || failed(consume(number, std::move(*result)));
    outcome.diagnostics = std::move(diagnostics.get());
    if (!outcome.failed)
      return;
    size_t known = firstFailure;
    while (number < known &&
           !firstFailure.compare_exchange_weak(known, number)) {
    }
  };
  parallelFor(context, 0, cases.size(), run);
  for (Outcome &outcome : outcomes) {
    for (Diagnostic &diagnostic : outcome.diagnostics)
      context->getDiagEngine().emit(std::move(diagnostic));
    if (outcome.failed)
      return failure();
  }
  return success();
}
