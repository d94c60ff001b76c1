//===- CallGraph.h - the calls that one function reaches --------*- C++ -*-===//
//
// Resolves calls, chooses variants, checks every edge reached (cycles,
// hierarchies, weights left to the callee's module) and sizes the view before
// it is built.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_CALLGRAPH_H
#define TILEFOUNDRY_LIB_ANALYSIS_CALLGRAPH_H

#include "mlir/Interfaces/CallInterfaces.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Support/CheckedMath.h"

namespace tilefoundry {

/// Whether `op` holds a position of the value order: an op of the catalogue (or
/// a foreign op with a model), or a tensor constant.
bool countsAgainstBudget(mlir::Operation *op);

/// The call that `op` is, or nothing: `hir.call`, or a program's `func.call`.
mlir::CallOpInterface asCall(mlir::Operation *op);
/// The symbol that a call of `asCall` names.
mlir::SymbolRefAttr getCallee(mlir::CallOpInterface call);

/// One weight that a call reads from a child module.
struct Weight {
  mlir::ModuleOp owner;
  std::string name;
  mlir::Type type;
  mlir::Location loc;
};

class CallGraph {
public:
  CallGraph(mlir::ModuleOp root, const DimBinding &dims)
      : root(root), dims(dims) {}

  /// The function a call runs: the callee, or the variant that serves the size.
  mlir::FailureOr<mlir::func::FuncOp> resolve(mlir::CallOpInterface call);
  mlir::FailureOr<mlir::func::FuncOp>
  selectVariant(mlir::func::FuncOp prototype, mlir::Location loc);
  /// Checks every edge reached from `function` and sizes it.
  mlir::LogicalResult visit(mlir::func::FuncOp function);
  CheckedInt getSize(mlir::func::FuncOp function) {
    return sizes.lookup(function);
  }
  /// Reached weights in the module tree's order, unioned by name in each
  /// module.
  mlir::FailureOr<llvm::SmallVector<Weight>> collectWeights();
  /// Whether the call leaves the callee's weights to its module.
  static bool readsWeights(mlir::CallOpInterface call,
                           mlir::func::FuncOp callee);

private:
  mlir::LogicalResult checkEdge(mlir::CallOpInterface call,
                                mlir::func::FuncOp callee);
  mlir::LogicalResult refuseCycle(mlir::func::FuncOp function);

  /// A function being visited, and the call that led to it.
  struct Frame {
    mlir::func::FuncOp function;
    mlir::CallOpInterface call;
  };

  mlir::ModuleOp root;
  const DimBinding &dims;
  /// A table per module: a prototype may have thousands of variants.
  mlir::SymbolTableCollection symbols;
  llvm::SmallVector<Frame> stack;
  mlir::CallOpInterface currentCall;
  llvm::DenseMap<mlir::Operation *, CheckedInt> sizes;
  llvm::DenseSet<mlir::Operation *> weightReaders;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_CALLGRAPH_H
