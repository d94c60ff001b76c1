//===- Mesh.h - positions of parallel levels --------------------*- C++ -*-===//
//
// Meshes over the topology (ir.md 2.3): which positions of which levels take
// part, under which axes. Static data; a program binds its dimensions before it
// asks.
//
// Example: levels cta 132 and thread 128, layout (132, 4, 32):(128, 32, 1):
// axis 0 belongs to cta, axes 1 and 2 to thread; the positions of cta are
// (132):(1).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LAYOUT_MESH_H
#define TILEFOUNDRY_LAYOUT_MESH_H

#include "tilefoundry/Layout/Layout.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilefoundry {

/// One parallel level. No extent: launch-provided (`?`), so that only what does
/// not need it is checked.
struct TopologyLevel {
  std::string name;
  std::optional<int64_t> extent;

  friend bool operator==(const TopologyLevel &a, const TopologyLevel &b) {
    return a.name == b.name && a.extent == b.extent;
  }
};

struct Mesh {
  /// Coarsest first.
  llvm::SmallVector<TopologyLevel, 2> levels;
  ComposedLayout layout;
  llvm::SmallVector<std::string, 4> axisNames;

  unsigned rank() const { return layout.rank(); }
  llvm::ArrayRef<int64_t> axisExtents() const { return layout.shape(); }
  /// A slice keeps its offset in a composed layout.
  bool isSliced() const { return !layout.isPlain(); }
  /// Participants.
  CheckedInt size() const { return layout.size(); }

  /// All rules of ir.md 2.3, each refusal naming what it found.
  llvm::Error verify() const;

  /// Per axis, the index in `levels` of the level that takes it: levels take
  /// axes left to right until their product is exactly the level's extent. A
  /// mesh of one level gives it every axis. Straddling is refused naming the
  /// axis and numbers.
  llvm::Expected<llvm::SmallVector<unsigned, 4>> levelOfAxis() const;

  /// The positions of `levels[level]` counted over it and the coarser levels:
  /// its own and all coarser axes, strides divided by the product of the finer
  /// extents.
  llvm::Expected<ComposedLayout> projectToLevel(unsigned level) const;

  /// The image of `projectToLevel(level)`, sorted.
  llvm::Expected<llvm::SmallVector<int64_t, 0>> positions(unsigned level) const;

  /// The mesh of the levels finer than `levels[level]`, inside one of its
  /// units.
  llvm::Expected<Mesh> finerThan(unsigned level) const;

  std::string str() const;

  friend bool operator==(const Mesh &a, const Mesh &b) {
    return a.levels == b.levels && a.layout == b.layout &&
           a.axisNames == b.axisNames;
  }
};

/// One mesh over the levels of `outer` followed by those of `inner`: what two
/// nested scopes state together. Names that collide keep the outer's and get
/// `_2`. `inner` needs static level extents. The result is for computing; it
/// may carry an offset.
llvm::Expected<Mesh> nestMeshes(const Mesh &outer, const Mesh &inner);

/// The positions of one level inside a unit of the coarser levels: the level's
/// own axes, in mesh order, strides divided by the product of the finer
/// extents.
llvm::Expected<ComposedLayout> levelLayout(const Mesh &mesh,
                                           llvm::StringRef level);

/// Whether two meshes take the same positions of a level that both name, as a
/// shard inside a scope must (ir.md 2.3, 4).
llvm::Expected<bool> coverSamePositions(const Mesh &a, const Mesh &b,
                                        llvm::StringRef level);

/// One summand of a coordinate: `coeff * ((source[sourceAxis] floordiv divisor)
/// mod modulus)`. `sourceIsBounded` says that the modulus does nothing (the
/// quotient is below it already).
struct AxisDigit {
  unsigned sourceAxis;
  int64_t divisor;
  int64_t modulus;
  int64_t coeff;
  bool sourceIsBounded;
};

/// A coordinate of the target mesh: `constant + sum of digits`.
struct AxisDigits {
  int64_t constant = 0;
  llvm::SmallVector<AxisDigit, 2> digits;

  int64_t evaluate(llvm::ArrayRef<int64_t> sourceCoordinate) const;
};

/// The coordinates that a participant has in `target`, from those it has in the
/// meshes `sources`, outermost first: source axes are numbered through all of
/// them. The sources name every level that the target names; others are
/// ignored.
///
/// Example: target (128), source (16, 8):(8, 1): t = 8 * h + w. The other way
/// round: h = t floordiv 8, w = t mod 8.
///
/// Refused when a coordinate is no such sum, or a source position lies outside
/// the target.
llvm::Expected<llvm::SmallVector<AxisDigits, 4>>
expressAxes(const Mesh &target, llvm::ArrayRef<Mesh> sources);

inline llvm::Expected<llvm::SmallVector<AxisDigits, 4>>
expressAxes(const Mesh &target, const Mesh &source) {
  return expressAxes(target, llvm::ArrayRef<Mesh>(source));
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_LAYOUT_MESH_H
