//===- Residencies.cpp - bytes of each value at its owner -----------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "tilefoundry/Support/CheckedMath.h"

using namespace mlir;
using namespace tilefoundry;

std::string tilefoundry::bindingLabel(Value value) {
  std::string label = hir::getAuthoredName(value).str();
  if (unsigned line = hir::getSourceLine(value))
    label += ":" + std::to_string(line);
  return label;
}

/// Elements of the value's type that one unit of `owner` holds of one instance.
static FailureOr<CheckedInt> localElements(Value value, int owner,
                                           const ViewInfo &view) {
  hir::ValueDesc desc = *hir::ValueDesc::get(value.getType());
  hir::ShardAttr shard = desc.getShard();
  if (!shard || owner < 0)
    return desc.numElements();
  auto levels = hir::levelNamesOfAxes(shard.getMesh());
  auto size = [&]() -> llvm::Expected<Extent> {
    if (!levels)
      return levels.takeError();
    return localSize(hir::shapeExtents(desc.shape), hir::toShard(shard),
                     [&](unsigned axis) {
                       return view.getLevelIndex((*levels)[axis]) <= owner;
                     });
  }();
  if (!size) {
    emitError(value.getLoc()) << "cannot size '" << hir::getAuthoredName(value)
                              << "': " << llvm::toString(size.takeError());
    return failure();
  }
  std::optional<int64_t> elements = size->asStatic();
  return elements ? CheckedInt(*elements) : CheckedInt::overflow();
}

/// A window is bytes of its source, whatever positions take it; `local` is a
/// value that each position has.
static bool isWindow(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto interface = result
                       ? dyn_cast<AccessRelationOpInterface>(result.getOwner())
                       : AccessRelationOpInterface();
  return interface &&
         interface.getViewedOperand(result.getResultNumber()) >= 0 &&
         interface.getOwnLevel().empty();
}

/// Instances that one unit of `owner` holds; all of them where the target owns
/// the level. A window and a union count once.
static FailureOr<CheckedInt> countInstances(Value value, int owner,
                                            const ViewInfo &view) {
  if (isWindow(value))
    return CheckedInt(1);
  const Scope &scope = *view.getScope(value);
  auto instances =
      AccessSpace(view, scope, -1, Share::Whole).getInstances(value);
  if (!instances) {
    emitError(value.getLoc()) << "cannot place '" << hir::getAuthoredName(value)
                              << "': " << llvm::toString(instances.takeError());
    return failure();
  }
  CheckedInt count = 1;
  for (unsigned slot : instances->set_bits())
    if (owner < 0 || view.getLevelIndex(scope.slots[slot].level) > owner)
      count *= scope.slots[slot].extent;
  return count;
}

int tilefoundry::ownerDepth(StringRef owner, const ViewInfo &view,
                            const Target &target) {
  int depth = -1;
  if (!llvm::is_contained(target.getTopologyLevels(), owner))
    return depth; // The target itself.
  for (StringRef level : target.getTopologyLevels()) {
    depth = std::max(depth, view.getLevelIndex(level));
    if (level == owner)
      break;
  }
  return depth;
}

FailureOr<std::vector<LevelResidency>>
tilefoundry::measureResidencies(const ViewInfo &view,
                                const MemoryHierarchyFacts &facts,
                                const Target &target) {
  std::vector<LevelResidency> result;
  for (const Residency &residency : computeResidencies(view)) {
    hir::ValueDesc desc = *hir::ValueDesc::get(residency.value.getType());
    LevelResidency row{residency, hir::stringifyStorage(desc.storage).str(), 0};
    // A level that the target owns, or does not declare, is one for all.
    const ExplicitMemoryLevelFacts *level = facts.findExplicit(row.level);
    int owner = level ? ownerDepth(level->owner, view, target) : -1;
    FailureOr<CheckedInt> elements =
        localElements(residency.value, owner, view);
    FailureOr<CheckedInt> instances =
        countInstances(residency.value, owner, view);
    if (failed(elements) || failed(instances))
      return failure();
    CheckedInt bytes = CheckedInt::overflow();
    if (*elements)
      bytes =
          bytesForElements(elements->get(), elementTypeBits(desc.element())) *
          *instances;
    if (!bytes) {
      emitError(residency.value.getLoc())
          << "the bytes of '" << hir::getAuthoredName(residency.value)
          << "' do not fit in 64 bits";
      return failure();
    }
    row.bytes = bytes.get();
    result.push_back(std::move(row));
  }
  return result;
}
