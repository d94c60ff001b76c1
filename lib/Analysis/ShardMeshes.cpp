//===- ShardMeshes.cpp - the meshes that shards name ----------------------===//
//
// A mesh is of the module's levels, as large as they are; inside a scope it
// takes the scope's positions (ir.md 2.3, 4). A type does not know where it
// stands, so the gate looks at every value of the view.
//
//===----------------------------------------------------------------------===//

#include "Gate.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefoundry;

namespace {

class ShardMeshChecker {
public:
  ShardMeshChecker(func::FuncOp function, ArrayRef<hir::TopologyAttr> levels)
      : function(function), levels(levels) {}

  LogicalResult check();

private:
  /// `role` names the value in a message at `op`; `place` is where it lives:
  /// `op` or one of the ops around it.
  LogicalResult checkType(Operation *op, Operation *place, const char *role,
                          unsigned number, Type type);
  LogicalResult checkLevels(hir::MeshAttr mesh,
                            llvm::function_ref<InFlightDiagnostic()> emitError);
  LogicalResult checkOrder(hir::MeshAttr mesh,
                           llvm::function_ref<InFlightDiagnostic()> emitError);
  LogicalResult
  checkPositions(hir::MeshAttr mesh, hir::MeshScopeOp scope,
                 llvm::function_ref<InFlightDiagnostic()> emitError);

  func::FuncOp function;
  ArrayRef<hir::TopologyAttr> levels;
  /// What has passed, by innermost scope (or null).
  llvm::DenseSet<std::pair<Operation *, Attribute>> known;
};

} // namespace

static std::string extentText(Attribute extent) {
  return extent ? hir::AxisExtent::get(extent).str() : "'?'";
}

LogicalResult ShardMeshChecker::checkLevels(
    hir::MeshAttr mesh, llvm::function_ref<InFlightDiagnostic()> emitError) {
  for (hir::TopologyAttr level : mesh.getLevels()) {
    if (!level.getExtent())
      return emitError() << "whose level '" << level.getName()
                         << "' has no extent; analysis needs the number: write "
                            "it in the mesh";
    // Without a hierarchy nothing is measured per unit.
    if (levels.empty())
      continue;
    const auto *own = llvm::find_if(levels, [&](hir::TopologyAttr declared) {
      return declared.getName() == level.getName();
    });
    if (own == levels.end())
      return emitError() << "whose level '" << level.getName()
                         << "' the module's hir.topologies does not declare; "
                            "declare it there, or use one of '"
                         << llvm::join(
                                llvm::map_range(levels,
                                                [](hir::TopologyAttr declared) {
                                                  return declared.getName();
                                                }),
                                "', '")
                         << "'";
    if (own->getExtent() != level.getExtent())
      return emitError() << "which gives level '" << level.getName()
                         << "' the extent " << extentText(level.getExtent())
                         << ", but the module declares "
                         << extentText(own->getExtent())
                         << "; shard over a mesh of the module's levels";
  }
  return checkOrder(mesh, emitError);
}

/// Axes belong to the levels from left to right, so that their order says which
/// level is the finer one.
LogicalResult ShardMeshChecker::checkOrder(
    hir::MeshAttr mesh, llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto depth = [&](hir::TopologyAttr level) {
    return llvm::find_if(levels, [&](hir::TopologyAttr declared) {
      return declared.getName() == level.getName();
    });
  };
  ArrayRef<hir::TopologyAttr> own = mesh.getLevels();
  for (auto [outer, inner] : llvm::zip(own.drop_back(), own.drop_front()))
    if (depth(inner) < depth(outer))
      return emitError() << "which names level '" << inner.getName()
                         << "' behind '" << outer.getName()
                         << "', but the module nests '" << outer.getName()
                         << "' inside it; name the coarsest level first";
  return success();
}

LogicalResult ShardMeshChecker::checkPositions(
    hir::MeshAttr mesh, hir::MeshScopeOp scope,
    llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto plain = hir::toMesh(mesh);
  for (; plain && scope; scope = scope->getParentOfType<hir::MeshScopeOp>()) {
    if (scope.getMesh() == mesh)
      continue;
    auto own = hir::toMesh(scope.getMesh());
    if (!own)
      continue;
    for (const TopologyLevel &level : own->levels) {
      if (llvm::none_of(plain->levels, [&](const TopologyLevel &other) {
            return other.name == level.name;
          }))
        continue;
      auto same = coverSamePositions(*plain, *own, level.name);
      if (!same)
        return emitError() << "which cannot be compared with the mesh "
                           << scope.getMesh() << " of the scope around it: "
                           << llvm::toString(same.takeError());
      if (!*same)
        return emitError() << "which takes other positions of level '"
                           << level.name
                           << "' than the scope around it, whose mesh is "
                           << scope.getMesh()
                           << "; reshard it onto those positions first";
    }
  }
  return success();
}

LogicalResult ShardMeshChecker::checkType(Operation *op, Operation *place,
                                          const char *role, unsigned number,
                                          Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto encoding =
      tensor ? dyn_cast_or_null<hir::EncodingAttr>(tensor.getEncoding())
             : hir::EncodingAttr();
  auto shard = encoding ? dyn_cast_or_null<hir::ShardAttr>(encoding.getLayout())
                        : hir::ShardAttr();
  if (!shard)
    return success();
  auto scope = dyn_cast<hir::MeshScopeOp>(place);
  if (!scope)
    scope = place->getParentOfType<hir::MeshScopeOp>();
  if (!known.insert({scope, shard.getMesh()}).second)
    return success();
  auto emitError = [&] {
    InFlightDiagnostic diagnostic = op->emitError();
    diagnostic << "'" << op->getName() << "' op " << role << " " << number
               << " is sharded over the mesh " << shard.getMesh() << ", ";
    return diagnostic;
  };
  return success(succeeded(checkLevels(shard.getMesh(), emitError)) &&
                 succeeded(checkPositions(shard.getMesh(), scope, emitError)));
}

LogicalResult ShardMeshChecker::check() {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(checkType(function, function, "parameter", i, type)))
      return failure();
  auto visit = [&](Operation *op) {
    if (op == function)
      return WalkResult::advance();
    if (auto scope = dyn_cast<hir::MeshScopeOp>(op)) {
      auto emitError = [&] {
        InFlightDiagnostic diagnostic = op->emitOpError();
        diagnostic << "has the mesh " << scope.getMesh() << ", ";
        return diagnostic;
      };
      if (failed(checkOrder(scope.getMesh(), emitError)))
        return WalkResult::interrupt();
    }
    for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
      if (failed(checkType(op, op->getParentOp(), "result", i, type)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (auto [i, type] : llvm::enumerate(block.getArgumentTypes()))
          if (failed(checkType(op, op, "body argument", i, type)))
            return WalkResult::interrupt();
    return WalkResult::advance();
  };
  return failure(function.walk<WalkOrder::PreOrder>(visit).wasInterrupted());
}

LogicalResult
tilefoundry::checkShardMeshes(func::FuncOp function,
                              ArrayRef<hir::TopologyAttr> levels) {
  return ShardMeshChecker(function, levels).check();
}
