//===- InlinedView.cpp - one function with its calls inlined --------------===//

#include "tilefoundry/Analysis/InlinedView.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/StringMap.h"

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

/// Whether `op` holds a position of the value order: an op of the catalogue (or a
/// foreign op with a model), or a tensor constant.
static bool countsAgainstBudget(Operation *op) {
  if (isa<CostOpInterface>(op))
    return true;
  return op->hasTrait<OpTrait::ConstantLike>() && op->getNumResults() == 1 &&
         isa<TensorType>(op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// The call graph
//===----------------------------------------------------------------------===//

namespace {
/// One weight that a call reads from a child module.
struct Weight {
  ModuleOp owner;
  std::string name;
  Type type;
  Location loc;
};

/// Resolves calls, chooses variants, finds cycles and reached weights.
class CallGraph {
public:
  CallGraph(ModuleOp root, const DimBinding &dims) : root(root), dims(dims) {}

  /// The function a call runs: the callee, or the variant that serves the size.
  FailureOr<func::FuncOp> resolve(hir::CallOp call);
  FailureOr<func::FuncOp> selectVariant(func::FuncOp prototype, Location loc);
  /// Checks every edge reached from `function` and sizes it.
  LogicalResult visit(func::FuncOp function);
  CheckedInt getSize(func::FuncOp function) { return sizes.lookup(function); }
  /// Reached weights in the module tree's order, unioned by name in each module.
  FailureOr<SmallVector<Weight>> collectWeights();
  /// Whether the call leaves the callee's weights to its module.
  static bool readsWeights(hir::CallOp call, func::FuncOp callee);

private:
  LogicalResult checkEdge(hir::CallOp call, func::FuncOp callee);

  ModuleOp root;
  const DimBinding &dims;
  SmallVector<func::FuncOp> stack;
  llvm::DenseMap<Operation *, CheckedInt> sizes;
  llvm::DenseSet<Operation *> weightReaders;
};
} // namespace

FailureOr<func::FuncOp> CallGraph::selectVariant(func::FuncOp prototype,
                                                 Location loc) {
  auto variants = prototype->getAttrOfType<ArrayAttr>(kVariantsAttr);
  if (!variants)
    return prototype;
  func::FuncOp chosen;
  std::string served;
  for (Attribute symbol : variants) {
    auto variant = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        prototype, cast<FlatSymbolRefAttr>(symbol));
    auto range = variant->getAttrOfType<hir::RangeAttr>(kRangeAttr);
    auto it = dims.find(range.getName().str());
    if (it == dims.end()) {
      mlir::emitError(loc) << "'" << prototype.getName()
                           << "' selects a variant on dimension '"
                           << range.getName()
                           << "', which has no extent; give one with dims="
                           << range.getName() << "=" << range.getLo();
      return failure();
    }
    served += " [" + std::to_string(range.getLo()) + ", " +
              std::to_string(range.getHi()) + ")";
    if (it->second < range.getLo() || it->second >= range.getHi())
      continue;
    if (chosen) {
      mlir::emitError(loc) << "two variants of '" << prototype.getName()
                           << "' serve " << range.getName() << "="
                           << it->second;
      return failure();
    }
    chosen = variant;
  }
  if (!chosen) {
    mlir::emitError(loc) << "no variant of '" << prototype.getName()
                         << "' serves the stated size; the ranges are"
                         << served;
    return failure();
  }
  return chosen;
}

FailureOr<func::FuncOp> CallGraph::resolve(hir::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee) {
    call.emitOpError() << "calls " << call.getCalleeAttr()
                       << ", which no module reached from here owns";
    return failure();
  }
  FailureOr<func::FuncOp> chosen = selectVariant(callee, call.getLoc());
  if (succeeded(chosen) && chosen->isExternal()) {
    call.emitOpError() << "calls '" << chosen->getName()
                       << "', which has no body to measure";
    return failure();
  }
  return chosen;
}

bool CallGraph::readsWeights(hir::CallOp call, func::FuncOp callee) {
  return call.getInputs().size() != callee.getNumArguments();
}

