//===- Analyze.cpp - the gate and the composed analysis -------------------===//

#include "tilefoundry/Analysis/Analyze.h"
#include "CallGraph.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Analysis/InlinedView.h"
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
  return std::move(resolver.order);
}

//===----------------------------------------------------------------------===//
// The gate
//===----------------------------------------------------------------------===//

namespace {
/// A program that has passed the gate.
struct CheckedProgram {
  OwningOpRef<ModuleOp> viewModule;
  func::FuncOp function;
  std::shared_ptr<ViewInfo> view;
  std::optional<std::string> level;
  std::map<std::string, int64_t> unknownOps;
};
} // namespace

/// The function is one that the tree of `module` owns, and no derived copy.
static LogicalResult checkOwnership(ModuleOp module, func::FuncOp function) {
  if (isView(function)) {
    auto origin = function->getAttrOfType<StringAttr>(kOriginAttr);
    return function.emitError()
           << "'" << function.getName()
           << "' is a view or a specialised copy of '"
           << (origin ? origin.getValue() : "another function")
           << "'; analyse the authored function, or run the single-family "
              "passes on the view";
  }
  for (Operation *owner = function->getParentOp(); owner;
       owner = owner->getParentOp())
    if (owner == module)
      return success();
  return function.emitError()
         << "'" << function.getName() << "' is not owned by module '"
         << module.getSymName().value_or("module") << "'";
}

/// Every level is one the target supports, within its limit (analysis 2).
static LogicalResult checkTopologies(ModuleOp viewModule,
                                     const Target &target) {
  for (hir::TopologyAttr level : getTopologies(viewModule)) {
    std::optional<int64_t> size = hir::getStaticExtent(level.getExtent());
    TopologyExtent extent = size ? TopologyExtent(*size)
                            : level.getExtent()
                                ? TopologyExtent::symbolic("a dimension")
                                : TopologyExtent(std::nullopt);
    if (llvm::Error error =
            target.validateProgramTopology(level.getName(), extent))
      return viewModule.emitError() << llvm::toString(std::move(error));
    if (!size)
      return viewModule.emitError()
             << "topology level '" << level.getName()
             << "' has the extent '?', which the launch provides; an analysis "
                "needs the number: write it in 'hir.topologies'";
  }
  return success();
}

static FailureOr<std::optional<std::string>>
resolveLevel(ModuleOp viewModule, const std::optional<std::string> &requested) {
  SmallVector<hir::TopologyAttr> levels = getTopologies(viewModule);
  if (!requested) {
    if (levels.empty())
      return std::optional<std::string>();
    return std::optional<std::string>(levels.front().getName().str());
  }
  std::string known;
  for (hir::TopologyAttr level : levels) {
    if (level.getName() == *requested)
      return requested;
    known += (known.empty() ? "'" : ", '") + level.getName().str() + "'";
  }
  viewModule.emitError() << "the program declares no topology level '"
                         << *requested << "'; "
                         << (known.empty() ? "it declares none"
                                           : "its levels are " + known);
  return failure();
}

/// A type that holds bytes is of the contract, so that none go uncounted.
static LogicalResult
checkBytes(llvm::function_ref<InFlightDiagnostic()> emitError, Type type,
           const Twine &role) {
  if (isa<BaseMemRefType>(type))
    return emitError()
           << role << " is a buffer, whose contents no value stands for; "
           << "measure the program on tensors, before it is bufferized";
  if (!isa<ShapedType>(type))
    return success();
  return hir::verifyValueType(emitError, type, role.str());
}

/// The same for values that no measured op may read: what enters the function
/// and what loops carry.
static LogicalResult checkCarriers(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(checkBytes([&] { return function.emitOpError(); }, type,
                          "parameter " + Twine(i))))
      return failure();
  auto visit = [&](Operation *op) {
    if (!asLoop(op) && !hir::isConstant(op))
      return WalkResult::advance();
    for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
      if (failed(checkBytes([&] { return op->emitOpError(); }, type,
                            "result " + Twine(i))))
        return WalkResult::interrupt();
    return WalkResult::advance();
  };
  return failure(function.walk(visit).wasInterrupted());
}

/// A foreign op's values are of the contract and unsharded, since nobody has
/// checked what the op makes of shares.
static LogicalResult checkForeignType(Operation *op, Value value,
                                      const Twine &role) {
  auto emitError = [&] { return op->emitOpError(); };
  Type type = value.getType();
  if (failed(checkBytes(emitError, type, role)) ||
      failed(hir::verifyValueType(emitError, type, role.str())))
    return failure();
  if (hir::ValueDesc::get(type)->getShard())
    return op->emitOpError()
           << role << " has type " << type
           << ", which is sharded, and only ops of 'hir' say what becomes of "
              "shares; take a position's part with 'hir.local', or reshard it";
  return success();
}

