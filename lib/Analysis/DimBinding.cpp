//===- DimBinding.cpp - one binding for types, attributes, topologies -----===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"

using namespace mlir;
using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

/// The canonical form of an encoding whose dimensions have been replaced: one type
/// has one spelling.
static Attribute normalizeEncoding(hir::EncodingAttr encoding,
                                   ArrayRef<Attribute> dims, Attribute layout) {
  if (auto plain = dyn_cast_or_null<hir::LayoutAttr>(layout))
    if (plain.isStatic()) {
      // A layout that turned out row-major is what the type says without it.
      int64_t expected = 1;
      bool rowMajor = true;
      for (auto [extent, stride] : llvm::reverse(llvm::zip_equal(
               plain.getShape(), plain.getStrides()))) {
        int64_t size = *hir::getStaticExtent(extent);
        if (size > 1 && *hir::getStaticExtent(stride) != expected)
          rowMajor = false;
        if (size > 0 && expected < (int64_t(1) << 62) / size)
          expected *= size;
      }
      if (rowMajor)
        layout = {};
    }
  if (encoding.getStorage() == hir::Storage::Gmem && !layout && dims.empty())
    return {};
  return hir::EncodingAttr::get(encoding.getContext(), encoding.getStorage(),
                                layout, dims);
}

DimReplacer::DimReplacer(const DimBinding &dims) : dims(dims) {
  auto fail = [this](const std::string &why) {
    if (error.empty())
      error = why;
    return std::nullopt;
  };
  replacer.addReplacement(
      [this](hir::DimAttr dim)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto it = this->dims.find(dim.getName().str());
        if (it == this->dims.end())
          return std::pair(Attribute(dim), WalkResult::skip());
        return std::pair(
            Attribute(hir::makeExtent(dim.getContext(), it->second)),
            WalkResult::skip());
      });
  replacer.addReplacement(
      [this](hir::DimExprAttr expr)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        SmallVector<AffineExpr> symbols;
        SmallVector<Attribute> left;
        for (Attribute attr : expr.getDims()) {
          auto dim = cast<hir::DimAttr>(attr);
          auto it = this->dims.find(dim.getName().str());
          if (it != this->dims.end()) {
            symbols.push_back(
                getAffineConstantExpr(it->second, expr.getContext()));
            continue;
          }
          symbols.push_back(
              getAffineSymbolExpr(left.size(), expr.getContext()));
          left.push_back(dim);
        }
        AffineMap map = expr.getMap().replaceDimsAndSymbols({}, symbols, 0,
                                                            left.size());
        return std::pair(hir::DimExprAttr::build(expr.getKind(), map, left),
                         WalkResult::skip());
      });
  replacer.addReplacement(
      [this, fail](RankedTensorType type)
          -> std::optional<std::pair<Type, WalkResult>> {
        auto encoding =
            dyn_cast_or_null<hir::EncodingAttr>(type.getEncoding());
        if (!encoding)
          return std::pair(Type(type), WalkResult::skip());
        ArrayRef<Attribute> symbolic = encoding.getDims();
        SmallVector<int64_t> shape(type.getShape());
        SmallVector<Attribute> left;
        unsigned next = 0;
        for (int64_t &extent : shape) {
          if (!ShapedType::isDynamic(extent) || next >= symbolic.size())
            continue;
          Attribute bound = replacer.replace(symbolic[next++]);
          if (std::optional<int64_t> value = hir::getStaticExtent(bound)) {
            if (*value < 0)
              fail("a dimension of " + std::to_string(*value) +
                   " elements is negative");
            extent = *value;
          } else {
            left.push_back(bound);
          }
        }
        Attribute layout = encoding.getLayout();
        if (layout)
          layout = replacer.replace(layout);
        Attribute bound = normalizeEncoding(encoding, left, layout);
        return std::pair(
            Type(RankedTensorType::get(shape, type.getElementType(), bound)),
            WalkResult::skip());
      });
}

