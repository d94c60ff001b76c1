//===- Propagation.cpp - the one rule of shard propagation ----------------===//

#include "Propagation.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

StringRef Propagation::axisName(unsigned meshAxis) {
  return mesh.getAxisNames()[meshAxis].getValue();
}

AxisState Propagation::stateOf(unsigned operand, unsigned meshAxis) const {
  ShardAttr shard = input[operand].getShard();
  if (!shard)
    return {};
  const ShardEntry &entry = shard.getEntries()[meshAxis];
  if (entry.isSplit())
    return {AxisState::Kind::Split, Reduction::Sum};
  if (entry.kind == ShardKind::Dynamic)
    return {AxisState::Kind::Dynamic, Reduction::Sum};
  if (std::optional<Reduction> reduction = partialReduction(entry.kind))
    return {AxisState::Kind::Partial, *reduction};
  return {};
}

LogicalResult Propagation::findMesh() {
  for (auto [i, operand] : llvm::enumerate(input.operands)) {
    ShardAttr shard = operand.getShard();
    if (!shard || !shard.isReal())
      continue;
    if (mesh && mesh != shard.getMesh())
      return input.emitError()
             << "operands " << meshOperand << " and " << i
             << " are sharded over two meshes, " << Attribute(mesh) << " and "
             << Attribute(shard.getMesh()) << "; reshard one of them first";
    if (!mesh)
      meshOperand = i;
    mesh = shard.getMesh();
  }
  return success();
}

bool Propagation::passesThrough(const ValueDesc &result,
                                unsigned number) const {
  const BoundaryRelation *own = relations.result(number);
  Attribute layout = input[meshOperand].layout;
  auto factoring = factorAxes(shapeExtents(input[meshOperand].shape),
                              toShard(input[meshOperand].getShard()));
  if (!factoring) {
    llvm::consumeError(factoring.takeError());
    return false;
  }
  // Axis by axis the element that the result's iteration writes, or a whole
  // axis that no position divides.
  auto readsAsWritten = [&](const BoundaryRelation *boundary) {
    if (!boundary || boundary->subscripts.size() != own->subscripts.size())
      return false;
    for (auto [axis, subscript] : llvm::enumerate(boundary->subscripts)) {
      const Subscript &written = own->subscripts[axis];
      if (subscript.unitDim() >= 0 && subscript.unitDim() == written.unitDim())
        continue;
      if (subscript.kind != Subscript::Kind::Whole ||
          written.kind != Subscript::Kind::Whole ||
          llvm::any_of((*factoring)[axis],
                       [](const ShardDigit &digit) { return digit.isSplit(); }))
        return false;
    }
    return true;
  };
  for (auto [i, operand] : llvm::enumerate(input.operands)) {
    if (operand.isScalar)
      continue;
    if (operand.layout != layout || operand.shape != result.shape ||
        operand.storage != input[meshOperand].storage ||
        !readsAsWritten(relations.operand(i)))
      return false;
  }
  return result.storage == input[meshOperand].storage;
}

LogicalResult Propagation::propagateReshape(ValueDesc &result) {
  auto emitError = [&] { return input.emitError(); };
  const ValueDesc &source = input[0];
  ShardAttr shard = source.getShard();
  auto reshaped = reshapeShard(shapeExtents(source.shape), toShard(shard),
                               shapeExtents(result.shape));
  if (!reshaped)
    return emitError() << llvm::toString(reshaped.takeError());
  ShardAttr attr = fromShard(*reshaped, mesh);
  if (!attr)
    return emitError() << "the reshaped shard has symbolic extents without a "
                          "form; bind the dimensions first";
  FailureOr<Attribute> layout =
      materialise(emitError, attr, result.shape, result.storage);
  if (failed(layout))
    return failure();
  result.layout = *layout;
  return success();
}

/// Relations say of a symbolic dim only that it is one. Where a result shows
/// it, the dim is the result's axis; else it is that of any operand, which
/// inference has compared.
void Propagation::nameDimExtents(ArrayRef<ValueDesc> results) {
  dimExtents.assign(relations.extents.begin(), relations.extents.end());
  auto nameFrom = [&](const BoundaryRelation &boundary) {
    const ValueDesc &value =
        boundary.isResult ? results[boundary.index] : input[boundary.index];
    for (auto [axis, subscript] : llvm::enumerate(boundary.subscripts)) {
      int dim = subscript.unitDim();
      if (dim >= 0 && dimExtents[dim].value == value.shape[axis].value &&
          !dimExtents[dim].dim)
        dimExtents[dim] = value.shape[axis];
    }
  };
  for (bool isResult : {true, false})
    for (const BoundaryRelation &boundary : relations.boundaries)
      if (boundary.isResult == isResult)
        nameFrom(boundary);
}

