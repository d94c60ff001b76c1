//===- ViewCloner.cpp - clones a function into its view -------------------===//

#include "ViewCloner.h"
#include "ThreadDiagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"

using namespace mlir;
using namespace tilefoundry;

std::string tilefoundry::weightKey(const Weight &weight, ModuleOp entryModule) {
  std::string path = getDottedPath(weight.owner, entryModule);
  return path.empty() ? weight.name : path + "." + weight.name;
}

void ViewCloner::noteCalls(InFlightDiagnostic &diag, unsigned skip) {
  for (CallOpInterface call : llvm::drop_begin(llvm::reverse(callStack), skip))
    diag.attachNote(call.getLoc()) << "called from here";
}

LogicalResult ViewCloner::refuse(Operation *op, const Twine &why) {
  if (callStack.empty())
    return op->emitError() << why;
  CallOpInterface call = callStack.back();
  InFlightDiagnostic diag = call->emitOpError()
                            << "specialises " << getCallee(call)
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
  ThreadDiagnostics diagnostics(context);
  if (succeeded(check()))
    return std::nullopt;
  return diagnostics.get().empty() ? "" : diagnostics.get().front().str();
}

LogicalResult ViewCloner::inferResults(Operation *original, Operation *clone) {
  auto inference = dyn_cast<InferTypeOpInterface>(clone);
  if (!inference) {
    // A destination gives its type to the result that is tied to it.
    auto destinations = dyn_cast<DestinationStyleOpInterface>(clone);
    for (OpResult result : clone->getResults())
      result.setType(
          destinations ? destinations.getTiedOpOperand(result)->get().getType()
                       : replacer.replace(result.getType()));
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
LogicalResult ViewCloner::checkClone(Operation *original, Operation *clone) {
  if (!replacer.getError().empty())
    return refuse(original, replacer.getError());
  std::optional<std::string> refusal = captureRefusal(clone->getContext(), [&] {
    return mlir::verify(clone, /*verifyRecursively=*/false);
  });
  return refusal ? refuse(original, *refusal) : success();
}

LogicalResult ViewCloner::cloneBody(Operation *op, Operation *clone,
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

/// A loop of another dialect with its operands, as yet without a body. Carried
/// values have the types they enter with.
static Operation *cloneForeignLoop(CountedLoopOpInterface loop,
                                   IRMapping &mapping, OpBuilder &builder) {
  Operation *clone = loop->cloneWithoutRegions(mapping);
  builder.insert(clone);
  Block &body = clone->getRegion(0).emplaceBlock();
  BlockArgument index = loop.getInductionVar();
  body.addArgument(index.getType(), index.getLoc());
  for (auto [argument, init, result] :
       llvm::zip(loop.getCarriedArgs(), loop.getCarriedInits(),
                 clone->getResults())) {
    Type type = mapping.lookup(init).getType();
    body.addArgument(type, argument.getLoc());
    result.setType(type);
  }
  return clone;
}

LogicalResult ViewCloner::cloneLoop(CountedLoopOpInterface op,
                                    IRMapping &mapping, OpBuilder &builder) {
  Operation *clone;
  if (auto grid = dyn_cast<hir::GridRegionOp>(op.getOperation())) {
    SmallVector<Value> inits;
    for (Value init : op.getCarriedInits())
      inits.push_back(mapping.lookup(init));
    clone = hir::GridRegionOp::create(builder, op.getLoc(),
                                      replacer.replace(grid.getStart()),
                                      replacer.replace(grid.getStop()),
                                      replacer.replace(grid.getStep()), inits);
  } else {
    clone = cloneForeignLoop(op, mapping, builder);
  }
  if (failed(cloneBody(op, clone, mapping)))
    return failure();
  Operation *yield = clone->getRegion(0).front().getTerminator();
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
  for (auto [from, to] : llvm::zip(op->getResults(), clone->getResults()))
    mapping.map(from, to);
  return success();
}

/// What a scope is where the calls have put it; types have nothing to do with
/// it.
LogicalResult ViewCloner::checkScope(hir::MeshScopeOp original,
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

LogicalResult ViewCloner::cloneScope(hir::MeshScopeOp op, IRMapping &mapping,
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

LogicalResult ViewCloner::bindArgument(CallOpInterface call,
                                       func::FuncOp callee, unsigned index,
                                       Value actual, IRMapping &mapping) {
  Type formal = replacer.replace(callee.getFunctionType().getInput(index));
  auto tensor = dyn_cast<RankedTensorType>(formal);
  auto given = dyn_cast<RankedTensorType>(actual.getType());
  bool agrees = formal == actual.getType() ||
                (tensor && given && !tensor.getEncoding() &&
                 tensor.getShape() == given.getShape() &&
                 tensor.getElementType() == given.getElementType());
  if (!agrees) {
    InFlightDiagnostic diag =
        call->emitOpError()
        << "passes a value of type " << actual.getType() << " as parameter "
        << index << " of '" << callee.getName() << "', which states " << formal
        << "; a stated encoding must match exactly";
    diag.attachNote(callee.getLoc()) << "callee defined here";
    noteCalls(diag);
    return diag;
  }
  mapping.map(callee.getArgument(index), actual);
  return success();
}

/// `weight`, a parameter of the view, by the name it has at the end of `block`:
/// scopes are isolated, so that those around take it as an argument.
static Value passIntoScopes(Value weight, Block *block) {
  SmallVector<hir::MeshScopeOp, 2> scopes;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (auto scope = dyn_cast<hir::MeshScopeOp>(op))
      scopes.push_back(scope);
  for (hir::MeshScopeOp scope : llvm::reverse(scopes)) {
    auto inputs = scope.getInputs();
    auto known = llvm::find(inputs, weight);
    if (known != inputs.end()) {
      weight = scope.getScopeArgs()[known - inputs.begin()];
      continue;
    }
    scope.getInputsMutable().append(weight);
    weight =
        scope.getBody().front().addArgument(weight.getType(), weight.getLoc());
  }
  return weight;
}

LogicalResult ViewCloner::inlineCall(CallOpInterface call, IRMapping &mapping,
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
      actual = passIntoScopes(weightArguments[owner].lookup(weight),
                              builder.getInsertionBlock());
    else if (next < call.getArgOperands().size())
      actual = mapping.lookup(call.getArgOperands()[next++]);
    if (!actual)
      return call->emitOpError() << "does not pass parameter " << i << " of '"
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
  mapping.map(call->getResults(), returned);
  return checkStatedResults(call, callee, TypeRange(ValueRange(returned)));
}

/// A result type that states an encoding is what the specialised body returns.
LogicalResult ViewCloner::checkStatedResults(CallOpInterface call,
                                             func::FuncOp callee,
                                             TypeRange actual) {
  auto disagrees = [&](Type stated, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(replacer.replace(stated));
    return tensor && tensor.getEncoding() && tensor != type;
  };
  for (auto [i, type] : llvm::enumerate(actual)) {
    Type atCallee = callee.getFunctionType().getResult(i);
    Type atCall = call->getResult(i).getType();
    bool calleeDisagrees = disagrees(atCallee, type);
    if (!calleeDisagrees && !disagrees(atCall, type))
      continue;
    InFlightDiagnostic diag =
        call->emitOpError()
        << "specialises " << getCallee(call)
        << " to the types it passes, at which result " << i << " has type "
        << type << ", but " << (calleeDisagrees ? "the callee" : "the call")
        << " states " << (calleeDisagrees ? atCallee : atCall)
        << "; reshard the argument or the result";
    diag.attachNote(callee.getLoc()) << "callee defined here";
    noteCalls(diag);
    return diag;
  }
  return success();
}

LogicalResult ViewCloner::cloneOp(Operation *op, IRMapping &mapping,
                                  OpBuilder &builder) {
  if (CallOpInterface call = asCall(op))
    return inlineCall(call, mapping, builder);
  if (CountedLoopOpInterface loop = asLoop(op))
    return cloneLoop(loop, mapping, builder);
  if (auto scope = dyn_cast<hir::MeshScopeOp>(op))
    return cloneScope(scope, mapping, builder);
  if (op->getNumRegions() != 0 && !isa<CostOpInterface>(op))
    return op->emitOpError() << "is a region that no analysis knows; write "
                                "loops as 'hir.grid_region', or as 'scf.for' "
                                "or 'affine.for' where their models are "
                                "registered";
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

LogicalResult ViewCloner::cloneBlock(Block &source, IRMapping &mapping,
                                     OpBuilder &builder) {
  for (Operation &op : source.without_terminator())
    if (failed(cloneOp(&op, mapping, builder)))
      return failure();
  // A loop's or scope's terminator comes along; a callee's return does not.
  if (!isa<func::ReturnOp>(source.back()))
    builder.insert(source.back().clone(mapping));
  return success();
}

LogicalResult ViewCloner::build(func::FuncOp source, func::FuncOp view,
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
