//===- NNOps.cpp - contractions, reductions, normalisation ----------------===//

#include "Contractions.h"
#include "OpSyntax.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/Inference.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static void addService(ServiceKind kind, ArrayRef<int64_t> extents,
                       int64_t times, Work &work) {
  work.addService(kind, iterationCount(extents, times));
}

//===----------------------------------------------------------------------===//
// The syntax of conv2d
//===----------------------------------------------------------------------===//

static ParseResult parseConvPair(OpAsmParser &parser, DenseI64ArrayAttr &slot) {
  SmallVector<int64_t, 2> numbers;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(numbers.emplace_back());
      }))
    return failure();
  slot = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

/// `stride`, `padding`, `dilation`, `groups` and `to`, each at most once.
static ParseResult parseConvParts(OpAsmParser &parser,
                                  Conv2dOp::Properties &properties) {
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef part;
    if (failed(parser.parseOptionalKeyword(
            &part, {"stride", "padding", "dilation", "groups", "to"})))
      return success();
    auto refuseSecond = [&](Attribute stated) -> ParseResult {
      if (!stated)
        return success();
      return parser.emitError(loc) << "'" << part << "' is stated twice";
    };
    if (part == "groups") {
      int64_t groups;
      if (refuseSecond(properties.groups) || parser.parseInteger(groups))
        return failure();
      properties.groups = parser.getBuilder().getI64IntegerAttr(groups);
      continue;
    }
    if (part == "to") {
      Type to;
      if (refuseSecond(properties.to) || parser.parseType(to))
        return failure();
      properties.to = TypeAttr::get(to);
      continue;
    }
    DenseI64ArrayAttr &slot = part == "stride"    ? properties.stride
                              : part == "padding" ? properties.padding
                                                  : properties.dilation;
    if (refuseSecond(slot) || parseConvPair(parser, slot))
      return failure();
  }
}

ParseResult Conv2dOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands;
  SmallVector<Type, 3> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands))
    return failure();
  Properties &properties = result.getOrAddProperties<Properties>();
  if (parseConvParts(parser, properties))
    return failure();
  populateDefaultProperties(result.name, properties);
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types) ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  SmallVector<Type, 1> inferred;
  if (failed(inferReturnTypes(
          parser.getContext(), result.location, result.operands,
          result.attributes.getDictionary(parser.getContext()),
          result.getRawProperties(), result.regions, inferred)))
    return failure();
  result.addTypes(inferred);
  return success();
}

void Conv2dOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  auto printPair = [&](StringRef keyword, ArrayRef<int64_t> values,
                       int64_t standard) {
    if (llvm::all_of(values, [&](int64_t v) { return v == standard; }))
      return;
    printer << " " << keyword << " [";
    llvm::interleaveComma(values, printer);
    printer << "]";
  };
  printPair("stride", getStride(), 1);
  printPair("padding", getPadding(), 0);
  printPair("dilation", getDilation(), 1);
  if (getGroups() != 1)
    printer << " groups " << getGroups();
  if (getTo())
    printer << " to " << *getTo();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {"stride", "padding", "dilation", "groups", "to"});
  printer << " : ";
  llvm::interleaveComma(getOperandTypes(), printer);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Which axes are reduced; bit per axis. `axes` have been checked.
static SmallVector<bool> reducedAxes(int64_t rank, ArrayRef<int64_t> axes) {
  SmallVector<bool> reduced(rank, false);
  for (int64_t axis : axes)
    reduced[axis < 0 ? axis + rank : axis] = true;
  return reduced;
}

