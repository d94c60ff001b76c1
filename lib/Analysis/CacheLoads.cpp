//===- CacheLoads.cpp - what a loop asks of each cache --------------------===//

#include "tilefoundry/Analysis/CacheLoads.h"

using namespace tilefoundry;

std::vector<CacheLoad>
tilefoundry::cacheLoads(const LoopFootprintRecord &footprint,
                        const MemoryHierarchyFacts &hierarchy) {
  std::map<std::string, CheckedInt> bytesAt;
  for (const BufferFootprint &row : footprint.footprints)
    bytesAt[row.level] += row.deviceBytes;
  std::vector<CacheLoad> loads;
  for (const ImplicitMemoryLevelFacts &cache : hierarchy.implicitLevels) {
    const ExplicitMemoryLevelFacts *backing = hierarchy.findBacking(cache.name);
    if (!backing || backing->scope != cache.scope)
      continue;
    auto bytes = bytesAt.find(backing->name);
    if (bytes != bytesAt.end())
      loads.push_back({&cache, backing, bytes->second});
  }
  return loads;
}
