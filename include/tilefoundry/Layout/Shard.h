//===- Shard.h - how a tensor is spread over a mesh -------------*- C++ -*-===//
//
// Shard layouts (ir.md 2.4, 5, 6): their rules, the correspondence of tensor
// axes and layout positions, the canonical factoring, local shapes, and what
// reshape, slice and local make of them. Plain data, free of IR.
//
// Example: tensor [1, 1536], mesh axes w = 6 and t = 32, `[1, 1536 over (w,
// t)]`:
//   shape   (1, 6, 32, 8)
//   entries [split(1), split(2)]
// A participant (w, t) owns element 256 * w + 8 * t + r of axis 1, r in [0, 8):
// axis 1 has the digits {6, stride 256, w}, {32, stride 8, t}, {8, stride 1}.
//
// Symbolic extents: a symbolic axis matches one equal layout position and is
// not divided by a mesh axis. What cannot be decided before dimensions are
// bound is accepted by `verifyShard` and refused by the functions that need the
// answer.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LAYOUT_SHARD_H
#define TILEFOUNDRY_LAYOUT_SHARD_H

#include "tilefoundry/Layout/Extent.h"
#include "tilefoundry/Layout/Layout.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefoundry {

enum class ShardKind : uint8_t {
  Split,
  Broadcast,
  Dynamic,
  PartialSum,
  PartialMax,
  PartialMin
};

/// `split`, `broadcast`, `dynamic`, `partial<sum>`, ...
llvm::StringRef shardKindName(ShardKind kind);
inline bool isPartial(ShardKind kind) { return kind >= ShardKind::PartialSum; }

/// What one mesh axis does to a tensor. `position` names a layout position and
/// counts for splits only.
struct ShardEntry {
  ShardKind kind = ShardKind::Broadcast;
  unsigned position = 0;

  static ShardEntry split(unsigned position) {
    return {ShardKind::Split, position};
  }
  static ShardEntry broadcast() { return {ShardKind::Broadcast, 0}; }
  static ShardEntry dynamic() { return {ShardKind::Dynamic, 0}; }
  static ShardEntry partial(ShardKind kind) { return {kind, 0}; }

  bool isSplit() const { return kind == ShardKind::Split; }
  std::string str() const;
  friend bool operator==(const ShardEntry &a, const ShardEntry &b) {
    return a.kind == b.kind && (!a.isSplit() || a.position == b.position);
  }
};

/// A mesh axis as a shard sees it.
struct MeshAxis {
  std::string name;
  Extent extent;
};

struct Shard {
  /// `G`, the whole, unsharded domain.
  ExtentVector shape;
  /// One per position; absent while not materialised.
  std::optional<ExtentVector> strides;
  /// One per mesh axis.
  llvm::SmallVector<ShardEntry, 4> entries;
  llvm::SmallVector<MeshAxis, 4> meshAxes;

  bool hasKind(ShardKind kind) const;
  bool hasDynamic() const { return hasKind(ShardKind::Dynamic); }
  bool hasPartial() const;
  /// Mesh axes that name `position`, in mesh order, first one major.
  llvm::SmallVector<unsigned, 2> axesOfPosition(unsigned position) const;
  std::string str() const;
};

/// Whether every entry is `broadcast`: no real sharding, the type is spelled
/// without a layout (ir.md 2.4).
bool isReplicated(const Shard &shard);

/// The rules of ir.md 2.4: one entry per mesh axis, splits in range, `G[k]` the
/// product of the mesh extents that name `k`, as many elements as the tensor,
/// and one stride per position where strides are written.
llvm::Error verifyShard(llvm::ArrayRef<Extent> tensorShape, const Shard &shard);

/// One digit of a tensor coordinate: the coordinate on an axis is the sum over
/// its digits of `digit * stride`, major digit first.
struct ShardDigit {
  Extent extent;
  /// In elements of the tensor axis.
  Extent stride;
  /// The layout position that this digit is, or is a part of; nothing where an
  /// unsplit domain has no exact correspondence.
  std::optional<unsigned> position;
  /// The position's coordinate is the sum of `digit * positionStride` over all
  /// digits that name it.
  Extent positionStride;
  /// The mesh axes whose coordinates, first one major, are the digit; empty:
  /// every participant holds all of it.
  llvm::SmallVector<unsigned, 2> meshAxes;

  bool isSplit() const { return !meshAxes.empty(); }
};

/// The digits of each tensor axis.
using AxisFactoring = llvm::SmallVector<ShardDigit, 4>;
using ShardFactoring = llvm::SmallVector<AxisFactoring, 4>;

/// Row-major correspondence of tensor axes and layout positions. A position
/// that several tensor axes share is cut at their boundary where that is exact
/// and, if it is split, between two mesh axes. A split position without such a
/// cut is refused naming the position, the axis and both extents.
llvm::Expected<ShardFactoring> factorAxes(llvm::ArrayRef<Extent> tensorShape,
                                          const Shard &shard);

/// Mesh axes that split one tensor axis, in digit order.
using AxisSplits = llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 4>;

/// Per tensor axis, the mesh axes that split it, in digit order.
llvm::Expected<AxisSplits> axisSplits(llvm::ArrayRef<Extent> tensorShape,
                                      const Shard &shard);

