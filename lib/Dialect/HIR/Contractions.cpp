//===- Contractions.cpp - shapes and relations of contractions ------------===//

#include "Contractions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

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

LogicalResult hir::requireEqualExtents(const OpInput &input, unsigned i,
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

LogicalResult hir::inferMatmul(OpInput &input, std::optional<Type> to,
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

LogicalResult hir::inferTile(OpInput &input, std::optional<Type> to, int64_t m,
                             int64_t n, int64_t k,
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
AccessRelations hir::matmulRelations(const OpInput &input,
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

LogicalResult hir::inferConv2d(OpInput &input, ArrayRef<int64_t> stride,
                               ArrayRef<int64_t> padding,
                               ArrayRef<int64_t> dilation, int64_t groups,
                               std::optional<Type> to,
                               SmallVectorImpl<ResultShape> &results) {
  size_t count = input.operands.size();
  if (count != 2 && count != 3)
    return input.emitError()
           << "reads an input, weights and optionally a bias, got " << count
           << " operands";
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
AccessRelations hir::conv2dRelations(const OpInput &input,
                                     ArrayRef<int64_t> stride,
                                     ArrayRef<int64_t> padding,
                                     ArrayRef<int64_t> dilation, int64_t groups,
                                     ArrayRef<ResultShape> results) {
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
