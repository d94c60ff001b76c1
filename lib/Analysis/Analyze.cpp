//===- Analyze.cpp - the composed analysis --------------------------------===//

#include "tilefoundry/Analysis/Analyze.h"
#include "CallGraph.h"
#include "Families.h"
#include "Gate.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// The closure
//===----------------------------------------------------------------------===//

namespace {
class ClosureResolver {
public:
  ClosureResolver(Location loc, const Target &target)
      : loc(loc), target(target) {}

  LogicalResult visit(const std::string &selector, StringRef requiredBy) {
    if (llvm::any_of(
            order, [&](const Analyzer *a) { return a->selector == selector; }))
      return success();
    if (llvm::is_contained(path, selector)) {
      std::string cycle;
      for (auto it = llvm::find(path, selector); it != path.end(); ++it)
        cycle += "'" + *it + "' -> ";
      return emitError(loc) << "the analyses require one another: " << cycle
                            << "'" << selector << "'";
    }
    const Analyzer *analyzer = target.getAnalyzer(selector);
    if (!analyzer) {
      if (requiredBy.empty())
        return emitError(loc)
               << "target '" << target.getIdentity() << "' offers no analysis '"
               << selector
               << "'; the standard ones are compute-cost, memory, "
                  "roofline and performance";
      return emitError(loc)
             << "analysis '" << requiredBy << "' requires '" << selector
             << "', which target '" << target.getIdentity()
             << "' does not offer: its capabilities are broken";
    }
    if (llvm::Error error = analyzer->verify())
      return emitError(loc) << llvm::toString(std::move(error));
    path.push_back(selector);
    for (const std::string &required : analyzer->requires_)
      if (failed(visit(required, selector)))
        return failure();
    path.pop_back();
    if (failed(checkOwners(*analyzer)))
      return failure();
    order.push_back(analyzer);
    return success();
  }

  std::vector<const Analyzer *> order;

private:
  /// A record type has one owner among the members of a closure.
  LogicalResult checkOwners(const Analyzer &analyzer) {
    for (const RecordType *type : analyzer.produces)
      for (const Analyzer *other : order)
        for (const RecordType *known : other->produces)
          if (known == type || known->attribute == type->attribute)
            return emitError(loc)
                   << "analyses '" << other->selector << "' and '"
                   << analyzer.selector << "' both produce the record type '"
                   << type->label << "'; a record has one owner";
    return success();
  }

  Location loc;
  const Target &target;
  std::vector<std::string> path;
};
} // namespace

