//===- MaxRank.h - how many axes anything may have --------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LAYOUT_MAXRANK_H
#define TILEFOUNDRY_LAYOUT_MAXRANK_H

#include <cstddef>

namespace tilefoundry {

/// The most axes of a tensor, positions of a layout and axes of a mesh. Rules
/// compare axes with each other, some of them recursively; no machine has that
/// many.
inline constexpr size_t kMaxRank = 512;

} // namespace tilefoundry

#endif // TILEFOUNDRY_LAYOUT_MAXRANK_H
