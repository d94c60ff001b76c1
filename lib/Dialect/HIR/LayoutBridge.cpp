//===- LayoutBridge.cpp - attributes to layout algebra and back -----------===//

#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

ShardKind hir::partialKind(Reduction reduction) {
  switch (reduction) {
  case Reduction::Sum:
    return ShardKind::PartialSum;
  case Reduction::Max:
    return ShardKind::PartialMax;
  case Reduction::Min:
    return ShardKind::PartialMin;
  }
  llvm_unreachable("covered switch");
}

std::optional<Reduction> hir::partialReduction(ShardKind kind) {
  switch (kind) {
  case ShardKind::PartialSum:
    return Reduction::Sum;
  case ShardKind::PartialMax:
    return Reduction::Max;
  case ShardKind::PartialMin:
    return Reduction::Min;
  default:
    return std::nullopt;
  }
}

/// A name for messages that lives as long as the attribute's context.
static StringRef symbolName(Attribute extent) {
  if (auto dim = dyn_cast<DimAttr>(extent))
    return dim.getName();
  std::string text;
  llvm::raw_string_ostream(text) << extent;
  return StringAttr::get(extent.getContext(), text).getValue();
}

static Extent toSymbol(Attribute extent) {
  return Extent(Symbol{extent.getAsOpaquePointer(), symbolName(extent)});
}

