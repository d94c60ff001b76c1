//===- Gate.cpp - what a program must meet to be measured -----------------===//

#include "Gate.h"
#include "mlir/IR/Verifier.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

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

/// Every level is one the target supports, within its limit, and they come as
/// the target nests them (analysis 2).
static LogicalResult checkTopologies(ModuleOp viewModule,
                                     const Target &target) {
  ArrayRef<StringRef> nesting = target.getTopologyLevels();
  const StringRef *outer = nesting.begin();
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
    const StringRef *place = llvm::find(nesting, level.getName());
    if (place < outer)
      return viewModule.emitError()
             << "'hir.topologies' lists level '" << level.getName()
             << "' behind '" << *outer << "', which lies inside it on "
             << target.getIdentity() << "; list the coarsest level first";
    outer = place;
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

LogicalResult
tilefoundry::checkView(ModuleOp module, ModuleOp viewModule,
                       const Target &target, const AnalyzeOptions &options,
                       ArrayRef<const Analyzer *> analyzers,
                       llvm::function_ref<std::shared_ptr<ViewInfo>()> getTree,
                       CheckedProgram &program) {
  if (failed(checkTopologies(viewModule, target)))
    return failure();
  auto level = resolveLevel(viewModule, options.level);
  if (failed(level) ||
      failed(checkModels(program.function, options, program.unknownOps)) ||
      failed(checkShardMeshes(program.function, getTopologies(viewModule))))
    return failure();
  program.level = *level;
  program.view = getTree();
  if (!program.view)
    return failure();
  AnalysisCheckContext context{module,        program.function, target,
                               program.level, *program.view,    options};
  return runCheckers(context, analyzers);
}

FailureOr<CheckedProgram>
tilefoundry::passGate(ModuleOp module, func::FuncOp function,
                      const Target &target, const AnalyzeOptions &options,
                      ArrayRef<const Analyzer *> analyzers) {
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
