//===- CacheLoads.h - what a loop asks of each cache ------------*- C++ -*-===//
//
// The device-wide bytes of a loop's footprint behind each cache: the advisories
// of the memory family and the rows of cache pressure read them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_CACHELOADS_H
#define TILEFOUNDRY_ANALYSIS_CACHELOADS_H

#include "tilefoundry/Analysis/Records.h"
#include "tilefoundry/Target/Facts.h"

namespace tilefoundry {

/// One cache of the same scope as the level behind it, which the loop touches.
struct CacheLoad {
  const ImplicitMemoryLevelFacts *cache;
  const ExplicitMemoryLevelFacts *backing;
  CheckedInt deviceBytes;
};

/// In the order of the hierarchy's caches; points into `hierarchy`.
std::vector<CacheLoad> cacheLoads(const LoopFootprintRecord &footprint,
                                  const MemoryHierarchyFacts &hierarchy);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_CACHELOADS_H