/// What `hir` ops verify for themselves, asked of an op of another dialect.
static LogicalResult checkModel(Operation *op) {
  if (isa_and_nonnull<hir::HIRDialect>(op->getDialect()))
    return success();
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (failed(checkForeignType(op, operand, "operand " + Twine(i))))
      return failure();
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (failed(checkForeignType(op, result, "result " + Twine(i))))
      return failure();
  return cast<AccessRelationOpInterface>(op).checkMeasurable();
}

static LogicalResult checkModels(func::FuncOp function,
                                 const AnalyzeOptions &options,
                                 std::map<std::string, int64_t> &unknown) {
  auto visit = [&](Operation *op) -> WalkResult {
    if (op == function || asLoop(op) || isa<hir::MeshScopeOp>(op) ||
        hir::endsBlock(op))
      return WalkResult::advance();
    if (isMeasured(op) && isa<AccessRelationOpInterface>(op))
      // The ops of a payload are the op's own affair.
      return failed(checkModel(op)) ? WalkResult::interrupt()
                                    : WalkResult::skip();
    if (computesNumber(op))
      return WalkResult::advance();
    if (options.noteUnknownOps) {
      ++unknown[op->getName().getStringRef().str()];
      return WalkResult::skip();
    }
    op->emitError() << "no analysis has a model of '" << op->getName()
                    << "'; attach CostOpInterface and "
                       "AccessRelationOpInterface to it, or leave it out of "
                       "the figures with unknown-ops=note";
    return WalkResult::interrupt();
  };
  if (function.walk<WalkOrder::PreOrder>(visit).wasInterrupted())
    return failure();
  // Ops that were left out may have made or read anything.
  return unknown.empty() ? checkCarriers(function) : success();
}

static LogicalResult runCheckers(AnalysisCheckContext &context,
                                 ArrayRef<const Analyzer *> analyzers) {
  SmallVector<const AnalysisInputChecker *> checkers;
  for (const Analyzer *analyzer : analyzers)
    if (analyzer->inputChecker)
      checkers.push_back(analyzer->inputChecker);
  for (const AnalysisInputChecker *checker : checkers)
    if (failed(checker->checkTarget(context)))
      return failure();
  for (const MeasuredOp &measured : context.view.getOps())
    for (const AnalysisInputChecker *checker : checkers)
      if (failed(checker->checkCall(measured.op, context)))
        return failure();
  for (const AnalysisInputChecker *checker : checkers)
    if (failed(checker->finish(context)))
      return failure();
  return success();
}

/// What a view must meet before anything is measured in it; `getTree` is asked
/// for its scope tree once every op is known to have a model.
static LogicalResult
checkView(ModuleOp module, ModuleOp viewModule, const Target &target,
          const AnalyzeOptions &options, ArrayRef<const Analyzer *> analyzers,
          llvm::function_ref<std::shared_ptr<ViewInfo>()> getTree,
          CheckedProgram &program) {
  if (failed(checkTopologies(viewModule, target)))
    return failure();
  auto level = resolveLevel(viewModule, options.level);
  if (failed(level) ||
      failed(checkModels(program.function, options, program.unknownOps)))
    return failure();
  program.level = *level;
  program.view = getTree();
  if (!program.view)
    return failure();
  AnalysisCheckContext context{module,        program.function, target,
                               program.level, *program.view,    options};
  return runCheckers(context, analyzers);
}

static FailureOr<CheckedProgram>
passGate(ModuleOp module, func::FuncOp function, const Target &target,
         const AnalyzeOptions &options, ArrayRef<const Analyzer *> analyzers) {
  if (options.budget < 0) {
    function.emitError() << "the budget is " << options.budget
                         << "; it must not be negative";
    return failure();
  }
  // A program built in memory may not have been verified yet.
  if (failed(checkOwnership(module, function)) ||
      (!options.assumeVerified &&
       failed(mlir::verify(getRootModule(module)))) ||
      failed(checkDims(module, function, options.dims)))
    return failure();
  CheckedProgram program;
  program.viewModule =
      buildInlinedView(module, function, options.dims, options.budget);
  if (!program.viewModule)
    return failure();
  program.function = getViewFunction(*program.viewModule);
  auto buildTree = [&]() -> std::shared_ptr<ViewInfo> {
    auto view = ViewInfo::build(program.function);
    return failed(view) ? nullptr : std::move(*view);
  };
  if (failed(checkView(module, *program.viewModule, target, options, analyzers,
                       buildTree, program)))
    return failure();
  return program;
}

OwningOpRef<ModuleOp>
tilefoundry::checkProgram(ModuleOp module, func::FuncOp function,
                          const AnalyzeOptions &options,
                          ArrayRef<const Analyzer *> analyzers) {
  std::shared_ptr<const Target> target = resolveTarget(getRootModule(module));
  if (!target)
    return {};
  FailureOr<CheckedProgram> program =
      passGate(module, function, *target, options, analyzers);
  if (failed(program))
    return {};
  return std::move(program->viewModule);
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
