//===- Communication.cpp - reshards whose exchange is not priced ----------===//
//
// A reshard within one storage level moves nothing (ir.md 7). One that combines
// partial results, or whose units need elements that other units own, says so.
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
/// What one mesh axis does to a tensor axis.
struct SplitPlace {
  size_t tensorAxis;
  int64_t stride;
  friend bool operator==(const SplitPlace &a, const SplitPlace &b) {
    return a.tensorAxis == b.tensorAxis && a.stride == b.stride;
  }
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

/// What `result` asks of other units that hold `source`, or nothing.
static StringRef describeExchange(const hir::ValueDesc &source,
                                  const hir::ValueDesc &result) {
  hir::ShardAttr from = source.getShard(), to = result.getShard();
  if (!from)
    return {};
  bool sameMesh = to && to.getMesh() == from.getMesh();
  for (auto [axis, entry] : llvm::enumerate(from.getEntries()))
    if (isPartial(entry.kind) &&
        !(sameMesh && to.getEntries()[axis].kind == entry.kind))
      return "combines the partial results";
  std::map<unsigned, SplitPlace> own = findSplits(source, from);
  std::map<unsigned, SplitPlace> wanted =
      sameMesh ? findSplits(result, to) : std::map<unsigned, SplitPlace>();
  for (const auto &[axis, place] : own) {
    auto kept = wanted.find(axis);
    if (kept == wanted.end() || !(kept->second == place))
      return "gathers the shares";
  }
  return {};
}

void tilefoundry::adviseCommunication(const ViewInfo &view,
                                      std::vector<std::string> &advisories) {
  for (const MeasuredOp &measured : view.getOps()) {
    auto interface = dyn_cast<AccessRelationOpInterface>(measured.op);
    if (!interface || !interface.isPlacedByResult())
      continue;
    Value from = measured.op->getOperand(0), to = measured.op->getResult(0);
    auto source = hir::ValueDesc::get(from.getType());
    auto result = hir::ValueDesc::get(to.getType());
    if (!source || !result || source->storage != result->storage)
      continue;
    StringRef exchange = describeExchange(*source, *result);
    if (!exchange.empty())
      advisories.push_back(bindingLabel(to) + " " + exchange.str() + " of " +
                           bindingLabel(from) + " within " +
                           hir::stringifyStorage(source->storage).str() +
                           "; this communication is not priced");
  }
}
