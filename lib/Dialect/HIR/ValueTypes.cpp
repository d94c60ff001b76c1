//===- ValueTypes.cpp - what a type says, unpacked ------------------------===//

#include "tilefoundry/Dialect/HIR/ValueTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Layout/MaxRank.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

AxisExtent AxisExtent::get(Attribute extent) {
  if (std::optional<int64_t> value = getStaticExtent(extent))
    return AxisExtent(*value);
  return AxisExtent(ShapedType::kDynamic, extent);
}

Attribute AxisExtent::toAttr(MLIRContext *context) const {
  return dim ? dim : makeExtent(context, value);
}

Extent AxisExtent::toExtent() const {
  return dim ? hir::toExtent(dim) : Extent(value);
}

std::string AxisExtent::str() const {
  if (!dim)
    return std::to_string(value);
  if (auto named = dyn_cast<DimAttr>(dim))
    return named.getName().str();
  std::string text;
  llvm::raw_string_ostream(text) << dim;
  return text;
}

ExtentVector hir::shapeExtents(ArrayRef<AxisExtent> shape) {
  ExtentVector extents;
  for (const AxisExtent &extent : shape)
    extents.push_back(extent.toExtent());
  return extents;
}

std::string hir::toString(ArrayRef<AxisExtent> shape) {
  std::string text = "[";
  for (auto [i, extent] : llvm::enumerate(shape))
    text += (i ? ", " : "") + extent.str();
  return text + "]";
}

std::optional<ElementType> hir::toElementType(Type type) {
  if (type.isF32())
    return ElementType::F32;
  if (type.isF16())
    return ElementType::F16;
  if (type.isBF16())
    return ElementType::BF16;
  if (isa<Float8E4M3FNType>(type))
    return ElementType::FP8E4M3;
  if (isa<Float8E8M0FNUType>(type))
    return ElementType::F8E8M0;
  if (isa<Float4E2M1FNType>(type))
    return ElementType::F4E2M1;
  if (type.isSignlessInteger(32))
    return ElementType::I32;
  if (type.isSignlessInteger(64) || type.isIndex())
    return ElementType::I64;
  if (type.isSignlessInteger(1))
    return ElementType::Bool;
  return std::nullopt;
}

std::string hir::elementTypeList() {
  return "f32, f16, bf16, f8E4M3FN, f8E8M0FNU, f4E2M1FN, i32, i64, index, i1";
}

/// The scalar types of ir.md 1.
static bool isScalarType(Type type) {
  return type.isIndex() || type.isSignlessInteger(1) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64) ||
         type.isF32() || type.isF16() || type.isBF16();
}

std::optional<ValueDesc> ValueDesc::get(Type type) {
  ValueDesc desc;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor && isScalarType(type)) {
    desc.elementType = type;
    desc.storage = Storage::Umat;
    desc.isScalar = true;
    return desc;
  }
  if (!tensor || !toElementType(tensor.getElementType()) ||
      static_cast<size_t>(tensor.getRank()) > kMaxRank)
    return std::nullopt;
  desc.elementType = tensor.getElementType();
  ArrayRef<Attribute> dims;
  if (Attribute attr = tensor.getEncoding()) {
    auto encoding = dyn_cast<EncodingAttr>(attr);
    if (!encoding)
      return std::nullopt;
    desc.storage = encoding.getStorage();
    desc.layout = encoding.getLayout();
    dims = encoding.getDims();
  }
  for (int64_t extent : tensor.getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      desc.shape.push_back(extent);
      continue;
    }
    if (dims.empty())
      return std::nullopt;
    desc.shape.push_back(AxisExtent(ShapedType::kDynamic, dims.front()));
    dims = dims.drop_front();
  }
  if (!dims.empty())
    return std::nullopt;
  return desc;
}

Type ValueDesc::toType(MLIRContext *context) const {
  if (isScalar)
    return elementType;
  SmallVector<int64_t, 4> extents;
  SmallVector<Attribute, 1> dims;
  for (const AxisExtent &extent : shape) {
    extents.push_back(extent.value);
    if (extent.dim)
      dims.push_back(extent.dim);
  }
  Attribute encoding;
  if (storage != Storage::Gmem || layout || !dims.empty())
    encoding = EncodingAttr::get(context, storage, layout, dims);
  return RankedTensorType::get(extents, elementType, encoding);
}

bool ValueDesc::isStatic() const {
  return llvm::all_of(shape, [](const AxisExtent &e) { return e.isStatic(); });
}

SmallVector<int64_t, 4> ValueDesc::staticShape() const {
  return llvm::map_to_vector<4>(shape,
                                [](const AxisExtent &e) { return e.value; });
}

CheckedInt ValueDesc::numElements() const {
  return isStatic() ? product(staticShape()) : CheckedInt::overflow();
}

LogicalResult
hir::verifyValueType(llvm::function_ref<InFlightDiagnostic()> emitError,
                     Type type, StringRef role) {
  if (ValueDesc::get(type))
    return success();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    if (isa<TensorType>(type))
      return emitError() << role << " has type " << type
                         << "; a tensor needs a rank";
    return emitError() << role << " has type " << type
                       << ", which is neither a ranked tensor nor a scalar "
                          "(index, i1, i32, i64, f32, f16, bf16)";
  }
  if (static_cast<size_t>(tensor.getRank()) > kMaxRank)
    return emitError() << role << " has rank " << tensor.getRank()
                       << "; a tensor has at most " << kMaxRank << " axes";
  if (!toElementType(tensor.getElementType()))
    return emitError() << role << " has element type "
                       << tensor.getElementType() << "; the element types are "
                       << elementTypeList();
  if (tensor.getEncoding() && !isa<EncodingAttr>(tensor.getEncoding()))
    return emitError() << role << " has the encoding " << tensor.getEncoding()
                       << "; expected #hir.encoding";
  return emitError() << role << " has type " << type
                     << ", in which a '?' has no dimension; name it with "
                        "#hir.encoding<..., dims = [...]>";
}

LogicalResult hir::verifyValueTypes(Operation *op) {
  auto check = [&](TypeRange types, StringRef role) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      if (ValueDesc::get(type))
        continue;
      return verifyValueType([&] { return op->emitOpError(); }, type,
                             (role + Twine(i)).str());
    }
    return success();
  };
  return failure(failed(check(op->getOperandTypes(), "operand ")) ||
                 failed(check(op->getResultTypes(), "result ")));
}
