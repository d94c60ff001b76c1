//===- InlinedView.cpp - one function with its calls inlined --------------===//

#include "tilefoundry/Analysis/InlinedView.h"
#include "CallGraph.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <thread>

using namespace mlir;
using namespace tilefoundry;

bool tilefoundry::isView(func::FuncOp function) {
  return function->hasAttr(kOriginAttr);
}

func::FuncOp tilefoundry::getViewFunction(ModuleOp view) {
  for (auto function : view.getOps<func::FuncOp>())
    if (isView(function))
      return function;
  return {};
}

//===----------------------------------------------------------------------===//
// Cloning
//===----------------------------------------------------------------------===//

namespace {
class ViewBuilder {
public:
  ViewBuilder(CallGraph &graph, const DimBinding &dims, ModuleOp entryModule)
      : graph(graph), dims(dims), replacer(dims, entryModule.getContext()),
        entryModule(entryModule) {}

  LogicalResult build(func::FuncOp source, func::FuncOp view,
                      ArrayRef<Weight> weights);

  /// Whether an op got other types or attributes than the program's.
  bool hasRetyped() const { return retyped; }

private:
  LogicalResult cloneBlock(Block &source, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult cloneOp(Operation *op, IRMapping &mapping, OpBuilder &builder);
  /// The attributes, arguments and body of a loop or scope.
  LogicalResult cloneBody(Operation *op, Operation *clone, IRMapping &mapping);
  LogicalResult cloneLoop(hir::GridRegionOp op, IRMapping &mapping,
                          OpBuilder &builder);
  LogicalResult cloneScope(hir::MeshScopeOp op, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult inlineCall(hir::CallOp call, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult bindArgument(hir::CallOp call, func::FuncOp callee,
                             unsigned index, Value actual, IRMapping &mapping);
  LogicalResult inferResults(Operation *original, Operation *clone);
  LogicalResult checkClone(Operation *original, Operation *clone);
  LogicalResult checkStatedResults(hir::CallOp call, func::FuncOp callee,
                                   TypeRange actual);
  /// Refuses `op` as it is at the types and extents of the calls around it.
  LogicalResult refuse(Operation *op, const Twine &why);
  LogicalResult checkScope(hir::MeshScopeOp original, hir::MeshScopeOp clone);
  /// Notes at the calls on the way, but for the innermost `skip`.
  void noteCalls(InFlightDiagnostic &diag, unsigned skip = 0);

  CallGraph &graph;
  const DimBinding &dims;
  DimReplacer replacer;
  ModuleOp entryModule;
  /// Owning module and weight name -> its parameter of the view.
  llvm::DenseMap<Operation *, llvm::StringMap<Value>> weightArguments;
  SmallVector<hir::CallOp> callStack;
  bool retyped = false;
};
} // namespace

static std::string weightKey(const Weight &weight, ModuleOp entryModule) {
  std::string path = getDottedPath(weight.owner, entryModule);
  return path.empty() ? weight.name : path + "." + weight.name;
}

void ViewBuilder::noteCalls(InFlightDiagnostic &diag, unsigned skip) {
  for (hir::CallOp call : llvm::drop_begin(llvm::reverse(callStack), skip))
    diag.attachNote(call.getLoc()) << "called from here";
}

LogicalResult ViewBuilder::refuse(Operation *op, const Twine &why) {
  if (callStack.empty())
    return op->emitError() << why;
  hir::CallOp call = callStack.back();
  InFlightDiagnostic diag = call.emitOpError()
                            << "specialises " << call.getCalleeAttr()
                            << " to the types it passes, at which '"
                            << op->getName() << "' does not hold: " << why
                            << "; reshard the argument to the type the body is "
                               "written for, or give the parameter an encoding";
  diag.attachNote(op->getLoc()) << "the op of the callee";
  noteCalls(diag, 1);
  return diag;
}

/// The first refusal of `check`, whose diagnostics go nowhere else.
static std::optional<std::string>
captureRefusal(MLIRContext *context,
               llvm::function_ref<LogicalResult()> check) {
  std::string message;
  // Other threads of the context report elsewhere.
  auto self = std::this_thread::get_id();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    if (std::this_thread::get_id() != self)
      return failure();
    if (message.empty())
      message = diag.str();
    return success();
  });
  if (succeeded(check()))
    return std::nullopt;
  return message;
}

LogicalResult ViewBuilder::inferResults(Operation *original, Operation *clone) {
  auto inference = dyn_cast<InferTypeOpInterface>(clone);
  if (!inference) {
    for (OpResult result : clone->getResults())
      result.setType(replacer.replace(result.getType()));
    return success();
  }
  SmallVector<Type> types;
  std::optional<std::string> refusal = captureRefusal(clone->getContext(), [&] {
    return inference.inferReturnTypes(
        clone->getContext(), clone->getLoc(), clone->getOperands(),
        clone->getDiscardableAttrDictionary(), clone->getPropertiesStorage(),
        clone->getRegions(), types);
  });
  if (refusal || types.size() != clone->getNumResults())
    return refuse(original, refusal.value_or("its result types cannot be "
                                             "inferred"));
  for (auto [result, type] : llvm::zip(clone->getResults(), types))
    result.setType(type);
  return success();
}

/// What the clone became, by its own verifier.
LogicalResult ViewBuilder::checkClone(Operation *original, Operation *clone) {
  if (!replacer.getError().empty())
    return refuse(original, replacer.getError());
  std::optional<std::string> refusal = captureRefusal(clone->getContext(), [&] {
    return mlir::verify(clone, /*verifyRecursively=*/false);
  });
  return refusal ? refuse(original, *refusal) : success();
}

LogicalResult ViewBuilder::cloneBody(Operation *op, Operation *clone,
                                     IRMapping &mapping) {
  clone->setDiscardableAttrs(
      replacer.replace(op->getDiscardableAttrDictionary()));
  Block &source = op->getRegion(0).front(),
        &target = clone->getRegion(0).front();
  for (auto [from, to] :
       llvm::zip(source.getArguments(), target.getArguments())) {
    to.setLoc(from.getLoc());
    mapping.map(from, to);
  }
  OpBuilder body = OpBuilder::atBlockEnd(&target);
  return cloneBlock(source, mapping, body);
}

LogicalResult ViewBuilder::cloneLoop(hir::GridRegionOp op, IRMapping &mapping,
                                     OpBuilder &builder) {
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    inits.push_back(mapping.lookup(init));
  auto clone = hir::GridRegionOp::create(
      builder, op.getLoc(), replacer.replace(op.getStart()),
      replacer.replace(op.getStop()), replacer.replace(op.getStep()), inits);
  if (failed(cloneBody(op, clone, mapping)))
    return failure();
  auto yield = cast<hir::YieldOp>(clone.getBody().front().getTerminator());
  for (auto [i, types] : llvm::enumerate(
           llvm::zip(yield->getOperandTypes(), clone->getResultTypes())))
    if (std::get<0>(types) != std::get<1>(types)) {
      std::string why;
      llvm::raw_string_ostream(why)
          << "carried value " << i << " enters with type " << std::get<1>(types)
          << " and is yielded with type " << std::get<0>(types);
      return refuse(op, why);
    }
  if (failed(checkClone(op, clone)))
    return failure();
  for (auto [from, to] : llvm::zip(op.getResults(), clone.getResults()))
    mapping.map(from, to);
  return success();
}

/// What a scope is where the calls have put it; types have nothing to do with
/// it.
LogicalResult ViewBuilder::checkScope(hir::MeshScopeOp original,
                                      hir::MeshScopeOp clone) {
  std::optional<std::string> refusal = captureRefusal(clone->getContext(), [&] {
    return mlir::verify(clone, /*verifyRecursively=*/false);
  });
  if (!refusal)
    return success();
  InFlightDiagnostic diag = mlir::emitError(original.getLoc()) << *refusal;
  noteCalls(diag);
  return diag;
}

LogicalResult ViewBuilder::cloneScope(hir::MeshScopeOp op, IRMapping &mapping,
                                      OpBuilder &builder) {
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(mapping.lookup(input));
  auto mesh = cast<hir::MeshAttr>(replacer.replace(Attribute(op.getMesh())));
  if (!replacer.getError().empty())
    return refuse(op, replacer.getError());
  auto clone = hir::MeshScopeOp::create(builder, op.getLoc(), mesh, inputs,
                                        op.getResultTypes());
  if (failed(cloneBody(op, clone, mapping)))
    return failure();
  for (auto [result, yielded] :
       llvm::zip(clone.getResults(), clone.getYielded()))
    result.setType(yielded.getType());
  if (failed(checkScope(op, clone)))
    return failure();
  for (auto [from, to] : llvm::zip(op.getResults(), clone.getResults()))
    mapping.map(from, to);
  return success();
}

LogicalResult ViewBuilder::bindArgument(hir::CallOp call, func::FuncOp callee,
                                        unsigned index, Value actual,
                                        IRMapping &mapping) {
  Type formal = replacer.replace(callee.getFunctionType().getInput(index));
  auto tensor = dyn_cast<RankedTensorType>(formal);
  auto given = dyn_cast<RankedTensorType>(actual.getType());
  bool agrees = formal == actual.getType() ||
                (tensor && given && !tensor.getEncoding() &&
                 tensor.getShape() == given.getShape() &&
                 tensor.getElementType() == given.getElementType());
  if (!agrees) {
    InFlightDiagnostic diag =
        call.emitOpError() << "passes a value of type " << actual.getType()
                           << " as parameter " << index << " of '"
                           << callee.getName() << "', which states " << formal
                           << "; a stated encoding must match exactly";
    diag.attachNote(callee.getLoc()) << "callee defined here";
    noteCalls(diag);
    return diag;
  }
  mapping.map(callee.getArgument(index), actual);
  return success();
}

LogicalResult ViewBuilder::inlineCall(hir::CallOp call, IRMapping &mapping,
                                      OpBuilder &builder) {
  FailureOr<func::FuncOp> resolved = graph.resolve(call);
  if (failed(resolved))
    return failure();
  func::FuncOp callee = *resolved;
  bool readsWeights = CallGraph::readsWeights(call, callee);
  auto owner = callee->getParentOfType<ModuleOp>();
  IRMapping inner;
  unsigned next = 0;
  for (unsigned i = 0; i < callee.getNumArguments(); ++i) {
    std::string weight = readsWeights ? getWeightName(callee, i) : "";
    Value actual;
    if (!weight.empty())
      actual = weightArguments[owner].lookup(weight);
    else if (next < call.getInputs().size())
      actual = mapping.lookup(call.getInputs()[next++]);
    if (!actual)
      return call.emitOpError() << "does not pass parameter " << i << " of '"
                                << callee.getName() << "'";
    if (failed(bindArgument(call, callee, i, actual, inner)))
      return failure();
  }
  callStack.push_back(call);
  Block &body = callee.getBody().front();
  if (failed(cloneBlock(body, inner, builder)))
    return failure();
  callStack.pop_back();
  SmallVector<Value> returned;
  for (Value value : body.getTerminator()->getOperands())
    returned.push_back(inner.lookup(value));
  mapping.map(call.getResults(), returned);
  return checkStatedResults(call, callee, TypeRange(ValueRange(returned)));
}

/// A result type that states an encoding is what the specialised body returns.
LogicalResult ViewBuilder::checkStatedResults(hir::CallOp call,
                                              func::FuncOp callee,
                                              TypeRange actual) {
  auto disagrees = [&](Type stated, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(replacer.replace(stated));
    return tensor && tensor.getEncoding() && tensor != type;
  };
  for (auto [i, type] : llvm::enumerate(actual)) {
    Type atCallee = callee.getFunctionType().getResult(i);
    Type atCall = call.getResult(i).getType();
    bool calleeDisagrees = disagrees(atCallee, type);
    if (!calleeDisagrees && !disagrees(atCall, type))
      continue;
    InFlightDiagnostic diag = call.emitOpError()
                              << "specialises " << call.getCalleeAttr()
                              << " to the types it passes, at which result "
                              << i << " has type " << type << ", but "
                              << (calleeDisagrees ? "the callee" : "the call")
                              << " states "
                              << (calleeDisagrees ? atCallee : atCall)
                              << "; reshard the argument or the result";
    diag.attachNote(callee.getLoc()) << "callee defined here";
    noteCalls(diag);
    return diag;
  }
  return success();
}

LogicalResult ViewBuilder::cloneOp(Operation *op, IRMapping &mapping,
                                   OpBuilder &builder) {
  if (auto call = dyn_cast<hir::CallOp>(op))
    return inlineCall(call, mapping, builder);
  if (auto loop = dyn_cast<hir::GridRegionOp>(op))
    return cloneLoop(loop, mapping, builder);
  if (auto scope = dyn_cast<hir::MeshScopeOp>(op))
    return cloneScope(scope, mapping, builder);
  if (op->getNumRegions() != 0 && !isa<CostOpInterface>(op))
    return op->emitOpError() << "is a region that no analysis knows; write "
                                "loops as 'hir.grid_region'";
  Operation *clone = op->clone(mapping);
  builder.insert(clone);
  bool changed = false;
  for (auto [from, to] : llvm::zip(op->getOperands(), clone->getOperands()))
    changed |= from.getType() != to.getType();
  if (!dims.empty()) {
    DictionaryAttr attributes = op->getAttrDictionary();
    DictionaryAttr bound = replacer.replace(attributes);
    if (bound != attributes) {
      clone->setAttrs(bound);
      changed = true;
    }
    for (Type type : op->getResultTypes())
      changed |= replacer.replace(type) != type;
  }
  if (!changed)
    return success();
  retyped = true;
  return success(succeeded(inferResults(op, clone)) &&
                 succeeded(checkClone(op, clone)));
}

LogicalResult ViewBuilder::cloneBlock(Block &source, IRMapping &mapping,
                                      OpBuilder &builder) {
  for (Operation &op : source.without_terminator())
    if (failed(cloneOp(&op, mapping, builder)))
      return failure();
  // A loop's or scope's terminator comes along; a callee's return does not.
  if (isa<hir::YieldOp>(source.back()))
    builder.insert(source.back().clone(mapping));
  return success();
}

LogicalResult ViewBuilder::build(func::FuncOp source, func::FuncOp view,
                                 ArrayRef<Weight> weights) {
  Block *entry = view.addEntryBlock();
  IRMapping mapping;
  unsigned own = source.getNumArguments();
  for (auto [i, argument] : llvm::enumerate(entry->getArguments())) {
    if (i < own) {
      argument.setLoc(source.getArgument(i).getLoc());
      mapping.map(source.getArgument(i), argument);
      continue;
    }
    std::string key = weightKey(weights[i - own], entryModule);
    argument.setLoc(hir::withName(weights[i - own].loc, key));
    weightArguments[weights[i - own].owner][weights[i - own].name] = argument;
  }
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Block &body = source.getBody().front();
  if (failed(cloneBlock(body, mapping, builder)))
    return failure();
  SmallVector<Value> returned;
  for (Value value : body.getTerminator()->getOperands())
    returned.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, body.getTerminator()->getLoc(), returned);
  SmallVector<Type> results;
  for (Value value : returned)
    results.push_back(value.getType());
  view.setFunctionType(
      FunctionType::get(view.getContext(), entry->getArgumentTypes(), results));
  return success();
}

