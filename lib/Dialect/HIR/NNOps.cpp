//===- NNOps.cpp - contractions, reductions, normalisation ----------------===//

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

/// The result element type of an op with an optional `to`.
static FailureOr<Type> resultElement(const OpInput &input,
                                     std::optional<Type> to) {
  Type element = to.value_or(input[0].elementType);
  std::optional<ElementType> known = toElementType(element);
  if (known && isFloatingPoint(*known))
    return element;
  input.emitError() << "cannot produce " << element
                    << "; 'to' names a floating-point element type";
  return failure();
}

static void addService(ServiceKind kind, ArrayRef<int64_t> extents,
                       int64_t times, Work &work) {
  work.addService(kind, iterationCount(extents, times));
}

static LogicalResult requireEqualExtents(const OpInput &input, unsigned i,
                                         unsigned axisI, unsigned j,
                                         unsigned axisJ, StringRef what) {
  const AxisExtent &a = input[i].shape[axisI], &b = input[j].shape[axisJ];
  if (a == b)
    return success();
  return input.emitError() << "operands " << i << " and " << j
                           << " disagree in " << what << ": axis " << axisI
                           << " of operand " << i << " has extent " << a.str()
                           << ", axis " << axisJ << " of operand " << j
                           << " has " << b.str();
}

