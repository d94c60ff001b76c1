//===- Rearrangement.cpp - shapes and relations of rearranged data --------===//

#include "TensorShapes.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// Rearrangement
//===----------------------------------------------------------------------===//

/// `sum coeff * dim + offset` of two extents, as an extent.
static AxisExtent addExtents(MLIRContext *context, const AxisExtent &a,
                             const AxisExtent &b) {
  if (a.isStatic() && b.isStatic()) {
    CheckedInt sum = CheckedInt(a.value) + b.value;
    return AxisExtent(sum ? sum.get() : -1);
  }
  SmallVector<Attribute> dims;
  auto toExpr = [&](const AxisExtent &extent) -> AffineExpr {
    if (extent.isStatic())
      return getAffineConstantExpr(extent.value, context);
    auto expr = dyn_cast<DimExprAttr>(extent.dim);
    if (!expr) {
      dims.push_back(extent.dim);
      return getAffineSymbolExpr(dims.size() - 1, context);
    }
    if (expr.getKind() != DimExprKind::Single)
      return {};
    SmallVector<AffineExpr> symbols;
    for (Attribute dim : expr.getDims()) {
      dims.push_back(dim);
      symbols.push_back(getAffineSymbolExpr(dims.size() - 1, context));
    }
    return expr.getMap().getResult(0).replaceSymbols(symbols);
  };
  AffineExpr left = toExpr(a), right = toExpr(b);
  if (!left || !right)
    return AxisExtent(-1);
  AffineExpr sum = left + right;
  // One symbol per distinct dimension.
  SmallVector<Attribute> distinct;
  SmallVector<AffineExpr> replacement;
  for (Attribute dim : dims) {
    auto *known = llvm::find(distinct, dim);
    unsigned position = known - distinct.begin();
    if (known == distinct.end())
      distinct.push_back(dim);
    replacement.push_back(getAffineSymbolExpr(position, context));
  }
  sum = sum.replaceSymbols(replacement);
  return AxisExtent::get(DimExprAttr::build(
      DimExprKind::Single, AffineMap::get(0, distinct.size(), sum), distinct));
}

/// All operands are tensors of one rank, element type, and shape but for
/// `free`.
static LogicalResult checkAlike(const OpInput &input, int64_t freeAxis) {
  if (input.operands.empty())
    return input.emitError() << "needs at least one operand";
  for (unsigned i = 0; i < input.operands.size(); ++i) {
    if (failed(input.requireTensor(i)) ||
        failed(input.requireSameElement(0, i)) ||
        failed(input.requireRank(i, input[0].rank())))
      return failure();
    for (int64_t axis = 0; axis < input[0].rank(); ++axis)
      if (axis != freeAxis && input[i].shape[axis] != input[0].shape[axis])
        return input.emitError()
               << "operands 0 and " << i << " of shapes "
               << toString(input[0].shape) << " and "
               << toString(input[i].shape) << " differ on axis " << axis;
  }
  return success();
}

