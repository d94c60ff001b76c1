//===- HIRDialect.cpp - registration, aliases, discardable attributes -----===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

#include "tilefoundry/Dialect/HIR/HIRDialect.cpp.inc"

namespace {
/// Short names for the attributes that repeat, so that printed IR reads well.
struct HIRAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    return llvm::TypeSwitch<Attribute, AliasResult>(attr)
        .Case<MeshAttr>([&](MeshAttr mesh) {
          llvm::interleave(
              mesh.getLevels(), os,
              [&](TopologyAttr level) { os << level.getName(); }, "_");
          return AliasResult::FinalAlias;
        })
        .Case<DimAttr>([&](DimAttr dim) {
          os << dim.getName();
          return AliasResult::FinalAlias;
        })
        .Case<DimExprAttr>([&](DimExprAttr) {
          os << "extent";
          return AliasResult::FinalAlias;
        })
        .Case<EncodingAttr>([&](EncodingAttr encoding) {
          os << stringifyStorage(encoding.getStorage());
          if (isa_and_nonnull<ShardAttr>(encoding.getLayout()))
            os << "_shard";
          else if (encoding.getLayout())
            os << "_layout";
          return AliasResult::FinalAlias;
        })
        .Default([](Attribute) { return AliasResult::NoAlias; });
  }
};
} // namespace

void HIRDialect::initialize() {
  registerAttributes();
  registerStructuredOps();
  registerMathOps();
  registerTensorOps();
  registerNNOps();
  registerShardingOps();
  addInterfaces<HIRAliases>();
  // The Target room attaches these; a forgotten registration fails loudly.
  declarePromisedInterfaces<TargetAttrInterface, CudaAttr, AmxAttr, CpuAttr>();
}

//===----------------------------------------------------------------------===//
// Discardable attributes (ir.md 3)
//===----------------------------------------------------------------------===//

static LogicalResult verifyTopologies(Operation *op, Attribute value) {
  auto levels = dyn_cast<ArrayAttr>(value);
  if (!levels)
    return op->emitError() << "'hir.topologies' must list #hir.topology, got "
                           << value;
  llvm::SmallSet<StringRef, 4> seen;
  for (Attribute level : levels) {
    auto topology = dyn_cast<TopologyAttr>(level);
    if (!topology)
      return op->emitError()
             << "'hir.topologies' must list #hir.topology, got " << level;
    if (!seen.insert(topology.getName()).second)
      return op->emitError() << "'hir.topologies' declares level '"
                             << topology.getName() << "' twice";
  }
  return success();
}

static LogicalResult verifyTarget(Operation *op, Attribute value) {
  if (!isa<TargetAttrInterface>(value) &&
      !isa<CudaAttr, AmxAttr, CpuAttr>(value))
    return op->emitError() << "'hir.target' must be a target attribute such as "
                              "#hir.cuda<device = \"...\">, got "
                           << value;
  // The parser wraps a file's module in a bare one while it verifies.
  auto isBareModule = [](Operation *parent) {
    return isa<ModuleOp>(parent) && !parent->getParentOp() &&
           !cast<ModuleOp>(parent).getSymName() &&
           parent->getDiscardableAttrDictionary().empty();
  };
  if (isa<ModuleOp>(op) && op->getParentOp() &&
      !isBareModule(op->getParentOp()))
    return op->emitError()
           << "'hir.target' stands on the root module only; a child has its "
              "root's target";
  return success();
}