/// A product of dimensions and numbers, or nothing.
static std::optional<Extent> toProduct(AffineExpr expr,
                                       ArrayRef<Attribute> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Extent(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return toSymbol(dims[symbol.getPosition()]);
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  std::optional<Extent> lhs = toProduct(product.getLHS(), dims);
  std::optional<Extent> rhs = toProduct(product.getRHS(), dims);
  if (!lhs || !rhs)
    return std::nullopt;
  return *lhs * *rhs;
}

Extent hir::toExtent(Attribute extent) {
  if (std::optional<int64_t> value = getStaticExtent(extent))
    return Extent(*value);
  // A product is known factor by factor, so that sizes can be compared.
  if (auto expr = dyn_cast<DimExprAttr>(extent);
      expr && expr.getKind() == DimExprKind::Single)
    if (std::optional<Extent> product =
            toProduct(expr.getMap().getResult(0), expr.getDims()))
      return *product;
  return toSymbol(extent);
}

Attribute hir::fromExtent(MLIRContext *context, const Extent &extent) {
  if (std::optional<int64_t> value = extent.asStatic())
    return makeExtent(context, *value);
  if (extent.getSymbols().empty())
    return {};
  // A product of dimensions and a number.
  AffineExpr product = getAffineConstantExpr(extent.getFactor().get(), context);
  SmallVector<Attribute> dims;
  for (const Symbol &symbol : extent.getSymbols()) {
    Attribute attr = Attribute::getFromOpaquePointer(symbol.id);
    if (extent.getSymbols().size() == 1 && extent.getFactor().get() == 1)
      return attr;
    auto toSymbolExpr = [&](Attribute dim) {
      auto *known = llvm::find(dims, dim);
      unsigned position = known - dims.begin();
      if (known == dims.end())
        dims.push_back(dim);
      return getAffineSymbolExpr(position, context);
    };
    auto expr = dyn_cast<DimExprAttr>(attr);
    if (!expr) {
      product = product * toSymbolExpr(attr);
      continue;
    }
    if (expr.getKind() != DimExprKind::Single)
      return {};
    SmallVector<AffineExpr> symbols;
    for (Attribute dim : expr.getDims())
      symbols.push_back(toSymbolExpr(dim));
    product = product * expr.getMap().getResult(0).replaceSymbols(symbols);
  }
  return DimExprAttr::build(DimExprKind::Single,
                            AffineMap::get(0, dims.size(), product), dims);
}

static std::optional<SmallVector<int64_t, 4>>
toStaticValues(ArrayRef<Attribute> extents) {
  SmallVector<int64_t, 4> values;
  for (Attribute extent : extents) {
    std::optional<int64_t> value = getStaticExtent(extent);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<Layout> hir::toLayout(LayoutAttr layout) {
  auto shape = toStaticValues(layout.getShape());
  auto strides = toStaticValues(layout.getStrides());
  if (!shape || !strides)
    return std::nullopt;
  return layout.getMaterialised() ? Layout::get(*shape, *strides)
                                  : Layout::unmaterialised(*shape);
}

std::optional<ComposedLayout> hir::toComposedLayout(Attribute layout) {
  if (auto plain = dyn_cast<LayoutAttr>(layout)) {
    std::optional<Layout> converted = toLayout(plain);
    if (!converted)
      return std::nullopt;
    return ComposedLayout(*converted);
  }
  // Composed even at offset 0 with no inner layout: that is a slice.
  auto composed = cast<ComposedAttr>(layout);
  std::optional<Layout> inner, outer;
  if (composed.getInner() && !(inner = toLayout(composed.getInner())))
    return std::nullopt;
  if (composed.getOuter() && !(outer = toLayout(composed.getOuter())))
    return std::nullopt;
  return ComposedLayout(std::move(inner), composed.getOffset(),
                        std::move(outer));
}

LayoutAttr hir::fromLayout(MLIRContext *context, const Layout &layout) {
  auto toAttr = [&](int64_t v) -> Attribute { return makeExtent(context, v); };
  return LayoutAttr::get(context, llvm::map_to_vector(layout.shape, toAttr),
                         llvm::map_to_vector(layout.strides, toAttr),
                         layout.materialised);
}

static std::optional<Mesh> toMesh(ArrayRef<TopologyAttr> levels,
                                  Attribute layout,
                                  ArrayRef<StringAttr> axisNames) {
  Mesh result;
  for (TopologyAttr level : levels) {
    if (level.getExtent() && !getStaticExtent(level.getExtent()))
      return std::nullopt;
    result.levels.push_back(
        {level.getName().str(), getStaticExtent(level.getExtent())});
  }
  std::optional<ComposedLayout> composed = toComposedLayout(layout);
  if (!composed)
    return std::nullopt;
  result.layout = std::move(*composed);
  for (StringAttr name : axisNames)
    result.axisNames.push_back(name.getValue().str());
  return result;
}

std::optional<Mesh> hir::toMesh(MeshAttr mesh) {
  return ::toMesh(mesh.getLevels(), mesh.getLayout(), mesh.getAxisNames());
}

SmallVector<MeshAxis, 4> hir::toMeshAxes(MeshAttr mesh) {
  SmallVector<MeshAxis, 4> axes;
  for (auto [name, extent] :
       llvm::zip_equal(mesh.getAxisNames(), mesh.getShape()))
    axes.push_back({name.getValue().str(), toExtent(extent)});
  return axes;
}

Shard hir::toShard(ShardAttr shard) {
  Shard result;
  LayoutAttr layout = shard.getLayout();
  for (Attribute extent : layout.getShape())
    result.shape.push_back(toExtent(extent));
  if (layout.getMaterialised()) {
    result.strides.emplace();
    for (Attribute stride : layout.getStrides())
      result.strides->push_back(toExtent(stride));
  }
  result.entries.assign(shard.getEntries().begin(), shard.getEntries().end());
  result.meshAxes = toMeshAxes(shard.getMesh());
  return result;
}

ShardAttr hir::fromShard(const Shard &shard, MeshAttr mesh) {
  MLIRContext *context = mesh.getContext();
  SmallVector<Attribute> shape, strides;
  auto convert = [&](ArrayRef<Extent> from, SmallVectorImpl<Attribute> &to) {
    for (const Extent &extent : from) {
      to.push_back(fromExtent(context, extent));
      if (!to.back())
        return false;
    }
    return true;
  };
  if (!convert(shard.shape, shape) ||
      (shard.strides && !convert(*shard.strides, strides)))
    return {};
  return ShardAttr::get(
      context,
      LayoutAttr::get(context, shape, strides, shard.strides.has_value()),
      shard.entries, mesh);
}

llvm::Expected<SmallVector<StringRef, 4>> hir::levelNamesOfAxes(MeshAttr mesh) {
  SmallVector<StringRef, 4> names;
  if (mesh.getLevels().size() == 1) {
    names.assign(mesh.getRank(), mesh.getLevels().front().getName());
    return names;
  }
  std::optional<Mesh> plain = toMesh(mesh);
  if (!plain)
    return llvm::createStringError(
        "the mesh still has symbolic dimensions; bind them first");
  auto levels = plain->levelOfAxis();
  if (!levels)
    return levels.takeError();
  for (unsigned level : *levels)
    names.push_back(mesh.getLevels()[level].getName());
  return names;
}

//===----------------------------------------------------------------------===//
// Checks and the author's form
//===----------------------------------------------------------------------===//

static LogicalResult toDiagnostic(EmitError emitError, llvm::Error error) {
  if (!error)
    return success();
  return emitError() << llvm::toString(std::move(error));
}

LogicalResult hir::verifyMeshPositions(EmitError emitError,
                                       ArrayRef<TopologyAttr> levels,
                                       Attribute layout,
                                       ArrayRef<StringAttr> axisNames) {
  std::optional<Mesh> mesh = ::toMesh(levels, layout, axisNames);
  if (!mesh)
    return success(); // Checked again once its dimensions are bound.
  return toDiagnostic(emitError, mesh->verify());
}

/// Two elements at one place would be counted as two.
static LogicalResult verifyPlaces(EmitError emitError, StringRef what,
                                  Attribute layout,
                                  std::optional<bool> isInjective) {
  if (!isInjective)
    return emitError() << what << " " << layout
                       << " is too irregular to show that its places are "
                          "distinct; use strides that divide one another";
  if (!*isInjective)
    return emitError() << what << " " << layout
                       << " maps two coordinates to one place";
  return success();
}

static LogicalResult verifyPlainLayout(EmitError emitError,
                                       ArrayRef<Attribute> extents,
                                       LayoutAttr layout) {
  if (!layout.getMaterialised())
    return emitError() << "the layout of a tensor needs strides; only "
                          "'hir.reshard' materialises them";
  if (layout.getShape() != extents)
    return emitError() << "the layout " << Attribute(layout)
                       << " does not have the tensor's shape";
  std::optional<Layout> plain = toLayout(layout);
  if (!plain)
    return success();
  if (llvm::Error error = plain->verify())
    return toDiagnostic(emitError, std::move(error));
  if (plain->isRowMajor())
    return emitError() << "the layout " << Attribute(layout)
                       << " is row-major, which a type says without a layout; "
                          "leave it out";
  return verifyPlaces(emitError, "the layout", layout, plain->isInjective());
}

static LogicalResult verifyShardLayout(EmitError emitError,
                                       ArrayRef<Extent> shape,
                                       ShardAttr shard) {
  if (!shard.isReal())
    return emitError() << "a value that is replicated everywhere is spelled "
                          "without a layout; leave the shard out";
  if (!shard.getLayout().getMaterialised())
    return emitError() << "the shard layout of a tensor needs strides; only "
                          "'hir.reshard' materialises them";
  Shard plain = toShard(shard);
  if (llvm::Error error = verifyShard(shape, plain))
    return toDiagnostic(emitError, std::move(error));
  auto domain = domainLayout(plain);
  if (!domain) {
    llvm::consumeError(domain.takeError());
    return success(); // Symbolic: checked once its dimensions are bound.
  }
  return toDiagnostic(emitError, verifyStrides(plain));
}

LogicalResult hir::verifyLayoutOfTensor(EmitError emitError,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<Attribute> dims,
                                        Attribute layout) {
  MLIRContext *context = layout.getContext();
  SmallVector<Attribute> extents;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent)) {
      extents.push_back(dims.front());
      dims = dims.drop_front();
    } else {
      extents.push_back(makeExtent(context, extent));
    }
  }
  if (auto plain = dyn_cast<LayoutAttr>(layout))
    return verifyPlainLayout(emitError, extents, plain);
  if (auto shard = dyn_cast<ShardAttr>(layout))
    return verifyShardLayout(emitError,
                             llvm::map_to_vector<4>(extents, toExtent), shard);
  auto composed = cast<ComposedAttr>(layout);
  LayoutAttr domain =
      composed.getOuter() ? composed.getOuter() : composed.getInner();
  if (domain.getShape() != ArrayRef<Attribute>(extents))
    return emitError() << "the composed layout " << layout
                       << " does not have the tensor's shape";
  std::optional<ComposedLayout> plain = toComposedLayout(layout);
  if (!plain)
    return success();
  if (llvm::Error error = plain->verify())
    return toDiagnostic(emitError, std::move(error));
  return verifyPlaces(emitError, "the composed layout", layout,
                      plain->isInjective());
}

ShardAttr
hir::factorSugar(llvm::function_ref<InFlightDiagnostic(llvm::SMLoc)> emitError,
                 ArrayRef<SugarAxis> axes, MeshAttr mesh) {
  ExtentVector shape;
  SmallVector<SmallVector<unsigned, 2>> splits;
  for (const SugarAxis &axis : axes) {
    shape.push_back(toExtent(axis.extent));
    SmallVector<unsigned, 2> &split = splits.emplace_back();
    for (const std::string &name : axis.meshAxes) {
      int index = mesh.getAxisIndex(name);
      if (index < 0) {
        emitError(axis.loc) << "the mesh has no axis '" << name << "'";
        return {};
      }
      split.push_back(index);
    }
  }
  auto shard = canonicalShard(shape, splits, {}, toMeshAxes(mesh));
  if (!shard) {
    emitError(axes.empty() ? llvm::SMLoc() : axes.front().loc)
        << llvm::toString(shard.takeError());
    return {};
  }
  ShardAttr result = fromShard(*shard, mesh);
  if (!result)
    emitError(axes.front().loc) << "a symbolic extent cannot be split";
  return result;
}
