//===- Communication.cpp - reshards whose exchange is not priced ----------===//
//
// A reshard within one storage level moves nothing (ir.md 7). One that combines
// partial results, or whose units need elements that other units own, says so.
// Positions decide, whatever meshes name them: a unit that keeps part of what
// it has asks nobody.
//
//===----------------------------------------------------------------------===//

#include "MemoryParts.h"
#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include <map>

using namespace mlir;
using namespace tilefoundry;

namespace {
/// What one mesh axis does to a tensor axis: the digit of that stride is the
/// mesh axis's coordinate.
struct SplitPlace {
  size_t tensorAxis;
  int64_t stride;
};

/// A reshard with its result placed at every position of every level.
class Exchange {
public:
  Exchange(const ViewInfo &view, const MeasuredOp &measured,
           const hir::ValueDesc &source, const hir::ValueDesc &result)
      : source(source), from(source.getShard()), to(result.getShard()),
        op(measured.op),
        relations(cast<AccessRelationOpInterface>(op).getAccessRelations()),
        scope(*measured.scope),
        space(view, scope, int(view.getTopologies().size()) - 1, Share::Unit) {}

  /// What a position asks of other units that hold the source, or nothing.
  StringRef describe();

private:
  llvm::Expected<bool> combines();
  llvm::Expected<bool> gathers();
  llvm::Expected<bool> isDigit(const SplitPlace &place, unsigned meshAxis);
  bool sumsOver(const IndexExpr &coordinate, ArrayRef<IndexExpr> partials);
  int64_t extentOf(hir::MeshAttr mesh, unsigned axis) const;

  const hir::ValueDesc &source;
  hir::ShardAttr from, to;
  Operation *op;
  AccessRelations relations;
  const Scope &scope;
  AccessSpace space;
};
} // namespace

/// Mesh axis -> what it splits. A type whose factoring is not stated splits
/// nothing.
static std::map<unsigned, SplitPlace> findSplits(const hir::ValueDesc &desc,
                                                 hir::ShardAttr shard) {
  std::map<unsigned, SplitPlace> splits;
  if (!shard)
    return splits;
  Shard plain = hir::toShard(shard);
  auto factoring = factorAxes(hir::shapeExtents(desc.shape), plain);
  if (!factoring) {
    llvm::consumeError(factoring.takeError());
    return splits;
  }
  for (auto [axis, digits] : llvm::enumerate(*factoring))
    for (const ShardDigit &digit : digits) {
      int64_t finer = digit.extent.asStatic().value_or(1);
      for (unsigned meshAxis : digit.meshAxes) {
        int64_t size = plain.meshAxes[meshAxis].extent.asStatic().value_or(1);
        finer = size == 0 ? finer : finer / size;
        splits[meshAxis] = {axis, digit.stride.asStatic().value_or(1) * finer};
      }
    }
  return splits;
}

int64_t Exchange::extentOf(hir::MeshAttr mesh, unsigned axis) const {
  return hir::toMeshAxes(mesh)[axis].extent.asStatic().value_or(0);
}

/// Whether every index that a position holds of the result has the position's
/// coordinate as its digit at `place`, as the position's part of the source
/// does.
llvm::Expected<bool> Exchange::isDigit(const SplitPlace &place,
                                       unsigned meshAxis) {
  auto index = space.dimExpr(place.tensorAxis);
  if (!index)
    return index.takeError();
  auto coordinate = space.meshAxis(from.getMesh(), meshAxis);
  if (!coordinate)
    return coordinate.takeError();
  if (!*coordinate)
    return false;
  Space &exprs = space.getSpace();
  IndexExpr digit = exprs.mod(exprs.floorDiv(*index, place.stride),
                              extentOf(from.getMesh(), meshAxis));
  auto distance = exprs.extremes(exprs.sub(digit, **coordinate));
  return distance && distance->first == 0 && distance->last == 0;
}

