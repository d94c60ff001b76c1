//===- AnalyzeBench.cpp - one decoder layer, in process -------------------===//
//
// Warm: the context is loaded and the program parsed; nothing of an earlier
// analysis is kept. Cold: from an empty context to the records.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "llvm/Support/raw_ostream.h"
#include <benchmark/benchmark.h>

using namespace mlir;
using namespace tilefoundry;

static const char *const modelPath =
    TILEFOUNDRY_SOURCE_DIR "/test/Models/qwen3_1_7b.mlir";

static OwningOpRef<ModuleOp> parse(MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(modelPath, ParserConfig(&context));
  if (!module)
    llvm::report_fatal_error("the model does not parse");
  return module;
}

static void measure(ModuleOp module, bool isVerified) {
  AnalyzeOptions options;
  options.dims = DimBinding{{"ctx", 4096}};
  options.assumeVerified = isVerified;
  FailureOr<AnalysisResult> result =
      analyze(module, findFunction(module, ""), {"roofline"}, options);
  if (failed(result))
    llvm::report_fatal_error("the analysis failed");
  benchmark::DoNotOptimize(result->records.getTypes().size());
}

static void decoderLayerWarm(benchmark::State &state) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parse(context);
  for (auto _ : state)
    measure(*module, /*isVerified=*/true);
}
BENCHMARK(decoderLayerWarm)->Unit(benchmark::kMillisecond);

static void decoderLayerCold(benchmark::State &state) {
  for (auto _ : state) {
    DialectRegistry registry;
    registerAllDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module = parse(context);
    measure(*module, /*isVerified=*/true);
  }
}
BENCHMARK(decoderLayerCold)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
