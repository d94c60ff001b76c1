//===- ShardingOps.cpp - reshard and local --------------------------------===//

#include "OpSyntax.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// reshard
//===----------------------------------------------------------------------===//

bool ReshardOp::changesStorage() {
  return ValueDesc::get(getInput().getType())->storage !=
         ValueDesc::get(getResult().getType())->storage;
}

namespace tilefoundry::hir {
/// The result is what the attribute asks for, whatever the source's layout.
template <>
LogicalResult inferTypes<ReshardOp>(MLIRContext *context,
                                    std::optional<Location> loc,
                                    ReshardOp::Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  FailureOr<OpInput> input = OpInput::get(
      context, loc, ReshardOp::getOperationName(), adaptor.getOperands());
  if (failed(input) || failed(input->requireTensor(0)))
    return failure();
  auto emitError = [&] { return input->emitError(); };
  ValueDesc result = (*input)[0];
  result.storage = adaptor.getTo().getStorage().value_or(result.storage);
  Attribute layout = adaptor.getTo().getLayout();
  FailureOr<Attribute> materialised =
      materialise(emitError, layout, result.shape, result.storage);
  if (failed(materialised))
    return failure();
  result.layout = *materialised;
  if (result.layout) {
    SmallVector<Attribute> dims;
    for (const AxisExtent &extent : result.shape)
      if (extent.dim)
        dims.push_back(extent.dim);
    if (failed(verifyLayoutOfTensor(emitError, result.staticShape(), dims,
                                    result.layout)))
      return failure();
  }
  types.push_back(result.toType(context));
  return success();
}
} // namespace tilefoundry::hir

//===----------------------------------------------------------------------===//
// local
//===----------------------------------------------------------------------===//

/// Per mesh axis of the operand's shard, whether its level is `level` or a
/// coarser one of the mesh.
static FailureOr<SmallVector<bool>>
axesRemovedByLocal(const OpInput &input, ShardAttr shard, StringRef level) {
  auto names = levelNamesOfAxes(shard.getMesh());
  if (!names) {
    input.emitError() << llvm::toString(names.takeError());
    return failure();
  }
  ArrayRef<TopologyAttr> levels = shard.getMesh().getLevels();
  const auto *own = llvm::find_if(
      levels, [&](TopologyAttr l) { return l.getName() == level; });
  if (own == levels.end()) {
    input.emitError() << "operand 0 is not distributed over level '" << level
                      << "'; its mesh names " << Attribute(shard.getMesh());
    return failure();
  }
  SmallVector<bool> removed;
  for (StringRef name : *names) {
    const auto *it = llvm::find_if(
        levels, [&](TopologyAttr l) { return l.getName() == name; });
    removed.push_back(it <= own);
  }
  return removed;
}

static FailureOr<LocalShard> projectLocal(const OpInput &input,
                                          StringRef level) {
  ShardAttr shard = input[0].getShard();
  if (!shard) {
    input.emitError()
        << "operand 0 carries no shard, so no position has a part "
           "of its own; reshard it first";
    return failure();
  }
  FailureOr<SmallVector<bool>> removed =
      axesRemovedByLocal(input, shard, level);
  if (failed(removed))
    return failure();
  auto local = projectShard(shapeExtents(input[0].shape), toShard(shard),
                            [&](unsigned axis) { return (*removed)[axis]; });
  if (!local) {
    input.emitError() << llvm::toString(local.takeError());
    return failure();
  }
  return std::move(*local);
}

static LogicalResult inferLocalShape(OpInput &input, StringRef level,
                                     SmallVectorImpl<ResultShape> &results) {
  if (failed(input.requireTensor(0)))
    return failure();
  FailureOr<LocalShard> local = projectLocal(input, level);
  if (failed(local))
    return failure();
  AxisExtents shape;
  for (const Extent &extent : local->shape)
    shape.push_back(AxisExtent::get(fromExtent(input.context, extent)));
  results.push_back({shape, input[0].elementType, std::nullopt});
  return success();
}

/// The mesh of the levels that `local` keeps.
static FailureOr<MeshAttr> keptMesh(const OpInput &input, MeshAttr mesh,
                                    StringRef level) {
  std::optional<Mesh> plain = toMesh(mesh);
  unsigned index = 0;
  while (mesh.getLevels()[index].getName() != level)
    ++index;
  if (!plain || index + 1 == mesh.getLevels().size())
    return MeshAttr();
  auto finer = plain->finerThan(index);
  if (!finer) {
    input.emitError() << llvm::toString(finer.takeError());
    return failure();
  }
  auto flat = finer->layout.flatten();
  if (!flat) {
    input.emitError() << llvm::toString(flat.takeError());
    return failure();
  }
  SmallVector<StringAttr> names;
  for (const std::string &name : finer->axisNames)
    names.push_back(StringAttr::get(input.context, name));
  return MeshAttr::get(input.context, mesh.getLevels().drop_front(index + 1),
                       fromLayout(input.context, flat->second), names);
}

namespace tilefoundry::hir {
template <>
LogicalResult
inferTypes<LocalOp>(MLIRContext *context, std::optional<Location> loc,
                    LocalOp::Adaptor adaptor, SmallVectorImpl<Type> &types) {
  FailureOr<OpInput> input = OpInput::get(
      context, loc, LocalOp::getOperationName(), adaptor.getOperands());
  SmallVector<ResultShape, 1> shapes;
  if (failed(input) ||
      failed(inferLocalShape(*input, adaptor.getLevel(), shapes)))
    return failure();
  ValueDesc result = (*input)[0];
  result.shape = shapes[0].shape;
  result.layout = {};
  FailureOr<LocalShard> local = projectLocal(*input, adaptor.getLevel());
  FailureOr<MeshAttr> mesh =
      keptMesh(*input, (*input)[0].getShard().getMesh(), adaptor.getLevel());
  if (failed(local) || failed(mesh))
    return failure();
  if (*mesh && !isReplicated(local->shard)) {
    ShardAttr shard = fromShard(local->shard, *mesh);
    if (!shard)
      return input->emitError() << "the local shard has symbolic extents "
                                   "without a form; bind the dimensions first";
    FailureOr<Attribute> layout =
        materialise([&] { return input->emitError(); }, shard, result.shape,
                    result.storage);
    if (failed(layout))
      return failure();
    result.layout = *layout;
  }
  types.push_back(result.toType(context));
  return success();
}
} // namespace tilefoundry::hir

static AccessRelations localRelations(const OpInput &input,
                                      ArrayRef<ResultShape> results) {
  AccessRelations relations = overResult(results[0].shape);
  BoundaryRelation &source = relations.addOperand(0);
  for (unsigned axis = 0; axis < results[0].shape.size(); ++axis)
    source.subscripts.push_back(Subscript::own(axis));
  return relations;
}

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRShardingOps.cpp.inc"

void HIRDialect::registerShardingOps() {
  addOperations<
#define GET_OP_LIST
#include "tilefoundry/Dialect/HIR/HIRShardingOps.cpp.inc"
      >();
}