LogicalResult CallGraph::checkEdge(hir::CallOp call, func::FuncOp callee) {
  auto caller = call->getParentOfType<ModuleOp>();
  auto owner = callee->getParentOfType<ModuleOp>();
  if (readsWeights(call, callee) && owner->getParentOp() != caller)
    return call.emitOpError()
           << "leaves out the weights of '" << callee.getName()
           << "', which is owned by module '" << getModulePath(owner)
           << "' and not by a direct child of '" << getModulePath(caller)
           << "'; pass every parameter";
  if (getTopologies(caller) != getTopologies(owner)) {
    InFlightDiagnostic diag =
        call.emitOpError()
        << "calls '" << callee.getName() << "' of module '"
        << getModulePath(owner)
        << "', whose topology hierarchy differs from that of '"
        << getModulePath(caller) << "'; caller and callee share one hierarchy";
    diag.attachNote(owner.getLoc()) << "callee's module";
    return diag;
  }
  return success();
}

LogicalResult CallGraph::visit(func::FuncOp function) {
  if (sizes.count(function))
    return success();
  if (llvm::is_contained(stack, function)) {
    std::string cycle;
    bool inside = false;
    for (func::FuncOp open : stack) {
      inside |= open == function;
      if (inside)
        cycle += "'" + open.getName().str() + "' -> ";
    }
    return function.emitError() << "recursion is not measured: " << cycle << "'"
                                << function.getName() << "'";
  }
  stack.push_back(function);
  CheckedInt size = 0;
  WalkResult result = function.walk([&](Operation *op) {
    if (auto call = dyn_cast<hir::CallOp>(op)) {
      FailureOr<func::FuncOp> callee = resolve(call);
      if (failed(callee) || failed(checkEdge(call, *callee)) ||
          failed(visit(*callee)))
        return WalkResult::interrupt();
      if (readsWeights(call, *callee))
        weightReaders.insert(*callee);
      size += sizes.lookup(*callee);
    } else if (countsAgainstBudget(op)) {
      size += 1;
    }
    return WalkResult::advance();
  });
  stack.pop_back();
  if (result.wasInterrupted())
    return failure();
  sizes[function] = size;
  return success();
}

FailureOr<SmallVector<Weight>> CallGraph::collectWeights() {
  SmallVector<Weight> weights;
  LogicalResult status = success();
  auto visitModule = [&](auto &&self, ModuleOp module) -> void {
    size_t first = weights.size();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!weightReaders.contains(function))
        continue;
      for (unsigned i = 0; i < function.getNumArguments(); ++i) {
        std::string name = getWeightName(function, i);
        if (name.empty())
          continue;
        Type type = function.getFunctionType().getInput(i);
        auto known = llvm::find_if(
            llvm::drop_begin(weights, first),
            [&](const Weight &w) { return w.name == name; });
        if (known == weights.end()) {
          weights.push_back(
              {module, name, type, function.getArgument(i).getLoc()});
        } else if (known->type != type && succeeded(status)) {
          InFlightDiagnostic diag =
              function.emitError()
              << "weight '" << name << "' of module '" << getModulePath(module)
              << "' has type " << type << " in '" << function.getName()
              << "' and " << known->type << " elsewhere";
          diag.attachNote(known->loc) << "the other declaration";
          status = diag;
        }
      }
    }
    for (auto child : module.getOps<ModuleOp>())
      self(self, child);
  };
  visitModule(visitModule, root);
  if (failed(status))
    return failure();
  return weights;
}

//===----------------------------------------------------------------------===//
// Cloning
//===----------------------------------------------------------------------===//

namespace {
class ViewBuilder {
public:
  ViewBuilder(CallGraph &graph, const DimBinding &dims, ModuleOp entryModule)
      : graph(graph), dims(dims), replacer(dims), entryModule(entryModule) {}