static LogicalResult inferReduce(OpInput &input, StringRef kind,
                                 ArrayRef<int64_t> axes, bool keepdim,
                                 SmallVectorImpl<ResultShape> &results) {
  static constexpr llvm::StringLiteral kinds[] = {"sum", "mean", "max", "min",
                                                  "abs_max"};
  if (!llvm::is_contained(kinds, kind))
    return input.emitError() << "has the kind '" << kind
                             << "'; the kinds are sum, mean, max, min, abs_max";
  if (failed(input.requireTensor(0)))
    return failure();
  if (input[0].element() == ElementType::Bool)
    return input.emitError()
           << "operand 0 has element type i1, wanted a number;"
              " insert 'hir.cast'";
  if (axes.empty())
    return input.emitError() << "needs at least one axis";
  int64_t rank = input[0].rank();
  SmallVector<bool> reduced(rank, false);
  for (int64_t axis : axes) {
    FailureOr<unsigned> normalized =
        normalizeAxis(input, axis, rank, "reduced axis");
    if (failed(normalized))
      return failure();
    if (reduced[*normalized])
      return input.emitError() << "axis " << *normalized << " is listed twice";
    reduced[*normalized] = true;
  }
  AxisExtents shape;
  for (auto [axis, extent] : llvm::enumerate(input[0].shape)) {
    if (!reduced[axis])
      shape.push_back(extent);
    else if (keepdim)
      shape.push_back(AxisExtent(1));
  }
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

static LogicalResult inferArgmax(OpInput &input, int64_t axis,
                                 SmallVectorImpl<ResultShape> &results) {
  if (failed(inferReduce(input, "max", {axis}, false, results)))
    return failure();
  results[0].elementType = IntegerType::get(input.context, 64);
  return success();
}

static AccessRelations reduceRelations(const OpInput &input,
                                       ArrayRef<int64_t> axes, bool keepdim) {
  const AxisExtents &shape = input[0].shape;
  AccessRelations relations = AccessRelations::over(relationExtents(shape));
  SmallVector<bool> reduced = reducedAxes(shape.size(), axes);
  SmallVector<Subscript, 4> source, target;
  for (unsigned axis = 0; axis < shape.size(); ++axis) {
    source.push_back(Subscript::dim(axis));
    if (!reduced[axis])
      target.push_back(Subscript::dim(axis));
    else if (keepdim)
      target.push_back(Subscript::constant(0));
  }
  relations.addOperand(0).subscripts = source;
  relations.addResult(0).subscripts = target;
  return relations;
}

static void addReduceWork(ReduceOp op, ArrayRef<int64_t> extents, Work &work) {
  ElementType element = elementOf(op.getInput());
  CheckedInt m = product(extents);
  StringRef kind = op.getKind();
  if (kind == "max" || kind == "min") {
    work.addService(ServiceKind::Predicate, m);
    return;
  }
  work.addArithmetic(element, m);
  if (kind == "abs_max")
    work.addService(ServiceKind::Predicate, m);
  if (kind != "mean")
    return;
  // One division per element of the participant's result.
  SmallVector<bool> reduced = reducedAxes(extents.size(), op.getAxes());
  SmallVector<int64_t, 4> kept;
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (!reduced[axis])
      kept.push_back(extent);
  work.addArithmetic(element, product(kept));
}

static LogicalResult inferTopk(OpInput &input, Attribute k, int64_t axis,
                               SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  if (!isExtent(k))
    return input.emitError()
           << "'k' must be an integer or a dimension, got " << k;
  FailureOr<unsigned> normalized =
      normalizeAxis(input, axis, input[0].rank(), "axis");
  if (failed(normalized))
    return failure();
  AxisExtent count = AxisExtent::get(k);
  const AxisExtent &extent = input[0].shape[*normalized];
  if (count.isStatic() &&
      (count.value < 0 || (extent.isStatic() && count.value > extent.value)))
    return input.emitError() << "k is " << count.value << " but axis "
                             << *normalized << " has extent " << extent.str();
  AxisExtents shape = input[0].shape;
  shape[*normalized] = count;
  results.push_back({shape, input[0].elementType, std::nullopt});
  results.push_back({shape, IntegerType::get(input.context, 64), std::nullopt});
  return success();
}

/// The result's dims, then the scanned one.
static AccessRelations topkRelations(const OpInput &input, int64_t axis,
                                     ArrayRef<ResultShape> results) {
  unsigned rank = input[0].rank();
  unsigned scanned = axis < 0 ? axis + rank : axis;
  SmallVector<int64_t, 4> extents = relationExtents(results[0].shape);
  extents.push_back(input[0].shape[scanned].value);
  AccessRelations relations = AccessRelations::over(extents);
  SmallVector<Subscript, 4> source, target;
  for (unsigned d = 0; d < rank; ++d) {
    target.push_back(Subscript::dim(d));
    source.push_back(Subscript::dim(d == scanned ? rank : d));
  }
  relations.addOperand(0).subscripts = source;
  relations.addResult(0).subscripts = target;
  relations.addResult(1).subscripts = target;
  return relations;
}

static void addTopkWork(TopkOp op, ArrayRef<int64_t> extents, Work &work) {
  // Every element of the input is compared once, whatever k is.
  unsigned rank = extents.size() - 1;
  int64_t axis = op.getAxis();
  unsigned scanned = axis < 0 ? axis + rank : axis;
  SmallVector<int64_t, 4> input(extents);
  input.erase(input.begin() + scanned);
  work.addService(ServiceKind::Predicate, product(input));
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

static LogicalResult inferSoftmax(OpInput &input, int64_t axis,
                                  SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireTensor(0)) || failed(input.requireFloat(0)) ||
      failed(normalizeAxis(input, axis, input[0].rank(), "axis")))
    return failure();
  results.push_back({input[0].shape, input[0].elementType, std::nullopt});
  return success();
}

