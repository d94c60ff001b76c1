//===- Facts.h - the aggregates that analyses ask a target for --*- C++ -*-===//
//
// Plain values (analysis document 1.2.2-1.2.4, target document 4 and 9). Rates
// are integers per second, capacities bytes. What a target does not state is
// absent, never assumed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_FACTS_H
#define TILEFOUNDRY_TARGET_FACTS_H

#include "tilefoundry/Support/ElementType.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilefoundry {

namespace detail {
template <class Key, class Wanted>
std::optional<int64_t>
lookUpRate(const std::vector<std::pair<Key, int64_t>> &rates,
           const Wanted &key) {
  for (const auto &entry : rates)
    if (entry.first == key)
      return entry.second;
  return std::nullopt;
}
} // namespace detail

/// Rates are stated per second, times in nanoseconds.
constexpr int64_t nsPerSecond = 1000000000;

/// The whole device's rates (analysis 1.2.3).
struct ThroughputFacts {
  /// flop/s by element type, in the order of the element type table.
  std::vector<std::pair<ElementType, int64_t>> peakFlopsPerSecond;
  std::optional<int64_t> memoryBandwidthBytesPerSecond;
  /// The storage level whose traffic the bandwidth measures.
  std::string bandwidthLevel;

  /// Nothing for a type without a published rate.
  std::optional<int64_t> peakFor(ElementType type) const {
    return detail::lookUpRate(peakFlopsPerSecond, type);
  }
};

/// What one unit of a topology level gets through (analysis 1.2.3).
struct PerformanceServiceFacts {
  std::vector<std::pair<ElementType, int64_t>> unitFlops;
  /// Results per second by kind of service.
  std::vector<std::pair<ServiceKind, int64_t>> unitOps;
  /// Bytes per second by storage level.
  std::vector<std::pair<std::string, int64_t>> unitBandwidth;
  /// The topology level whose unit these rates describe.
  std::string unit;

  std::optional<int64_t> flops(ElementType type) const {
    return detail::lookUpRate(unitFlops, type);
  }
  std::optional<int64_t> ops(ServiceKind kind) const {
    return detail::lookUpRate(unitOps, kind);
  }
  std::optional<int64_t> bandwidth(llvm::StringRef level) const {
    return detail::lookUpRate(unitBandwidth, level);
  }
};

/// A level a program places values in by name.
struct ExplicitMemoryLevelFacts {
  std::string name;
  std::optional<int64_t> capacityBytes;
  /// What the capacity is stated per: "device", "sm", "cta", ...
  std::string scope;
  /// The topology level whose units own separate values, or "target".
  std::string owner;
};

/// A level traffic passes through without being placed there.
struct ImplicitMemoryLevelFacts {
  std::string name;
  std::optional<int64_t> capacityBytes;
  std::string scope;
};

enum class MemoryRelationKind { Caches, SharesCapacityWith };

/// "caches" or "shares_capacity_with".
llvm::StringRef memoryRelationKindName(MemoryRelationKind kind);

/// One edge between two levels; `near` is the one closer to the compute units.
struct MemoryLevelRelation {
  MemoryRelationKind kind;
  std::string near;
  std::string far;
  /// The size of the divided block, on a sharing edge.
  std::optional<int64_t> sharedCapacityBytes;
};

/// Every memory level of one target, as a flat graph (analysis 1.2.2).
struct MemoryHierarchyFacts {
  std::vector<ExplicitMemoryLevelFacts> explicitLevels;
  std::vector<ImplicitMemoryLevelFacts> implicitLevels;
  std::vector<MemoryLevelRelation> relations;

  /// Null where the target does not declare the level.
  const ExplicitMemoryLevelFacts *findExplicit(llvm::StringRef name) const;
  const ImplicitMemoryLevelFacts *findImplicit(llvm::StringRef name) const;
  /// The level that programs name behind `cache`, along the edges of caches;
  /// null where they end without one.
  const ExplicitMemoryLevelFacts *findBacking(llvm::StringRef cache) const;
};

/// How many instances of a topology level run at once (analysis 1.2.4).
struct ParallelCapacityFacts {
  std::string topology;
  int64_t parallelUnits;
};

/// What dividing work across a device may count on (target document 4):
/// hardware as documents state it, no policy.
struct PartitionFacts {
  int64_t parallelUnits;
  int64_t bandwidthBytesPerSecond;
  int64_t capacityBytes;
  std::vector<std::pair<ElementType, int64_t>> peakFlopsPerSecond;
};

/// The store the threads of one CTA cooperate in (target document 4).
struct PipelineFacts {
  std::string storeLevel;
  int64_t storeCapacityBytes;
  /// Whose store it is, whatever level is being scheduled.
  std::string storeScope;
};

/// What placing tiles on one core may count on (target document 8).
struct CoreFacts {
  /// Bounds a tile's resident footprint.
  int64_t tileCapacityBytes;
  std::string tileScope;
  /// A tile's traffic is charged against this.
  int64_t bandwidthBytesPerSecond;
  int64_t parallelUnits;
};

/// How one operand of a matrix product lies in memory: its two strides in
/// elements.
struct OperandStrides {
  int64_t row;
  int64_t column;
};

/// The query of `AtomCandidateFacts`: one op, described without IR. A matrix
/// product reads [m, k] and [k, n] and writes [m, n].
struct AtomCandidateQuery {
  std::string opKind;
  int64_t m, n, k;
  ElementType lhs, rhs, result;
  OperandStrides lhsStrides, rhsStrides, resultStrides;
};

/// One catalogued atom that an op could be built from.
struct AtomCandidate {
  std::string name;
  /// The execution unit that issues it.
  std::string unit;
  int64_t m, n, k;
  /// The storage level its operands stand in: "rmem" for an atom resident in
  /// the register files, empty for one that streams through the cache.
  std::string storage;
};

/// The atoms that pass every filter, in catalogue order, unranked; empty for a
/// covered op with no usable atom (target document 9).
struct AtomCandidateFacts {
  std::vector<AtomCandidate> candidates;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_FACTS_H
