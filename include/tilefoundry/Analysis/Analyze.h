//===- Analyze.h - the gate and the composed analysis -----------*- C++ -*-===//
//
// `checkProgram` is the shared gate before any analysis; `analyze` resolves the
// closure of the requested families and runs each once on the inlined view
// (analysis 2). The authored module is never changed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ANALYZE_H
#define TILEFOUNDRY_ANALYSIS_ANALYZE_H

#include "mlir/IR/OwningOpRef.h"
#include "tilefoundry/Analysis/Analyzer.h"
#include "tilefoundry/Analysis/Records.h"
#include <functional>
#include <map>

namespace tilefoundry {

/// One extent per dimension, by name.
using DimBinding = std::map<std::string, int64_t>;

struct AnalyzeOptions {
  /// Topology level of per-unit figures; absent: the coarsest.
  std::optional<std::string> level;
  /// Absent: the program is analysed as authored.
  std::optional<DimBinding> dims;
  /// Most measured ops and tensor constants in the view.
  int64_t budget = 10000;
  /// The module is known to verify; otherwise it is verified first.
  bool assumeVerified = false;
  /// Ops without a model are left out and listed instead of refused.
  bool noteUnknownOps = false;
  /// Search steps one capacity question may take.
  uint64_t allocationSteps = 0; // 0: the allocator's default
  int64_t allocationTimeoutSeconds = 60;
  /// Told of each family before it runs: its selector, its number from 1, and
  /// how many there are. Decides nothing; may be empty.
  std::function<void(llvm::StringRef, size_t, size_t)> beforeFamily;
};

/// What one composed call computed. Semantic: renderings are made from it and
/// are not part of it. Figures are typed records, looked up by op:
///
///   const auto *bound = result.records.get<RooflineRecord>(result.function);
///   for (const MeasuredOp &measured : result.view->getOps()) {
///     const auto *cost = result.records.get<ComputeCostRecord>(measured.op);
///     use(cost ? lookup(cost->flops, "bf16") : 0);
///   }
///
/// Ops are those of the view, in which every call is inlined: they keep the
/// locations of the authored ops. A null record is one that nothing wrote.
struct AnalysisResult {
  /// The module the caller supplied.
  mlir::ModuleOp module;
  /// The view, in a module of its own, and the function in it.
  mlir::OwningOpRef<mlir::ModuleOp> viewModule;
  mlir::func::FuncOp function;
  std::shared_ptr<const Target> target;
  /// Symbol path of the module that owns the function, and its name.
  std::string moduleName, functionName;
  std::vector<std::string> requested;
  std::vector<std::string> executed;
  std::optional<std::string> level;
  DimBinding dims;
  RecordTable records;
  /// The shared scope view; valid as long as `viewModule`.
  std::shared_ptr<ViewInfo> view;
  /// Types actually written, in execution order.
  std::vector<const RecordType *> recordTypes;
  /// Names of ops that `unknown-ops=note` left out, with their counts.
  std::map<std::string, int64_t> unknownOps;
};

/// The inlined view of `function` after validating the program, its topology
/// and what each of `analyzers` needs of it. Null after a diagnostic; nothing
/// is changed.
mlir::OwningOpRef<mlir::ModuleOp>
checkProgram(mlir::ModuleOp module, mlir::func::FuncOp function,
             const AnalyzeOptions &options,
             llvm::ArrayRef<const Analyzer *> analyzers = {});

/// Runs the closure of `analyses` on `function`, which `module` or one of its
/// children owns. Fails after a diagnostic.
mlir::FailureOr<AnalysisResult> analyze(mlir::ModuleOp module,
                                        mlir::func::FuncOp function,
                                        llvm::ArrayRef<std::string> analyses,
                                        const AnalyzeOptions &options = {});

/// Whether `function` is what a view is: one block without calls, open extents
/// or values that nothing uses.
bool isNormalised(mlir::func::FuncOp function);

/// `analyze` on a normalised function that stands in `module` as a view does:
/// nothing is copied, `viewModule` stays null, and earlier records of the
/// families make way when all have succeeded. `getTree` is asked for the view's
/// scope tree once every op is known to have a model; it answers null after a
/// diagnostic.
mlir::FailureOr<AnalysisResult>
analyzeView(mlir::ModuleOp module, mlir::func::FuncOp view,
            llvm::ArrayRef<std::string> analyses, const AnalyzeOptions &options,
            llvm::function_ref<std::shared_ptr<ViewInfo>()> getTree);

/// One function at one size.
struct AnalysisCase {
  mlir::func::FuncOp function;
  /// As `AnalyzeOptions::dims`, whose place it takes.
  std::optional<DimBinding> dims;
};

/// Analyses each of `cases`, on the context's threads where it has several, and
/// hands each result to `consume` with the number of its case: from any thread,
/// in any order. Diagnostics are emitted in the order of the cases, up to and
/// with the first that fails; whatever the number of threads, the same.
mlir::LogicalResult analyzeAll(
    mlir::ModuleOp module, llvm::ArrayRef<AnalysisCase> cases,
    llvm::ArrayRef<std::string> analyses, const AnalyzeOptions &options,
    llvm::function_ref<mlir::LogicalResult(size_t, AnalysisResult &&)> consume);

/// The function a symbol path from the root names (`@M::@f`, the root's own
/// name optional), or the root's `hir.entry` for an empty path. Null after a
/// diagnostic.
mlir::func::FuncOp findFunction(mlir::ModuleOp root, llvm::StringRef path);

/// The requested families and everything they require, dependencies first, all
/// from `target`. Fails after a diagnostic on a missing selector, a missing
/// dependency or a cycle.
mlir::FailureOr<std::vector<const Analyzer *>>
resolveClosure(mlir::Location loc, const Target &target,
               llvm::ArrayRef<std::string> analyses);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_ANALYZE_H
