//===- CallGraph.cpp - the calls that one function reaches ----------------===//

#include "CallGraph.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/Constants.h"

using namespace mlir;
using namespace tilefoundry;

/// Every open call costs stack while the view is built.
static constexpr size_t kMaxCallDepth = 500;

bool tilefoundry::countsAgainstBudget(Operation *op) {
  if (isMeasured(op))
    return true;
  return hir::isConstant(op) && op->getNumResults() == 1 &&
         isa<TensorType>(op->getResult(0).getType());
}

CallOpInterface tilefoundry::asCall(Operation *op) {
  return isa<hir::CallOp, func::CallOp>(op) ? cast<CallOpInterface>(op)
                                            : CallOpInterface();
}

SymbolRefAttr tilefoundry::getCallee(CallOpInterface call) {
  return cast<SymbolRefAttr>(call.getCallableForCallee());
}

FailureOr<func::FuncOp> CallGraph::selectVariant(func::FuncOp prototype,
                                                 Location loc) {
  auto variants = prototype->getAttrOfType<ArrayAttr>(kVariantsAttr);
  if (!variants)
    return prototype;
  func::FuncOp chosen;
  for (Attribute symbol : variants) {
    auto variant = symbols.lookupNearestSymbolFrom<func::FuncOp>(
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
    InFlightDiagnostic diag = mlir::emitError(loc)
                              << "no variant of '" << prototype.getName()
                              << "' serves the stated size; the ranges are";
    for (Attribute symbol : variants) {
      auto range = symbols
                       .lookupNearestSymbolFrom<func::FuncOp>(
                           prototype, cast<FlatSymbolRefAttr>(symbol))
                       ->getAttrOfType<hir::RangeAttr>(kRangeAttr);
      diag << " [" << range.getLo() << ", " << range.getHi() << ")";
    }
    return diag;
  }
  return chosen;
}

FailureOr<func::FuncOp> CallGraph::resolve(CallOpInterface call) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(call, getCallee(call));
  if (!callee) {
    call->emitOpError() << "calls " << getCallee(call)
                        << ", which no module reached from here owns";
    return failure();
  }
  FailureOr<func::FuncOp> chosen = selectVariant(callee, call.getLoc());
  if (succeeded(chosen) && chosen->isExternal()) {
    call->emitOpError() << "calls '" << chosen->getName()
                        << "', which has no body to measure";
    return failure();
  }
  return chosen;
}

bool CallGraph::readsWeights(CallOpInterface call, func::FuncOp callee) {
  return call.getArgOperands().size() != callee.getNumArguments();
}

LogicalResult CallGraph::checkEdge(CallOpInterface call, func::FuncOp callee) {
  auto caller = call->getParentOfType<ModuleOp>();
  auto owner = callee->getParentOfType<ModuleOp>();
  if (readsWeights(call, callee) && owner->getParentOp() != caller)
    return call->emitOpError()
           << "leaves out the weights of '" << callee.getName()
           << "', which is owned by module '" << getModulePath(owner)
           << "' and not by a direct child of '" << getModulePath(caller)
           << "'; pass every parameter";
  if (getTopologies(caller) != getTopologies(owner)) {
    InFlightDiagnostic diag =
        call->emitOpError()
        << "calls '" << callee.getName() << "' of module '"
        << getModulePath(owner)
        << "', whose topology hierarchy differs from that of '"
        << getModulePath(caller) << "'; caller and callee share one hierarchy";
    diag.attachNote(owner.getLoc()) << "callee's module";
    return diag;
  }
  return success();
}

LogicalResult CallGraph::refuseCycle(func::FuncOp function) {
  std::string cycle;
  auto *first = llvm::find_if(
      stack, [&](Frame &frame) { return frame.function == function; });
  for (Frame &open : llvm::make_range(first, stack.end()))
    cycle += "'" + open.function.getName().str() + "' -> ";
  InFlightDiagnostic diag = function.emitError()
                            << "recursion is not measured: " << cycle << "'"
                            << function.getName() << "'";
  for (Frame &open : llvm::make_range(std::next(first), stack.end()))
    diag.attachNote(open.call.getLoc())
        << "'" << open.function.getName() << "' is called here";
  diag.attachNote(currentCall.getLoc()) << "this call closes the cycle";
  return diag;
}

LogicalResult CallGraph::visit(func::FuncOp function) {
  if (sizes.count(function))
    return success();
  if (llvm::any_of(stack, [&](Frame &f) { return f.function == function; }))
    return refuseCycle(function);
  if (stack.size() >= kMaxCallDepth)
    return function.emitError()
           << "'" << function.getName() << "' is called through "
           << stack.size() << " others; at most " << kMaxCallDepth
           << " calls may be open at once";
  if (function->hasAttr(kTargetAttr))
    return function.emitError()
           << "'" << function.getName()
           << "' carries its own 'hir.target': it is lowered or runs on the "
              "host, and is not measured; analyse the function it was made "
              "from";
  if (!function.isExternal() && !function.getBody().hasOneBlock())
    return function.emitError()
           << "'" << function.getName()
           << "' branches between blocks, and which of them run is not known; "
              "write loops as 'hir.grid_region'";
  stack.push_back({function, currentCall});
  CheckedInt size = 0;
  WalkResult result = function.walk([&](Operation *op) {
    if (CallOpInterface call = asCall(op)) {
      FailureOr<func::FuncOp> callee = resolve(call);
      if (failed(callee) || failed(checkEdge(call, *callee)))
        return WalkResult::interrupt();
      currentCall = call;
      if (failed(visit(*callee)))
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
        auto known =
            llvm::find_if(llvm::drop_begin(weights, first),
                          [&](const Weight &w) { return w.name == name; });
        if (known == weights.end()) {
          weights.push_back(
              {module, name, type, function.getArgument(i).getLoc()});
        } else if (known->type != type && succeeded(status)) {
          InFlightDiagnostic diag = function.emitError()
                                    << "weight '" << name << "' of module '"
                                    << getModulePath(module) << "' has type "
                                    << type << " in '" << function.getName()
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
