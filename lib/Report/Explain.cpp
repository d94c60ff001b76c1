//===- Explain.cpp - why a figure is what it is ---------------------------===//
//
// Cache pressure of loops, what is live at a peak, and where a function stands
// under the roof: all read off records and the machine's facts.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/CacheLoads.h"
#include "tilefoundry/Report/Report.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>

using namespace tilefoundry;

//===----------------------------------------------------------------------===//
// Cache pressure
//===----------------------------------------------------------------------===//

static int64_t peakAt(const MemoryRecord *memory, llvm::StringRef level) {
  if (memory)
    for (const LevelFootprint &row : memory->footprint)
      if (row.level == level)
        return row.peakBytes;
  return 0;
}

/// What a cache can hold: its own capacity, or what the level it divides a
/// block with leaves at that level's peak.
static std::optional<int64_t>
usableCapacity(const ImplicitMemoryLevelFacts &cache,
               const MemoryHierarchyFacts &hierarchy,
               const MemoryRecord *memory) {
  if (cache.capacityBytes)
    return cache.capacityBytes;
  for (const MemoryLevelRelation &relation : hierarchy.relations) {
    if (relation.kind != MemoryRelationKind::SharesCapacityWith ||
        !relation.sharedCapacityBytes)
      continue;
    if (relation.near != cache.name && relation.far != cache.name)
      continue;
    llvm::StringRef other =
        relation.near == cache.name ? relation.far : relation.near;
    return std::max<int64_t>(0, *relation.sharedCapacityBytes -
                                    peakAt(memory, other));
  }
  return std::nullopt;
}

static std::string pressureStatus(int64_t bytes, bool known,
                                  std::optional<int64_t> capacity) {
  if (!capacity)
    return "unknown";
  // A lower bound that is too large already settles it.
  if (bytes > *capacity)
    return "exceeds";
  return known ? "fits" : "lower-bound";
}

