//===- ProgramFuzzer.cpp - programs and options, fuzzed -------------------===//
//
// An input is what a person would give to tf-opt: its first line names passes
// with their options in a comment, the rest is the program.
//
//   // passes: tf-analyze{analysis=memory emit=all}
//
// Options that bound a run's time are the fuzzer's own; `emit=all` stands for
// every form of a report, and the records left on the IR are rendered too.
//
//===----------------------------------------------------------------------===//

#include "ProgramDialects.h"
#include "TextMutator.h"
#include "mlir/Pass/PassRegistry.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/OptRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace tilefoundry;

static constexpr StringLiteral kHead = "// passes:";
static constexpr StringLiteral kDefault = "tf-analyze{emit=all}";
/// What a run may spend, in place of what the input asks for.
static constexpr StringLiteral kBudget =
    "allocation-steps=2000 allocation-timeout=2 ";

/// The text with every option `name=value` taken out.
static std::string withoutOption(std::string text, StringRef name) {
  llvm::Regex option((name + "=[^ }]*").str());
  while (option.match(text))
    text = option.sub("", text);
  return text;
}

/// The pass list of an input; files are not written.
static std::string readPasses(StringRef input) {
  StringRef first = input.take_until([](char c) { return c == '\n'; });
  std::string passes =
      first.consume_front(kHead) ? first.trim().str() : kDefault.str();
  for (StringRef bounded :
       {"allocation-steps", "allocation-timeout", "budget", "output"})
    passes = withoutOption(passes, bounded);
  return passes;
}

/// One pass list per form where `emit=all` stands, else the list itself.
static std::vector<std::string> expandForms(StringRef passes) {
  auto [before, after] = passes.split("emit=all");
  if (before.size() == passes.size())
    return {passes.str()};
  std::vector<std::string> lists;
  for (const std::string &form : emitNames())
    lists.push_back((before + "emit=" + form + after).str());
  for (const std::string &form : emitNames())
    lists.push_back(
        (before + "emit=ir" + after + ",tf-print-report{format=" + form + "}")
            .str());
  return lists;
}

/// Each of the passes that search gets its budget.
static std::string withBudgets(StringRef passes) {
  std::string text = passes.str();
  for (StringRef pass : {"tf-analyze{", "tf-memory{", "tf-performance{"})
    for (size_t at = 0; (at = text.find(pass, at)) != std::string::npos;) {
      at += pass.size();
      text.insert(at, kBudget);
    }
  return text;
}

static LogicalResult runPasses(StringRef program, StringRef passes) {
  OptRunOptions options;
  options.threads = false;
  std::string text;
  llvm::raw_string_ostream os(text);
  return runProgram(
      llvm::MemoryBuffer::getMemBufferCopy(program, "<input>"),
      fuzz::programDialects(), HardwareSpecRegistry::installed(), options,
      [&](PassManager &manager) {
        return parsePassPipeline(withBudgets(passes), manager, llvm::nulls());
      },
      os, llvm::nulls());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  for (const std::string &passes : expandForms(readPasses(input)))
    if (failed(runPasses(input, passes)))
      break;
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return fuzz::mutateText(data, size, maxSize, seed);
}