  LogicalResult build(func::FuncOp source, func::FuncOp view,
                      ArrayRef<Weight> weights);

private:
  LogicalResult cloneBlock(Block &source, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult cloneOp(Operation *op, IRMapping &mapping, OpBuilder &builder);
  LogicalResult cloneLoop(hir::GridRegionOp op, IRMapping &mapping,
                          OpBuilder &builder);
  LogicalResult cloneScope(hir::MeshScopeOp op, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult inlineCall(hir::CallOp call, IRMapping &mapping,
                           OpBuilder &builder);
  LogicalResult bindArgument(hir::CallOp call, func::FuncOp callee,
                             unsigned index, Value actual, IRMapping &mapping);
  LogicalResult inferResults(Operation *original, Operation *clone);
  /// A refusal inside a callee gets a note at each call on the way.
  void noteCalls(InFlightDiagnostic &diag);

  CallGraph &graph;
  const DimBinding &dims;
  DimReplacer replacer;
  ModuleOp entryModule;
  /// Dotted path and weight name -> its parameter of the view.
  llvm::StringMap<Value> weightArguments;
  SmallVector<hir::CallOp> callStack;
};
} // namespace

static std::string weightKey(const Weight &weight, ModuleOp entryModule) {
  std::string path = getDottedPath(weight.owner, entryModule);
  return path.empty() ? weight.name : path + "." + weight.name;
}

void ViewBuilder::noteCalls(InFlightDiagnostic &diag) {
  for (hir::CallOp call : llvm::reverse(callStack))
    diag.attachNote(call.getLoc()) << "called from here";
}

LogicalResult ViewBuilder::inferResults(Operation *original, Operation *clone) {
  auto inference = dyn_cast<InferTypeOpInterface>(clone);
  if (!inference) {
    for (OpResult result : clone->getResults())
      result.setType(replacer.replace(result.getType()));
    return success();
  }
  SmallVector<Type> types;
  std::string message;
  LogicalResult status = failure();
  {
    ScopedDiagnosticHandler handler(
        clone->getContext(), [&](Diagnostic &diag) {
          if (message.empty())
            message = diag.str();
          return success();
        });
    status = inference.inferReturnTypes(
        clone->getContext(), clone->getLoc(), clone->getOperands(),
        clone->getDiscardableAttrDictionary(), clone->getPropertiesStorage(),
        clone->getRegions(), types);
  }
  if (failed(status) || types.size() != clone->getNumResults()) {
    InFlightDiagnostic diag = original->emitError()
                              << (message.empty()
                                      ? "result types cannot be inferred"
                                      : message);
    noteCalls(diag);
    return diag;
  }
  for (auto [result, type] : llvm::zip(clone->getResults(), types))
    result.setType(type);
  return success();
}

LogicalResult ViewBuilder::cloneLoop(hir::GridRegionOp op, IRMapping &mapping,
                                     OpBuilder &builder) {
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    inits.push_back(mapping.lookup(init));
  auto clone = hir::GridRegionOp::create(
      builder, op.getLoc(), replacer.replace(op.getStart()),
      replacer.replace(op.getStop()), replacer.replace(op.getStep()), inits);
  clone->setDiscardableAttrs(
      replacer.replace(op->getDiscardableAttrDictionary()));
  Block &source = op.getBody().front(), &target = clone.getBody().front();
  for (auto [from, to] :
       llvm::zip(source.getArguments(), target.getArguments())) {
    to.setLoc(from.getLoc());
    mapping.map(from, to);
  }
  OpBuilder body = OpBuilder::atBlockEnd(&target);
  if (failed(cloneBlock(source, mapping, body)))
    return failure();
  auto yield = cast<hir::YieldOp>(target.getTerminator());
  for (auto [i, types] : llvm::enumerate(llvm::zip(
           yield->getOperandTypes(), clone->getResultTypes())))
    if (std::get<0>(types) != std::get<1>(types)) {
      InFlightDiagnostic diag =
          op.emitOpError() << "carried value " << i << " enters with type "
                           << std::get<1>(types)
                           << " and is yielded with type "
                           << std::get<0>(types)
                           << " once its callee is specialised to the argument "
                              "types; reshard the initial value or give the "
                              "parameter an encoding";
      noteCalls(diag);
      return diag;
    }
  for (auto [from, to] : llvm::zip(op.getResults(), clone.getResults()))
    mapping.map(from, to);
  return success();
}

LogicalResult ViewBuilder::cloneScope(hir::MeshScopeOp op, IRMapping &mapping,
                                      OpBuilder &builder) {
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(mapping.lookup(input));
  auto mesh = cast<hir::MeshAttr>(replacer.replace(Attribute(op.getMesh())));
  if (failed(hir::MeshAttr::verify([&] { return op.emitOpError(); },
                                   mesh.getLevels(), mesh.getLayout(),
                                   mesh.getAxisNames())))
    return failure();
  auto clone = hir::MeshScopeOp::create(builder, op.getLoc(), mesh, inputs,
                                        op.getResultTypes());
  clone->setDiscardableAttrs(
      replacer.replace(op->getDiscardableAttrDictionary()));
  Block &source = op.getBody().front(), &target = clone.getBody().front();
  for (auto [from, to] :
       llvm::zip(source.getArguments(), target.getArguments())) {
    to.setLoc(from.getLoc());
    mapping.map(from, to);
  }
  OpBuilder body = OpBuilder::atBlockEnd(&target);
  if (failed(cloneBlock(source, mapping, body)))
    return failure();
  for (auto [result, yielded] :
       llvm::zip(clone.getResults(), clone.getYielded()))
    result.setType(yielded.getType());
  for (auto [from, to] : llvm::zip(op.getResults(), clone.getResults()))
    mapping.map(from, to);
  return success();
}

LogicalResult ViewBuilder::bindArgument(hir::CallOp call, func::FuncOp callee,
                                        unsigned index, Value actual,
                                        IRMapping &mapping) {
  Type formal =
      replacer.replace(callee.getFunctionType().getInput(index));
  auto tensor = dyn_cast<RankedTensorType>(formal);
  auto given = dyn_cast<RankedTensorType>(actual.getType());
  bool agrees =
      formal == actual.getType() ||
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
  std::string path =
      getDottedPath(callee->getParentOfType<ModuleOp>(), entryModule);
  IRMapping inner;
  unsigned next = 0;
  for (unsigned i = 0; i < callee.getNumArguments(); ++i) {
    std::string weight = readsWeights ? getWeightName(callee, i) : "";
    Value actual;
    if (!weight.empty())
      actual = weightArguments.lookup(path.empty() ? weight
                                                   : path + "." + weight);
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
  auto terminator = body.getTerminator();
  for (auto [result, returned] :
       llvm::zip(call.getResults(), terminator->getOperands()))
    mapping.map(result, inner.lookup(returned));
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
  if (op->getNumRegions() != 0 && isa<CostOpInterface>(op) == false)
    return op->emitOpError() << "is a region that no analysis knows; write "
                                "loops as 'hir.grid_region'";
  Operation *clone = op->clone(mapping);
  builder.insert(clone);
  bool retyped = false;
  for (auto [from, to] : llvm::zip(op->getOperands(), clone->getOperands()))
    retyped |= from.getType() != to.getType();
  if (!dims.empty()) {
    DictionaryAttr attributes = op->getAttrDictionary();
    DictionaryAttr bound = replacer.replace(attributes);
    if (bound != attributes) {
      clone->setAttrs(bound);
      retyped = true;
    }
    for (Type type : op->getResultTypes())
      retyped |= replacer.replace(type) != type;
  }
  return retyped ? inferResults(op, clone) : success();
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
    weightArguments[key] = argument;
  }
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Block &body = source.getBody().front();
  if (failed(cloneBlock(body, mapping, builder)))
    return failure();
  if (!replacer.getError().empty())
    return source.emitError() << replacer.getError();
  SmallVector<Value> returned;
  for (Value value : body.getTerminator()->getOperands())
    returned.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, body.getTerminator()->getLoc(), returned);
  SmallVector<Type> results;
  for (Value value : returned)
    results.push_back(value.getType());
  view.setFunctionType(FunctionType::get(view.getContext(),
                                         entry->getArgumentTypes(), results));
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
  // Ops of a region follow their parent, so the reverse order meets users first.
  llvm::DenseSet<Operation *> erased;
  for (Operation *op : llvm::reverse(ops))
    if (!op->hasTrait<OpTrait::IsTerminator>() && isOpTriviallyDead(op))
      op->erase();
}

/// Every value gets a unique name: the author's, or v0, v1, ... in value order; a
/// name taken twice gets _2, _3, ...
static void nameValues(func::FuncOp view) {
  llvm::StringMap<unsigned> taken;
  unsigned unnamed = 0;
  auto unique = [&](StringRef authored) {
    std::string base = authored.str();
    if (base.empty()) {
      do
        base = "v" + std::to_string(unnamed++);
      while (taken.count(base));
    }
    std::string name = base;
    while (!taken.try_emplace(name, 1).second)
      name = base + "_" + std::to_string(++taken[base]);
    return name;
  };
  auto nameValue = [&](Value value) {
    hir::setName(value, unique(hir::getAuthoredName(value)));
  };
  for (BlockArgument argument : view.getArguments())
    nameValue(argument);
  view.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == view)
      return;
    for (OpResult result : op->getResults())
      nameValue(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          nameValue(argument);
  });
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
  if (!size || size.get() > std::max<int64_t>(4 * budget, 1 << 20)) {
    (void)refuseSize(function, size ? size.get() : INT64_MAX, budget);
    return {};
  }
  FailureOr<SmallVector<Weight>> weights = graph.collectWeights();
  if (failed(weights))
    return {};

  MLIRContext *context = module.getContext();
  DimReplacer replacer(binding);
  OwningOpRef<ModuleOp> view(ModuleOp::create(
      owner.getLoc(), owner.getSymName().value_or("module")));
  Builder attrs(context);
  if (Attribute target = getRootModule(owner)->getAttr(kTargetAttr))
    (*view)->setAttr(kTargetAttr, target);
  SmallVector<Attribute> levels;
  for (hir::TopologyAttr level : getTopologies(owner))
    levels.push_back(replacer.replace(Attribute(level)));
  (*view)->setAttr(kTopologiesAttr, attrs.getArrayAttr(levels));
  (*view)->setAttr(kEntryAttr,
                   FlatSymbolRefAttr::get(context, function.getName()));

  SmallVector<Type> inputs;
  for (Type type : source->getFunctionType().getInputs())
    inputs.push_back(replacer.replace(type));
  for (const Weight &weight : *weights)
    inputs.push_back(replacer.replace(weight.type));
  OpBuilder builder = OpBuilder::atBlockBegin(view->getBody());
  auto clone = func::FuncOp::create(builder, function.getLoc(),
                                    function.getName(),
                                    attrs.getFunctionType(inputs, {}));
  for (unsigned i = 0; i < source->getNumArguments(); ++i)
    if (Attribute weight = source->getArgAttr(i, kConstAttr))
      clone.setArgAttr(i, kConstAttr, weight);
  for (auto [i, weight] : llvm::enumerate(*weights))
    clone.setArgAttr(source->getNumArguments() + i, kConstAttr,
                     attrs.getStringAttr(weightKey(weight, owner)));
  SmallVector<NamedAttribute> extents;
  for (const auto &[name, value] : binding)
    extents.push_back(attrs.getNamedAttr(name, attrs.getI64IntegerAttr(value)));
  clone->setAttr(kExtentsAttr, attrs.getDictionaryAttr(extents));
  clone->setAttr(kOriginAttr, attrs.getStringAttr(getModulePath(owner) + "::" +
                                                  function.getName().str()));
  ViewBuilder viewBuilder(graph, binding, owner);
  if (failed(viewBuilder.build(*source, clone, *weights)))
    return {};
  removeDeadValues(clone);
  if (int64_t actual = viewSize(clone); actual > budget) {
    (void)refuseSize(function, actual, budget);
    return {};
  }
  nameValues(clone);
  if (failed(mlir::verify(*view)))
    return {};
  return view;
}
