//===- Gate.h - what a program must meet to be measured ---------*- C++ -*-===//
//
// Everything that can refuse refuses here, before the first record (analysis
// 2).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_GATE_H
#define TILEFOUNDRY_LIB_ANALYSIS_GATE_H

#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/ViewInfo.h"

namespace tilefoundry {

/// A program that has passed the gate.
struct CheckedProgram {
  /// Null where the view stands in the caller's module.
  mlir::OwningOpRef<mlir::ModuleOp> viewModule;
  mlir::func::FuncOp function;
  std::shared_ptr<ViewInfo> view;
  std::optional<std::string> level;
  std::map<std::string, int64_t> unknownOps;
};

/// Builds and checks the view of `function`; fails after a diagnostic.
mlir::FailureOr<CheckedProgram>
passGate(mlir::ModuleOp module, mlir::func::FuncOp function,
         const Target &target, const AnalyzeOptions &options,
         llvm::ArrayRef<const Analyzer *> analyzers);

/// What the view `program.function` must meet; `getTree` is asked for its scope
/// tree once every op is known to have a model. Fills in the rest of `program`.
mlir::LogicalResult
checkView(mlir::ModuleOp module, mlir::ModuleOp viewModule,
          const Target &target, const AnalyzeOptions &options,
          llvm::ArrayRef<const Analyzer *> analyzers,
          llvm::function_ref<std::shared_ptr<ViewInfo>()> getTree,
          CheckedProgram &program);

/// Every value of `function` that is sharded is so over a mesh of the
/// hierarchy `levels` (ir.md 2.3) and, in scopes, over their positions (ir.md
/// 4).
mlir::LogicalResult checkShardMeshes(mlir::func::FuncOp function,
                                     llvm::ArrayRef<hir::TopologyAttr> levels);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_GATE_H