/// Every dependency before what requires it; where that leaves a choice, the
/// standard families in their own order, then the others as they were found.
static std::vector<const Analyzer *>
orderClosure(std::vector<const Analyzer *> left) {
  auto rank = [](const Analyzer *analyzer) {
    ArrayRef<const Analyzer *> standard = standardAnalyzers();
    return llvm::find_if(standard,
                         [&](const Analyzer *s) {
                           return s->selector == analyzer->selector;
                         }) -
           standard.begin();
  };
  llvm::stable_sort(left, [&](const Analyzer *a, const Analyzer *b) {
    return rank(a) < rank(b);
  });
  std::vector<const Analyzer *> order;
  while (!left.empty()) {
    auto next = llvm::find_if(left, [&](const Analyzer *analyzer) {
      return llvm::none_of(left, [&](const Analyzer *other) {
        return llvm::is_contained(analyzer->requires_, other->selector);
      });
    });
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

FailureOr<std::vector<const Analyzer *>>
tilefoundry::resolveClosure(Location loc, const Target &target,
                            ArrayRef<std::string> analyses) {
  if (analyses.empty()) {
    emitError(loc) << "no analysis is requested; name one, e.g. "
                      "analysis=roofline";
    return failure();
  }
  ClosureResolver resolver(loc, target);
  for (const std::string &selector : analyses)
    if (failed(resolver.visit(selector, "")))
      return failure();
  return orderClosure(std::move(resolver.order));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// What every op carried before an analyzer ran, to find out whether it touched
/// a record that is not its own.
class OwnershipGuard {
public:
  explicit OwnershipGuard(func::FuncOp function) {
    function.walk([&](Operation *op) {
      before.emplace_back(op, op->getDiscardableAttrDictionary());
    });
  }

  LogicalResult check(const Analyzer &analyzer) {
    for (auto &[op, attributes] : before) {
      DictionaryAttr now = op->getDiscardableAttrDictionary();
      if (now == attributes)
        continue;
      if (failed(compare(op, attributes, now, analyzer)) ||
          failed(compare(op, now, attributes, analyzer)))
        return failure();
      attributes = now;
    }
    return success();
  }

private:
  /// Whatever `from` has must stand unchanged in `to`, unless the analyzer owns
  /// it.
  static LogicalResult compare(Operation *op, DictionaryAttr from,
                               DictionaryAttr to, const Analyzer &analyzer) {
    for (NamedAttribute attribute : from) {
      if (to.get(attribute.getName()) == attribute.getValue())
        continue;
      bool owned = llvm::any_of(analyzer.produces, [&](const RecordType *type) {
        return type->attribute == attribute.getName();
      });
      if (!owned)
        return op->emitError()
               << "analysis '" << analyzer.selector << "' changed '"
               << attribute.getName().getValue() << "' of '" << op->getName()
               << "', a record it does not own";
    }
    return success();
  }

  std::vector<std::pair<Operation *, DictionaryAttr>> before;
};
} // namespace

/// Records of an earlier run that this closure owns make way for its own.
static void dropOwnedRecords(func::FuncOp function,
                             ArrayRef<const Analyzer *> closure) {
  function.walk([&](Operation *op) {
    for (const Analyzer *analyzer : closure)
      for (const RecordType *type : analyzer->produces)
        op->removeDiscardableAttr(type->attribute);
  });
}

/// What was asked for, the machine it is asked of, and what answers.
static FailureOr<std::vector<const Analyzer *>>
beginAnalysis(ModuleOp module, func::FuncOp function,
              ArrayRef<std::string> analyses, AnalysisResult &result) {
  result.module = module;
  for (const std::string &selector : analyses)
    if (!llvm::is_contained(result.requested, selector))
      result.requested.push_back(selector);
  result.target = resolveTarget(getRootModule(module));
  if (!result.target)
    return failure();
  return resolveClosure(function.getLoc(), *result.target, result.requested);
}

/// Runs every analyzer of the closure on a program that has passed the gate.
static LogicalResult runClosure(CheckedProgram program,
                                ArrayRef<const Analyzer *> closure,
                                const AnalyzeOptions &options,
                                AnalysisResult &result) {
  result.viewModule = std::move(program.viewModule);
  result.function = program.function;
  result.view = std::move(program.view);
  result.level = std::move(program.level);
  result.unknownOps = std::move(program.unknownOps);
  // The standard analyzers write into the table alone.
  std::optional<OwnershipGuard> guard;
  for (const Analyzer *analyzer : closure) {
    bool isStandard = analyzer == getStandardAnalyzer(analyzer->selector);
    if (!isStandard && !guard)
      guard.emplace(result.function);
    if (options.beforeFamily)
      options.beforeFamily(analyzer->selector, result.executed.size() + 1,
                           closure.size());
    AnalyzeContext context(result.module, result.function, *result.target,
                           result.level, options, *result.view, result.records,
                           *analyzer);
    if (failed(analyzer->run(context)) ||
        (!isStandard && failed(guard->check(*analyzer))))
      return failure();
    result.executed.push_back(analyzer->selector);
    for (const RecordType *type : analyzer->produces)
      if (llvm::is_contained(result.records.getTypes(), type))
        result.recordTypes.push_back(type);
  }
  return success();
}

FailureOr<AnalysisResult> tilefoundry::analyze(ModuleOp module,
                                               func::FuncOp function,
                                               ArrayRef<std::string> analyses,
                                               const AnalyzeOptions &options) {
  AnalysisResult result;
  auto closure = beginAnalysis(module, function, analyses, result);
  if (failed(closure))
    return failure();
  FailureOr<CheckedProgram> program =
      passGate(module, function, *result.target, options, *closure);
  if (failed(program))
    return failure();
  if (options.dims)
    result.dims = *options.dims;
  result.moduleName = getModulePath(function->getParentOfType<ModuleOp>());
  result.functionName = function.getName().str();
  dropOwnedRecords(program->function, *closure);
  if (failed(runClosure(std::move(*program), *closure, options, result)))
    return failure();
  return result;
}

bool tilefoundry::isNormalised(func::FuncOp function) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || (shaped.hasRank() && shaped.hasStaticShape());
  };
  if (!llvm::hasSingleElement(function.getBody()) ||
      !llvm::all_of(function.getArgumentTypes(), isStatic))
    return false;
  auto visit = [&](Operation *op) {
    bool isPlain =
        op == function ||
        (!asCall(op) && llvm::all_of(op->getResultTypes(), isStatic) &&
         (hir::endsBlock(op) || !isOpTriviallyDead(op)));
    return isPlain ? WalkResult::advance() : WalkResult::interrupt();
  };
  return !function.walk(visit).wasInterrupted();
}

FailureOr<AnalysisResult> tilefoundry::analyzeView(
    ModuleOp module, func::FuncOp view, ArrayRef<std::string> analyses,
    const AnalyzeOptions &options,
    llvm::function_ref<std::shared_ptr<ViewInfo>()> getTree) {
  AnalysisResult result;
  auto closure = beginAnalysis(module, view, analyses, result);
  if (failed(closure))
    return failure();
  CheckedProgram program;
  program.function = view;
  if (failed(checkView(module, module, *result.target, options, *closure,
                       getTree, program)) ||
      failed(runClosure(std::move(program), *closure, options, result)))
    return failure();
  // Earlier records make way once nothing can fail any more.
  dropOwnedRecords(view, *closure);
  return result;
}
