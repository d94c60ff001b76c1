//===- TensorModels.cpp - shapes, windows and padding of tensors ----------===//
//
// The ops of `tensor` as their counterparts in `hir` (ir.md 7, 8): a slice is a
// window that moves only its starts, a reshape is another name of the same
// bytes, an update writes its window.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Dialect/HIR/Inference.h"

using namespace mlir;
using namespace tilefoundry;

static RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Iterations over the result, which is written where it stands.
static AccessRelations overResult(Operation *op) {
  hir::ValueDesc result = *hir::ValueDesc::get(op->getResult(0).getType());
  return hir::overResult(result.shape);
}

/// Sizes and strides of a window are numbers; its starts may move.
static LogicalResult checkWindow(OffsetSizeAndStrideOpInterface op) {
  if (llvm::any_of(op.getStaticSizes(), ShapedType::isDynamic))
    return op->emitOpError() << "has a window whose size is a run-time number; "
                                "write sizes as constants, starts may move";
  if (llvm::any_of(op.getStaticStrides(), [](int64_t stride) {
        return ShapedType::isDynamic(stride) || stride < 1;
      }))
    return op->emitOpError() << "has a window whose stride is no positive "
                                "constant; write strides as constants from 1";
  return success();
}

/// The operand number of the start of `axis`, or -1 for a constant one.
static int startOperand(OffsetSizeAndStrideOpInterface op, unsigned axis) {
  return op.isDynamicOffset(axis)
             ? static_cast<int>(op.getIndexOfDynamicOffset(axis))
             : -1;
}

namespace {
/// What most models share: no work, and the results are written.
template <typename Model, typename Op>
struct MovesOnly : CostOpInterface::ExternalModel<Model, Op> {
  void getWork(Operation *, ArrayRef<int64_t>, Work &) const {}
};

/// Describes its operand's bytes: neither reads nor writes any.
template <typename Op>
struct ViewCost : CostOpInterface::ExternalModel<ViewCost<Op>, Op> {
  void getWork(Operation *, ArrayRef<int64_t>, Work &) const {}
  /// The starts of a window are numbers that are read.
  bool readsOperand(Operation *, unsigned operand) const { return operand > 0; }
  bool writesResult(Operation *, unsigned) const { return false; }
};

//===----------------------------------------------------------------------===//
// empty
//===----------------------------------------------------------------------===//

/// A shape whose contents nobody has written: it holds no bytes.
struct EmptyAccess
    : AccessRelationOpInterface::ExternalModel<EmptyAccess, tensor::EmptyOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    return overResult(op);
  }
  bool ownsBytes(Operation *, unsigned) const { return false; }
};

struct EmptyCost : CostOpInterface::ExternalModel<EmptyCost, tensor::EmptyOp> {
  void getWork(Operation *, ArrayRef<int64_t>, Work &) const {}
  bool writesResult(Operation *, unsigned) const { return false; }
};

//===----------------------------------------------------------------------===//
// expand_shape, collapse_shape
//===----------------------------------------------------------------------===//

template <typename Op>
struct ReshapeAccess
    : AccessRelationOpInterface::ExternalModel<ReshapeAccess<Op>, Op> {
  AccessRelations getAccessRelations(Operation *op) const {
    AccessRelations relations = overResult(op);
    relations.addOperand(0).subscripts.assign(
        tensorType(op->getOperand(0)).getRank(), Subscript::regroup());
    return relations;
  }
  int getViewedOperand(Operation *, unsigned) const { return 0; }
  bool ownsBytes(Operation *, unsigned) const { return false; }
};

//===----------------------------------------------------------------------===//
// extract_slice
//===----------------------------------------------------------------------===//

struct ExtractAccess
    : AccessRelationOpInterface::ExternalModel<ExtractAccess,
                                               tensor::ExtractSliceOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    AccessRelations relations = overResult(op);
    BoundaryRelation &source = relations.addOperand(0);
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    unsigned dim = 0;
    for (unsigned axis = 0; axis < dropped.size(); ++axis) {
      Subscript subscript;
      if (!dropped.test(axis))
        subscript.terms.push_back({dim++, slice.getStaticStride(axis)});
      subscript.parameter = startOperand(slice, axis);
      if (subscript.parameter < 0)
        subscript.offset = slice.getStaticOffset(axis);
      source.subscripts.push_back(subscript);
    }
    for (unsigned i = 1; i < op->getNumOperands(); ++i)
      relations.addOperand(i);
    return relations;
  }
  int getViewedOperand(Operation *, unsigned) const { return 0; }
  LogicalResult checkMeasurable(Operation *op) const {
    return checkWindow(cast<OffsetSizeAndStrideOpInterface>(op));
  }
};

//===----------------------------------------------------------------------===//
// insert_slice
//===----------------------------------------------------------------------===//