/// The dims that `isRow` says are walked; the others are whole in each row.
static AccessRelations rowRelations(ArrayRef<AxisExtent> shape,
                                    ArrayRef<bool> isRow) {
  SmallVector<int64_t, 4> extents;
  SmallVector<Subscript, 4> subscripts;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (!isRow[axis]) {
      subscripts.push_back(Subscript::whole());
      continue;
    }
    subscripts.push_back(Subscript::dim(extents.size()));
    extents.push_back(extent.value);
  }
  AccessRelations relations = AccessRelations::over(extents);
  relations.addOperand(0).subscripts = subscripts;
  relations.addResult(0).subscripts = subscripts;
  return relations;
}

static AccessRelations softmaxRelations(const OpInput &input, int64_t axis) {
  unsigned rank = input[0].rank();
  SmallVector<bool, 4> isRow(rank, true);
  isRow[axis < 0 ? axis + rank : axis] = false;
  return rowRelations(input[0].shape, isRow);
}

/// Elements of one normalised row: the axes of `value` that no iteration walks.
static CheckedInt rowLength(Value value, int64_t firstAxis, int64_t pastAxis) {
  ValueDesc desc = *ValueDesc::get(value.getType());
  return product(ArrayRef<int64_t>(desc.staticShape())
                     .slice(firstAxis, pastAxis - firstAxis));
}

static void addSoftmaxWork(SoftmaxOp op, ArrayRef<int64_t> extents,
                           Work &work) {
  int64_t rank = extents.size() + 1;
  int64_t axis = op.getAxis();
  axis = axis < 0 ? axis + rank : axis;
  CheckedInt m = product(extents) * rowLength(op.getInput(), axis, axis + 1);
  work.addFlops(ElementType::F32, m * 3);
  work.addService(ServiceKind::Special, m);
  work.addService(ServiceKind::Predicate, m);
}

static LogicalResult inferNorm(OpInput &input, int64_t axis,
                               SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireTensor(0)) || failed(input.requireFloat(0)))
    return failure();
  int64_t rank = input[0].rank();
  FailureOr<unsigned> first = normalizeAxis(input, axis, rank, "axis");
  if (failed(first))
    return failure();
  ArrayRef<AxisExtent> normalized =
      ArrayRef<AxisExtent>(input[0].shape).drop_front(*first);
  for (unsigned i = 1; i < input.operands.size(); ++i) {
    if (failed(input.requireTensor(i)) ||
        failed(input.requireSameElement(0, i)))
      return failure();
    if (ArrayRef<AxisExtent>(input[i].shape) != normalized)
      return input.emitError()
             << "operand " << i
             << " must have the shape of the normalised axes "
             << toString(normalized) << ", got " << toString(input[i].shape);
  }
  results.push_back({input[0].shape, input[0].elementType, std::nullopt});
  return success();
}

static AccessRelations normRelations(const OpInput &input, int64_t axis) {
  unsigned rank = input[0].rank();
  unsigned first = axis < 0 ? axis + rank : axis;
  SmallVector<bool, 4> isRow(rank, true);
  for (unsigned a = first; a < rank; ++a)
    isRow[a] = false;
  AccessRelations relations = rowRelations(input[0].shape, isRow);
  for (unsigned i = 1; i < input.operands.size(); ++i) {
    BoundaryRelation &weight = relations.addOperand(i);
    weight.subscripts.assign(rank - first, Subscript::whole());
  }
  return relations;
}

template <typename OpT>
static void addNormWork(OpT op, int64_t axis, ArrayRef<int64_t> extents,
                        int64_t perElement, int64_t perRow, Work &work) {
  ValueDesc desc = *ValueDesc::get(op.getInput().getType());
  int64_t first = axis < 0 ? axis + desc.rank() : axis;
  CheckedInt rows = product(extents);
  CheckedInt m = rows * rowLength(op.getInput(), first, desc.rank());
  work.addFlops(ElementType::F32, m * perElement + rows * perRow);
  work.addService(ServiceKind::Special, rows);
}

//===----------------------------------------------------------------------===//
// rope and quant
//===----------------------------------------------------------------------===//

