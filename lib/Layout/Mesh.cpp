//===- Mesh.cpp - the rules of meshes and their levels --------------------===//
//
// Which positions a mesh names, whether they are legal, and what one level of a
// mesh over several sees (ir.md 2.3).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Layout/Mesh.h"

#include "LayoutSupport.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;
using detail::listText;

/// `axis 1 ("w")`.
static std::string axisText(const Mesh &mesh, size_t axis) {
  std::string text = "axis " + std::to_string(axis);
  if (axis < mesh.axisNames.size())
    text += " (\"" + mesh.axisNames[axis] + "\")";
  return text;
}

static Error verifyLevels(const Mesh &mesh) {
  if (mesh.levels.empty())
    return fail("mesh names no topology level; name at least one");
  StringSet<> seen;
  for (const TopologyLevel &level : mesh.levels) {
    if (!seen.insert(level.name).second)
      return fail("mesh names topology level '" + level.name + "' twice");
    if (level.extent && *level.extent < 1)
      return fail("topology level '" + level.name + "' has extent " +
                  Twine(*level.extent) + "; it must be at least 1");
  }
  return Error::success();
}

static Error verifyAxes(const Mesh &mesh) {
  if (mesh.axisNames.size() != mesh.rank())
    return fail("mesh has " + Twine(mesh.rank()) + " axes but " +
                Twine(mesh.axisNames.size()) +
                " axis names; name every axis once");
  StringSet<> seen;
  for (const std::string &name : mesh.axisNames) {
    if (name.empty())
      return fail("mesh has an axis with an empty name");
    if (!seen.insert(name).second)
      return fail("mesh names two axes '" + name + "'");
  }
  for (auto [i, extent] : llvm::enumerate(mesh.axisExtents()))
    if (extent < 1)
      return fail("mesh " + axisText(mesh, i) + " has extent " + Twine(extent) +
                  "; mesh extents must be at least 1");
  return Error::success();
}

/// Product of the extents of levels `[first, end)`; overflow when it does not
/// fit, nothing when one is launch-provided.
static std::optional<CheckedInt> levelProduct(const Mesh &mesh, size_t first,
                                              size_t end) {
  CheckedInt total = 1;
  for (size_t i = first; i < end; ++i) {
    if (!mesh.levels[i].extent)
      return std::nullopt;
    total *= *mesh.levels[i].extent;
  }
  return total;
}

static std::string levelNames(const Mesh &mesh) {
  return "'" +
         llvm::join(
             llvm::map_range(mesh.levels,
                             [](const TopologyLevel &level) -> StringRef {
                               return level.name;
                             }),
             "', '") +
         "'";
}

/// Free of duplicates, inside the levels, and covering them unless a slice.
static Error verifyPositions(const Mesh &mesh) {
  // A composed layout without inner is what slices have; its strides are
  // outer's.
  const std::optional<Layout> &strided =
      mesh.layout.outer ? mesh.layout.outer : mesh.layout.inner;
  if (strided)
    for (auto [i, stride] : llvm::enumerate(strided->strides))
      if (stride < 0)
        return fail("mesh layout " + mesh.layout.str() + " has the stride " +
                    Twine(stride) + "; mesh strides must not be negative");

  std::optional<bool> isInjective = mesh.layout.isInjective();
  if (!isInjective)
    return fail("mesh layout " + mesh.layout.str() +
                " is too irregular to show that its positions are distinct; "
                "use strides that divide one another");
  if (!*isInjective)
    return fail("mesh layout " + mesh.layout.str() +
                " maps two coordinates to one position; positions must be "
                "free of duplicates");

  std::optional<PositionRange> range = mesh.layout.range();
  if (!range)
    return fail("mesh layout " + mesh.layout.str() +
                " has no range of positions within 64 bits");
  std::optional<CheckedInt> total = levelProduct(mesh, 0, mesh.levels.size());
  if (total && !*total)
    return fail("the extents of levels " + levelNames(mesh) +
                " multiply past 64 bits");
  if (range->first < 0 || (total && range->last >= total->get()))
    return fail("mesh layout " + mesh.layout.str() + " reaches positions " +
                Twine(range->first) + " to " + Twine(range->last) +
                " but levels " + levelNames(mesh) + " have " +
                (total ? std::to_string(total->get())
                       : std::string("a launch-provided number of")) +
                " positions from 0");
  // Distinct positions inside the levels cover them exactly when as many.
  if (total && !mesh.isSliced() && mesh.size().get() != total->get())
    return fail("mesh of " + Twine(mesh.size().get()) +
                " positions covers a part of levels " + levelNames(mesh) +
                " with " + Twine(total->get()) +
                "; cover them whole or slice a mesh that does (a composed "
                "layout with its offset)");
  return Error::success();
}