struct InsertAccess
    : AccessRelationOpInterface::ExternalModel<InsertAccess,
                                               tensor::InsertSliceOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    ArrayRef<int64_t> shape = insert.getDestType().getShape();
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    AccessRelations relations = AccessRelations::over(shape);
    relations.addResult(0).subscripts = Subscript::identity(shape.size());
    SmallVector<Subscript, 4> update;
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      DimWindow window;
      window.dim = axis;
      window.extent = insert.getStaticSize(axis);
      window.parameter = startOperand(insert, axis);
      if (window.parameter < 0)
        window.offset = insert.getStaticOffset(axis);
      bool isWhole = window.parameter < 0 && window.offset == 0 &&
                     window.extent == shape[axis];
      if (!isWhole)
        relations.windows.push_back(window);
      if (!dropped.test(axis))
        update.push_back(isWhole ? Subscript::dim(axis)
                                 : Subscript::inWindow(axis));
    }
    relations.addOperand(0).subscripts = update;
    relations.addOperand(1).subscripts = Subscript::identity(shape.size());
    for (unsigned i = 2; i < op->getNumOperands(); ++i)
      relations.addOperand(i);
    return relations;
  }
  int getUpdatedOperand(Operation *, unsigned) const { return 1; }
  LogicalResult checkMeasurable(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    if (failed(checkWindow(insert)))
      return failure();
    if (llvm::all_of(insert.getStaticStrides(),
                     [](int64_t stride) { return stride == 1; }))
      return success();
    return op->emitOpError() << "writes every other element of its window; "
                                "only windows with strides of 1 are measured";
  }
};

struct InsertCost : MovesOnly<InsertCost, tensor::InsertSliceOp> {
  /// The container keeps what the window does not overwrite, in its place.
  bool readsOperand(Operation *, unsigned operand) const {
    return operand != 1;
  }
};

//===----------------------------------------------------------------------===//
// pad, concat
//===----------------------------------------------------------------------===//

struct PadAccess
    : AccessRelationOpInterface::ExternalModel<PadAccess, tensor::PadOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    AccessRelations relations = overResult(op);
    BoundaryRelation &source = relations.addOperand(0);
    ArrayRef<int64_t> low = cast<tensor::PadOp>(op).getStaticLow();
    for (unsigned axis = 0; axis < low.size(); ++axis) {
      // What falls before or behind the source is not read.
      source.subscripts.push_back(Subscript::dim(axis));
      source.subscripts.back().offset = -low[axis];
    }
    return relations;
  }
  LogicalResult checkMeasurable(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    if (op->getNumOperands() != 1)
      return op->emitOpError() << "pads by a run-time number; write the "
                                  "amounts as constants";
    for (int64_t low : pad.getStaticLow())
      if (!(CheckedInt(0) - low))
        return op->emitOpError() << "pads by " << low
                                 << ", which leaves 64 bits when negated; pad "
                                    "by less";
    Value value = pad.getConstantPaddingValue();
    Operation *def = value ? value.getDefiningOp() : nullptr;
    if (def && hir::isConstant(def))
      return success();
    return op->emitOpError() << "pads with a computed value; pad with a "
                                "constant, and write other values with "
                                "'tensor.insert_slice'";
  }
};

struct PadCost : MovesOnly<PadCost, tensor::PadOp> {};

struct ConcatAccess
    : AccessRelationOpInterface::ExternalModel<ConcatAccess, tensor::ConcatOp> {
  AccessRelations getAccessRelations(Operation *op) const {
    AccessRelations relations = overResult(op);
    unsigned joined = cast<tensor::ConcatOp>(op).getDim();
    CheckedInt offset = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      RankedTensorType type = tensorType(operand.get());
      BoundaryRelation &part = relations.addOperand(operand.getOperandNumber());
      part.subscripts = Subscript::identity(type.getRank());
      part.subscripts[joined].offset = -offset.get();
      offset += type.getDimSize(joined);
    }
    return relations;
  }
};

struct ConcatCost : MovesOnly<ConcatCost, tensor::ConcatOp> {};
} // namespace

template <typename Op> static void attachReshape(MLIRContext &context) {
  Op::template attachInterface<ReshapeAccess<Op>, ViewCost<Op>>(context);
}

void tilefoundry::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    EmptyOp::attachInterface<EmptyAccess, EmptyCost>(*context);
    attachReshape<ExpandShapeOp>(*context);
    attachReshape<CollapseShapeOp>(*context);
    ExtractSliceOp::attachInterface<ExtractAccess, ViewCost<ExtractSliceOp>>(
        *context);
    InsertSliceOp::attachInterface<InsertAccess, InsertCost>(*context);
    PadOp::attachInterface<PadAccess, PadCost>(*context);
    ConcatOp::attachInterface<ConcatAccess, ConcatCost>(*context);
  });
}
