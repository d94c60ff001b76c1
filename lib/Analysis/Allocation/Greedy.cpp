//===- Greedy.cpp - packings that need no search --------------------------===//
//
// First fit over a few deterministic orders.
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace tilefoundry::allocation {
namespace {

/// Sort keys, most important first; larger goes first.
using Key = std::tuple<int64_t, int64_t, int64_t>;

Key keyFor(const Component &c, int i, int order) {
  int64_t width = c.end[i] - c.begin[i];
  int64_t size = c.size[i];
  // Saturation only blunts an order; it never makes a packing wrong.
  int64_t area;
  if (__builtin_mul_overflow(width, size, &area))
    area = std::numeric_limits<int64_t>::max();
  switch (order) {
  case 0:
    return {size, width, 0};
  case 1:
    return {area, size, 0};
  case 2:
    return {width, size, 0};
  default:
    return {-static_cast<int64_t>(c.begin[i]), width, size};
  }
}

/// The lowest offset at which a buffer of `size` fits between the `busy` spans,
/// which are sorted here.
int64_t lowestGap(std::vector<std::pair<int64_t, int64_t>> &busy,
                  int64_t size) {
  std::sort(busy.begin(), busy.end());
  int64_t offset = 0;
  for (auto [bottom, top] : busy) {
    if (bottom - offset >= size)
      break;
    offset = std::max(offset, top);
  }
  return offset;
}

/// First fit in `order`; gives up, returning nothing, when a buffer passes
/// `ceiling`.
bool firstFit(const Component &c, const std::vector<int> &order,
              int64_t ceiling, std::vector<int64_t> &offsets, int64_t &height) {
  std::vector<std::pair<int64_t, int64_t>> busy;
  height = 0;
  for (int i : order) {
    busy.clear();
    for (size_t k = 0; order[k] != i; ++k) {
      int j = order[k];
      if (c.begin[j] < c.end[i] && c.begin[i] < c.end[j])
        busy.push_back({offsets[j], offsets[j] + c.size[j]});
    }
    offsets[i] = lowestGap(busy, c.size[i]);
    if (offsets[i] > ceiling - c.size[i])
      return false;
    height = std::max(height, offsets[i] + c.size[i]);
  }
  return true;
}

/// One after another, when all of them fit at once.
bool stackEndToEnd(const Component &c, std::vector<int64_t> &offsets,
                   int64_t &height) {
  offsets.clear();
  height = 0;
  for (int64_t size : c.size) {
    offsets.push_back(height);
    if (size > c.capacity - height)
      return false;
    height += size;
  }
  return true;
}

/// First fit in the order in which buffers begin.
bool firstFitInTime(const Component &c, std::vector<int64_t> &offsets,
                    int64_t &height) {
  std::vector<int> order(c.buffers()), alive;
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return c.begin[a] < c.begin[b]; });
  offsets.assign(c.buffers(), 0);
  height = 0;
  std::vector<std::pair<int64_t, int64_t>> busy;
  for (int i : order) {
    alive.erase(std::remove_if(alive.begin(), alive.end(),
                               [&](int j) { return c.end[j] <= c.begin[i]; }),
                alive.end());
    busy.clear();
    for (int j : alive)
      busy.push_back({offsets[j], offsets[j] + c.size[j]});
    offsets[i] = lowestGap(busy, c.size[i]);
    if (offsets[i] > c.capacity - c.size[i])
      return false;
    height = std::max(height, offsets[i] + c.size[i]);
    alive.push_back(i);
  }
  return true;
}

} // namespace

bool packGreedily(const Component &component, std::vector<int64_t> &offsets,
                  int64_t &height) {
  if (stackEndToEnd(component, offsets, height))
    return true;
  // The orders below look back at every buffer placed; too many are placed in
  // the order of their begins only, which looks at those still alive.
  if (component.buffers() > maxSearchBuffers)
    return firstFitInTime(component, offsets, height);
  std::vector<int> order(component.buffers());
  offsets.assign(component.buffers(), 0);
  for (int heuristic = 0; heuristic < 4; ++heuristic) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return keyFor(component, a, heuristic) > keyFor(component, b, heuristic);
    });
    if (firstFit(component, order, component.capacity, offsets, height))
      return true;
  }
  return false;
}

} // namespace tilefoundry::allocation