static LogicalResult requireIndices(const OpInput &input, unsigned i) {
  if (failed(input.requireRank(i, 1)))
    return failure();
  ElementType element = input[i].element();
  if (element == ElementType::I32 || element == ElementType::I64)
    return success();
  return input.emitError() << "operand " << i
                           << " must hold i32 or i64 indices, got "
                           << input[i].elementType;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

static LogicalResult inferMatmul(OpInput &input, std::optional<Type> to,
                                 SmallVectorImpl<ResultShape> &results) {
  for (unsigned i : {0u, 1u}) {
    if (failed(input.requireTensor(i)) || failed(input.requireFloat(i)))
      return failure();
    if (input[i].rank() < 2)
      return input.emitError()
             << "operand " << i << " must have rank 2 or more, got "
             << toString(input[i].shape);
  }
  FailureOr<Type> element = resultElement(input, to);
  if (failed(input.requireSameElement(0, 1)) || failed(element))
    return failure();
  const AxisExtents &a = input[0].shape, &b = input[1].shape;
  if (failed(requireEqualExtents(input, 0, a.size() - 1, 1, b.size() - 2,
                                 "the contracted dimension")))
    return failure();
  size_t batch = std::max(a.size(), b.size()) - 2;
  AxisExtents shape(batch, AxisExtent(1));
  for (unsigned i : {0u, 1u}) {
    size_t own = input[i].shape.size() - 2;
    for (size_t axis = 0; axis < own; ++axis) {
      const AxisExtent &extent = input[i].shape[axis];
      AxisExtent &target = shape[axis + batch - own];
      if (extent.isOne() || extent == target)
        continue;
      if (!target.isOne())
        return input.emitError()
               << "batch axes do not broadcast: operands 0 and 1 have shapes "
               << toString(a) << " and " << toString(b);
      target = extent;
    }
  }
  shape.push_back(a[a.size() - 2]);
  shape.push_back(b[b.size() - 1]);
  results.push_back({shape, *element, std::nullopt});
  return success();
}

static LogicalResult inferTile(OpInput &input, std::optional<Type> to,
                               int64_t m, int64_t n, int64_t k,
                               SmallVectorImpl<ResultShape> &results) {
  const int64_t want[2][2] = {{m, k}, {k, n}};
  for (unsigned i : {0u, 1u}) {
    if (failed(input.requireRank(i, 2)) || failed(input.requireFloat(i)))
      return failure();
    if (input[i].shape[0] != want[i][0] || input[i].shape[1] != want[i][1])
      return input.emitError()
             << "operand " << i << " must have shape [" << want[i][0] << ", "
             << want[i][1] << "], got " << toString(input[i].shape);
    if (input[i].storage != Storage::Smem && input[i].storage != Storage::Rmem)
      return input.emitError()
             << "operand " << i << " must live in 'smem' or 'rmem', got '"
             << stringifyStorage(input[i].storage) << "'; reshard it first";
  }
  FailureOr<Type> element = resultElement(input, to);
  if (failed(input.requireSameElement(0, 1)) || failed(element))
    return failure();
  input.storageOperands = {0};
  results.push_back({{m, n}, *element, Storage::Rmem});
  return success();
}

/// batch dims, then M, N, K.
static AccessRelations matmulRelations(const OpInput &input,
                                       ArrayRef<ResultShape> results) {
  ArrayRef<AxisExtent> shape = results[0].shape;
  SmallVector<int64_t, 4> extents = relationExtents(shape);
  unsigned batch = shape.size() - 2;
  extents.push_back(input[0].shape.back().value);
  AccessRelations relations = AccessRelations::over(extents);
  unsigned m = batch, n = batch + 1, k = batch + 2;
  for (unsigned i : {0u, 1u}) {
    BoundaryRelation &operand = relations.addOperand(i);
    unsigned own = input[i].shape.size() - 2;
    for (unsigned axis = 0; axis < own; ++axis) {
      unsigned dim = axis + batch - own;
      bool broadcasts = input[i].shape[axis].isOne() && !shape[dim].isOne();
      operand.subscripts.push_back(broadcasts ? Subscript::constant(0)
                                              : Subscript::dim(dim));
    }
    operand.subscripts.push_back(Subscript::dim(i == 0 ? m : k));
    operand.subscripts.push_back(Subscript::dim(i == 0 ? k : n));
  }
  BoundaryRelation &result = relations.addResult(0);
  for (unsigned d = 0; d < batch + 2; ++d)
    result.subscripts.push_back(Subscript::dim(d));
  return relations;
}

//===----------------------------------------------------------------------===//
// conv2d
//===----------------------------------------------------------------------===//

static LogicalResult checkConvAttributes(const OpInput &input,
                                         ArrayRef<int64_t> values,
                                         StringRef name, int64_t least) {
  if (values.size() != 2)
    return input.emitError()
           << "'" << name << "' needs two numbers, got " << values.size();
  for (int64_t value : values)
    if (value < least || value > (int64_t(1) << 31))
      return input.emitError() << "'" << name << "' must be in [" << least
                               << ", 2^31], got " << value;
  return success();
}

/// Positions of a window of `kernel` taps, or a failure with a message.
static FailureOr<AxisExtent> convExtent(const OpInput &input, unsigned axis,
                                        const AxisExtent &extent,
                                        const AxisExtent &kernel,
                                        int64_t stride, int64_t padding,
                                        int64_t dilation) {
  if (!extent.isStatic() || !kernel.isStatic()) {
    input.emitError() << "spatial axis " << axis
                      << " must be static; bind its dimension first";
    return failure();
  }
  CheckedInt span = CheckedInt(dilation) * (CheckedInt(kernel.value) - 1) + 1;
  CheckedInt room = CheckedInt(extent.value) + CheckedInt(2) * padding - span;
  if (!room || kernel.value < 1 || room.get() < 0) {
    input.emitError() << "a window of " << kernel.value << " taps, dilation "
                      << dilation << ", does not fit axis " << axis
                      << " of extent " << extent.value << " with padding "
                      << padding;
    return failure();
  }
  return AxisExtent(room.get() / stride + 1);
}

static LogicalResult inferConv2d(OpInput &input, ArrayRef<int64_t> stride,
                                 ArrayRef<int64_t> padding,
                                 ArrayRef<int64_t> dilation, int64_t groups,
                                 std::optional<Type> to,
                                 SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireRank(0, 4)) || failed(input.requireRank(1, 4)) ||
      failed(input.requireFloat(0)) || failed(input.requireSameElement(0, 1)) ||
      failed(checkConvAttributes(input, stride, "stride", 1)) ||
      failed(checkConvAttributes(input, padding, "padding", 0)) ||
      failed(checkConvAttributes(input, dilation, "dilation", 1)))
    return failure();
  const AxisExtents &x = input[0].shape, &w = input[1].shape;
  if (!x[1].isStatic() || !w[0].isStatic() || !w[1].isStatic())
    return input.emitError() << "channel extents must be static; bind their "
                                "dimensions first";
  if (groups < 1 || w[0].value % groups != 0)
    return input.emitError()
           << "'groups' is " << groups << ", which does not divide the "
           << w[0].value << " output channels";
  CheckedInt wanted = CheckedInt(w[1].value) * groups;
  if (!wanted || wanted.get() != x[1].value)
    return input.emitError() << "operand 0 has " << x[1].value
                             << " channels, but operand 1 reads " << w[1].value
                             << " channels in each of " << groups << " groups";
  FailureOr<Type> element = resultElement(input, to);
  if (failed(element))
    return failure();
  if (input.operands.size() > 2) {
    // The bias starts the accumulator, so it may also have the result's type.
    if (failed(input.requireRank(2, 1)) ||
        failed(requireEqualExtents(input, 1, 0, 2, 0, "output channels")) ||
        (input[2].elementType != *element &&
         failed(input.requireSameElement(0, 2))))
      return failure();
  }
  AxisExtents shape{x[0], w[0]};
  for (unsigned i : {0u, 1u}) {
    FailureOr<AxisExtent> extent = convExtent(
        input, i + 2, x[i + 2], w[i + 2], stride[i], padding[i], dilation[i]);
    if (failed(extent))
      return failure();
    shape.push_back(*extent);
  }
  results.push_back({shape, *element, std::nullopt});
  return success();
}

