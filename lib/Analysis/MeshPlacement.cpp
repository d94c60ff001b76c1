//===- MeshPlacement.cpp - mesh axes by scopes and positions --------------===//
//
// A shard names axes of its own mesh. Inside a scope they are expressed by the
// scope's coordinates, outside by positions (ir.md 2.3, 4).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

/// The axes of `mesh` that one level takes, as a mesh of that level alone.
static llvm::Expected<Mesh> meshOfLevel(const Mesh &mesh, StringRef level,
                                        ArrayRef<unsigned> axes) {
  auto layout = levelLayout(mesh, level);
  if (!layout)
    return layout.takeError();
  Mesh result;
  for (const TopologyLevel &known : mesh.levels)
    if (known.name == level)
      result.levels.push_back(known);
  result.layout = std::move(*layout);
  for (unsigned axis : axes)
    result.axisNames.push_back(mesh.axisNames[axis]);
  return result;
}

/// The meshes of the scopes around the op, outermost first, and the slot of
/// each of their axes.
llvm::Expected<AccessSpace::ScopeMeshes> AccessSpace::scopeMeshes() const {
  ScopeMeshes result;
  Operation *last = nullptr;
  for (auto [i, slot] : llvm::enumerate(opScope->slots)) {
    if (slot.isLoop())
      continue;
    if (slot.op != last) {
      auto plain = hir::toMesh(cast<hir::MeshScopeOp>(slot.op).getMesh());
      if (!plain)
        return llvm::createStringError(
            "a scope's mesh still has symbolic dimensions");
      result.meshes.push_back(std::move(*plain));
      last = slot.op;
    }
    result.slots.push_back(i);
  }
  return result;
}

/// The strides of `layout` by axis where they are those of digits: each a
/// multiple of the span of the one below it.
static bool isMixedRadix(const Layout &layout) {
  SmallVector<std::pair<int64_t, int64_t>, 4> axes;
  for (auto [extent, stride] : llvm::zip_equal(layout.shape, layout.strides))
    if (extent > 1)
      axes.emplace_back(stride, extent);
  llvm::sort(axes);
  CheckedInt span = 1;
  for (auto [stride, extent] : axes) {
    if (!span || stride < 1 || stride % span.get() != 0)
      return false;
    span = CheckedInt(stride) * extent;
  }
  return bool(span);
}

/// The coordinates of `target`, a mesh of one level, by dividing the position
/// that a scope's mesh gives; nothing where the two do not take the same
/// positions, or the target's coordinates are no digits of them.
std::optional<SmallVector<IndexExpr, 4>>
AccessSpace::divideLevel(const Mesh &target, ArrayRef<Mesh> sources,
                         llvm::function_ref<IndexExpr(unsigned)> coordinateOf) {
  const std::string &level = target.levels.front().name;
  auto takesLevel = [&](const Mesh &mesh) {
    return llvm::any_of(mesh.levels, [&](const TopologyLevel &known) {
      return known.name == level;
    });
  };
  const auto *source = llvm::find_if(sources, takesLevel);
  if (source == sources.end() || llvm::count_if(sources, takesLevel) != 1)
    return std::nullopt;
  auto same = coverSamePositions(target, *source, level);
  auto levels = source->levelOfAxis();
  auto taken = levelLayout(*source, level);
  auto from = taken ? taken->flatten() : taken.takeError();
  auto to = target.layout.flatten();
  bool isKnown = same && levels && from && to && *same;
  if (!same)
    llvm::consumeError(same.takeError());
  if (!levels)
    llvm::consumeError(levels.takeError());
  if (!from)
    llvm::consumeError(from.takeError());
  if (!to)
    llvm::consumeError(to.takeError());
  if (!isKnown || !isMixedRadix(to->second))
    return std::nullopt;
  unsigned first = 0;
  for (const Mesh &outer : ArrayRef(sources.begin(), source))
    first += outer.rank();
  IndexExpr position = space.constant(from->first - to->first);
  size_t next = 0;
  for (auto [axis, number] : llvm::enumerate(*levels))
    if (source->levels[number].name == level)
      position = space.add(position, space.mul(coordinateOf(first + axis),
                                               from->second.strides[next++]));
  SmallVector<IndexExpr, 4> coordinates;
  for (auto [extent, stride] :
       llvm::zip_equal(to->second.shape, to->second.strides))
    coordinates.push_back(
        extent == 1 ? space.constant(0)
                    : space.mod(space.floorDiv(position, stride), extent));
  return coordinates;
}

