//===- Analyzer.h - one target-selected analysis ----------------*- C++ -*-===//
//
// The descriptor a target answers a selector with (analysis 2.2), the checks an
// analysis makes before anything is written, and what it is handed when it
// runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ANALYZER_H
#define TILEFOUNDRY_ANALYSIS_ANALYZER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tilefoundry/Analysis/Record.h"
#include "tilefoundry/Target/Target.h"
#include <functional>
#include <string>
#include <vector>

namespace tilefoundry {

class ViewInfo;
struct AnalyzeOptions;

/// What every input check reads: the program, the machine, the level. Nothing a
/// check computes is attached.
struct AnalysisCheckContext {
  mlir::ModuleOp module;
  mlir::func::FuncOp function;
  const Target &target;
  std::optional<std::string> level;
  const ViewInfo &view;
  const AnalyzeOptions &options;
};

/// What one analysis requires of a program before any analysis writes. Each
/// method emits its refusal and fails.
class AnalysisInputChecker {
public:
  virtual ~AnalysisInputChecker();
  virtual mlir::LogicalResult checkTarget(AnalysisCheckContext &context) const;
  virtual mlir::LogicalResult checkCall(mlir::Operation *op,
                                        AnalysisCheckContext &context) const;
  virtual mlir::LogicalResult finish(AnalysisCheckContext &context) const;
};

class Analyzer;

/// What an analysis is handed: the normalised function, the machine, the
/// resolved level, the shared scope view, the records of its dependencies, and
/// a writer that takes only the record types the descriptor declares.
class AnalyzeContext {
public:
  AnalyzeContext(mlir::ModuleOp module, mlir::func::FuncOp function,
                 const Target &target, std::optional<std::string> level,
                 const AnalyzeOptions &options, ViewInfo &view,
                 RecordTable &table, const Analyzer &analyzer)
      : module(module), function(function), target(target),
        level(std::move(level)), options(options), view(view), table(table),
        analyzer(analyzer) {}

  const mlir::ModuleOp module;
  const mlir::func::FuncOp function;
  const Target &target;
  const std::optional<std::string> level;
  const AnalyzeOptions &options;
  ViewInfo &view;

  const RecordTable &records() const { return table; }
  /// Attaches `record`, which several ops may share, to `op`; an undeclared
  /// type is refused with an error naming analyzer, record and op.
  mlir::LogicalResult write(mlir::Operation *op,
                            std::shared_ptr<const Record> record);

private:
  RecordTable &table;
  const Analyzer &analyzer;
};

class Analyzer {
public:
  std::string selector;
  std::function<mlir::LogicalResult(AnalyzeContext &)> run;
  std::vector<std::string> requires_;
  std::vector<const RecordType *> produces;
  /// Null requires nothing.
  const AnalysisInputChecker *inputChecker = nullptr;

  /// Refuses a declaration that requires itself, repeats a dependency, or
  /// produces one record type twice (analysis 2.2).
  llvm::Error verify() const;
};

/// The analyzers that every target answers with unless it overrides them.
const Analyzer *getStandardAnalyzer(llvm::StringRef selector);
/// Makes `Target::getAnalyzer` answer with the standard analyzers. Idempotent.
void registerStandardAnalyzers();

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_ANALYZER_H