/// Whether the access to `axis` covers the axis of the value as the iteration
/// dim does: no window, and one extent on both sides.
bool Propagation::isWholeAxis(const BoundaryRelation &boundary, unsigned axis,
                              const AxisExtent &extent) const {
  int dim = boundary.subscripts[axis].unitDim();
  if (dim < 0 || dimExtents[dim].toExtent() != extent.toExtent())
    return false;
  for (const DimWindow &window : relations.windows)
    if (window.dim == static_cast<unsigned>(dim))
      return window.parameter < 0 && window.offset == 0 && extent.isStatic() &&
             window.extent == extent.value;
  return true;
}

LogicalResult Propagation::bindDim(unsigned operand, unsigned axis,
                                   ArrayRef<unsigned> meshAxes) {
  const BoundaryRelation *boundary = relations.operand(operand);
  if (!boundary || !isWholeAxis(*boundary, axis, input[operand].shape[axis]))
    return input.emitError()
           << "operand " << operand << " is split on axis " << axis
           << " by mesh axis '" << axisName(meshAxes.front())
           << "', which this op does not walk one element at a time; reshard "
              "operand "
           << operand << " first";
  unsigned dim = boundary->subscripts[axis].unitDim();
  if (bound[dim].empty()) {
    // Statements that do not walk both dims may each use the mesh axis.
    auto areWalkedTogether = [&](unsigned other) {
      return llvm::any_of(relations.statements,
                          [&](const Statement &statement) {
                            return llvm::is_contained(statement.dims, dim) &&
                                   llvm::is_contained(statement.dims, other);
                          });
    };
    for (unsigned other = 0; other < bound.size(); ++other)
      for (unsigned meshAxis : meshAxes)
        if (llvm::is_contained(bound[other], meshAxis) &&
            areWalkedTogether(other))
          return input.emitError()
                 << "operands " << boundBy[other] << " and " << operand
                 << " use mesh axis '" << axisName(meshAxis)
                 << "' for two different dimensions; reshard one of them first";
    bound[dim].assign(meshAxes.begin(), meshAxes.end());
    boundBy[dim] = operand;
    return success();
  }
  if (ArrayRef<unsigned>(bound[dim]) == meshAxes)
    return success();
  auto names = [&](ArrayRef<unsigned> axes) {
    std::string text;
    for (unsigned meshAxis : axes)
      text += (text.empty() ? "'" : ", '") + axisName(meshAxis).str() + "'";
    return text;
  };
  return input.emitError() << "operands " << boundBy[dim] << " and " << operand
                           << " split one dimension by different mesh axes, "
                           << names(bound[dim]) << " and " << names(meshAxes)
                           << "; reshard one of them first";
}

LogicalResult Propagation::bindOperand(unsigned operand) {
  ShardAttr shard = input[operand].getShard();
  if (!shard || !shard.isReal())
    return success();
  Shard plain = toShard(shard);
  ExtentVector shape = shapeExtents(input[operand].shape);
  if (!isCanonical(shape, plain))
    return input.emitError()
           << "operand " << operand << " is sharded by "
           << Attribute(shard.getLayout())
           << ", which is not the canonical factoring of its shape "
           << toString(input[operand].shape) << "; reshard it first";
  auto splits = axisSplits(shape, plain);
  if (!splits)
    return input.emitError() << "operand " << operand << ": "
                             << llvm::toString(splits.takeError());
  for (auto [axis, meshAxes] : llvm::enumerate(*splits))
    if (!meshAxes.empty() && failed(bindDim(operand, axis, meshAxes)))
      return failure();
  return success();
}

LogicalResult Propagation::checkBoundDims() {
  for (const BoundaryRelation &boundary : relations.boundaries)
    for (auto [axis, subscript] : llvm::enumerate(boundary.subscripts)) {
      if (!boundary.isResult || subscript.unitDim() >= 0)
        continue;
      for (const Subscript::Term &term : subscript.terms)
        if (!bound[term.dim].empty())
          return input.emitError()
                 << "result " << boundary.index
                 << " is not walked one element at a time on "
                 << "axis " << axis << ", where operand " << boundBy[term.dim]
                 << " is split by mesh axis '"
                 << axisName(bound[term.dim].front()) << "'; reshard operand "
                 << boundBy[term.dim] << " first";
    }
  return success();
}

FailureOr<std::optional<Reduction>>
Propagation::partialForAxis(unsigned result, unsigned meshAxis) {
  SmallVector<AxisState, 3> states;
  std::optional<unsigned> partial;
  for (unsigned i = 0; i < input.operands.size(); ++i) {
    states.push_back(stateOf(i, meshAxis));
    if (states.back().isPartial() && !partial)
      partial = i;
  }
  if (!partial)
    return std::optional<Reduction>();
  PartialOutcome outcome = rules.propagatePartial(result, states);
  if (outcome.legal)
    return outcome.reduction;
  input.emitError() << "operand " << *partial << " is partial<"
                    << reductionName(states[*partial].reduction)
                    << "> along mesh axis '" << axisName(meshAxis)
                    << "', which this op does not commute with; complete it "
                       "with 'hir.reshard' first";
  return failure();
}