/// Whether some position's part of the result is not inside its part of the
/// source.
llvm::Expected<bool> Exchange::gathers() {
  for (const auto &[axis, place] : findSplits(source, from)) {
    if (extentOf(from.getMesh(), axis) == 1)
      continue;
    auto kept = isDigit(place, axis);
    if (!kept)
      return kept.takeError();
    if (!*kept)
      return true;
  }
  return false;
}

/// Whether `coordinate` is one of `partials` or moves only with those of them
/// that are variables.
bool Exchange::sumsOver(const IndexExpr &coordinate,
                        ArrayRef<IndexExpr> partials) {
  if (llvm::is_contained(partials, coordinate))
    return true;
  const Space &exprs = space.getSpace();
  for (unsigned v = 0; v < exprs.getNumVariables(); ++v)
    if (exprs.dependsOn(coordinate, v) &&
        !llvm::is_contained(partials, exprs.variable(v)))
      return false;
  return true;
}

/// Whether partial results meet. They do not where the result is partial over
/// the same positions: each partial coordinate of the source moves with those
/// of the result alone, and they are as many.
llvm::Expected<bool> Exchange::combines() {
  if (llvm::none_of(from.getEntries(), [](const ShardEntry &entry) {
        return isPartial(entry.kind);
      }))
    return false;
  SmallVector<std::pair<ShardKind, IndexExpr>, 2> own, wanted;
  CheckedInt ownSize = 1, wantedSize = 1;
  // The result first: the source's axes are then expressed by its own.
  for (hir::ShardAttr shard : {to, from}) {
    if (!shard)
      continue;
    for (auto [axis, entry] : llvm::enumerate(shard.getEntries())) {
      int64_t extent = extentOf(shard.getMesh(), axis);
      if (!isPartial(entry.kind) || extent == 1)
        continue;
      auto coordinate = space.meshAxis(shard.getMesh(), axis);
      if (!coordinate)
        return coordinate.takeError();
      if (!*coordinate)
        return true;
      (shard == from ? own : wanted).emplace_back(entry.kind, **coordinate);
      (shard == from ? ownSize : wantedSize) *= extent;
    }
  }
  if (own.empty())
    return false;
  if (!ownSize || !wantedSize || ownSize.get() != wantedSize.get())
    return true;
  return llvm::any_of(own, [&](const auto &partial) {
    SmallVector<IndexExpr, 2> alike;
    for (const auto &[kind, coordinate] : wanted)
      if (kind == partial.first)
        alike.push_back(coordinate);
    return !sumsOver(partial.second, alike);
  });
}

StringRef Exchange::describe() {
  if (!from || from == to || llvm::is_contained(source.staticShape(), 0))
    return {};
  // What cannot be compared is taken to differ.
  auto isTrue = [](llvm::Expected<bool> answer) {
    if (answer)
      return *answer;
    llvm::consumeError(answer.takeError());
    return true;
  };
  if (llvm::Error error = space.beginOp(op, relations, scope)) {
    llvm::consumeError(std::move(error));
    return "gathers the shares";
  }
  if (isTrue(combines()))
    return "combines the partial results";
  return isTrue(gathers()) ? "gathers the shares" : "";
}

void tilefoundry::adviseCommunication(const ViewInfo &view,
                                      std::vector<std::string> &advisories) {
  for (const MeasuredOp &measured : view.getOps()) {
    if (measured.scope->neverRuns)
      continue;
    auto interface = dyn_cast<AccessRelationOpInterface>(measured.op);
    if (!interface || !interface.isPlacedByResult())
      continue;
    Value from = measured.op->getOperand(0), to = measured.op->getResult(0);
    auto source = hir::ValueDesc::get(from.getType());
    auto result = hir::ValueDesc::get(to.getType());
    if (!source || !result || source->storage != result->storage)
      continue;
    StringRef exchange = Exchange(view, measured, *source, *result).describe();
    if (!exchange.empty())
      advisories.push_back(bindingLabel(to) + " " + exchange.str() + " of " +
                           bindingLabel(from) + " within " +
                           hir::stringifyStorage(source->storage).str() +
                           "; this communication is not priced");
  }
}
