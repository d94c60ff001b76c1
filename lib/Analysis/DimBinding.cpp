//===- DimBinding.cpp - one binding for types, attributes, topologies -----===//

#include "CallGraph.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Which dimensions a function reaches
//===----------------------------------------------------------------------===//

static std::string intervalText(int64_t lo, int64_t hi) {
  return "[" + std::to_string(lo) + ", " + std::to_string(hi) + ")";
}

/// `dims=ctx=4`: an extent inside the interval, an ordinary one where there is
/// one.
static std::string exampleText(StringRef name, int64_t lo, int64_t hi) {
  int64_t example = lo == 0 && hi > 1 ? 1 : lo;
  return "dims=" + name.str() + "=" + std::to_string(example);
}

namespace {
/// Where a dimension stands, with the interval it has there.
struct DimUse {
  int64_t lo, hi;
  Location loc;
};

/// The dimensions reached, each with the places that show it, one per interval.
struct ReachedDims {
  std::map<std::string, SmallVector<DimUse, 1>> dims;
  /// Dimensions on which a variant is selected, with the part that variants
  /// serve.
  std::map<std::string, DimUse> selected;
  LogicalResult status = success();

  void add(StringRef name, const DimUse &use) {
    SmallVector<DimUse, 1> &uses = dims[name.str()];
    if (llvm::none_of(uses, [&](const DimUse &u) {
          return u.lo == use.lo && u.hi == use.hi;
        }))
      uses.push_back(use);
  }
};

/// Finds dimensions.
class DimCollector {
public:
  DimCollector(ReachedDims &reached, Location loc)
      : reached(reached), loc(loc) {
    walker.addWalk([this](hir::DimAttr dim) { add(dim); });
  }

  /// Everything that a call of `function` reaches.
  void visitAll(func::FuncOp function) {
    pending.push_back(function);
    while (!pending.empty())
      visit(pending.pop_back_val());
  }

private:
  void visit(func::FuncOp function);
  void add(hir::DimAttr dim);
  void visitVariants(func::FuncOp prototype, ArrayAttr variants);
  void select(hir::RangeAttr range, Location where);

  ReachedDims &reached;
  AttrTypeWalker walker;
  SymbolTableCollection symbols;
  Location loc;
  /// What the function being walked shows: one name has one interval in it.
  std::map<std::string, DimUse> inFunction;
  llvm::DenseSet<Operation *> visited;
  SmallVector<func::FuncOp> pending;
};
} // namespace

void DimCollector::add(hir::DimAttr dim) {
  DimUse use{dim.getLo(), dim.getHi(), loc};
  reached.add(dim.getName(), use);
  auto [it, inserted] = inFunction.emplace(dim.getName().str(), use);
  const DimUse &known = it->second;
  if (inserted || (known.lo == use.lo && known.hi == use.hi) ||
      failed(reached.status))
    return;
  InFlightDiagnostic diag = mlir::emitError(loc)
                            << "dimension '" << dim.getName()
                            << "' has the interval "
                            << intervalText(use.lo, use.hi) << " here and "
                            << intervalText(known.lo, known.hi)
                            << " elsewhere in the function; one name has one "
                               "interval, so use one of them or another name";
  diag.attachNote(known.loc) << "other interval here";
  reached.status = diag;
}

void DimCollector::select(hir::RangeAttr range, Location where) {
  auto [it, inserted] = reached.selected.emplace(
      range.getName().str(), DimUse{range.getLo(), range.getHi(), where});
  it->second.lo = std::min(it->second.lo, range.getLo());
  it->second.hi = std::max(it->second.hi, range.getHi());
}

