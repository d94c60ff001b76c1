//===- ValueTypes.h - what a type says, unpacked ----------------*- C++ -*-===//
//
// Tensors and scalars of the IR contract (ir.md 1) as plain values: shape with
// dimensions, element type, storage, layout.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_VALUETYPES_H
#define TILEFOUNDRY_DIALECT_HIR_VALUETYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "tilefoundry/Support/ElementType.h"

namespace tilefoundry::hir {

/// The extent of one tensor axis: a number, or a dimension.
struct AxisExtent {
  int64_t value = 0;
  /// Set for a symbolic axis; `value` is then `ShapedType::kDynamic`.
  mlir::Attribute dim;

  AxisExtent() = default;
  AxisExtent(int64_t value) : value(value) {}
  AxisExtent(int64_t value, mlir::Attribute dim) : value(value), dim(dim) {}
  /// From an extent attribute.
  static AxisExtent get(mlir::Attribute extent);

  bool isStatic() const { return !dim; }
  bool isOne() const { return !dim && value == 1; }
  mlir::Attribute toAttr(mlir::MLIRContext *context) const;
  Extent toExtent() const;
  /// `128` or the dimension's name, for messages.
  std::string str() const;
  friend bool operator==(const AxisExtent &a, const AxisExtent &b) {
    return a.value == b.value && a.dim == b.dim;
  }
  friend bool operator!=(const AxisExtent &a, const AxisExtent &b) {
    return !(a == b);
  }
};
using AxisExtents = llvm::SmallVector<AxisExtent, 4>;

/// The shape as the layout algebra takes it.
ExtentVector shapeExtents(llvm::ArrayRef<AxisExtent> shape);
/// `[4, ctx, 128]`.
std::string toString(llvm::ArrayRef<AxisExtent> shape);

/// The element type of the closed set (ir.md 1), `index` counting as `i64`.
std::optional<ElementType> toElementType(mlir::Type type);
/// `f32, f16, ...`: the closed set as messages list it.
std::string elementTypeList();

/// A tensor, or a scalar as an unmaterialised rank-0 value.
struct ValueDesc {
  AxisExtents shape;
  mlir::Type elementType;
  Storage storage = Storage::Gmem;
  /// Null, a plain, a composed or a shard layout.
  mlir::Attribute layout;
  bool isScalar = false;

  /// Nothing for a type that is neither a tensor of the contract nor a scalar.
  static std::optional<ValueDesc> get(mlir::Type type);
  mlir::Type toType(mlir::MLIRContext *context) const;

  int64_t rank() const { return shape.size(); }
  ShardAttr getShard() const {
    return mlir::dyn_cast_or_null<ShardAttr>(layout);
  }
  bool isStatic() const;
  ElementType element() const { return *toElementType(elementType); }
  llvm::SmallVector<int64_t, 4> staticShape() const;
  /// Number of elements; overflow when symbolic or past 64 bits.
  CheckedInt numElements() const;
};

/// Whether `type` is a value type of the contract; else emits why not on `op`.
/// `role` names the value, e.g. "operand 0".
mlir::LogicalResult
verifyValueType(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                mlir::Type type, llvm::StringRef role);

/// Operand and result types of `op` are value types of the contract.
mlir::LogicalResult verifyValueTypes(mlir::Operation *op);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_VALUETYPES_H
