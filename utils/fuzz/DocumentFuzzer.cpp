//===- DocumentFuzzer.cpp - hardware documents, fuzzed --------------------===//
//
// An input is one document. Whatever `tf-target` would do with it is done, and
// where it is accepted a small program is analysed on it.
//
//===----------------------------------------------------------------------===//

#include "ProgramDialects.h"
#include "TextMutator.h"
#include "mlir/Pass/PassRegistry.h"
#include "tilefoundry/Target/Hardware/Tool.h"
#include "tilefoundry/Transforms/OptRun.h"

using namespace mlir;
using namespace tilefoundry;

/// An attribute that asks for the machine of one accepted document.
static std::string targetOf(const HardwareDocument &document,
                            const HardwareSpecRegistry &registry) {
  StringRef family = document.getSchema().contains(".cuda.") ? "cuda" : "amx";
  for (const DocumentPair &pair : registry.getPairs())
    if (pair.device->getId() == document.getId() ||
        pair.architecture->getId() == document.getId())
      return ("#hir." + family + "<device = \"" + pair.device->getId() +
              "\", architecture = \"" + pair.architecture->getId() + "\">")
          .str();
  return ("#hir." + family + "<device = \"" + document.getId() + "\">").str();
}

/// A loop with a product that moves, computes and holds bytes.
static std::string programOn(StringRef target) {
  return ("module @M attributes {hir.target = " + target +
          R"(, hir.entry = @f} {
  func.func @f(%a: tensor<3x5xbf16>, %b: tensor<5x7xbf16>,
               %c: tensor<3x7xf32>) -> tensor<3x7xf32> {
    %y = hir.grid_region %k = 0 to 2 step 1 iter_args(%acc = %c)
        -> (tensor<3x7xf32>) {
      %p = hir.matmul %a, %b to f32 : tensor<3x5xbf16>, tensor<5x7xbf16>
      %s = hir.add %acc, %p : tensor<3x7xf32>, tensor<3x7xf32>
      hir.yield %s : tensor<3x7xf32>
    }
    return %y : tensor<3x7xf32>
  }
})")
      .str();
}

static void analyzeOn(const HardwareDocument &document,
                      const HardwareSpecRegistry &registry) {
  OptRunOptions options;
  options.threads = false;
  std::string text;
  llvm::raw_string_ostream os(text);
  (void)runProgram(
      llvm::MemoryBuffer::getMemBufferCopy(
          programOn(targetOf(document, registry)), "<program>"),
      fuzz::programDialects(), registry, options,
      [](PassManager &manager) {
        return parsePassPipeline(
            "tf-analyze{analysis=compute-cost,memory,roofline,performance "
            "emit=json}",
            manager, llvm::nulls());
      },
      os, llvm::nulls());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  if (llvm::Error error = registry.addCustomText(input, "<input>")) {
    // A diagnostic is formatted as a tool would print it.
    (void)llvm::toString(std::move(error));
    return 0;
  }
  for (const DocumentPtr &document : registry.getDocuments()) {
    if (document->getFile() != "<input>")
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    printHardwareList(registry, os);
    if (llvm::Error error = printHardware(registry, document->getId(), os))
      (void)llvm::toString(std::move(error));
    analyzeOn(*document, registry);
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return fuzz::mutateText(data, size, maxSize, seed);
}