void DimCollector::visit(func::FuncOp function) {
  if (!visited.insert(function).second)
    return;
  inFunction.clear();
  loc = function.getLoc();
  walker.walk(function.getFunctionType());
  for (hir::TopologyAttr level :
       getTopologies(function->getParentOfType<ModuleOp>()))
    walker.walk(Attribute(level));
  SmallVector<CallOpInterface> calls;
  function.walk([&](Operation *op) {
    if (op == function)
      return;
    loc = op->getLoc();
    walker.walk(Attribute(op->getAttrDictionary()));
    for (Type type : op->getResultTypes())
      walker.walk(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk(type);
    if (CallOpInterface call = asCall(op))
      calls.push_back(call);
  });
  if (auto variants = function->getAttrOfType<ArrayAttr>(kVariantsAttr))
    visitVariants(function, variants);
  for (CallOpInterface call : calls)
    if (auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
            call, getCallee(call)))
      pending.push_back(callee);
}

void DimCollector::visitVariants(func::FuncOp prototype, ArrayAttr variants) {
  for (Attribute symbol : variants) {
    auto variant = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        prototype, cast<FlatSymbolRefAttr>(symbol));
    if (!variant)
      continue;
    if (auto range = variant->getAttrOfType<hir::RangeAttr>(kRangeAttr))
      select(range, prototype.getLoc());
    pending.push_back(variant);
  }
}

/// One stated extent: of a dimension that is reached, and inside its interval
/// wherever it appears.
static LogicalResult checkStatedDim(func::FuncOp function,
                                    const ReachedDims &reached,
                                    const std::string &name, int64_t value) {
  auto it = reached.dims.find(name);
  auto selected = reached.selected.find(name);
  if (it == reached.dims.end() && selected == reached.selected.end()) {
    std::string known;
    for (const auto &[other, uses] : reached.dims)
      known += (known.empty() ? "'" : ", '") + other + "' in " +
               intervalText(uses.front().lo, uses.front().hi) + ", e.g. " +
               exampleText(other, uses.front().lo, uses.front().hi);
    return function.emitError()
           << "no dimension '" << name << "' is reached from '"
           << function.getName() << "'; "
           << (known.empty() ? std::string("it has no dimensions")
                             : "its dimensions are " + known);
  }
  SmallVector<DimUse, 2> uses;
  if (it != reached.dims.end())
    uses.append(it->second.begin(), it->second.end());
  else
    uses.push_back(selected->second);
  for (const DimUse &use : uses) {
    if (value >= use.lo && value < use.hi)
      continue;
    InFlightDiagnostic diag =
        function.emitError()
        << "dimension '" << name << "' is given the extent " << value
        << ", outside its interval " << intervalText(use.lo, use.hi)
        << "; use e.g. " << exampleText(name, use.lo, use.hi);
    diag.attachNote(use.loc) << "the dimension appears here";
    return diag;
  }
  return success();
}

/// A variant as the subject serves its own range only.
static LogicalResult checkOwnRange(func::FuncOp function,
                                   const std::optional<DimBinding> &dims) {
  auto range = function->getAttrOfType<hir::RangeAttr>(kRangeAttr);
  if (!range || !dims)
    return success();
  auto it = dims->find(range.getName().str());
  if (it == dims->end() ||
      (it->second >= range.getLo() && it->second < range.getHi()))
    return success();
  return function.emitError()
         << "variant '" << function.getName() << "' serves "
         << intervalText(range.getLo(), range.getHi()) << " of dimension '"
         << range.getName() << "', and is given " << it->second
         << "; analyse its prototype, or use e.g. "
         << exampleText(range.getName(), range.getLo(), range.getHi());
}