//===----------------------------------------------------------------------===//
// Clean-up, names and the view itself
//===----------------------------------------------------------------------===//

/// Removes values that nothing uses, innermost last users first.
static void removeDeadValues(func::FuncOp view) {
  SmallVector<Operation *> ops;
  view.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != view)
      ops.push_back(op);
  });
  // Ops of a region follow their parent, so the reverse order meets users
  // first.
  for (Operation *op : llvm::reverse(ops))
    if (!op->hasTrait<OpTrait::IsTerminator>() && isOpTriviallyDead(op))
      op->erase();
}

namespace {
/// Unique names in value order: the author's where there is one, v0, v1, ...
/// where there is none; a name taken twice gets _2, _3, ... No made-up name
/// takes one that an author wrote.
class NameScope {
public:
  void reserve(StringRef authored) { reserved.insert(authored); }

  std::string choose(StringRef authored) {
    if (authored.empty()) {
      std::string name;
      do
        name = "v" + std::to_string(unnamed++);
      while (!isFree(name));
      taken.insert(name);
      return name;
    }
    if (taken.insert(authored).second)
      return authored.str();
    unsigned &copies = lastCopy.try_emplace(authored, 1).first->second;
    std::string name;
    do
      name = authored.str() + "_" + std::to_string(++copies);
    while (!isFree(name));
    taken.insert(name);
    return name;
  }

private:
  bool isFree(StringRef name) const {
    return !taken.contains(name) && !reserved.contains(name);
  }