static LogicalResult inferRope(OpInput &input,
                               SmallVectorImpl<ResultShape> &results) {
  for (unsigned i : {0u, 1u})
    if (failed(input.requireRank(i, 4)) || failed(input.requireFloat(i)))
      return failure();
  for (unsigned i : {2u, 3u})
    if (failed(input.requireRank(i, 2)) ||
        failed(requireEqualExtents(input, 0, 3, i, 1, "the rotated dimension")))
      return failure();
  for (unsigned i : {1u, 2u, 3u})
    if (failed(input.requireSameElement(0, i)))
      return failure();
  if (failed(requireEqualExtents(input, 0, 0, 1, 0, "batch")) ||
      failed(requireEqualExtents(input, 0, 1, 1, 1, "sequence")) ||
      failed(requireEqualExtents(input, 0, 3, 1, 3, "the rotated dimension")) ||
      failed(requireEqualExtents(input, 2, 0, 3, 0, "table rows")) ||
      failed(input.requireIndices(4)) ||
      failed(requireEqualExtents(input, 0, 1, 4, 0, "sequence")))
    return failure();
  input.storageOperands = {0, 1, 2, 3};
  for (unsigned i : {0u, 1u})
    results.push_back({input[i].shape, input[i].elementType, std::nullopt});
  return success();
}

/// Two statements, q's and k's, sharing B (dim 0) and S (dim 1) only; dims 2
/// and 3 are their heads.
static AccessRelations ropeRelations(const OpInput &input) {
  const AxisExtents &q = input[0].shape, &k = input[1].shape;
  AccessRelations relations;
  relations.extents = {q[0].value, q[1].value, q[2].value, k[2].value};
  relations.statements = {Statement{{0, 1, 2}}, Statement{{0, 1, 3}}};
  for (unsigned i : {0u, 1u}) {
    SmallVector<Subscript, 4> own{Subscript::dim(0), Subscript::dim(1),
                                  Subscript::dim(2 + i), Subscript::whole()};
    relations.addOperand(i, i).subscripts = own;
    relations.addResult(i, i).subscripts = own;
  }
  for (unsigned i : {2u, 3u})
    relations.addOperand(i).subscripts = {Subscript::chosenBy({1}),
                                          Subscript::whole()};
  relations.addOperand(4).subscripts = {Subscript::dim(1)};
  return relations;
}

static void addRopeWork(RopeOp op, ArrayRef<int64_t> extents, Work &work) {
  CheckedInt rows = CheckedInt(extents[0]) * extents[1];
  CheckedInt heads = CheckedInt(extents[2]) + extents[3];
  CheckedInt elements = rows * heads * rowLength(op.getQ(), 3, 4);
  work.addFlops(elementOf(op.getQ()), elements * 3);
}

static LogicalResult inferQuant(OpInput &input, int64_t group,
                                SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireTensor(0)) || failed(input.requireFloat(0)))
    return failure();
  if (input[0].rank() == 0)
    return input.emitError() << "operand 0 must have rank 1 or more";
  const AxisExtent &last = input[0].shape.back();
  if (!last.isStatic())
    return input.emitError() << "the last axis must be static to be grouped; "
                                "bind its dimension first";
  if (group < 1 || last.value % group != 0)
    return input.emitError() << "'group' is " << group
                             << ", which does not divide the last axis of "
                                "extent "
                             << last.value;
  AxisExtents scales = input[0].shape;
  scales.back() = AxisExtent(last.value / group);
  results.push_back(
      {input[0].shape, Float8E4M3FNType::get(input.context), std::nullopt});
  results.push_back({scales, Float32Type::get(input.context), std::nullopt});
  return success();
}

static AccessRelations quantRelations(const OpInput &input, int64_t group) {
  unsigned rank = input[0].rank();
  AccessRelations relations =
      AccessRelations::over(relationExtents(input[0].shape));
  SmallVector<Subscript, 4> identity;
  for (unsigned d = 0; d < rank; ++d)
    identity.push_back(Subscript::dim(d));
  relations.addOperand(0).subscripts = identity;
  relations.addResult(0).subscripts = identity;
  identity.back().divisor = group;
  relations.addResult(1).subscripts = identity;
  return relations;
}

static void addQuantWork(QuantOp op, ArrayRef<int64_t> extents, Work &work) {
  CheckedInt m = product(extents);
  CheckedInt groups = product(extents.drop_back()) *
                      (extents.back() / static_cast<int64_t>(op.getGroup()));
  work.addFlops(ElementType::F32, m * 2 + groups);
  work.addService(ServiceKind::Predicate, m * 3);
}

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRNNOps.cpp.inc"

void HIRDialect::registerNNOps() {
  addOperations<
#define GET_OP_LIST
#include "tilefoundry/Dialect/HIR/HIRNNOps.cpp.inc"
      >();
}