Error Mesh::verify() const {
  if (Error error = verifyLevels(*this))
    return error;
  if (Error error = verifyAxes(*this))
    return error;
  if (layout.outer && !layout.outer->materialised)
    return fail("mesh layout " + layout.str() +
                " has no strides; write them out");
  if (Error error = layout.verify())
    return error;
  if (levels.size() > 1 && isSliced())
    return fail("mesh over levels " + levelNames(*this) +
                " is sliced; slice a mesh that names one level");
  if (Error error = verifyPositions(*this))
    return error;
  if (levels.size() == 1)
    return Error::success();
  if (auto owner = levelOfAxis(); !owner)
    return owner.takeError();
  for (unsigned level = 0; level < levels.size(); ++level)
    if (auto projected = projectToLevel(level); !projected)
      return projected.takeError();
  return Error::success();
}

/// Hands the axes `[owner.size(), rank)` to level `level`, until their product
/// is its extent. An axis of extent 1 goes to a level that has none yet, and
/// the last level takes those that are left.
static Error takeAxes(const Mesh &mesh, unsigned level,
                      SmallVectorImpl<unsigned> &owner) {
  ArrayRef<int64_t> extents = mesh.axisExtents();
  const TopologyLevel &topology = mesh.levels[level];
  bool isLast = level + 1 == mesh.levels.size();
  int64_t wanted = *topology.extent, taken = 1;
  for (size_t first = owner.size(); owner.size() < extents.size();) {
    int64_t extent = extents[owner.size()];
    if (taken == wanted && (extent != 1 || (owner.size() != first && !isLast)))
      break;
    CheckedInt next = CheckedInt(taken) * extent;
    if (!next || next.get() < 1 || wanted % next.get() != 0)
      return fail("mesh " + axisText(mesh, owner.size()) + " of extent " +
                  Twine(extent) + " straddles level '" + topology.name +
                  "': the level has extent " + Twine(wanted) +
                  " and its axes so far take " + Twine(taken) +
                  "; split the axis in two");
    taken = next.get();
    owner.push_back(level);
  }
  if (taken != wanted)
    return fail("the axes of the mesh give level '" + topology.name + "' " +
                Twine(taken) + " of its " + Twine(wanted) + " positions");
  if (isLast && owner.size() != extents.size())
    return fail("mesh " + axisText(mesh, owner.size()) + " of extent " +
                Twine(extents[owner.size()]) + " is left over after level '" +
                topology.name + "' has its extent " + Twine(wanted));
  return Error::success();
}

/// Hands a launch-provided coarsest level all axes but those that make up the
/// finer levels exactly.
static Error takeLaunchAxes(const Mesh &mesh,
                            SmallVectorImpl<unsigned> &owner) {
  std::optional<CheckedInt> finer = levelProduct(mesh, 1, mesh.levels.size());
  CheckedInt taken = 1;
  size_t first = mesh.rank();
  while (finer && *finer && first > 0 && taken.get() != finer->get())
    taken *= mesh.axisExtents()[--first];
  if (!finer || !*finer || !taken || taken.get() != finer->get())
    return fail(
        "level '" + mesh.levels.front().name +
        "' is launch-provided and the last axes of the mesh do not make "
        "up the finer levels, so axes cannot be handed out; give the "
        "level an extent");
  owner.assign(first, 0);
  return Error::success();
}

Expected<SmallVector<unsigned, 4>> Mesh::levelOfAxis() const {
  SmallVector<unsigned, 4> owner;
  if (levels.size() == 1) {
    owner.assign(rank(), 0);
    return owner;
  }
  for (unsigned level = 0; level < levels.size(); ++level) {
    bool isLaunched = !levels[level].extent;
    if (isLaunched && level > 0)
      return fail("level '" + levels[level].name +
                  "' has no extent; only the coarsest level of a mesh may be "
                  "launch-provided");
    if (Error error = isLaunched ? takeLaunchAxes(*this, owner)
                                 : takeAxes(*this, level, owner))
      return error;
  }
  return owner;
}