  llvm::StringSet<> reserved, taken;
  llvm::StringMap<unsigned> lastCopy;
  unsigned unnamed = 0;
};
} // namespace

static void nameValues(func::FuncOp view) {
  SmallVector<Value> values(view.getArguments());
  view.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == view)
      return;
    llvm::append_range(values, op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
  });
  NameScope names;
  for (Value value : values)
    names.reserve(hir::getAuthoredName(value));
  auto choose = [&](Value value) {
    return names.choose(hir::getAuthoredName(value));
  };
  for (size_t i = 0; i < values.size();) {
    Operation *op = values[i].getDefiningOp();
    if (!op) {
      hir::setName(values[i], choose(values[i]));
      ++i;
      continue;
    }
    // The results of one op stand together and are named together.
    auto chosen = llvm::map_to_vector(op->getResults(), choose);
    hir::setResultNames(op,
                        SmallVector<StringRef>(chosen.begin(), chosen.end()));
    i += chosen.size();
  }
}

static int64_t viewSize(func::FuncOp view) {
  int64_t size = 0;
  view.walk([&](Operation *op) { size += countsAgainstBudget(op); });
  return size;
}

static LogicalResult refuseSize(func::FuncOp function, int64_t size,
                                int64_t budget) {
  return function.emitError()
         << "the view of '" << function.getName() << "' has " << size
         << " measured ops and tensor constants, more than the budget of "
         << budget << "; raise it with budget=" << size;
}