Type DimReplacer::replace(Type type) { return replacer.replace(type); }

Attribute DimReplacer::replace(Attribute attribute) {
  return replacer.replace(attribute);
}

DictionaryAttr DimReplacer::replace(DictionaryAttr attributes) {
  return cast<DictionaryAttr>(replacer.replace(Attribute(attributes)));
}

//===----------------------------------------------------------------------===//
// Which dimensions a function reaches
//===----------------------------------------------------------------------===//

namespace {
/// The dimensions reached, each with a place that shows it.
struct ReachedDims {
  std::map<std::string, std::pair<hir::DimAttr, Location>> dims;
  /// Dimensions on which a variant is selected.
  std::map<std::string, Location> selected;
  LogicalResult status = success();

  void add(hir::DimAttr dim, Location loc) {
    auto [it, inserted] =
        dims.emplace(dim.getName().str(), std::pair(dim, loc));
    if (inserted || it->second.first == dim)
      return;
    hir::DimAttr known = it->second.first;
    InFlightDiagnostic diag =
        mlir::emitError(loc)
        << "dimension '" << dim.getName() << "' has the interval ["
        << dim.getLo() << ", " << dim.getHi() << ") here and ["
        << known.getLo() << ", " << known.getHi()
        << ") elsewhere; one name has one interval";
    diag.attachNote(it->second.second) << "other interval here";
    status = failure();
  }
};

/// Walks everything that a call of `function` reaches.
class DimCollector {
public:
  DimCollector(ReachedDims &reached, Location loc)
      : reached(reached), loc(loc) {
    walker.addWalk(
        [this](hir::DimAttr dim) { this->reached.add(dim, this->loc); });
  }

  void visit(func::FuncOp function) {
    if (!visited.insert(function).second)
      return;
    loc = function.getLoc();
    walker.walk(function.getFunctionType());
    for (hir::TopologyAttr level :
         getTopologies(function->getParentOfType<ModuleOp>()))
      walker.walk(Attribute(level));
    if (auto variants = function->getAttrOfType<ArrayAttr>(kVariantsAttr))
      visitVariants(function, variants);
    SmallVector<hir::CallOp> calls;
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
      if (auto call = dyn_cast<hir::CallOp>(op))
        calls.push_back(call);
    });
    for (hir::CallOp call : calls)
      if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()))
        visit(callee);
  }

private:
  void visitVariants(func::FuncOp prototype, ArrayAttr variants) {
    for (Attribute symbol : variants) {
      auto variant = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          prototype, cast<FlatSymbolRefAttr>(symbol));
      if (!variant)
        continue;
      if (auto range = variant->getAttrOfType<hir::RangeAttr>(kRangeAttr))
        reached.selected.emplace(range.getName().str(), prototype.getLoc());
      visit(variant);
    }
  }

  ReachedDims &reached;
  AttrTypeWalker walker;
  Location loc;
  llvm::DenseSet<Operation *> visited;
};
} // namespace

static std::string intervalText(hir::DimAttr dim) {
  return "[" + std::to_string(dim.getLo()) + ", " +
         std::to_string(dim.getHi()) + ")";
}

