//===- DimReplacer.cpp - extents in the place of dimensions ---------------===//
//
// One pass through types, layouts, meshes, bounds and topologies (ir.md 2.1).
// What a size makes of an attribute is checked as the parser would check it.
//
//===----------------------------------------------------------------------===//

#include "ThreadDiagnostics.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
using Extents = ArrayRef<Attribute>;
using MaybeAttr = std::optional<std::pair<Attribute, WalkResult>>;
} // namespace

class DimReplacer::Impl {
public:
  Impl(const DimBinding &dims, MLIRContext *context);

  AttrTypeReplacer replacer;
  std::string error;

private:
  /// The attribute or type if its verifier accepts it; else the first refusal
  /// is kept and null returned.
  template <typename T, typename... Args> T check(Args &&...args);
  /// The same for an attribute, which is made in the context.
  template <typename T, typename... Args> T make(Args &&...args) {
    return check<T>(context, std::forward<Args>(args)...);
  }
  void fail(std::string why) {
    if (error.empty())
      error = std::move(why);
  }
  SmallVector<Attribute> replaceAll(Extents attributes) {
    return llvm::map_to_vector(
        attributes, [&](Attribute a) { return replacer.replace(a); });
  }
  template <typename T> T replacePart(T attribute) {
    return attribute ? cast<T>(replacer.replace(Attribute(attribute)))
                     : attribute;
  }
  /// Registers what replaces a `T`; a refused one stays as it was.
  template <typename T, typename Fn> void add(Fn replace) {
    replacer.addReplacement([this, replace](T attr) -> MaybeAttr {
      Attribute result = replace(attr);
      return std::pair(result || error.empty() ? result : Attribute(attr),
                       WalkResult::skip());
    });
  }
  void addExtents();
  void addLayouts();
  void addTypes();
  Attribute bindExpression(hir::DimExprAttr expr);
  RankedTensorType bindTensor(RankedTensorType type);
  Attribute normalizeEncoding(hir::EncodingAttr encoding, Extents dims,
                              Attribute layout);

  const DimBinding &dims;
  MLIRContext *context;
};

template <typename T, typename... Args>
T DimReplacer::Impl::check(Args &&...args) {
  ThreadDiagnostics diagnostics(context);
  auto emit = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  T result = T::getChecked(emit, std::forward<Args>(args)...);
  for (Diagnostic &diagnostic : diagnostics.get())
    fail(diagnostic.str());
  return result;
}

/// The canonical form of an encoding whose dimensions have been replaced: one
/// type has one spelling.
Attribute DimReplacer::Impl::normalizeEncoding(hir::EncodingAttr encoding,
                                               ArrayRef<Attribute> dims,
                                               Attribute layout) {
  if (auto plain = dyn_cast_or_null<hir::LayoutAttr>(layout))
    // A layout that turned out row-major is what the type says without it.
    if (std::optional<Layout> known = hir::toLayout(plain);
        known && known->isRowMajor())
      layout = {};
  if (encoding.getStorage() == hir::Storage::Gmem && !layout && dims.empty())
    return {};
  return make<hir::EncodingAttr>(encoding.getStorage(), layout, dims);
}

/// The value of `expr` at the symbols' values, exactly; an affine expression of
/// MLIR wraps instead. Divisors are positive.
static CheckedInt evaluate(AffineExpr expr, ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  CheckedInt lhs = evaluate(binary.getLHS(), symbols);
  CheckedInt rhs = evaluate(binary.getRHS(), symbols);
  if (expr.getKind() == AffineExprKind::Add)
    return lhs + rhs;
  if (expr.getKind() == AffineExprKind::Mul)
    return lhs * rhs;
  if (!lhs || !rhs || rhs.get() < 1)
    return CheckedInt::overflow();
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return llvm::divideFloorSigned(lhs.get(), rhs.get());
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return llvm::divideCeilSigned(lhs.get(), rhs.get());
  return llvm::mod(lhs.get(), rhs.get());
}

/// The integer that an expression without open dimensions is, if it is one.
static std::optional<int64_t> evaluate(hir::DimExprAttr expr,
                                       ArrayRef<int64_t> symbols) {
  std::optional<int64_t> value;
  for (AffineExpr result : expr.getMap().getResults()) {
    CheckedInt next = evaluate(result, symbols);
    if (!next)
      return std::nullopt;
    if (!value)
      value = next.get();
    else
      value = expr.getKind() == hir::DimExprKind::Max
                  ? std::max(*value, next.get())
                  : std::min(*value, next.get());
  }
  return value;
}