/// Whether the shape is the canonical factoring (ir.md 2.4) of its splits.
/// Strides are not looked at.
bool isCanonical(llvm::ArrayRef<Extent> tensorShape, const Shard &shard);

/// The canonical factoring of "tensor axis over mesh axes": per tensor axis one
/// position per mesh axis in the order of `splits`, then the residual unless it
/// is 1; an axis without splits is one position. `others` gives the entries of
/// the mesh axes that `splits` does not name (empty: all `broadcast`; an entry
/// of a named axis is ignored). Strides are left unmaterialised. Refused: an
/// extent that does not divide (naming axis and both numbers), a mesh axis
/// named twice or out of range, an axis count other than the tensor's rank.
llvm::Expected<Shard>
canonicalShard(llvm::ArrayRef<Extent> tensorShape,
               llvm::ArrayRef<llvm::SmallVector<unsigned, 2>> splits,
               llvm::ArrayRef<ShardEntry> others,
               llvm::ArrayRef<MeshAxis> meshAxes);

/// Says of a mesh axis whether its level is the one asked about or a coarser
/// one.
using AtOrCoarser = llvm::function_ref<bool(unsigned meshAxis)>;

/// Which of the levels of `hierarchy` (coarsest first) are at `level` or
/// coarser: a ready-made `AtOrCoarser` from the level name of each mesh axis.
/// Refused when a name is not in the hierarchy.
llvm::Expected<llvm::SmallVector<bool, 4>>
axesAtOrCoarser(llvm::ArrayRef<llvm::StringRef> axisLevels,
                llvm::ArrayRef<llvm::StringRef> hierarchy,
                llvm::StringRef level);

/// The tensor's shape under a level (ir.md 2.4): splits at it or coarser
/// divide; finer splits, `broadcast` and `partial` do not; with a `dynamic`
/// entry the value counts whole.
llvm::Expected<ExtentVector> localShape(llvm::ArrayRef<Extent> tensorShape,
                                        const Shard &shard,
                                        AtOrCoarser isAtOrCoarser);

/// Elements under a level: `size(tensor)` over the extents of the dividing
/// splits. Unlike `localShape` it has an answer for every valid shard.
llvm::Expected<Extent> localSize(llvm::ArrayRef<Extent> tensorShape,
                                 const Shard &shard, AtOrCoarser isAtOrCoarser);

/// How unmaterialised strides become strides (ir.md 5).
enum class StrideRule : uint8_t {
  /// `gmem`, `host`: row-major over the whole domain.
  WholeDomain,
  /// `smem`, `rmem`, `tmem`: 0 on split positions, row-major over the local
  /// shape.
  PerParticipant
};

/// The rule of a storage by name; nothing for `umat` and unknown names.
std::optional<StrideRule> strideRuleOf(llvm::StringRef storage);

/// The strides that `rule` gives; those already written are kept verbatim.
llvm::Expected<Shard> materialiseStrides(const Shard &shard, StrideRule rule);

/// `G` with its strides as a static layout; fails when symbolic.
llvm::Expected<Layout> domainLayout(const Shard &shard);

/// Whether distinct coordinates of one participant have distinct places (ir.md
/// 1): the layout without its split positions is injective. An error says why
/// not.
llvm::Error verifyStrides(const Shard &shard);

/// The same distribution with one layout position per digit: shared positions
/// are cut (strides with them), adjacent unsplit positions of one tensor axis
/// are merged where their strides allow, and unsplit extents of 1 are dropped.
/// The result is canonical when, on each tensor axis, the mesh axes come first.
llvm::Expected<Shard> refineShard(llvm::ArrayRef<Extent> tensorShape,
                                  const Shard &shard);

/// What a reshape makes of a shard (ir.md 6). The domain and its strides are
/// kept when every layout position lies inside one new axis; where one is cut
/// at the boundary of a new axis the result is `refineShard`'s. Else refused,
/// "reshard first": a split of P survives N = M * m exactly when P divides M.
llvm::Expected<Shard> reshapeShard(llvm::ArrayRef<Extent> oldShape,
                                   const Shard &shard,
                                   llvm::ArrayRef<Extent> newShape);

/// What a slice to `newShape` makes of a shard: only unsplit axes may narrow,
/// and the factoring must be canonical unless no axis narrows.
llvm::Expected<Shard> sliceShard(llvm::ArrayRef<Extent> oldShape,
                                 const Shard &shard,
                                 llvm::ArrayRef<Extent> newShape);

/// A value seen from inside one unit of a level.
struct LocalShard {
  ExtentVector shape;
  /// Over the mesh axes of the finer levels only.
  Shard shard;
  /// Per remaining mesh axis, its number in the mesh it came from.
  llvm::SmallVector<unsigned, 4> keptAxes;
};

/// What `hir.local` makes of a shard: the local shape, with the entries of
/// finer levels kept. Refused for a `dynamic` entry of a removed axis.
llvm::Expected<LocalShard> projectShard(llvm::ArrayRef<Extent> tensorShape,
                                        const Shard &shard,
                                        AtOrCoarser isAtOrCoarser);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LAYOUT_SHARD_H
