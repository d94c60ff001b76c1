//===- Inference.h - result types from shapes and relations -----*- C++ -*-===//
//
// Type inference has one body for all ops: an op states its result shapes and
// its access relations; storage, layouts and sharding follow by the rules of
// ir.md sections 5 and 6, which are written here once.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_INFERENCE_H
#define TILEFOUNDRY_DIALECT_HIR_INFERENCE_H

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/OperationSupport.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"

namespace tilefoundry::hir {

/// What inference knows of an op: its name, and its operands' types unpacked.
struct OpInput {
  mlir::MLIRContext *context;
  std::optional<mlir::Location> loc;
  llvm::StringRef name;
  llvm::SmallVector<ValueDesc, 3> operands;
  /// The operands that decide the results' storage; empty: every tensor
  /// operand.
  llvm::SmallVector<unsigned, 2> storageOperands;

  /// Unpacks the operands' types; fails (silently where there is no location)
  /// on one that is no value type.
  static mlir::FailureOr<OpInput> get(mlir::MLIRContext *context,
                                      std::optional<mlir::Location> loc,
                                      llvm::StringRef name,
                                      mlir::ValueRange operands);
  mlir::InFlightDiagnostic emitError() const;

  const ValueDesc &operator[](unsigned i) const { return operands[i]; }
  /// A diagnostic helper: fails unless operand `i` is a tensor of rank `rank`.
  mlir::LogicalResult requireRank(unsigned i, int64_t rank) const;
  mlir::LogicalResult requireTensor(unsigned i) const;
  /// Operands `i` and `j` have one element type.
  mlir::LogicalResult requireSameElement(unsigned i, unsigned j) const;
  mlir::LogicalResult requireFloat(unsigned i) const;
  /// Operand `i` is a list of i32 or i64 indices.
  mlir::LogicalResult requireIndices(unsigned i) const;
};

/// A result before storage and layout are known.
struct ResultShape {
  AxisExtents shape;
  mlir::Type elementType;
  /// Where it lives, where the op itself says so.
  std::optional<Storage> storage;
  bool isScalar = false;
  /// Whether an operand's layout may describe it.
  bool takesLayout = true;
};

/// The sharding rules of one op, as inference needs them (ShardingOpInterface).
struct ShardingRules {
  llvm::function_ref<std::optional<Reduction>(unsigned result)> reducedPartial;
  llvm::function_ref<PartialOutcome(unsigned result,
                                    llvm::ArrayRef<AxisState> operands)>
      propagatePartial;
};

/// Storage, layout and sharding of the results (ir.md 5, 6).
mlir::LogicalResult
finishInference(const OpInput &input, llvm::ArrayRef<ResultShape> results,
                llvm::function_ref<AccessRelations()> relations,
                const ShardingRules &rules,
                llvm::SmallVectorImpl<mlir::Type> &types);

/// The shard of `shape` whose axis a is split by the mesh axes `splits[a]`,
/// other mesh axes as `others` says, with strides for `storage`; null when
/// nothing real remains. Canonical (ir.md 2.4).
mlir::FailureOr<mlir::Attribute>
buildShard(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
           llvm::ArrayRef<AxisExtent> shape,
           llvm::ArrayRef<llvm::SmallVector<unsigned, 2>> splits,
           llvm::ArrayRef<ShardEntry> others, MeshAttr mesh, Storage storage);

/// Strides as the storage materialises them (ir.md 5); a shard that is
/// replicated everywhere becomes no layout.
mlir::FailureOr<mlir::Attribute>
materialise(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
            mlir::Attribute layout, llvm::ArrayRef<AxisExtent> shape,
            Storage storage);

/// The inference function of an op class: `OpT::inferShapes`, `OpT::relations`,
/// `OpT::reducedPartial` and `OpT::partialRule` state what is particular to it.
template <typename OpT>
mlir::LogicalResult inferTypes(mlir::MLIRContext *context,
                               std::optional<mlir::Location> loc,
                               typename OpT::Adaptor adaptor,
                               llvm::SmallVectorImpl<mlir::Type> &types) {
  mlir::FailureOr<OpInput> input = OpInput::get(
      context, loc, OpT::getOperationName(), adaptor.getOperands());
  if (failed(input))
    return mlir::failure();
  llvm::SmallVector<ResultShape, 1> results;
  if (failed(OpT::inferShapes(adaptor, *input, results)))
    return mlir::failure();
  auto reduced = [&](unsigned result) {
    return OpT::reducedPartial(adaptor, result);
  };
  auto partial = [&](unsigned result, llvm::ArrayRef<AxisState> states) {
    return OpT::partialRule(adaptor, result, states);
  };
  return finishInference(
      *input, results, [&] { return OpT::relations(adaptor, *input, results); },
      ShardingRules{reduced, partial}, types);
}

/// Whether an op class keeps attributes as properties.
template <typename OpT, typename = void>
struct HasProperties : std::false_type {};
template <typename OpT>
struct HasProperties<OpT, std::void_t<decltype(OpT::setInherentAttr(
                              std::declval<typename OpT::Properties &>(),
                              std::declval<llvm::StringRef>(),
                              std::declval<mlir::Attribute>()))>>
    : std::true_type {};

/// Refuses a missing attribute by name; inference runs before the verifier.
mlir::LogicalResult requireAttribute(mlir::MLIRContext *context,
                                     std::optional<mlir::Location> loc,
                                     llvm::StringRef op, llvm::StringRef name);

/// Inference from what a parser or builder holds: while an op is parsed,
/// inherent attributes still stand in the dictionary and defaults are not
/// filled in.
template <typename OpT>
mlir::LogicalResult
inferFromState(mlir::MLIRContext *context, std::optional<mlir::Location> loc,
               mlir::ValueRange operands, mlir::DictionaryAttr attributes,
               mlir::OpaqueProperties properties, mlir::RegionRange regions,
               std::initializer_list<llvm::StringRef> required,
               llvm::SmallVectorImpl<mlir::Type> &types) {
  if constexpr (HasProperties<OpT>::value) {
    using Properties = typename OpT::Properties;
    Properties own = properties ? *properties.as<Properties *>() : Properties();
    if (attributes)
      for (mlir::NamedAttribute attribute : attributes)
        OpT::setInherentAttr(own, attribute.getName(), attribute.getValue());
    OpT::populateDefaultProperties(
        mlir::OperationName(OpT::getOperationName(), context), own);
    for (llvm::StringRef name : required) {
      std::optional<mlir::Attribute> value =
          OpT::getInherentAttr(context, own, name);
      if (!value || !*value)
        return requireAttribute(context, loc, OpT::getOperationName(), name);
    }
    return inferTypes<OpT>(
        context, loc, typename OpT::Adaptor(operands, attributes, own, regions),
        types);
  } else {
    return inferTypes<OpT>(
        context, loc,
        typename OpT::Adaptor(operands, attributes, properties, regions),
        types);
  }
}

/// The relations of an existing op, through the same static functions.
template <typename OpT> AccessRelations relationsOf(OpT op) {
  mlir::FailureOr<OpInput> input =
      OpInput::get(op->getContext(), op->getLoc(), OpT::getOperationName(),
                   op->getOperands());
  llvm::SmallVector<ResultShape, 1> results;
  typename OpT::Adaptor adaptor(op);
  if (failed(input) || failed(OpT::inferShapes(adaptor, *input, results)))
    return {}; // The verifier has refused this op already.
  return OpT::relations(adaptor, *input, results);
}

/// Names the results of an op with several as `hir.names` says.
void setAuthoredNames(mlir::Operation *op, mlir::OpAsmSetValueNameFn setName);

/// The axis a possibly negative number names, or a failure with a message.
mlir::FailureOr<unsigned> normalizeAxis(const OpInput &input, int64_t axis,
                                        int64_t rank, llvm::StringRef what);

/// The extents of a shape as relations carry them.
llvm::SmallVector<int64_t, 4> relationExtents(llvm::ArrayRef<AxisExtent> shape);

/// A work count of `times` per iteration.
inline CheckedInt iterationCount(llvm::ArrayRef<int64_t> extents,
                                 int64_t times = 1) {
  return product(extents) * CheckedInt(times);
}

/// The element type of a tensor or scalar value of the contract.
ElementType elementOf(mlir::Value value);

//===--- Shapes and relations that many ops share -------------------------===//

/// Broadcast of all operands' shapes, trailing axes aligned (ir.md 5).
mlir::LogicalResult
inferElementwise(OpInput &input, mlir::Type elementType,
                 llvm::SmallVectorImpl<ResultShape> &results);
AccessRelations elementwiseRelations(const OpInput &input,
                                     llvm::ArrayRef<ResultShape> results);
/// One statement over the result, identity write.
AccessRelations overResult(llvm::ArrayRef<AxisExtent> shape);

/// Partial rules that several ops share (ir.md 6.3).
PartialOutcome passAnyPartial(llvm::ArrayRef<AxisState> operands);
PartialOutcome passMonotone(llvm::ArrayRef<AxisState> operands);
PartialOutcome passOnly(llvm::ArrayRef<AxisState> operands,
                        Reduction reduction);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_INFERENCE_H