static Subscript affine(ArrayRef<Subscript::Term> terms, int64_t offset = 0) {
  Subscript subscript;
  subscript.terms.assign(terms.begin(), terms.end());
  subscript.offset = offset;
  return subscript;
}

/// The input channel of a tap: `Ci`, counted from the first channel of the
/// group that `Co` belongs to.
static Subscript inputChannel(int64_t groups, int64_t outputsPerGroup,
                              int64_t inputsPerGroup) {
  if (groups == 1)
    return Subscript::dim(4);
  Subscript::Term group{1, inputsPerGroup, outputsPerGroup};
  if (inputsPerGroup == 1)
    return affine({group});
  return affine({group, {4, 1}});
}

/// N, Co, Oh, Ow, Ci, Kh, Kw.
static AccessRelations
conv2dRelations(const OpInput &input, ArrayRef<int64_t> stride,
                ArrayRef<int64_t> padding, ArrayRef<int64_t> dilation,
                int64_t groups, ArrayRef<ResultShape> results) {
  const AxisExtents &w = input[1].shape;
  ArrayRef<AxisExtent> out = results[0].shape;
  AccessRelations relations =
      AccessRelations::over({out[0].value, out[1].value, out[2].value,
                             out[3].value, w[1].value, w[2].value, w[3].value});
  Subscript outChannel = Subscript::dim(1);
  Subscript inChannel = inputChannel(groups, w[0].value / groups, w[1].value);
  BoundaryRelation &x = relations.addOperand(0);
  x.subscripts = {Subscript::dim(0), inChannel,
                  affine({{2, stride[0]}, {5, dilation[0]}}, -padding[0]),
                  affine({{3, stride[1]}, {6, dilation[1]}}, -padding[1])};
  BoundaryRelation &filter = relations.addOperand(1);
  filter.subscripts = {outChannel, Subscript::dim(4), Subscript::dim(5),
                       Subscript::dim(6)};
  if (input.operands.size() > 2)
    relations.addOperand(2).subscripts = {outChannel};
  relations.addResult(0).subscripts = {Subscript::dim(0), outChannel,
                                       Subscript::dim(2), Subscript::dim(3)};
  return relations;
}

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
      failed(requireIndices(input, 4)) ||
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
