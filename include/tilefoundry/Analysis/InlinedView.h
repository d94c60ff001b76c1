//===- InlinedView.h - one function with its calls inlined ------*- C++ -*-===//
//
// The view every analysis reads (ir.md 9): a clone in a module of its own, in
// which dimensions are bound, variants chosen, every call inlined with its
// callee re-typed at the call site, dead values gone, and every value uniquely
// named. Loops and scopes stay.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_INLINEDVIEW_H
#define TILEFOUNDRY_ANALYSIS_INLINEDVIEW_H

#include "mlir/IR/OwningOpRef.h"
#include "tilefoundry/Analysis/Analyze.h"

namespace tilefoundry {

/// Checks `dims` against the dimensions that `function` reaches through its
/// graph, its meshes and its topologies: unknown, missing, out-of-range and
/// residual ones are refused with the dimension's interval and an example.
mlir::LogicalResult checkDims(mlir::ModuleOp module,
                              mlir::func::FuncOp function,
                              const std::optional<DimBinding> &dims);

/// Builds the view. Null after a diagnostic; the authored module is untouched.
mlir::OwningOpRef<mlir::ModuleOp>
buildInlinedView(mlir::ModuleOp module, mlir::func::FuncOp function,
                 const std::optional<DimBinding> &dims, int64_t budget);

/// The function of a view module.
mlir::func::FuncOp getViewFunction(mlir::ModuleOp view);
/// Whether `function` is a view or a specialised copy (it records its extents).
bool isView(mlir::func::FuncOp function);

/// Replaces dimensions by the extents of `dims` in types and attributes.
class DimReplacer {
public:
  DimReplacer(const DimBinding &dims, mlir::MLIRContext *context);
  ~DimReplacer();
  mlir::Type replace(mlir::Type type);
  mlir::Attribute replace(mlir::Attribute attribute);
  mlir::DictionaryAttr replace(mlir::DictionaryAttr attributes);
  /// What the first attribute or type said that is none at these extents; empty
  /// when all are.
  llvm::StringRef getError() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// `name` of `module`'s dimensions with its interval and an example, or all of
/// them where it has none of that name. A clause for the end of a refusal.
std::string describeDims(mlir::ModuleOp module, llvm::StringRef name);

/// Binds `dims` everywhere in `module` and replaces calls of dispatch
/// prototypes by the variant that serves the size.
mlir::LogicalResult bindDims(mlir::ModuleOp module, const DimBinding &dims);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_INLINEDVIEW_H