/// The module that a view stands in: the machine and the hierarchy, at this
/// size.
static OwningOpRef<ModuleOp> createViewModule(func::FuncOp function,
                                              DimReplacer &replacer) {
  auto owner = function->getParentOfType<ModuleOp>();
  MLIRContext *context = function.getContext();
  OwningOpRef<ModuleOp> view(
      ModuleOp::create(owner.getLoc(), owner.getSymName().value_or("module")));
  if (Attribute target = getRootModule(owner)->getAttr(kTargetAttr))
    (*view)->setAttr(kTargetAttr, target);
  SmallVector<Attribute> levels;
  for (hir::TopologyAttr level : getTopologies(owner))
    levels.push_back(replacer.replace(Attribute(level)));
  (*view)->setAttr(kTopologiesAttr, ArrayAttr::get(context, levels));
  (*view)->setAttr(kEntryAttr,
                   FlatSymbolRefAttr::get(context, function.getName()));
  if (replacer.getError().empty())
    return view;
  owner.emitError() << "its topology hierarchy does not hold at the stated "
                       "extents: "
                    << replacer.getError();
  return {};
}

/// Attributes of the source and its arguments come along (records of an earlier
/// run, constraints), but for those that make it a prototype, a variant or a
/// view.
static void copyAttributes(func::FuncOp source, func::FuncOp view,
                           DimReplacer &replacer) {
  for (NamedAttribute attr : source->getDiscardableAttrs())
    if (!llvm::is_contained(
            {kVariantsAttr, kRangeAttr, kExtentsAttr, kOriginAttr},
            attr.getName().getValue()))
      view->setDiscardableAttr(attr.getName(),
                               replacer.replace(attr.getValue()));
  for (unsigned i = 0; i < source.getNumArguments(); ++i) {
    if (DictionaryAttr attrs = source.getArgAttrDict(i))
      view.setArgAttrs(i, replacer.replace(attrs));
    // A bare weight keeps its name whatever the view calls the value.
    std::string weight = getWeightName(source, i);
    if (!weight.empty())
      view.setArgAttr(i, kConstAttr,
                      StringAttr::get(view.getContext(), weight));
  }
}

