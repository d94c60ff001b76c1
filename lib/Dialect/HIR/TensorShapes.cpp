//===- TensorShapes.cpp - shapes and relations of views and updates -------===//

#include "TensorShapes.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult hir::inferTranspose(OpInput &input, Numbers perm,
                                  Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  int64_t rank = input[0].rank();
  SmallVector<bool> seen(rank, false);
  AxisExtents shape;
  for (int64_t axis : perm) {
    int64_t normalized = axis < 0 ? axis + rank : axis;
    if (normalized < 0 || normalized >= rank || seen[normalized])
      break;
    seen[normalized] = true;
    shape.push_back(input[0].shape[normalized]);
  }
  if (static_cast<int64_t>(perm.size()) != rank ||
      static_cast<int64_t>(shape.size()) != rank) {
    std::string text;
    for (int64_t axis : perm)
      text += (text.empty() ? "" : ", ") + std::to_string(axis);
    return input.emitError()
           << "perm [" << text << "] is no permutation of the " << rank
           << " axes of operand 0";
  }
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::transposeRelations(const OpInput &input, Numbers perm,
                                        ResultsRef results) {
  AccessRelations relations = overResult(results[0].shape);
  SmallVector<Subscript, 4> source(perm.size());
  for (auto [axis, from] : llvm::enumerate(perm))
    source[checkedAxis(from, perm.size())] = Subscript::dim(axis);
  relations.addOperand(0).subscripts = source;
  return relations;
}

/// The parser lets nothing else through; the generic form does.
static LogicalResult checkExtents(OpInput &input, ArrayAttr extents) {
  for (Attribute extent : extents)
    if (!isExtent(extent))
      return input.emitError()
             << "has the extent " << extent
             << "; an extent is an i64, a #hir.dim or a #hir.dim_expr";
  return success();
}

