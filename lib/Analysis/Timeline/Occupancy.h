//===- Occupancy.h - until when everybody is busy ---------------*- C++ -*-===//
//
// Positions that belong to the same sets are never busy apart, so they are kept
// as one atom.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_TIMELINE_OCCUPANCY_H
#define TILEFOUNDRY_LIB_ANALYSIS_TIMELINE_OCCUPANCY_H

#include "tilefoundry/Analysis/Timeline/Participants.h"

namespace tilefoundry::timeline {

/// Atoms `[begin, end)`.
struct AtomRange {
  int32_t begin;
  int32_t end;
};
using AtomSet = std::vector<AtomRange>;

/// When each atom is free again. Every `occupy` states a time not before any it
/// replaces, which is what lets whole blocks of atoms share one number.
class Occupancy {
public:
  /// Refines the classes that `used` marks (by id) into atoms.
  Occupancy(const ParticipantClasses &classes, const std::vector<bool> &used);

  const AtomSet &atoms(ParticipantClass id) const { return classAtoms[id]; }
  /// The atoms of all `ids` together.
  AtomSet unite(llvm::ArrayRef<ParticipantClass> ids) const;

  int64_t freeAt(const AtomSet &atoms) const;
  void occupy(const AtomSet &atoms, int64_t until);

private:
  static constexpr int32_t blockSize = 64;

  std::vector<AtomSet> classAtoms;
  std::vector<int64_t> free;
  /// For each block of atoms: a time that holds for all of them, and the
  /// latest.
  std::vector<int64_t> blockFree, blockLatest;
};

} // namespace tilefoundry::timeline

#endif // TILEFOUNDRY_LIB_ANALYSIS_TIMELINE_OCCUPANCY_H
