//===- ViewCloner.h - clones a function into its view -----------*- C++ -*-===//
//
// Inlines calls, keeps loops and scopes, binds dimensions and infers the types
// of what the binding changed (ir.md 9).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_VIEWCLONER_H
#define TILEFOUNDRY_LIB_ANALYSIS_VIEWCLONER_H

#include "CallGraph.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "tilefoundry/Analysis/Program.h"
#include "llvm/ADT/StringMap.h"

namespace tilefoundry {

/// The name of a weight's parameter in the view of a function of `entryModule`.
std::string weightKey(const Weight &weight, mlir::ModuleOp entryModule);

class ViewCloner {
public:
  ViewCloner(CallGraph &graph, const DimBinding &dims,
             mlir::ModuleOp entryModule)
      : graph(graph), dims(dims), replacer(dims, entryModule.getContext()),
        entryModule(entryModule) {}

  mlir::LogicalResult build(mlir::func::FuncOp source, mlir::func::FuncOp view,
                            llvm::ArrayRef<Weight> weights);

  /// Whether an op got other types or attributes than the program's.
  bool hasRetyped() const { return retyped; }

private:
  mlir::LogicalResult cloneBlock(mlir::Block &source, mlir::IRMapping &mapping,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult cloneOp(mlir::Operation *op, mlir::IRMapping &mapping,
                              mlir::OpBuilder &builder);
  /// The attributes, arguments and body of a loop or scope.
  mlir::LogicalResult cloneBody(mlir::Operation *op, mlir::Operation *clone,
                                mlir::IRMapping &mapping);
  mlir::LogicalResult cloneLoop(CountedLoopOpInterface op,
                                mlir::IRMapping &mapping,
                                mlir::OpBuilder &builder);
  mlir::LogicalResult cloneScope(hir::MeshScopeOp op, mlir::IRMapping &mapping,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult inlineCall(mlir::CallOpInterface call,
                                 mlir::IRMapping &mapping,
                                 mlir::OpBuilder &builder);
  mlir::LogicalResult bindArgument(mlir::CallOpInterface call,
                                   mlir::func::FuncOp callee, unsigned index,
                                   mlir::Value actual,
                                   mlir::IRMapping &mapping);
  mlir::LogicalResult inferResults(mlir::Operation *original,
                                   mlir::Operation *clone);
  mlir::LogicalResult checkClone(mlir::Operation *original,
                                 mlir::Operation *clone);
  mlir::LogicalResult checkStatedResults(mlir::CallOpInterface call,
                                         mlir::func::FuncOp callee,
                                         mlir::TypeRange actual);
  /// Refuses `op` as it is at the types and extents of the calls around it.
  mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &why);
  mlir::LogicalResult checkScope(hir::MeshScopeOp original,
                                 hir::MeshScopeOp clone);
  /// Notes at the calls on the way, but for the innermost `skip`.
  void noteCalls(mlir::InFlightDiagnostic &diag, unsigned skip = 0);

  CallGraph &graph;
  const DimBinding &dims;
  DimReplacer replacer;
  mlir::ModuleOp entryModule;
  /// Owning module and weight name -> its parameter of the view.
  llvm::DenseMap<mlir::Operation *, llvm::StringMap<mlir::Value>>
      weightArguments;
  llvm::SmallVector<mlir::CallOpInterface> callStack;
  bool retyped = false;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_VIEWCLONER_H