FailureOr<ShardEntry> Propagation::entryForAxis(unsigned result,
                                                unsigned meshAxis) {
  FailureOr<std::optional<Reduction>> partial =
      partialForAxis(result, meshAxis);
  if (failed(partial))
    return failure();
  if (*partial)
    return ShardEntry::partial(partialKind(**partial));

  for (unsigned i = 0; i < input.operands.size(); ++i) {
    if (stateOf(i, meshAxis).kind != AxisState::Kind::Dynamic)
      continue;
    for (unsigned j = 0; j < input.operands.size(); ++j) {
      AxisState state = stateOf(j, meshAxis);
      if (!state.isReplicated() && state.kind != AxisState::Kind::Dynamic) {
        input.emitError() << "operand " << i << " is dynamic along mesh axis '"
                          << axisName(meshAxis) << "' and operand " << j
                          << " is distributed along it; reshard one of them "
                             "first";
        return failure();
      }
    }
    return ShardEntry::dynamic();
  }

  // A bound dim that the result's statement walks and the result does not show
  // is reduced: every participant has a share that must still be combined.
  const BoundaryRelation *boundary = relations.result(result);
  for (unsigned dim = 0; dim < bound.size(); ++dim) {
    if (!llvm::is_contained(bound[dim], meshAxis))
      continue;
    ArrayRef<unsigned> dims = relations.statements[boundary->statement].dims;
    bool reaches = llvm::any_of(boundary->subscripts, [&](const Subscript &s) {
      return s.unitDim() == static_cast<int>(dim);
    });
    if (reaches || !llvm::is_contained(dims, dim))
      continue;
    std::optional<Reduction> reduction = rules.reducedPartial(result);
    if (!reduction) {
      input.emitError() << "operand " << boundBy[dim]
                        << " is split by mesh axis '" << axisName(meshAxis)
                        << "' along a dimension that result " << result
                        << " reduces, and shares of this op do not combine; "
                           "reshard operand "
                        << boundBy[dim] << " first";
      return failure();
    }
    return ShardEntry::partial(partialKind(*reduction));
  }
  return ShardEntry::broadcast();
}

LogicalResult Propagation::propagateResult(ValueDesc &result, unsigned number) {
  const BoundaryRelation *boundary = relations.result(number);
  Splits splits(result.shape.size());
  for (unsigned axis = 0; axis < result.shape.size(); ++axis) {
    int dim = boundary->subscripts[axis].unitDim();
    if (dim < 0 || bound[dim].empty())
      continue;
    if (!isWholeAxis(*boundary, axis, result.shape[axis]))
      return input.emitError()
             << "operand " << boundBy[dim] << " is split by mesh axis '"
             << axisName(bound[dim].front()) << "' where this op narrows axis "
             << axis << "; reshard operand " << boundBy[dim] << " first";
    splits[axis] = bound[dim];
  }
  SmallVector<ShardEntry> entries;
  for (unsigned meshAxis = 0; meshAxis < mesh.getRank(); ++meshAxis) {
    FailureOr<ShardEntry> entry = entryForAxis(number, meshAxis);
    if (failed(entry))
      return failure();
    entries.push_back(*entry);
  }
  FailureOr<Attribute> layout =
      buildShard([&] { return input.emitError(); }, result.shape, splits,
                 entries, mesh, result.storage);
  if (failed(layout))
    return failure();
  result.layout = *layout;
  return success();
}

LogicalResult Propagation::run(MutableArrayRef<ValueDesc> results) {
  if (failed(findMesh()))
    return failure();
  if (relations.boundaries.empty())
    return success(); // A shape query touches nothing and passes nothing on.
  bool regroups =
      llvm::any_of(relations.boundaries, [](const BoundaryRelation &boundary) {
        return llvm::any_of(boundary.subscripts, [](const Subscript &s) {
          return s.kind == Subscript::Kind::Regroup;
        });
      });
  if (regroups)
    return propagateReshape(results[0]);

  // Pass-through keeps a factoring that is not canonical; partials still obey
  // the op's rule.
  if (results.size() == 1 && passesThrough(results[0], 0)) {
    ShardAttr shard = input[meshOperand].getShard();
    bool unchanged = true;
    for (unsigned meshAxis = 0; meshAxis < mesh.getRank(); ++meshAxis) {
      FailureOr<std::optional<Reduction>> partial = partialForAxis(0, meshAxis);
      if (failed(partial))
        return failure();
      ShardKind kind = shard.getEntries()[meshAxis].kind;
      unchanged &= !isPartial(kind) || *partial == partialReduction(kind);
    }
    if (unchanged) {
      results[0].layout = shard;
      return success();
    }
  }

  nameDimExtents(results);
  bound.resize(relations.extents.size());
  boundBy.assign(relations.extents.size(), -1);
  for (unsigned i = 0; i < input.operands.size(); ++i)
    if (failed(bindOperand(i)))
      return failure();
  if (failed(checkBoundDims()))
    return failure();
  for (auto [number, result] : llvm::enumerate(results))
    if (failed(propagateResult(result, number)))
      return failure();
  return success();
}