LogicalResult tilefoundry::checkDims(ModuleOp module, func::FuncOp function,
                                     const std::optional<DimBinding> &dims) {
  ReachedDims reached;
  DimCollector(reached, function.getLoc()).visitAll(function);
  if (auto range = function->getAttrOfType<hir::RangeAttr>(kRangeAttr))
    reached.selected.emplace(
        range.getName().str(),
        DimUse{range.getLo(), range.getHi(), function.getLoc()});
  if (failed(reached.status) || failed(checkOwnRange(function, dims)))
    return failure();
  if (dims && dims->empty())
    return function.emitError()
           << "the stated dimensions are empty; leave them "
              "out for a program without dimensions";
  if (dims)
    for (const auto &[name, value] : *dims)
      if (failed(checkStatedDim(function, reached, name, value)))
        return failure();
  auto isOpen = [&](const std::string &name) {
    return !dims || !dims->count(name);
  };
  for (const auto &[name, uses] : reached.dims)
    if (isOpen(name)) {
      const DimUse &use = uses.front();
      InFlightDiagnostic diag = function.emitError()
                                << "dimension '" << name << "' of interval "
                                << intervalText(use.lo, use.hi)
                                << " has no extent; give one, e.g. "
                                << exampleText(name, use.lo, use.hi);
      diag.attachNote(use.loc) << "the dimension appears here";
      return diag;
    }
  for (const auto &[name, use] : reached.selected)
    if (isOpen(name))
      return mlir::emitError(use.loc)
             << "variants are selected on dimension '" << name
             << "' of interval " << intervalText(use.lo, use.hi)
             << ", which has no extent; give one, e.g. "
             << exampleText(name, use.lo, use.hi);
  return success();
}

//===----------------------------------------------------------------------===//
// Binding a module in place
//===----------------------------------------------------------------------===//

/// Every dimension of a module and the intervals it has there.
static ReachedDims collectModuleDims(ModuleOp module) {
  ReachedDims reached;
  AttrTypeWalker walker;
  Location loc = module.getLoc();
  walker.addWalk([&](hir::DimAttr dim) {
    reached.add(dim.getName(), {dim.getLo(), dim.getHi(), loc});
  });
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    loc = op->getLoc();
    walker.walk(Attribute(op->getAttrDictionary()));
    if (auto range = op->getAttrOfType<hir::RangeAttr>(kRangeAttr))
      reached.selected.emplace(range.getName().str(),
                               DimUse{range.getLo(), range.getHi(), loc});
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk(type);
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  return reached;
}

std::string tilefoundry::describeDims(ModuleOp module, StringRef name) {
  ReachedDims reached = collectModuleDims(module);
  std::string known;
  for (const auto &[other, uses] : reached.dims) {
    std::string text =
        "'" + other + "' in " + intervalText(uses.front().lo, uses.front().hi) +
        ", e.g. " + exampleText(other, uses.front().lo, uses.front().hi);
    if (other == name)
      return "; the dimension is " + text;
    known += (known.empty() ? "" : "; ") + text;
  }
  return known.empty() ? "; the module has no dimensions"
                       : "; its dimensions are " + known;
}

/// The variant that serves the size, or null where the dimension stays open.
static FailureOr<func::FuncOp> chooseVariant(func::FuncOp prototype,
                                             ArrayRef<func::FuncOp> variants,
                                             const DimBinding &dims) {
  std::string served;
  for (func::FuncOp variant : variants) {
    auto range = variant->getAttrOfType<hir::RangeAttr>(kRangeAttr);
    auto it = dims.find(range.getName().str());
    if (it == dims.end())
      return func::FuncOp();
    if (it->second >= range.getLo() && it->second < range.getHi())
      return variant;
    served += " " + intervalText(range.getLo(), range.getHi());
  }
  prototype.emitError() << "no variant of '" << prototype.getName()
                        << "' serves the stated size; the ranges are" << served;
  return failure();
}

namespace {
/// A dispatch prototype, its variants, and the one that serves the size.
struct Dispatch {
  func::FuncOp prototype;
  SmallVector<func::FuncOp> variants;
  func::FuncOp chosen;
};
} // namespace

