//===- TiledPlane.h - packing questions that are known to fit ---*- C++ -*-===//
//
// Cuts the plane of bytes and time into rectangles and forgets where they lay,
// so that a packing exists by construction. Cuts run through a rectangle or
// wind around a middle one (a pinwheel), which no sequence of through cuts
// yields. Used by the tests and by utils/bench.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TEST_ANALYSIS_ALLOCATION_TILEDPLANE_H
#define TILEFOUNDRY_TEST_ANALYSIS_ALLOCATION_TILEDPLANE_H

#include "tilefoundry/Analysis/Allocation/Packing.h"
#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tilefoundry::allocation {

struct TiledPlaneOptions {
  uint64_t seed = 0;
  /// How many rectangles the whole plane is cut into, at least.
  int tiles = 100;
  /// Positions of time; cuts fall between them.
  int64_t positions = 50;
  int64_t capacity = 1024;
  /// Of 100 rectangles, how many are forgotten; those alive at one drawn
  /// position stay, so that there the live bytes still are the capacity.
  int thinned = 0;
  /// Of 100 through cuts, how many part bytes rather than time: more makes
  /// longer lifetimes and more buffers alive at once.
  int acrossBytes = 50;
  /// How many rectangles are drawn for each cut; the largest of them is cut.
  int draws = 2;
};

class TiledPlane {
public:
  explicit TiledPlane(const TiledPlaneOptions &options)
      : options(options), state(options.seed * 0x9e3779b97f4a7c15u + 1) {}

  /// The question; `planted` holds its known answer.
  Problem build() {
    tiles = {{0, options.positions, 0, options.capacity}};
    // A plane too small for that many rectangles yields fewer.
    for (int tries = 64 * options.tiles;
         tries > 0 && static_cast<int>(tiles.size()) < options.tiles; --tries)
      cutOne();
    thin();
    for (size_t i = tiles.size(); i > 1; --i)
      std::swap(tiles[i - 1], tiles[below(i)]);
    Problem problem;
    problem.capacity = options.capacity;
    for (const Tile &t : tiles) {
      problem.buffers.push_back({"b" + std::to_string(problem.buffers.size()),
                                 t.begin, t.end - 1, t.top - t.bottom});
      planted.offsets.push_back(t.bottom);
      planted.height = std::max(planted.height, t.top);
    }
    return problem;
  }

  Solution planted;

private:
  struct Tile {
    int64_t begin, end, bottom, top;
    int64_t width() const { return end - begin; }
    int64_t size() const { return top - bottom; }
  };

  /// splitmix64, the same on every machine.
  int64_t below(int64_t bound) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<int64_t>((z ^ (z >> 31)) % static_cast<uint64_t>(bound));
  }

  /// A point strictly between two others.
  int64_t between(int64_t low, int64_t high) {
    return low + 1 + below(high - low - 1);
  }

  void cutOne() {
    size_t chosen = below(tiles.size());
    for (int i = 1; i < options.draws; ++i) {
      size_t other = below(tiles.size());
      // In whole planes of at most 2^20 by 2^20 areas stay far below 2^63.
      if (tiles[other].width() * tiles[other].size() >
          tiles[chosen].width() * tiles[chosen].size())
        chosen = other;
    }
    Tile t = tiles[chosen];
    std::vector<Tile> parts;
    if (t.width() >= 3 && t.size() >= 3 && below(4) == 0)
      parts = pinwheel(t);
    else if (below(100) < options.acrossBytes && t.size() >= 2) {
      int64_t cut = between(t.bottom, t.top);
      parts = {{t.begin, t.end, t.bottom, cut}, {t.begin, t.end, cut, t.top}};
    } else if (t.width() >= 2) {
      int64_t cut = between(t.begin, t.end);
      parts = {{t.begin, cut, t.bottom, t.top}, {cut, t.end, t.bottom, t.top}};
    }
    if (parts.empty())
      return;
    tiles[chosen] = parts.front();
    tiles.insert(tiles.end(), parts.begin() + 1, parts.end());
  }

  /// Four rectangles that wind around a fifth.
  std::vector<Tile> pinwheel(const Tile &t) {
    int64_t x = between(t.begin, t.end - 1), x2 = between(x, t.end);
    int64_t y = between(t.bottom, t.top - 1), y2 = between(y, t.top);
    return {{t.begin, x2, t.bottom, y},
            {x2, t.end, t.bottom, y2},
            {x, t.end, y2, t.top},
            {t.begin, x, y, t.top},
            {x, x2, y, y2}};
  }

  void thin() {
    int64_t kept = below(options.positions);
    tiles.erase(std::remove_if(tiles.begin(), tiles.end(),
                               [&](const Tile &t) {
                                 bool stays = t.begin <= kept && kept < t.end;
                                 return !stays && below(100) < options.thinned;
                               }),
                tiles.end());
  }

  const TiledPlaneOptions options;
  uint64_t state;
  std::vector<Tile> tiles;
};

/// One of a fixed series of hard questions: 100 to 450 rectangles, a fourth of
/// the series with no byte to spare and the others thinned by a twentieth, a
/// seventh or a third.
inline TiledPlaneOptions hardQuestion(uint64_t index) {
  TiledPlaneOptions options;
  options.seed = index;
  uint64_t mixed = (index + 1) * 0x9e3779b97f4a7c15u;
  options.tiles = 100 + static_cast<int>((mixed >> 32) % 351);
  options.positions = options.tiles / 2;
  options.capacity = 1024;
  options.thinned = std::array<int, 4>{0, 5, 14, 33}[index % 4];
  options.acrossBytes = 35 + static_cast<int>((mixed >> 16) % 31);
  options.draws = 1 + static_cast<int>((mixed >> 24) % 3);
  return options;
}

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_TEST_ANALYSIS_ALLOCATION_TILEDPLANE_H
