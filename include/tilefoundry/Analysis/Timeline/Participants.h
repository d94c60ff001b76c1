//===- Participants.h - which positions an occurrence occupies --*- C++ -*-===//
//
// Exact sets of mesh positions, and their interning into small ids.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_TIMELINE_PARTICIPANTS_H
#define TILEFOUNDRY_ANALYSIS_TIMELINE_PARTICIPANTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>
#include <vector>

namespace tilefoundry::timeline {

/// The positions `begin, ..., end - 1`.
struct PositionRange {
  int64_t begin = 0;
  int64_t end = 0;

  friend bool operator==(PositionRange a, PositionRange b) {
    return a.begin == b.begin && a.end == b.end;
  }
  friend bool operator<(PositionRange a, PositionRange b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  }
};

/// A set of positions as ranges that are sorted, non-empty, and neither overlap
/// nor touch, so that equal sets have equal ranges: `{0, 1, 2, 5}` is `[0,3)
/// [5,6)`.
class PositionSet {
public:
  PositionSet() = default;
  /// The positions listed, in any order, repeated or not. A position is below
  /// the largest 64-bit number; that one is dropped.
  static PositionSet fromPositions(llvm::ArrayRef<int64_t> positions);
  /// The union of `ranges`; empty ranges (`end <= begin`) add nothing.
  static PositionSet fromRanges(llvm::ArrayRef<PositionRange> ranges);

  llvm::ArrayRef<PositionRange> ranges() const { return sorted; }
  bool empty() const { return sorted.empty(); }
  bool contains(int64_t position) const;
  bool intersects(const PositionSet &other) const;
  PositionSet unite(const PositionSet &other) const;

  friend bool operator==(const PositionSet &a, const PositionSet &b) {
    return a.sorted == b.sorted;
  }
  friend bool operator<(const PositionSet &a, const PositionSet &b) {
    return a.sorted < b.sorted;
  }

private:
  std::vector<PositionRange> sorted;
};

/// The id of an interned set: the how-manieth distinct set it was.
using ParticipantClass = int32_t;

/// Interns position sets: one id for each distinct set, numbered as they come.
class ParticipantClasses {
public:
  ParticipantClass intern(const PositionSet &set);
  /// The set of an id that `intern` returned.
  const PositionSet &set(ParticipantClass id) const { return *sets[id]; }
  int32_t size() const { return static_cast<int32_t>(sets.size()); }

  ParticipantClasses() = default;
  // `sets` points into `ids`.
  ParticipantClasses(const ParticipantClasses &) = delete;
  ParticipantClasses &operator=(const ParticipantClasses &) = delete;
  ParticipantClasses(ParticipantClasses &&) = default;
  ParticipantClasses &operator=(ParticipantClasses &&) = default;

private:
  std::map<PositionSet, ParticipantClass> ids;
  std::vector<const PositionSet *> sets;
};

} // namespace tilefoundry::timeline

#endif // TILEFOUNDRY_ANALYSIS_TIMELINE_PARTICIPANTS_H