/// The function of the view with its parameters, without a body: the entry's
/// own, then the promoted weights.
static FailureOr<func::FuncOp>
createViewFunction(ModuleOp view, func::FuncOp function, func::FuncOp source,
                   ArrayRef<Weight> weights, const DimBinding &binding,
                   DimReplacer &replacer) {
  auto owner = function->getParentOfType<ModuleOp>();
  SmallVector<Type> inputs;
  for (Type type : source.getFunctionType().getInputs())
    inputs.push_back(replacer.replace(type));
  for (const Weight &weight : weights)
    inputs.push_back(replacer.replace(weight.type));
  if (!replacer.getError().empty())
    return source.emitError()
           << "its parameters do not hold at the stated extents: "
           << replacer.getError();
  OpBuilder builder = OpBuilder::atBlockBegin(view.getBody());
  auto clone =
      func::FuncOp::create(builder, function.getLoc(), function.getName(),
                           builder.getFunctionType(inputs, {}));
  copyAttributes(source, clone, replacer);
  for (auto [i, weight] : llvm::enumerate(weights))
    clone.setArgAttr(source.getNumArguments() + i, kConstAttr,
                     builder.getStringAttr(weightKey(weight, owner)));
  SmallVector<NamedAttribute> extents;
  for (const auto &[name, value] : binding)
    extents.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  clone->setAttr(kExtentsAttr, builder.getDictionaryAttr(extents));
  clone->setAttr(kOriginAttr,
                 builder.getStringAttr(getModulePath(owner) +
                                       "::" + function.getName().str()));
  return clone;
}