LogicalResult hir::inferConcat(OpInput &input, int64_t axis, Results &results) {
  if (input.operands.empty() || failed(input.requireTensor(0)))
    return checkAlike(input, -1);
  FailureOr<unsigned> joined =
      normalizeAxis(input, axis, input[0].rank(), "axis");
  if (failed(joined) || failed(checkAlike(input, *joined)))
    return failure();
  AxisExtents shape = input[0].shape;
  for (const ValueDesc &operand : llvm::drop_begin(input.operands)) {
    shape[*joined] =
        addExtents(input.context, shape[*joined], operand.shape[*joined]);
    if (shape[*joined].isStatic() && shape[*joined].value < 0)
      return input.emitError() << "the joined extent of axis " << *joined
                               << " has no form; bind the dimensions first";
  }
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::concatRelations(const OpInput &input, int64_t axis,
                                     ResultsRef results) {
  unsigned joined = checkedAxis(axis, input[0].rank());
  AccessRelations relations = overResult(results[0].shape);
  // Where an operand starts; nothing after one of symbolic extent.
  std::optional<CheckedInt> offset = 0;
  for (unsigned i = 0; i < input.operands.size(); ++i) {
    BoundaryRelation &operand = relations.addOperand(i);
    operand.subscripts = Subscript::identity(input[0].rank());
    if (offset)
      operand.subscripts[joined].offset = -offset->get();
    else
      operand.subscripts[joined] = Subscript::chosenBy({joined});
    if (!input[i].shape[joined].isStatic())
      offset.reset();
    else if (offset)
      *offset += input[i].shape[joined].value;
  }
  return relations;
}

LogicalResult hir::inferStack(OpInput &input, int64_t axis, Results &results) {
  if (failed(checkAlike(input, -1)))
    return failure();
  FailureOr<unsigned> added =
      normalizeAxis(input, axis, input[0].rank() + 1, "axis");
  if (failed(added))
    return failure();
  AxisExtents shape = input[0].shape;
  shape.insert(shape.begin() + *added,
               AxisExtent(static_cast<int64_t>(input.operands.size())));
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::stackRelations(const OpInput &input, int64_t axis,
                                    ResultsRef results) {
  unsigned added = checkedAxis(axis, input[0].rank() + 1);
  AccessRelations relations = overResult(results[0].shape);
  for (unsigned i = 0; i < input.operands.size(); ++i) {
    SmallVector<Subscript, 4> subscripts =
        Subscript::identity(results[0].shape.size());
    subscripts.erase(subscripts.begin() + added);
    relations.addOperand(i).subscripts = subscripts;
  }
  return relations;
}

LogicalResult hir::inferSplit(OpInput &input, int64_t axis, int64_t num,
                              Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  FailureOr<unsigned> cut = normalizeAxis(input, axis, input[0].rank(), "axis");
  if (failed(cut))
    return failure();
  const AxisExtent &extent = input[0].shape[*cut];
  if (!extent.isStatic())
    return input.emitError() << "axis " << *cut
                             << " must be static to be cut; bind its dimension "
                                "first";
  if (num < 1 || extent.value % num != 0)
    return input.emitError()
           << "'num' is " << num << ", which does not divide axis " << *cut
           << " of extent " << extent.value;
  constexpr int64_t mostParts = int64_t(1) << 20;
  if (num > mostParts)
    return input.emitError()
           << "'num' is " << num << "; a split makes at most " << mostParts
           << " parts, so reshape or slice instead";
  AxisExtents shape = input[0].shape;
  shape[*cut] = AxisExtent(extent.value / num);
  results.assign(num, ResultShape{shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::splitRelations(const OpInput &input, int64_t axis,
                                    ResultsRef results) {
  unsigned rank = input[0].rank(), cut = checkedAxis(axis, rank);
  AccessRelations relations =
      AccessRelations::over(relationExtents(input[0].shape));
  relations.addOperand(0).subscripts = Subscript::identity(rank);
  for (unsigned i = 0; i < results.size(); ++i) {
    SmallVector<Subscript, 4> own = Subscript::identity(rank);
    own[cut].offset = -static_cast<int64_t>(i) * results[i].shape[cut].value;
    relations.addResult(i).subscripts = own;
  }
  return relations;
}

LogicalResult hir::inferRepeatInterleave(OpInput &input, int64_t repeats,
                                         int64_t axis, Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  FailureOr<unsigned> repeated =
      normalizeAxis(input, axis, input[0].rank(), "axis");
  if (failed(repeated))
    return failure();
  if (repeats < 1)
    return input.emitError()
           << "'repeats' is " << repeats << ", wanted at least 1";
  Extent product = input[0].shape[*repeated].toExtent() * Extent(repeats);
  Attribute extent = product.hasOverflowed()
                         ? Attribute()
                         : fromExtent(input.context, product);
  if (!extent)
    return input.emitError() << "the repeated extent of axis " << *repeated
                             << " has no form in 64 bits; bind the dimensions "
                                "first";
  AxisExtents shape = input[0].shape;
  shape[*repeated] = AxisExtent::get(extent);
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::repeatInterleaveRelations(const OpInput &input,
                                               int64_t repeats, int64_t axis,
                                               ResultsRef results) {
  unsigned rank = input[0].rank();
  AccessRelations relations = overResult(results[0].shape);
  SmallVector<Subscript, 4> source = Subscript::identity(rank);
  source[checkedAxis(axis, rank)].divisor = repeats;
  relations.addOperand(0).subscripts = source;
  return relations;
}

LogicalResult hir::inferIndexSelect(OpInput &input, int64_t dim,
                                    Results &results) {
  if (failed(input.requireTensor(0)) || failed(input.requireIndices(1)))
    return failure();
  FailureOr<unsigned> axis = normalizeAxis(input, dim, input[0].rank(), "dim");
  if (failed(axis))
    return failure();
  AxisExtents shape = input[0].shape;
  shape[*axis] = input[1].shape[0];
  input.storageOperands = {0};
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::indexSelectRelations(const OpInput &input, int64_t dim,
                                          ResultsRef results) {
  unsigned rank = input[0].rank(), axis = checkedAxis(dim, rank);
  AccessRelations relations = overResult(results[0].shape);
  SmallVector<Subscript, 4> source = Subscript::identity(rank);
  source[axis] = Subscript::chosenBy({axis});
  relations.addOperand(0).subscripts = source;
  relations.addOperand(1).subscripts = {Subscript::dim(axis)};
  return relations;
}

//===----------------------------------------------------------------------===//
// Shape queries
//===----------------------------------------------------------------------===//

LogicalResult hir::inferRank(OpInput &input, Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  ResultShape rank;
  rank.elementType = IntegerType::get(input.context, 64);
  rank.storage = Storage::Umat;
  rank.isScalar = true;
  results.push_back(rank);
  return success();
}

LogicalResult hir::inferShapeOf(OpInput &input, Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  ResultShape shape;
  shape.shape = {AxisExtent(input[0].rank())};
  shape.elementType = IntegerType::get(input.context, 64);
  shape.storage = Storage::Umat;
  shape.takesLayout = false;
  results.push_back(shape);
  return success();
}