/// The prototypes whose dimension is given, each with its variant.
static FailureOr<SmallVector<Dispatch>>
chooseVariants(ModuleOp module, const DimBinding &dims,
               SymbolTableCollection &symbols) {
  SmallVector<Dispatch> result;
  auto visit = [&](func::FuncOp prototype) {
    auto listed = prototype->getAttrOfType<ArrayAttr>(kVariantsAttr);
    if (!listed)
      return WalkResult::advance();
    Dispatch dispatch{prototype, {}, {}};
    for (Attribute symbol : listed) {
      auto variant = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          prototype, cast<FlatSymbolRefAttr>(symbol));
      if (variant->hasAttr(kVariantsAttr)) {
        prototype.emitError()
            << "lists '" << variant.getName() << "' among the variants of '"
            << prototype.getName()
            << "', which dispatches in turn; list its variants here instead";
        return WalkResult::interrupt();
      }
      dispatch.variants.push_back(variant);
    }
    FailureOr<func::FuncOp> chosen =
        chooseVariant(prototype, dispatch.variants, dims);
    if (failed(chosen))
      return WalkResult::interrupt();
    dispatch.chosen = *chosen;
    if (dispatch.chosen)
      result.push_back(std::move(dispatch));
    return WalkResult::advance();
  };
  if (module.walk(visit).wasInterrupted())
    return failure();
  return result;
}

/// Points the uses of a dispatch prototype (calls, `hir.entry`) at the variant
/// that serves the size; the prototype goes, and so do variants that nothing
/// else names. Prototypes may share variants: nothing goes before all have
/// chosen.
static LogicalResult selectVariants(ModuleOp module, const DimBinding &dims) {
  SymbolTableCollection symbols;
  FailureOr<SmallVector<Dispatch>> dispatches =
      chooseVariants(module, dims, symbols);
  if (failed(dispatches))
    return failure();
  llvm::SetVector<func::FuncOp> passedOver;
  for (Dispatch &dispatch : *dispatches) {
    if (failed(SymbolTable::replaceAllSymbolUses(
            dispatch.prototype, dispatch.chosen.getNameAttr(), module)))
      return dispatch.prototype.emitError()
             << "uses of the prototype cannot be rewritten";
    passedOver.insert_range(dispatch.variants);
  }
  for (Dispatch &dispatch : *dispatches) {
    dispatch.chosen->removeAttr(kRangeAttr);
    passedOver.remove(dispatch.chosen);
    dispatch.prototype.erase();
  }
  // Counted once: each question of its own would walk the whole module.
  SymbolTableCollection left;
  SymbolUserMap users(left, module);
  for (func::FuncOp variant : passedOver)
    if (users.useEmpty(variant))
      variant.erase();
  return success();
}

static LogicalResult checkBinding(ModuleOp module, const DimBinding &dims) {
  ReachedDims known = collectModuleDims(module);
  for (const auto &[name, value] : dims) {
    auto it = known.dims.find(name);
    if (it == known.dims.end() && !known.selected.count(name))
      return module.emitError()
             << "no dimension '" << name << "' appears in the module"
             << describeDims(module, name);
    if (it == known.dims.end())
      continue;
    for (const DimUse &use : it->second)
      if (value < use.lo || value >= use.hi)
        return mlir::emitError(use.loc)
               << "dimension '" << name << "' is given the extent " << value
               << ", outside its interval " << intervalText(use.lo, use.hi)
               << "; use e.g. " << exampleText(name, use.lo, use.hi);
  }
  return success();
}

LogicalResult tilefoundry::bindDims(ModuleOp module, const DimBinding &dims) {
  if (failed(checkBinding(module, dims)) ||
      failed(selectVariants(module, dims)))
    return failure();
  DimReplacer replacer(dims, module.getContext());
  WalkResult result = module.walk([&](Operation *op) {
    DictionaryAttr attributes = op->getAttrDictionary();
    DictionaryAttr bound = replacer.replace(attributes);
    if (bound != attributes)
      op->setAttrs(bound);
    for (OpResult result : op->getResults())
      result.setType(replacer.replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(replacer.replace(argument.getType()));
    if (replacer.getError().empty())
      return WalkResult::advance();
    op->emitError() << replacer.getError();
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted() || failed(mlir::verify(module)));
}