LogicalResult hir::inferReshape(OpInput &input, ArrayAttr shape,
                                Results &results) {
  if (failed(input.requireTensor(0)) || failed(checkExtents(input, shape)))
    return failure();
  AxisExtents target;
  ExtentVector from, to;
  for (Attribute extent : shape) {
    target.push_back(AxisExtent::get(extent));
    if (target.back().isStatic() && target.back().value < 0)
      return input.emitError()
             << "an extent of the new shape is " << target.back().value
             << "; extents are not negative";
    to.push_back(target.back().toExtent());
  }
  for (const AxisExtent &extent : input[0].shape)
    from.push_back(extent.toExtent());
  Extent fromSize = productOf(from), toSize = productOf(to);
  if (fromSize.hasOverflowed() || toSize.hasOverflowed())
    return input.emitError()
           << "the size of " << toString(input[0].shape) << " or "
           << toString(target) << " does not fit in 64 bits";
  if (fromSize != toSize)
    return input.emitError() << "cannot reshape " << toString(input[0].shape)
                             << " of size " << fromSize.str() << " to "
                             << toString(target) << " of size " << toSize.str();
  results.push_back({target, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::reshapeRelations(const OpInput &input,
                                      ResultsRef results) {
  AccessRelations relations = overResult(results[0].shape);
  relations.addOperand(0).subscripts.assign(input[0].shape.size(),
                                            Subscript::regroup());
  return relations;
}

/// Static starts are not negative, and as many as there are axes.
static LogicalResult checkStarts(const OpInput &input, Numbers starts,
                                 unsigned dynamicStarts, int64_t rank) {
  if (static_cast<int64_t>(starts.size()) != rank)
    return input.emitError() << "needs one start per axis, got "
                             << starts.size() << " for rank " << rank;
  unsigned dynamic = llvm::count_if(starts, ShapedType::isDynamic);
  if (dynamic != dynamicStarts)
    return input.emitError()
           << "has " << dynamicStarts << " index operands for " << dynamic
           << " dynamic starts";
  for (int64_t start : starts)
    if (!ShapedType::isDynamic(start) && start < 0)
      return input.emitError() << "start " << start
                               << " is negative; windows start inside the "
                                  "tensor";
  return success();
}

LogicalResult hir::inferSlice(OpInput &input, unsigned dynamicStarts,
                              Numbers starts, ArrayAttr sizes, Numbers strides,
                              Results &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  int64_t rank = input[0].rank();
  if (failed(checkStarts(input, starts, dynamicStarts, rank)) ||
      failed(checkExtents(input, sizes)))
    return failure();
  if (static_cast<int64_t>(sizes.size()) != rank ||
      static_cast<int64_t>(strides.size()) != rank)
    return input.emitError()
           << "needs one size and one stride per axis, got " << sizes.size()
           << " and " << strides.size() << " for rank " << rank;
  AxisExtents shape;
  for (int64_t axis = 0; axis < rank; ++axis) {
    AxisExtent size = AxisExtent::get(sizes[axis]);
    const AxisExtent &extent = input[0].shape[axis];
    if (strides[axis] < 1)
      return input.emitError() << "stride " << strides[axis] << " of axis "
                               << axis << " must be at least 1";
    if (size.isStatic() && size.value < 0)
      return input.emitError() << "size " << size.value << " of axis " << axis
                               << " must not be negative";
    // A static start that leaves no room is a mistake; windows whose start is
    // known only later are clipped where they are counted (ir.md 11.7).
    if (size.isStatic() && extent.isStatic() && size.value > extent.value)
      return input.emitError()
             << "a window of " << size.value << " elements does not fit axis "
             << axis << " of extent " << extent.str();
    if (size.isStatic() && extent.isStatic() && size.value > 0 &&
        !ShapedType::isDynamic(starts[axis])) {
      CheckedInt last =
          CheckedInt(size.value - 1) * strides[axis] + starts[axis];
      if (!last || last.get() >= extent.value)
        return input.emitError()
               << "a window of " << size.value << " elements from "
               << starts[axis] << " with stride " << strides[axis]
               << " leaves axis " << axis << " of extent " << extent.str();
    }
    shape.push_back(size);
  }
  input.storageOperands = {0};
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

AccessRelations hir::sliceRelations(const OpInput &input, Numbers starts,
                                    Numbers strides, ResultsRef results) {
  AccessRelations relations = overResult(results[0].shape);
  BoundaryRelation &source = relations.addOperand(0);
  int parameter = 1;
  for (unsigned axis = 0; axis < starts.size(); ++axis) {
    Subscript subscript;
    subscript.terms.push_back({axis, strides[axis]});
    if (ShapedType::isDynamic(starts[axis]))
      subscript.parameter = parameter++;
    else
      subscript.offset = starts[axis];
    source.subscripts.push_back(subscript);
  }
  for (int i = 1; i < parameter; ++i)
    relations.addOperand(i);
  return relations;
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// `update` fits into `container` axis by axis.
static LogicalResult checkUpdate(const OpInput &input, unsigned update,
                                 unsigned container) {
  if (failed(input.requireTensor(update)) ||
      failed(input.requireTensor(container)) ||
      failed(input.requireSameElement(update, container)) ||
      failed(input.requireRank(update, input[container].rank())))
    return failure();
  for (int64_t axis = 0; axis < input[update].rank(); ++axis) {
    const AxisExtent &part = input[update].shape[axis];
    const AxisExtent &whole = input[container].shape[axis];
    if (part.isStatic() && whole.isStatic() && part.value > whole.value)
      return input.emitError()
             << "operand " << update << " of shape "
             << toString(input[update].shape) << " does not fit operand "
             << container << " of shape " << toString(input[container].shape)
             << " on axis " << axis;
  }
  return success();
}

/// The container's type, storage and layout are the result's.
static LogicalResult resultLikeContainer(OpInput &input, unsigned container,
                                         Results &results) {
  input.storageOperands = {container};
  results.push_back({input[container].shape, input[container].elementType,
                     input[container].storage});
  return success();
}

LogicalResult hir::inferInsertSlice(OpInput &input, unsigned dynamicStarts,
                                    Numbers starts, Results &results) {
  if (failed(checkUpdate(input, 0, 1)) ||
      failed(checkStarts(input, starts, dynamicStarts, input[1].rank())))
    return failure();
  for (auto [axis, start] : llvm::enumerate(starts)) {
    const AxisExtent &part = input[0].shape[axis];
    const AxisExtent &whole = input[1].shape[axis];
    if (ShapedType::isDynamic(start) || !part.isStatic() || !whole.isStatic())
      continue;
    if (start > whole.value - part.value)
      return input.emitError()
             << "a window of " << part.value << " elements from " << start
             << " leaves axis " << axis << " of extent " << whole.value;
  }
  return resultLikeContainer(input, 1, results);
}

/// Container and result are walked in the windows; the update is the window.
static AccessRelations windowRelations(const OpInput &input, unsigned container,
                                       unsigned update,
                                       ArrayRef<DimWindow> windows) {
  unsigned rank = input[container].rank();
  AccessRelations relations =
      AccessRelations::over(relationExtents(input[container].shape));
  relations.windows.assign(windows.begin(), windows.end());
  relations.addOperand(container).subscripts = Subscript::identity(rank);
  BoundaryRelation &part = relations.addOperand(update);
  for (unsigned d = 0; d < rank; ++d)
    part.subscripts.push_back(
        llvm::any_of(windows, [&](const DimWindow &w) { return w.dim == d; })
            ? Subscript::inWindow(d)
            : Subscript::dim(d));
  relations.addResult(0).subscripts = Subscript::identity(rank);
  return relations;
}

AccessRelations hir::insertSliceRelations(const OpInput &input,
                                          Numbers starts) {
  SmallVector<DimWindow, 4> windows;
  int parameter = 2;
  for (unsigned axis = 0; axis < starts.size(); ++axis) {
    DimWindow window;
    window.dim = axis;
    window.extent = input[0].shape[axis].value;
    if (ShapedType::isDynamic(starts[axis]))
      window.parameter = parameter++;
    else
      window.offset = starts[axis];
    bool whole = window.parameter < 0 && window.offset == 0 &&
                 input[0].shape[axis] == input[1].shape[axis];
    if (!whole)
      windows.push_back(window);
  }
  AccessRelations relations = windowRelations(input, 1, 0, windows);
  for (int i = 2; i < parameter; ++i)
    relations.addOperand(i);
  return relations;
}

/// What a scope's argument or result is another name of; null for any other
/// value, and while the scope is being parsed or is not well formed.
static Value nameInScope(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto scope =
        dyn_cast_or_null<MeshScopeOp>(argument.getOwner()->getParentOp());
    if (!scope)
      return {};
    unsigned rank = scope.getMesh().getRank(), number = argument.getArgNumber();
    bool isBound = number >= rank && number - rank < scope.getInputs().size();
    return isBound ? scope.getInputs()[number - rank] : Value();
  }
  auto scope = value.getDefiningOp<MeshScopeOp>();
  if (!scope || scope.getBody().empty() || scope.getBody().front().empty())
    return {};
  auto yield = dyn_cast<YieldOp>(scope.getBody().front().back());
  unsigned number = cast<OpResult>(value).getResultNumber();
  return yield && number < yield->getNumOperands() ? yield->getOperand(number)
                                                   : Value();
}

/// Arithmetic that is folded into one constant, op within op.
static constexpr unsigned kMaxFolds = 12;

/// The constant that arithmetic on constants makes, or null.
static Attribute foldedConstant(Value value, unsigned folds = kMaxFolds) {
  while (Value named = nameInScope(value))
    value = named;
  Operation *def = value.getDefiningOp();
  if (!def)
    return {};
  if (auto constant = dyn_cast<arith::ConstantOp>(def))
    return constant.getValue();
  Attribute known;
  if (matchPattern(value, m_Constant(&known)))
    return known;
  StringRef dialect = def->getName().getDialectNamespace();
  if (folds == 0 || (dialect != "arith" && dialect != "affine") ||
      def->getNumRegions() != 0 || def->getNumResults() != 1)
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : def->getOperands()) {
    operands.push_back(foldedConstant(operand, folds - 1));
    if (!operands.back())
      return {}; // A fold without all operands may rewrite the op.
  }
  SmallVector<OpFoldResult> results;
  if (failed(def->fold(operands, results)) || results.size() != 1)
    return {};
  return dyn_cast<Attribute>(results.front());
}

/// The number of rows that a constant `rows` states (ir.md 7).
static std::optional<int64_t> constantRows(Value rows) {
  auto number = rows ? dyn_cast_or_null<IntegerAttr>(foldedConstant(rows))
                     : IntegerAttr();
  return number ? number.getValue().trySExtValue() : std::nullopt;
}

LogicalResult hir::inferCacheUpdate(OpInput &input, Value rows,
                                    Results &results) {
  if (failed(input.requireRank(0, 4)))
    return failure();
  for (unsigned i : {1u, 2u})
    if (!input[i].isScalar || isFloatingPoint(input[i].element()) ||
        input[i].element() == ElementType::Bool)
      return input.emitError()
             << "operand " << i << " must be an integer scalar, got "
             << input[i].toType(input.context);
  if (failed(checkUpdate(input, 3, 0)))
    return failure();
  for (unsigned axis : {0u, 2u, 3u})
    if (input[3].shape[axis] != input[0].shape[axis])
      return input.emitError()
             << "operand 3 of shape " << toString(input[3].shape)
             << " must have the extents of the cache "
             << toString(input[0].shape) << " on every axis but 1";
  std::optional<int64_t> count = constantRows(rows);
  const AxisExtent &available = input[3].shape[1];
  if (count &&
      (*count < 0 || (available.isStatic() && *count > available.value)))
    return input.emitError() << "writes " << *count
                             << " rows, but operand 3 has " << available.str();
  return resultLikeContainer(input, 0, results);
}

AccessRelations hir::cacheUpdateRelations(const OpInput &input, Value rows) {
  DimWindow window;
  window.dim = 1;
  window.parameter = 1;
  window.extent = constantRows(rows).value_or(input[3].shape[1].value);
  AccessRelations relations = windowRelations(input, 0, 3, {window});
  relations.addOperand(1);
  relations.addOperand(2);
  return relations;
}

LogicalResult hir::inferIndexedUpdate(OpInput &input, int64_t dim,
                                      Results &results) {
  if (failed(input.requireTensor(0)) || failed(input.requireTensor(2)) ||
      failed(input.requireSameElement(0, 2)) ||
      failed(input.requireRank(2, input[0].rank())) ||
      failed(input.requireIndices(1)))
    return failure();
  FailureOr<unsigned> axis = normalizeAxis(input, dim, input[0].rank(), "dim");
  if (failed(axis))
    return failure();
  for (unsigned a = 0; a < input[0].shape.size(); ++a) {
    const AxisExtent &want = a == *axis ? input[1].shape[0] : input[0].shape[a];
    if (input[2].shape[a] != want)
      return input.emitError()
             << "operand 2 has extent " << input[2].shape[a].str()
             << " on axis " << a << ", wanted " << want.str()
             << " from operand " << (a == *axis ? 1 : 0);
  }
  return resultLikeContainer(input, 0, results);
}

AccessRelations hir::indexedUpdateRelations(const OpInput &input, int64_t dim) {
  unsigned rank = input[0].rank(), axis = checkedAxis(dim, rank);
  AccessRelations relations =
      AccessRelations::over(relationExtents(input[2].shape));
  SmallVector<Subscript, 4> rows = Subscript::identity(rank);
  rows[axis] = Subscript::chosenBy({axis});
  relations.addOperand(0).subscripts = rows;
  relations.addOperand(1).subscripts = {Subscript::dim(axis)};
  relations.addOperand(2).subscripts = Subscript::identity(rank);
  relations.addResult(0).subscripts = rows;
  return relations;
}
