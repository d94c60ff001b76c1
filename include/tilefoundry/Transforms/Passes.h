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

  void add(std::string text) {
    rendered = true;
    output += text;
  }
  bool hasRendered() const { return rendered; }
  const std::string &getOutput() const { return output; }

private:
  bool rendered = false;
  std::string output;
};

/// Everything tf-opt registers: dialects, target models, passes.
void registerAllDialects(mlir::DialectRegistry &registry);
void registerAllPasses();

} // namespace tilefoundry

#endif // TILEFOUNDRY_TRANSFORMS_PASSES_H