LogicalResult
tilefoundry::checkDims(ModuleOp module, func::FuncOp function,
                       const std::optional<DimBinding> &dims) {
  ReachedDims reached;
  DimCollector(reached, function.getLoc()).visit(function);
  if (failed(reached.status))
    return failure();
  if (dims && dims->empty())
    return function.emitError() << "the stated dimensions are empty; leave them "
                                   "out for a program without dimensions";
  if (dims)
    for (const auto &[name, value] : *dims) {
      auto it = reached.dims.find(name);
      if (it == reached.dims.end() && !reached.selected.count(name)) {
        std::string known;
        for (const auto &entry : reached.dims)
          known += (known.empty() ? "'" : ", '") + entry.first + "'";
        return function.emitError()
               << "no dimension '" << name << "' is reached from '"
               << function.getName() << "'; "
               << (known.empty() ? std::string("it has no dimensions")
                                 : "its dimensions are " + known);
      }
      if (it == reached.dims.end())
        continue;
      hir::DimAttr dim = it->second.first;
      if (value < dim.getLo() || value >= dim.getHi())
        return function.emitError()
               << "dimension '" << name << "' is given the extent " << value
               << ", outside its interval " << intervalText(dim) << "; use e.g. "
               << name << "=" << dim.getLo();
    }
  for (const auto &[name, entry] : reached.dims)
    if (!dims || !dims->count(name)) {
      hir::DimAttr dim = entry.first;
      InFlightDiagnostic diag =
          function.emitError()
          << "dimension '" << name << "' of interval " << intervalText(dim)
          << " has no extent; give one, e.g. dims=" << name << "="
          << dim.getLo();
      diag.attachNote(entry.second) << "the dimension appears here";
      return diag;
    }
  for (const auto &[name, loc] : reached.selected)
    if (!dims || !dims->count(name))
      return mlir::emitError(loc)
             << "variants are selected on dimension '" << name
             << "', which has no extent; give one with dims=" << name << "=...";
  return success();
}

//===----------------------------------------------------------------------===//
// Binding a module in place
//===----------------------------------------------------------------------===//

/// Points the calls of a dispatch prototype at the variant that serves the size and
/// removes the prototype.
static LogicalResult selectVariants(ModuleOp module, const DimBinding &dims) {
  SmallVector<func::FuncOp> prototypes;
  module.walk([&](func::FuncOp function) {
    if (function->hasAttr(kVariantsAttr))
      prototypes.push_back(function);
  });
  for (func::FuncOp prototype : prototypes) {
    func::FuncOp chosen;
    bool isBound = false;
    for (Attribute symbol : prototype->getAttrOfType<ArrayAttr>(kVariantsAttr)) {
      auto variant = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          prototype, cast<FlatSymbolRefAttr>(symbol));
      auto range = variant->getAttrOfType<hir::RangeAttr>(kRangeAttr);
      auto it = dims.find(range.getName().str());
      isBound |= it != dims.end();
      if (it != dims.end() && it->second >= range.getLo() &&
          it->second < range.getHi())
        chosen = variant;
    }
    if (!isBound)
      continue;
    if (!chosen)
      return prototype.emitError() << "no variant serves the stated size";
    if (failed(SymbolTable::replaceAllSymbolUses(
            prototype, chosen.getNameAttr(), prototype->getParentOp())))
      return prototype.emitError() << "calls of the prototype cannot be "
                                      "rewritten";
    chosen->removeAttr(kRangeAttr);
    prototype.erase();
  }
  return success();
}

LogicalResult tilefoundry::bindDims(ModuleOp module, const DimBinding &dims) {
  std::map<std::string, hir::DimAttr> known;
  module.walk([&](Operation *op) {
    collectDims(Attribute(op->getAttrDictionary()), known);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          collectDims(type, known);
    for (Type type : op->getResultTypes())
      collectDims(type, known);
  });
  for (const auto &[name, value] : dims) {
    auto it = known.find(name);
    if (it == known.end())
      return module.emitError() << "no dimension '" << name
                                << "' appears in the module";
    if (value < it->second.getLo() || value >= it->second.getHi())
      return module.emitError()
             << "dimension '" << name << "' is given the extent " << value
             << ", outside its interval " << intervalText(it->second)
             << "; use e.g. " << name << "=" << it->second.getLo();
  }
  if (failed(selectVariants(module, dims)))
    return failure();
  DimReplacer replacer(dims);
  module.walk([&](Operation *op) {
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
  });
  if (!replacer.getError().empty())
    return module.emitError() << replacer.getError();
  return mlir::verify(module);
}