/// Expresses `axes` of the mesh, all those of one level, by the coordinates of
/// `sources`, one of which takes that level.
llvm::Error
AccessSpace::expressLevel(const Mesh &target, ArrayRef<unsigned> axes,
                          ArrayRef<Mesh> sources,
                          llvm::function_ref<IndexExpr(unsigned)> coordinateOf,
                          MutableArrayRef<std::optional<IndexExpr>> result) {
  auto digits = expressAxes(target, sources);
  if (!digits) {
    std::optional<SmallVector<IndexExpr, 4>> exprs =
        divideLevel(target, sources, coordinateOf);
    if (!exprs)
      return digits.takeError();
    llvm::consumeError(digits.takeError());
    for (auto [axis, expr] : llvm::zip_equal(axes, *exprs))
      result[axis] = expr;
    return llvm::Error::success();
  }
  for (auto [axis, own] : llvm::zip_equal(axes, *digits)) {
    IndexExpr sum = space.constant(own.constant);
    for (const AxisDigit &digit : own.digits) {
      IndexExpr part =
          space.floorDiv(coordinateOf(digit.sourceAxis), digit.divisor);
      if (!digit.sourceIsBounded)
        part = space.mod(part, digit.modulus);
      sum = space.add(sum, space.mul(part, digit.coeff));
    }
    result[axis] = sum;
  }
  return llvm::Error::success();
}

/// Positions of a level: one variable for each axis of the first mesh that
/// takes them. Another mesh of the same positions is expressed by these; one of
/// other positions has its own, so that together they are bounded from above.
/// Returns the number of the mesh whose variables they are.
unsigned
AccessSpace::placePositions(const Mesh &target, ArrayRef<unsigned> axes,
                            MutableArrayRef<std::optional<IndexExpr>> result) {
  const std::string &level = target.levels.front().name;
  auto variableOf = [](const PositionMesh &known) {
    return [&known](unsigned axis) { return known.variables[axis]; };
  };
  for (auto [number, known] : llvm::enumerate(positionMeshes)) {
    if (known.mesh.levels.front().name != level)
      continue;
    auto same = coverSamePositions(target, known.mesh, level);
    if (!same) {
      llvm::consumeError(same.takeError());
      continue;
    }
    if (!*same)
      continue;
    llvm::Error error =
        expressLevel(target, axes, known.mesh, variableOf(known), result);
    if (!error)
      return number;
    llvm::consumeError(std::move(error));
  }
  PositionMesh &made = positionMeshes.emplace_back();
  made.mesh = target;
  for (auto [axis, extent] : llvm::zip_equal(axes, target.axisExtents())) {
    made.variables.push_back(
        space.variable(addVariable(extent, "position", /*position=*/true)));
    result[axis] = made.variables.back();
  }
  return positionMeshes.size() - 1;
}

