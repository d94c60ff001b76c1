//===- InlinedView.cpp - one function with its calls inlined --------------===//

#include "tilefoundry/Analysis/InlinedView.h"
#include "ViewCloner.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

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
    if (!hir::endsBlock(op) && isOpTriviallyDead(op))
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
      return WalkResult::advance();
    llvm::append_range(values, op->getResults());
    // A payload's numbers are no values of the program.
    if (op->getNumRegions() != 0 && isMeasured(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
    return WalkResult::advance();
  });
  // Most views have a name of its own on every value already.
  llvm::StringSet<> seen;
  if (llvm::all_of(values, [&](Value value) {
        StringRef name = hir::getAuthoredName(value);
        return !name.empty() && seen.insert(name).second;
      }))
    return;
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
  ViewCloner cloner(graph, binding, owner);
  if (failed(clone) || failed(cloner.build(*source, *clone, *weights)))
    return {};
  removeDeadValues(*clone);
  if (int64_t actual = viewSize(*clone); actual > budget) {
    (void)refuseSize(function, actual, budget);
    return {};
  }
  nameValues(*clone);
  // Clones of verified ops that changed in nothing verify.
  if (cloner.hasRetyped() && failed(mlir::verify(*view)))
    return {};
  return view;
}
