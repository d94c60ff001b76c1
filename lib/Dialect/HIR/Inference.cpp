//===- Inference.cpp - result types from shapes and relations -------------===//

#include "tilefoundry/Dialect/HIR/Inference.h"
#include "Propagation.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// OpInput
//===----------------------------------------------------------------------===//

FailureOr<OpInput> OpInput::get(MLIRContext *context,
                                std::optional<Location> loc, StringRef name,
                                ValueRange operands) {
  OpInput input{context, loc, name, {}, {}};
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (std::optional<ValueDesc> desc = ValueDesc::get(operand.getType())) {
      input.operands.push_back(std::move(*desc));
      continue;
    }
    (void)verifyValueType([&] { return input.emitError(); }, operand.getType(),
                          "operand " + std::to_string(i));
    return failure();
  }
  return input;
}

InFlightDiagnostic OpInput::emitError() const {
  Location where = loc ? *loc : UnknownLoc::get(context);
  return mlir::emitError(where) << "'" << name << "' op ";
}

void hir::setAuthoredNames(Operation *op, OpAsmSetValueNameFn setName) {
  auto names = op->getAttrOfType<ArrayAttr>(kNamesAttr);
  if (!names || names.size() != op->getNumResults())
    return;
  for (auto [result, name] : llvm::zip(op->getResults(), names))
    if (auto text = dyn_cast<StringAttr>(name); text && !text.empty())
      setName(result, text.getValue());
}

LogicalResult hir::requireAttribute(MLIRContext *context,
                                    std::optional<Location> loc, StringRef op,
                                    StringRef name) {
  return mlir::emitError(loc ? *loc : UnknownLoc::get(context))
         << "'" << op << "' op requires attribute '" << name << "'";
}

LogicalResult OpInput::requireTensor(unsigned i) const {
  if (!operands[i].isScalar)
    return success();
  return emitError() << "operand " << i << " must be a tensor, got "
                     << operands[i].elementType;
}

LogicalResult OpInput::requireRank(unsigned i, int64_t rank) const {
  if (failed(requireTensor(i)))
    return failure();
  if (operands[i].rank() == rank)
    return success();
  return emitError() << "operand " << i << " must have rank " << rank
                     << ", got rank " << operands[i].rank() << " "
                     << toString(operands[i].shape);
}

LogicalResult OpInput::requireSameElement(unsigned i, unsigned j) const {
  if (operands[i].elementType == operands[j].elementType)
    return success();
  return emitError() << "operands " << i << " and " << j
                     << " must have one element type, got "
                     << operands[i].elementType << " and "
                     << operands[j].elementType << "; insert 'hir.cast'";
}

LogicalResult OpInput::requireFloat(unsigned i) const {
  if (isFloatingPoint(operands[i].element()))
    return success();
  return emitError() << "operand " << i
                     << " must have a floating-point element type, got "
                     << operands[i].elementType << "; insert 'hir.cast'";
}

LogicalResult OpInput::requireIndices(unsigned i) const {
  if (failed(requireRank(i, 1)))
    return failure();
  ElementType element = operands[i].element();
  if (element == ElementType::I32 || element == ElementType::I64)
    return success();
  return emitError() << "operand " << i << " must hold i32 or i64 indices, got "
                     << operands[i].elementType;
}

FailureOr<unsigned> hir::normalizeAxis(const OpInput &input, int64_t axis,
                                       int64_t rank, StringRef what) {
  int64_t normalized = axis < 0 ? axis + rank : axis;
  if (normalized >= 0 && normalized < rank)
    return static_cast<unsigned>(normalized);
  input.emitError() << what << " " << axis << " is outside a value of rank "
                    << rank << "; use a number in [" << -rank << ", " << rank
                    << ")";
  return failure();
}

SmallVector<int64_t, 4> hir::relationExtents(ArrayRef<AxisExtent> shape) {
  return llvm::map_to_vector<4>(shape,
                                [](const AxisExtent &e) { return e.value; });
}

