//===- Ranking.cpp - which buffers a dive prefers -------------------------===//

#include "Dive.h"
#include "tilefoundry/Support/FixedLog2.h"
#include <algorithm>
#include <array>
#include <numeric>

namespace tilefoundry::allocation {
namespace {

/// The scale of shares and logarithms: sixteen binary places.
constexpr int64_t kOne = int64_t(1) << 16;

/// kOne * log2(x) for a positive `x`.
int64_t scaledLog(int64_t x) {
  return fixedLog2(static_cast<unsigned __int128>(x), 16);
}

/// xorshift64: a fixed sequence, the same everywhere.
class Noise {
public:
  explicit Noise(uint64_t seed) : state(88172645463325252u + 1000003u * seed) {
    for (int i = 0; i < 20; ++i)
      below(1);
  }
  int64_t below(int64_t bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    unsigned __int128 scaled = state >> 11;
    return static_cast<int64_t>((scaled * static_cast<uint64_t>(bound)) >> 53);
  }

private:
  uint64_t state;
};

} // namespace

Ranking::Ranking(const Component &component)
    : c(component), total(component.buffers()) {
  std::vector<int64_t> live(c.moments, 0);
  for (int b = 0; b < c.buffers(); ++b)
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      live[m] += c.size[b];
  for (int b = 0; b < c.buffers(); ++b)
    for (int m = c.begin[b]; m < c.end[b]; ++m)
      total[b] = std::max(total[b], live[m]);
}

std::vector<int> Ranking::ranks(int flavour,
                                const std::vector<int64_t> &weights) const {
  Noise noise(flavour);
  int64_t widthShare = noise.below(kOne), sizeShare = noise.below(kOne);
  using Key = std::array<int64_t, 3>;
  std::vector<Key> keys(c.buffers());
  for (int b = 0; b < c.buffers(); ++b) {
    int64_t width = scaledLog(c.end[b] - c.begin[b]);
    int64_t size = scaledLog(c.size[b]);
    switch (flavour) {
    case 0:
      keys[b] = {width, size, 0};
      break;
    case 1:
      keys[b] = {total[b], width + size, 0};
      break;
    case 2:
      keys[b] = {total[b], width, size};
      break;
    case 3:
      keys[b] = {width + size, 0, 0};
      break;
    default:
      int64_t failures = 1;
      for (int m = c.begin[b]; m < c.end[b]; ++m)
        failures += weights[m];
      int64_t mean = scaledLog(failures) - width;
      keys[b][0] = widthShare * width + sizeShare * size + kOne / 2 * mean +
                   kOne * noise.below(28365);
      if (flavour % 2)
        keys[b][0] += 3 * kOne * scaledLog(total[b]);
    }
  }
  std::vector<int> order(c.buffers());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return keys[a] > keys[b]; });
  std::vector<int> rank(c.buffers());
  for (size_t i = 0; i < order.size(); ++i)
    rank[order[i]] = static_cast<int>(i);
  return rank;
}

} // namespace tilefoundry::allocation
