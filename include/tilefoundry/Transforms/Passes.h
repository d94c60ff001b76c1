//===- Passes.h - the passes of tf-opt --------------------------*- C++ -*-===//

#ifndef TILEFOUNDRY_TRANSFORMS_PASSES_H
#define TILEFOUNDRY_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/Pass.h"
#include <string>

namespace tilefoundry {

#define GEN_PASS_DECL
#include "tilefoundry/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tilefoundry/Transforms/Passes.h.inc"

/// Where renderings go instead of the module, so that nothing is printed before
/// the whole run has succeeded. A tool registers one on the `hir` dialect;
/// without it a pass writes to standard output itself.
class RenderSink : public mlir::DialectInterface::Base<RenderSink> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RenderSink)
  explicit RenderSink(mlir::Dialect *dialect) : Base(dialect) {}
  /// The sink of `context`'s tool, or null.
  static RenderSink *get(mlir::MLIRContext *context);

  void add(std::string text) {
    rendered = true;
    if (output.empty())
      output = std::move(text);
    else
      output += text;
  }
  /// Keeps what a rendering was made from until the tool drops it: a tool that
  /// ends soon need not tear it down.
  void keep(std::shared_ptr<void> made) { kept.push_back(std::move(made)); }
  std::vector<std::shared_ptr<void>> takeKept() { return std::move(kept); }

  bool hasRendered() const { return rendered; }
  /// The text of the rendering, handed over.
  std::string takeOutput() { return std::move(output); }

private:
  bool rendered = false;
  std::string output;
  std::vector<std::shared_ptr<void>> kept;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TRANSFORMS_PASSES_H