ElementType hir::elementOf(Value value) {
  return *toElementType(getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Storage and plain layouts
//===----------------------------------------------------------------------===//

/// The one concrete storage of the deciding operands; `umat` abstains (ir.md
/// 5).
static FailureOr<Storage> inferStorage(const OpInput &input) {
  std::optional<unsigned> first;
  bool sawTensor = false;
  auto consider = [&](unsigned i) -> LogicalResult {
    const ValueDesc &operand = input[i];
    if (operand.isScalar)
      return success();
    sawTensor = true;
    if (operand.storage == Storage::Umat)
      return success();
    if (!first) {
      first = i;
      return success();
    }
    if (input[*first].storage == operand.storage)
      return success();
    return input.emitError() << "operands " << *first << " and " << i
                             << " must live in one storage, got '"
                             << stringifyStorage(input[*first].storage)
                             << "' and '" << stringifyStorage(operand.storage)
                             << "'; 'hir.reshard' one of them";
  };
  if (input.storageOperands.empty()) {
    for (unsigned i = 0; i < input.operands.size(); ++i)
      if (failed(consider(i)))
        return failure();
  } else {
    for (unsigned i : input.storageOperands)
      if (failed(consider(i)))
        return failure();
  }
  if (first)
    return input[*first].storage;
  return sawTensor ? Storage::Umat : Storage::Gmem;
}

/// Equal plain layouts pass through when they describe the result (ir.md 5).
static Attribute inferPlainLayout(const OpInput &input,
                                  const ResultShape &result) {
  Attribute common;
  bool first = true;
  for (const ValueDesc &operand : input.operands) {
    if (operand.isScalar)
      continue;
    if (operand.shape != result.shape)
      return {};
    if (!first && operand.layout != common)
      return {};
    common = operand.layout;
    first = false;
  }
  return common;
}

static bool hasRealShard(const ValueDesc &desc) {
  ShardAttr shard = desc.getShard();
  return shard && shard.isReal();
}

LogicalResult
hir::finishInference(const OpInput &input, ArrayRef<ResultShape> results,
                     llvm::function_ref<AccessRelations()> relations,
                     const ShardingRules &rules, SmallVectorImpl<Type> &types) {
  FailureOr<Storage> storage = inferStorage(input);
  if (failed(storage))
    return failure();
  SmallVector<ValueDesc, 1> descs;
  for (const ResultShape &result : results) {
    ValueDesc &desc = descs.emplace_back();
    desc.shape = result.shape;
    desc.elementType = result.elementType;
    desc.storage = result.storage.value_or(*storage);
    desc.isScalar = result.isScalar;
  }
  if (llvm::any_of(input.operands, hasRealShard)) {
    Propagation propagation(input, relations(), rules);
    if (failed(propagation.run(descs)))
      return failure();
  } else {
    for (auto [desc, result] : llvm::zip_equal(descs, results))
      desc.layout =
          result.takesLayout ? inferPlainLayout(input, result) : Attribute();
  }
  for (const ValueDesc &desc : descs)
    types.push_back(desc.toType(input.context));
  return success();
}

//===----------------------------------------------------------------------===//
// Building shards
//===----------------------------------------------------------------------===//

FailureOr<Attribute>
hir::materialise(llvm::function_ref<InFlightDiagnostic()> emitError,
                 Attribute layout, ArrayRef<AxisExtent> shape,
                 Storage storage) {
  if (!layout || isa<ComposedAttr>(layout))
    return layout;
  if (auto plain = dyn_cast<LayoutAttr>(layout)) {
    std::optional<Layout> converted = toLayout(plain);
    if (!plain.getMaterialised() || (converted && converted->isRowMajor()))
      return Attribute();
    return layout;
  }
  auto shard = cast<ShardAttr>(layout);
  if (!shard.isReal())
    return Attribute();
  if (shard.getLayout().getMaterialised())
    return layout;
  std::optional<StrideRule> rule = strideRuleOf(stringifyStorage(storage));
  if (!rule) {
    emitError() << "a sharded value needs a storage that materialises strides, "
                   "got '"
                << stringifyStorage(storage) << "'";
    return failure();
  }
  auto result = materialiseStrides(toShard(shard), *rule);
  if (!result) {
    emitError() << llvm::toString(result.takeError());
    return failure();
  }
  ShardAttr attr = fromShard(*result, shard.getMesh());
  if (!attr) {
    emitError() << "the strides of a shard over symbolic extents have no form; "
                   "bind the dimensions first";
    return failure();
  }
  return Attribute(attr);
}

FailureOr<Attribute>
hir::buildShard(llvm::function_ref<InFlightDiagnostic()> emitError,
                ArrayRef<AxisExtent> shape,
                ArrayRef<SmallVector<unsigned, 2>> splits,
                ArrayRef<ShardEntry> others, MeshAttr mesh, Storage storage) {
  auto shard =
      canonicalShard(shapeExtents(shape), splits, others, toMeshAxes(mesh));
  if (!shard) {
    emitError() << llvm::toString(shard.takeError());
    return failure();
  }
  ShardAttr attr = fromShard(*shard, mesh);
  if (!attr) {
    emitError() << "a symbolic extent cannot be split; bind the dimensions "
                   "first";
    return failure();
  }
  return materialise(emitError, attr, shape, storage);
}

//===----------------------------------------------------------------------===//
// Shapes and relations that many ops share
//===----------------------------------------------------------------------===//

LogicalResult hir::inferElementwise(OpInput &input, Type elementType,
                                    SmallVectorImpl<ResultShape> &results) {
  int64_t rank = -1;
  for (const ValueDesc &operand : input.operands)
    if (!operand.isScalar)
      rank = std::max(rank, operand.rank());
  if (rank < 0)
    return input.emitError() << "needs a tensor operand; scalars are computed "
                                "with 'arith'";
  AxisExtents shape(rank, AxisExtent(1));
  for (auto [number, operand] : llvm::enumerate(input.operands)) {
    int64_t shift = rank - operand.rank();
    for (int64_t axis = 0; axis < operand.rank(); ++axis) {
      const AxisExtent &extent = operand.shape[axis];
      AxisExtent &target = shape[axis + shift];
      if (extent.isOne() || extent == target)
        continue;
      if (!target.isOne())
        return input.emitError()
               << "operand " << number << " of shape "
               << toString(operand.shape) << " does not broadcast: axis "
               << axis << " has extent " << extent.str()
               << " where the other operands have " << target.str();
      target = extent;
    }
  }
  results.push_back({shape, elementType, std::nullopt});
  return success();
}

AccessRelations hir::overResult(ArrayRef<AxisExtent> shape) {
  AccessRelations relations = AccessRelations::over(relationExtents(shape));
  relations.addResult(0).subscripts = Subscript::identity(shape.size());
  return relations;
}

AccessRelations hir::elementwiseRelations(const OpInput &input,
                                          ArrayRef<ResultShape> results) {
  ArrayRef<AxisExtent> shape = results[0].shape;
  AccessRelations relations = overResult(shape);
  for (auto [number, operand] : llvm::enumerate(input.operands)) {
    BoundaryRelation &boundary = relations.addOperand(number);
    unsigned shift = shape.size() - operand.rank();
    for (unsigned axis = 0; axis < operand.rank(); ++axis) {
      bool broadcasts =
          operand.shape[axis].isOne() && !shape[axis + shift].isOne();
      boundary.subscripts.push_back(broadcasts ? Subscript::constant(0)
                                               : Subscript::dim(axis + shift));
    }
  }
  return relations;
}

PartialOutcome hir::passAnyPartial(ArrayRef<AxisState> operands) {
  std::optional<Reduction> reduction;
  bool sawReplicated = false;
  for (const AxisState &state : operands) {
    sawReplicated |= state.isReplicated();
    if (state.isReplicated())
      continue;
    if (!state.isPartial() || (reduction && *reduction != state.reduction))
      return PartialOutcome::refused();
    reduction = state.reduction;
  }
  // A replicated part is its own maximum and minimum, but would be summed once
  // per position.
  if (sawReplicated && reduction == Reduction::Sum)
    return PartialOutcome::refused();
  return reduction ? PartialOutcome::partial(*reduction)
                   : PartialOutcome::replicated();
}

PartialOutcome hir::passMonotone(ArrayRef<AxisState> operands) {
  const AxisState &state = operands.front();
  if (!state.isPartial() || state.reduction == Reduction::Sum)
    return PartialOutcome::refused();
  return PartialOutcome::partial(state.reduction);
}

PartialOutcome hir::passOnly(ArrayRef<AxisState> operands,
                             Reduction reduction) {
  return operands.front().isPartial(reduction)
             ? PartialOutcome::partial(reduction)
             : PartialOutcome::refused();
}