Attribute DimReplacer::Impl::bindExpression(hir::DimExprAttr expr) {
  SmallVector<AffineExpr> symbols;
  SmallVector<int64_t> values;
  SmallVector<Attribute> left;
  for (Attribute attr : expr.getDims()) {
    auto it = dims.find(cast<hir::DimAttr>(attr).getName().str());
    if (it != dims.end()) {
      symbols.push_back(getAffineConstantExpr(it->second, context));
      values.push_back(it->second);
      continue;
    }
    symbols.push_back(getAffineSymbolExpr(left.size(), context));
    left.push_back(attr);
  }
  if (left.empty()) {
    if (std::optional<int64_t> value = evaluate(expr, values))
      return hir::makeExtent(context, *value);
    std::string text;
    llvm::raw_string_ostream(text) << expr;
    fail(
        "the expression " + text +
        " has no value at these extents: it divides by zero or leaves 64 bits");
    return expr;
  }
  AffineMap map =
      expr.getMap().replaceDimsAndSymbols({}, symbols, 0, left.size());
  return hir::DimExprAttr::build(expr.getKind(), map, left);
}

void DimReplacer::Impl::addExtents() {
  add<hir::DimAttr>([this](hir::DimAttr dim) -> Attribute {
    auto it = dims.find(dim.getName().str());
    if (it == dims.end())
      return dim;
    return hir::makeExtent(context, it->second);
  });
  add<hir::DimExprAttr>(
      [this](hir::DimExprAttr expr) { return bindExpression(expr); });
}

void DimReplacer::Impl::addLayouts() {
  add<hir::LayoutAttr>([this](hir::LayoutAttr layout) -> Attribute {
    return make<hir::LayoutAttr>(Extents(replaceAll(layout.getShape())),
                                 Extents(replaceAll(layout.getStrides())),
                                 layout.getMaterialised());
  });
  add<hir::ComposedAttr>([this](hir::ComposedAttr layout) -> Attribute {
    return make<hir::ComposedAttr>(replacePart(layout.getInner()),
                                   layout.getOffset(),
                                   replacePart(layout.getOuter()));
  });
  add<hir::TopologyAttr>([this](hir::TopologyAttr level) -> Attribute {
    return make<hir::TopologyAttr>(level.getName(),
                                   replacePart(level.getExtent()));
  });
  add<hir::MeshAttr>([this](hir::MeshAttr mesh) -> Attribute {
    auto levels = llvm::map_to_vector(
        mesh.getLevels(), [&](hir::TopologyAttr l) { return replacePart(l); });
    return make<hir::MeshAttr>(ArrayRef(levels), replacePart(mesh.getLayout()),
                               mesh.getAxisNames());
  });
  add<hir::ShardAttr>([this](hir::ShardAttr shard) -> Attribute {
    return make<hir::ShardAttr>(replacePart(shard.getLayout()),
                                shard.getEntries(),
                                replacePart(shard.getMesh()));
  });
}

RankedTensorType DimReplacer::Impl::bindTensor(RankedTensorType type) {
  auto encoding = dyn_cast_or_null<hir::EncodingAttr>(type.getEncoding());
  if (!encoding)
    return type;
  Extents symbolic = encoding.getDims();
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Attribute> left;
  for (int64_t &extent : shape) {
    if (!ShapedType::isDynamic(extent) || symbolic.empty())
      continue;
    Attribute bound = replacer.replace(symbolic.front());
    symbolic = symbolic.drop_front();
    std::optional<int64_t> value = hir::getStaticExtent(bound);
    if (!value) {
      left.push_back(bound);
      continue;
    }
    if (*value < 0) {
      fail("an extent of " + std::to_string(*value) + " elements is negative");
      return type;
    }
    extent = *value;
  }
  Attribute bound =
      normalizeEncoding(encoding, left, replacePart(encoding.getLayout()));
  if (!error.empty())
    return type;
  auto result = check<RankedTensorType>(shape, type.getElementType(), bound);
  return result ? result : type;
}

void DimReplacer::Impl::addTypes() {
  replacer.addReplacement([this](RankedTensorType type)
                              -> std::optional<std::pair<Type, WalkResult>> {
    return std::pair(Type(bindTensor(type)), WalkResult::skip());
  });
}

DimReplacer::Impl::Impl(const DimBinding &dims, MLIRContext *context)
    : dims(dims), context(context) {
  addExtents();
  addLayouts();
  addTypes();
}

DimReplacer::DimReplacer(const DimBinding &dims, MLIRContext *context)
    : impl(std::make_unique<Impl>(dims, context)) {}
DimReplacer::~DimReplacer() = default;

Type DimReplacer::replace(Type type) { return impl->replacer.replace(type); }

Attribute DimReplacer::replace(Attribute attribute) {
  return impl->replacer.replace(attribute);
}

DictionaryAttr DimReplacer::replace(DictionaryAttr attributes) {
  return cast<DictionaryAttr>(impl->replacer.replace(Attribute(attributes)));
}

StringRef DimReplacer::getError() const { return impl->error; }