Expected<ComposedLayout> Mesh::projectToLevel(unsigned level) const {
  if (level >= levels.size())
    return fail("mesh has " + Twine(levels.size()) + " levels, not level " +
                Twine(level));
  if (levels.size() == 1)
    return layout;
  auto owner = levelOfAxis();
  if (!owner)
    return owner.takeError();
  auto flat = layout.flatten();
  if (!flat)
    return flat.takeError();
  std::optional<CheckedInt> finer =
      levelProduct(*this, level + 1, levels.size());
  if (!finer || !*finer)
    return fail("the levels finer than '" + levels[level].name +
                "' have no product of extents within 64 bits");
  auto divide = [&](int64_t &value, const Twine &what) -> Error {
    if (value % finer->get() != 0)
      return fail(what + " " + Twine(value) + " is no multiple of " +
                  Twine(finer->get()) + ", the positions finer than level '" +
                  levels[level].name + "'; positions of the level are inexact");
    value /= finer->get();
    return Error::success();
  };

  ComposedLayout projected;
  projected.offset = flat->first;
  if (Error error = divide(projected.offset, "mesh offset"))
    return error;
  Layout own;
  for (size_t i = 0; i < owner->size(); ++i) {
    if ((*owner)[i] > level)
      continue;
    int64_t stride = flat->second.strides[i];
    // The stride of an axis with one coordinate leads nowhere.
    if (flat->second.shape[i] == 1)
      stride = 0;
    if (Error error =
            divide(stride, "stride of mesh " + axisText(*this, i) + ","))
      return error;
    own.shape.push_back(flat->second.shape[i]);
    own.strides.push_back(stride);
  }
  projected.outer = std::move(own);
  return projected;
}

Expected<SmallVector<int64_t, 0>> Mesh::positions(unsigned level) const {
  auto projected = projectToLevel(level);
  if (!projected)
    return projected.takeError();
  return projected->image();
}

Expected<Mesh> Mesh::finerThan(unsigned level) const {
  if (level + 1 >= levels.size())
    return fail("mesh over levels " + levelNames(*this) +
                " has none finer than number " + Twine(level));
  auto owner = levelOfAxis();
  if (!owner)
    return owner.takeError();
  auto flat = layout.flatten();
  if (!flat)
    return flat.takeError();
  Mesh finer;
  finer.levels.assign(levels.begin() + level + 1, levels.end());
  Layout own;
  for (size_t i = 0; i < owner->size(); ++i) {
    if ((*owner)[i] <= level)
      continue;
    own.shape.push_back(flat->second.shape[i]);
    own.strides.push_back(flat->second.strides[i]);
    if (i < axisNames.size())
      finer.axisNames.push_back(axisNames[i]);
  }
  finer.layout = std::move(own);
  return finer;
}

std::string Mesh::str() const {
  std::string text = "mesh<[";
  for (auto [i, level] : llvm::enumerate(levels))
    text += (i ? ", " : "") + level.name + " " +
            (level.extent ? std::to_string(*level.extent) : "?");
  text += "], " + layout.str() + ", [";
  for (auto [i, name] : llvm::enumerate(axisNames))
    text += (i ? ", " : "") + name;
  return text + "]>";
}

Expected<Mesh> nestMeshes(const Mesh &outer, const Mesh &inner) {
  std::optional<CheckedInt> units = levelProduct(inner, 0, inner.levels.size());
  if (!units || !*units)
    return fail("the levels of the inner mesh, " + levelNames(inner) +
                ", have no product of extents within 64 bits");
  auto outerFlat = outer.layout.flatten();
  if (!outerFlat)
    return outerFlat.takeError();
  auto innerFlat = inner.layout.flatten();
  if (!innerFlat)
    return innerFlat.takeError();

  Mesh nested = outer;
  nested.levels.append(inner.levels.begin(), inner.levels.end());
  StringSet<> taken;
  for (const std::string &name : outer.axisNames)
    taken.insert(name);
  for (const std::string &name : inner.axisNames) {
    std::string unique = name;
    for (unsigned n = 2; !taken.insert(unique).second; ++n)
      unique = name + "_" + std::to_string(n);
    nested.axisNames.push_back(unique);
  }

  Layout joined;
  CheckedInt offset = CheckedInt(outerFlat->first) * units->get();
  offset += innerFlat->first;
  for (auto [extent, stride] :
       llvm::zip(outerFlat->second.shape, outerFlat->second.strides)) {
    CheckedInt scaled = CheckedInt(stride) * units->get();
    if (!scaled || !offset)
      return fail("positions of the nested meshes leave 64 bits");
    joined.shape.push_back(extent);
    joined.strides.push_back(scaled.get());
  }
  joined.shape.append(innerFlat->second.shape);
  joined.strides.append(innerFlat->second.strides);
  if (outer.isSliced() || inner.isSliced())
    nested.layout =
        ComposedLayout(std::nullopt, offset.get(), std::move(joined));
  else
    nested.layout = std::move(joined);
  return nested;
}

} // namespace tilefoundry