llvm::Expected<AccessSpace::PositionedAccess>
AccessSpace::placeOnPositions(const Access &access, ArrayRef<Slot> slots) {
  PositionedAccess result{access, {}};
  result.positions.resize(level + 1);
  // The axes of one level of one scope stand together.
  while (!slots.empty()) {
    const Slot &first = slots.front();
    ArrayRef<Slot> own = slots.take_while([&](const Slot &slot) {
      return slot.op == first.op && slot.level == first.level;
    });
    slots = slots.drop_front(own.size());
    int number = first.isLoop() ? -1 : view.getLevelIndex(first.level);
    if (number < 0 || number > level)
      continue;
    auto mesh = hir::toMesh(cast<hir::MeshScopeOp>(first.op).getMesh());
    if (!mesh)
      return llvm::createStringError(
          "a scope's mesh still has symbolic dimensions");
    SmallVector<unsigned, 4> axes;
    for (const Slot &slot : own)
      axes.push_back(slot.axis);
    auto target = meshOfLevel(*mesh, first.level, axes);
    if (!target)
      return target.takeError();
    SmallVector<std::optional<IndexExpr>, 4> placed(mesh->rank());
    result.positions[number] = placePositions(*target, axes, placed);
    for (const Slot &slot : own) {
      int variable = findVariable(slot);
      if (variable < 0)
        continue;
      for (IndexExpr &coord : result.access.coords)
        coord = space.substitute(coord, variable, *placed[slot.axis]);
      for (Access::Guard &guard : result.access.guards)
        guard.value =
            space.substitute(guard.value, variable, *placed[slot.axis]);
    }
  }
  return result;
}

llvm::Expected<bool> AccessSpace::arePositionsDisjoint(unsigned a,
                                                       unsigned b) const {
  auto first = positionMeshes[a].mesh.layout.image();
  if (!first)
    return first.takeError();
  auto second = positionMeshes[b].mesh.layout.image();
  if (!second)
    return second.takeError();
  llvm::SmallVector<int64_t, 0> both;
  std::set_intersection(first->begin(), first->end(), second->begin(),
                        second->end(), std::back_inserter(both));
  return both.empty();
}

/// Expresses the axes of `mesh` by the slots of the scope, by positions outside
/// scopes, or not at all where the share does not divide by them.
llvm::Error AccessSpace::mapMesh(hir::MeshAttr mesh) {
  auto levels = hir::levelNamesOfAxes(mesh);
  if (!levels)
    return levels.takeError();
  SmallVector<std::optional<IndexExpr>, 4> axes(mesh.getRank());
  // The scopes' own mesh is the common case: axis i is slot i.
  SmallVector<unsigned, 4> direct;
  for (auto [i, slot] : llvm::enumerate(opScope->slots))
    if (!slot.isLoop() && cast<hir::MeshScopeOp>(slot.op).getMesh() == mesh)
      direct.push_back(i);
  if (direct.size() == axes.size()) {
    for (auto [axis, slot] : llvm::enumerate(direct))
      axes[axis] = slotVariable(slot);
    meshes.push_back({mesh, std::move(axes)});
    return llvm::Error::success();
  }
  llvm::MapVector<StringRef, SmallVector<unsigned, 4>> axesOfLevel;
  for (auto [axis, name] : llvm::enumerate(*levels))
    axesOfLevel[name].push_back(axis);
  auto plain = hir::toMesh(mesh);
  if (!plain)
    return llvm::createStringError(
        "a shard's mesh still has symbolic dimensions");
  for (const auto &entry : axesOfLevel) {
    StringRef name = entry.first;
    ArrayRef<unsigned> own = entry.second;
    bool isScoped = llvm::any_of(opScope->slots, [&](const Slot &slot) {
      return !slot.isLoop() && slot.level == name;
    });
    if (!isScoped &&
        (share != Share::Unit || level < 0 || view.getLevelIndex(name) > level))
      continue;
    auto target = meshOfLevel(*plain, name, own);
    if (!target)
      return target.takeError();
    if (!isScoped) {
      placePositions(*target, own, axes);
      continue;
    }
    auto sources = scopeMeshes();
    if (!sources)
      return sources.takeError();
    auto coordinateOf = [&](unsigned axis) {
      return slotVariable(sources->slots[axis]);
    };
    if (llvm::Error error =
            expressLevel(*target, own, sources->meshes, coordinateOf, axes))
      return error;
  }
  meshes.push_back({mesh, std::move(axes)});
  return llvm::Error::success();
}

llvm::Expected<std::optional<IndexExpr>>
AccessSpace::meshAxis(hir::MeshAttr mesh, unsigned axis) {
  for (const auto &[known, axes] : meshes)
    if (known == mesh)
      return axes[axis];
  if (llvm::Error error = mapMesh(mesh))
    return error;
  return meshes.back().second[axis];
}
