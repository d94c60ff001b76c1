//===- Program.cpp - modules, hierarchies, dimensions, functions ----------===//

#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefoundry;

SmallVector<hir::TopologyAttr> tilefoundry::getTopologies(ModuleOp module) {
  for (ModuleOp owner = module; owner;
       owner = owner->getParentOfType<ModuleOp>())
    if (auto levels = owner->getAttrOfType<ArrayAttr>(kTopologiesAttr)) {
      SmallVector<hir::TopologyAttr> result;
      for (Attribute level : levels)
        if (auto topology = dyn_cast<hir::TopologyAttr>(level))
          result.push_back(topology);
      return result;
    }
  return {};
}

ModuleOp tilefoundry::getRootModule(Operation *op) {
  ModuleOp root = dyn_cast<ModuleOp>(op);
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto module = dyn_cast<ModuleOp>(parent))
      root = module;
  return root;
}

std::shared_ptr<const Target> tilefoundry::resolveTarget(ModuleOp root) {
  Attribute attr = root->getAttr(kTargetAttr);
  if (!attr) {
    root.emitError() << "the root module declares no target; add 'hir.target', "
                        "e.g. #hir.cuda<device = \"nvidia.h200_sxm\">";
    return nullptr;
  }
  auto target = dyn_cast<TargetAttrInterface>(attr);
  if (!target) {
    root.emitError() << "'hir.target' is " << attr
                     << ", which implements no target interface; a compiler "
                        "that registers the dialect itself calls "
                        "registerMeasuring too";
    return nullptr;
  }
  auto resolved = target.resolveTarget();
  if (resolved)
    return std::move(*resolved);
  root.emitError() << "cannot resolve 'hir.target': "
                   << llvm::toString(resolved.takeError());
  return nullptr;
}

static StringRef moduleName(ModuleOp module) {
  return module.getSymName().value_or("module");
}

std::string tilefoundry::getModulePath(ModuleOp module) {
  std::string path = moduleName(module).str();
  for (auto owner = module->getParentOfType<ModuleOp>(); owner;
       owner = owner->getParentOfType<ModuleOp>())
    path = moduleName(owner).str() + "::" + path;
  return path;
}

std::string tilefoundry::getDottedPath(ModuleOp module, ModuleOp from) {
  std::string path;
  for (ModuleOp owner = module; owner && owner != from;
       owner = owner->getParentOfType<ModuleOp>())
    path = moduleName(owner).str() + (path.empty() ? "" : "." + path);
  return path;
}

std::string tilefoundry::getWeightName(func::FuncOp function, unsigned index) {
  Attribute attr = function.getArgAttr(index, kConstAttr);
  if (!attr)
    return {};
  if (auto name = dyn_cast<StringAttr>(attr))
    return name.str();
  if (!function.isExternal()) {
    StringRef name = hir::getAuthoredName(function.getArgument(index));
    if (!name.empty())
      return name.str();
  }
  return "arg" + std::to_string(index);
}

//===----------------------------------------------------------------------===//
// Finding a function
//===----------------------------------------------------------------------===//

/// Splits `@M::@f` or `M::f` into names.
static SmallVector<StringRef> splitPath(StringRef path) {
  SmallVector<StringRef> parts;
  path.split(parts, "::", -1, /*KeepEmpty=*/false);
  for (StringRef &part : parts)
    part.consume_front("@");
  return parts;
}

static func::FuncOp lookupPath(ModuleOp root, ArrayRef<StringRef> parts) {
  Operation *current = root;
  for (StringRef part : parts) {
    if (!isa<ModuleOp>(current))
      return {};
    current = SymbolTable::lookupSymbolIn(
        current, StringAttr::get(root->getContext(), part));
    if (!current)
      return {};
  }
  return dyn_cast<func::FuncOp>(current);
}

func::FuncOp tilefoundry::findFunction(ModuleOp root, StringRef path) {
  SmallVector<StringRef> parts = splitPath(path);
  std::string entry;
  if (parts.empty()) {
    auto symbol = root->getAttrOfType<SymbolRefAttr>(kEntryAttr);
    if (!symbol) {
      root.emitError()
          << "the root module has no 'hir.entry'; name the function "
             "with function=@Module::@function";
      return {};
    }
    parts.push_back(symbol.getRootReference().getValue());
    for (FlatSymbolRefAttr nested : symbol.getNestedReferences())
      parts.push_back(nested.getValue());
  }
  if (func::FuncOp function = lookupPath(root, parts))
    return function;
  if (root.getSymName() && parts.front() == *root.getSymName())
    if (func::FuncOp function =
            lookupPath(root, ArrayRef<StringRef>(parts).drop_front()))
      return function;
  std::string known;
  root.walk([&](func::FuncOp function) {
    if (known.size() < 200)
      known += (known.empty() ? "" : ", ") + function.getName().str();
  });
  root.emitError() << "no function '" << llvm::join(parts, "::")
                   << "' in module '" << moduleName(root)
                   << "'; its functions are: " << known;
  return {};
}