OwningOpRef<ModuleOp>
tilefoundry::buildInlinedView(ModuleOp module, func::FuncOp function,
                              const std::optional<DimBinding> &dims,
                              int64_t budget) {
  static const DimBinding none;
  const DimBinding &binding = dims ? *dims : none;
  auto owner = function->getParentOfType<ModuleOp>();
  CallGraph graph(module, binding);
  FailureOr<func::FuncOp> source =
      graph.selectVariant(function, function.getLoc());
  if (failed(source) || failed(graph.visit(*source)))
    return {};
  if (source->isExternal()) {
    function.emitError() << "'" << function.getName()
                         << "' has no body to measure";
    return {};
  }
  // Call chains can double at every step: past this size nothing is built.
  CheckedInt size = graph.getSize(*source);
  CheckedInt bound = CheckedInt(budget) * 4;
  if (!size ||
      (bound && size.get() > std::max<int64_t>(bound.get(), 1 << 20))) {
    (void)refuseSize(function, size ? size.get() : INT64_MAX, budget);
    return {};
  }
  FailureOr<SmallVector<Weight>> weights = graph.collectWeights();
  if (failed(weights))
    return {};

  DimReplacer replacer(binding, module.getContext());
  OwningOpRef<ModuleOp> view = createViewModule(function, replacer);
  if (!view)
    return {};
  FailureOr<func::FuncOp> clone =
      createViewFunction(*view, function, *source, *weights, binding, replacer);
  ViewBuilder viewBuilder(graph, binding, owner);
  if (failed(clone) || failed(viewBuilder.build(*source, *clone, *weights)))
    return {};
  removeDeadValues(*clone);
  if (int64_t actual = viewSize(*clone); actual > budget) {
    (void)refuseSize(function, actual, budget);
    return {};
  }
  nameValues(*clone);
  // Clones of verified ops that changed in nothing verify.
  if (viewBuilder.hasRetyped() && failed(mlir::verify(*view)))
    return {};
  return view;
}