/// The ranges of the variants split the dimension's interval: no gap, no
/// overlap.
static LogicalResult verifyVariants(Operation *op, Attribute value) {
  auto prototype = dyn_cast<func::FuncOp>(op);
  auto variants = dyn_cast<ArrayAttr>(value);
  if (!prototype || !variants || variants.empty())
    return op->emitError() << "'hir.variants' lists functions on a prototype";
  if (!prototype.isDeclaration())
    return op->emitError() << "a dispatch prototype has no body";
  SmallVector<std::pair<RangeAttr, func::FuncOp>> ranges;
  // There may be thousands; the symbol table itself is not verified yet.
  llvm::DenseMap<StringAttr, func::FuncOp> functions;
  if (Block *block = op->getBlock())
    for (auto function : block->getOps<func::FuncOp>())
      functions.try_emplace(function.getSymNameAttr(), function);
  for (Attribute symbol : variants) {
    auto ref = dyn_cast<FlatSymbolRefAttr>(symbol);
    func::FuncOp variant =
        ref ? functions.lookup(ref.getAttr()) : func::FuncOp();
    if (!variant)
      return op->emitError() << "'hir.variants' names " << symbol
                             << ", which is no function of this module";
    auto range =
        dyn_cast_or_null<RangeAttr>(variant->getDiscardableAttr("hir.range"));
    if (!range)
      return op->emitError()
             << "variant " << symbol << " carries no 'hir.range'";
    if (variant.getFunctionType() != prototype.getFunctionType())
      return op->emitError()
             << "variant " << symbol << " has type "
             << variant.getFunctionType() << ", but the prototype has "
             << prototype.getFunctionType();
    for (unsigned i = 0; i < variant.getNumArguments(); ++i)
      if (!variant.getArgAttr(i, "hir.const") !=
          !prototype.getArgAttr(i, "hir.const"))
        return op->emitError()
               << "variant " << symbol << " and the prototype do not mark the "
               << "same arguments as weights: argument " << i << " differs";
    if (!ranges.empty() && range.getName() != ranges[0].first.getName())
      return op->emitError() << "variants select on two dimensions, '"
                             << ranges[0].first.getName() << "' and '"
                             << range.getName() << "'";
    ranges.push_back({range, variant});
  }
  llvm::sort(ranges, [](const auto &a, const auto &b) {
    return a.first.getLo() < b.first.getLo();
  });
  StringRef name = ranges[0].first.getName();
  for (unsigned i = 1; i < ranges.size(); ++i) {
    int64_t previous = ranges[i - 1].first.getHi(),
            next = ranges[i].first.getLo();
    if (previous == next)
      continue;
    InFlightDiagnostic diag =
        op->emitError() << "the ranges of the variants "
                        << (previous < next ? "leave a gap in" : "overlap in")
                        << " dimension '" << name << "': ";
    diag << "[" << std::min(previous, next) << ", " << std::max(previous, next)
         << ") is served by "
         << (previous < next ? "no variant" : "two variants");
    diag.attachNote(ranges[i].second.getLoc()) << "variant starts here";
    return diag;
  }
  // The interval itself is the dimension's, wherever the signature shows it.
  for (Type type : prototype.getFunctionType().getInputs()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto encoding = tensor
                        ? dyn_cast_or_null<EncodingAttr>(tensor.getEncoding())
                        : EncodingAttr();
    if (!encoding)
      continue;
    for (Attribute attr : encoding.getDims()) {
      auto dim = dyn_cast<DimAttr>(attr);
      if (!dim || dim.getName() != name)
        continue;
      if (dim.getLo() != ranges.front().first.getLo() ||
          dim.getHi() != ranges.back().first.getHi())
        return op->emitError()
               << "the variants serve [" << ranges.front().first.getLo() << ", "
               << ranges.back().first.getHi() << ") of dimension '" << name
               << "', whose interval is [" << dim.getLo() << ", " << dim.getHi()
               << ")";
    }
  }
  return success();
}

LogicalResult HIRDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == "hir.topologies")
    return verifyTopologies(op, value);
  if (name == "hir.target")
    return verifyTarget(op, value);
  if (name == "hir.variants")
    return verifyVariants(op, value);
  if (name == "hir.entry" && !isa<SymbolRefAttr>(value))
    return op->emitError() << "'hir.entry' must name a function, got " << value;
  if (name == "hir.range" && !isa<RangeAttr>(value))
    return op->emitError() << "'hir.range' must be #hir.range, got " << value;
  return success();
}

LogicalResult HIRDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argument,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != "hir.const")
    return success();
  if (isa<StringAttr, UnitAttr>(attribute.getValue()))
    return success();
  return op->emitError() << "'hir.const' of argument " << argument
                         << " must be a string or stand alone, got "
                         << attribute.getValue();
}