llvm::Expected<std::vector<CachePressure>>
tilefoundry::projectCachePressure(const LoopFootprintRecord &footprint,
                                  const MemoryHierarchyFacts &hierarchy,
                                  const MemoryRecord *memory) {
  std::vector<CachePressure> rows;
  for (const CacheLoad &load : cacheLoads(footprint, hierarchy)) {
    if (!load.deviceBytes)
      return llvm::createStringError("the loop footprint at '" +
                                     load.backing->name + "' exceeds 64 bits");
    CachePressure row;
    row.cacheLevel = load.cache->name;
    row.backingLevel = load.backing->name;
    row.deviceBytes = load.deviceBytes.get();
    row.capacityBytes = usableCapacity(*load.cache, hierarchy, memory);
    row.status =
        pressureStatus(row.deviceBytes, footprint.known, row.capacityBytes);
    rows.push_back(std::move(row));
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// Peak
//===----------------------------------------------------------------------===//

static std::vector<const ValueLifetime *>
liveAt(const MemoryRecord &memory, llvm::StringRef level, int64_t position) {
  std::vector<const ValueLifetime *> live;
  for (const ValueLifetime &lifetime : memory.lifetimes)
    if (lifetime.level == level && lifetime.definedAt <= position &&
        position <= lifetime.lastUsedAt)
      live.push_back(&lifetime);
  return live;
}

static PeakExplanation explainPeak(const MemoryRecord &memory,
                                   const LevelFootprint &row) {
  PeakExplanation peak;
  peak.level = row.level;
  peak.peakBytes = row.peakBytes;
  // The sum over time: what starts at a position, and what ended before it.
  std::map<int64_t, __int128> changes;
  for (const ValueLifetime &lifetime : memory.lifetimes) {
    if (lifetime.level != row.level)
      continue;
    changes[lifetime.definedAt] += lifetime.bytes;
    if (lifetime.lastUsedAt != std::numeric_limits<int64_t>::max())
      changes[lifetime.lastUsedAt + 1] -= lifetime.bytes;
  }
  __int128 sum = 0, largest = -1;
  for (const auto &[position, change] : changes) {
    sum += change;
    if (sum > largest) {
      largest = sum;
      peak.position = position;
    }
  }
  peak.live = liveAt(memory, row.level, peak.position);
  llvm::stable_sort(
      peak.live, [](const ValueLifetime *a, const ValueLifetime *b) {
        return std::tie(b->bytes, a->binding) < std::tie(a->bytes, b->binding);
      });
  return peak;
}

std::vector<PeakExplanation>
tilefoundry::explainPeaks(const MemoryRecord &memory) {
  std::vector<PeakExplanation> peaks;
  for (const LevelFootprint &row : memory.footprint)
    peaks.push_back(explainPeak(memory, row));
  llvm::stable_sort(peaks,
                    [](const PeakExplanation &a, const PeakExplanation &b) {
                      return a.level < b.level;
                    });
  return peaks;
}

//===----------------------------------------------------------------------===//
// Roof
//===----------------------------------------------------------------------===//

using Wide = unsigned __int128;

RoofExplanation tilefoundry::explainRoof(const ComputeCostRecord *cost,
                                         const TrafficRecord *traffic,
                                         const RooflineRecord &roofline,
                                         const ThroughputFacts &rates) {
  RoofExplanation roof;
  roof.level = rates.bandwidthLevel;
  roof.bytesPerSecond = rates.memoryBandwidthBytesPerSecond;
  roof.boundBy = roofline.boundBy;
  Wide bytes = 0, flops = 0;
  if (traffic)
    for (const auto &[level, moved] : traffic->whole)
      if (level == roof.level)
        bytes += static_cast<Wide>(moved.read) + static_cast<Wide>(moved.write);
  if (cost)
    for (const auto &[type, count] : cost->flops) {
      flops += static_cast<Wide>(count);
      RoofCompute row;
      row.type = type;
      row.flops = count;
      if (std::optional<ElementType> element = parseElementType(type))
        row.flopsPerSecond = rates.peakFor(*element);
      if (row.flopsPerSecond) {
        row.timeNs = {static_cast<Wide>(count) * nsPerSecond,
                      static_cast<Wide>(*row.flopsPerSecond)};
        if (roof.bytesPerSecond)
          row.ridge = {static_cast<Wide>(*row.flopsPerSecond),
                       static_cast<Wide>(*roof.bytesPerSecond)};
      }
      roof.compute.push_back(std::move(row));
    }
  constexpr Wide most = std::numeric_limits<int64_t>::max();
  roof.bytes = static_cast<int64_t>(std::min(bytes, most));
  roof.flops = static_cast<int64_t>(std::min(flops, most));
  roof.intensity = {flops, bytes};
  if (roof.bytesPerSecond)
    roof.memoryNs = {bytes * nsPerSecond,
                     static_cast<Wide>(*roof.bytesPerSecond)};
  return roof;
}

std::string tilefoundry::fixedDecimal(Ratio ratio, unsigned digits) {
  if (ratio.denominator == 0)
    return "none";
  Wide whole = ratio.numerator / ratio.denominator;
  Wide rest = ratio.numerator % ratio.denominator;
  // Digit by digit: scaling at once could leave 128 bits.
  std::string decimals;
  for (unsigned i = 0; i < digits; ++i) {
    rest *= 10;
    decimals +=
        static_cast<char>('0' + static_cast<int>(rest / ratio.denominator));
    rest %= ratio.denominator;
  }
  bool carry = rest * 2 >= ratio.denominator;
  for (size_t i = decimals.size(); carry && i-- > 0;) {
    carry = decimals[i] == '9';
    decimals[i] = carry ? '0' : static_cast<char>(decimals[i] + 1);
  }
  if (carry)
    ++whole;
  std::string text;
  do {
    text.insert(text.begin(),
                static_cast<char>('0' + static_cast<int>(whole % 10)));
    whole /= 10;
  } while (whole != 0);
  return digits == 0 ? text : text + "." + decimals;
}
