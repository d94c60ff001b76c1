//===- IslAccess.cpp - counting an access with isl alone ------------------===//
//
// Shares no code with the closed forms but the expressions themselves.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Access/IslAccess.h"
#include "IslBridge.h"
#include "SpaceImpl.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/local_space.h>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;

static isl_pw_aff *build(const Space::Impl &impl, isl_local_space *domain,
                         const IndexExpr &e) {
  return islLinear(domain, e.offset, e.terms, [&](unsigned id) -> isl_pw_aff * {
    const AtomRef &atom = impl.atoms[id];
    if (atom.kind == AtomKind::Variable)
      return islVariable(domain, atom.index);
    const Composite &c = impl.composite(atom);
    isl_pw_aff *value = build(impl, domain, c.args[0]);
    if (atom.kind == AtomKind::FloorDiv)
      return islFloorDiv(value, c.divisor);
    for (const IndexExpr &arg : llvm::drop_begin(c.args)) {
      isl_pw_aff *other = build(impl, domain, arg);
      value = atom.kind == AtomKind::Min ? isl_pw_aff_min(value, other)
                                         : isl_pw_aff_max(value, other);
    }
    return value;
  });
}

static llvm::Error check(const Space &space, const Access &access) {
  const Space::Impl &impl = space.getImpl();
  auto refuse = [&](const char *why) {
    return llvm::createStringError(std::string(why) + " in relation " +
                                   space.str(access));
  };
  if (access.coords.size() != access.shape.size())
    return refuse("number of coordinates and of extents differ");
  auto checkExpr = [&](const IndexExpr &e) -> llvm::Error {
    if (impl.isPoison(e))
      return refuse("a coordinate leaves the 64-bit range");
    if (impl.hasUnknown(e))
      return refuse("an unknown cannot be handed to isl");
    return llvm::Error::success();
  };
  for (const IndexExpr &e : access.coords)
    if (llvm::Error error = checkExpr(e))
      return error;
  for (const Access::Guard &g : access.guards)
    if (llvm::Error error = checkExpr(g.value))
      return error;
  return llvm::Error::success();
}

static IslMap buildMap(const Space &space, const Access &access) {
  const Space::Impl &impl = space.getImpl();
  SmallVector<int64_t, 8> extents;
  for (const VariableInfo &v : impl.variables)
    extents.push_back(v.extent);
  isl_set *box = islBox(extents);
  isl_local_space *domain = isl_local_space_from_space(isl_set_get_space(box));
  SmallVector<IslCoordinate, 4> coords, guards;
  for (auto [e, extent] : llvm::zip_equal(access.coords, access.shape))
    coords.push_back({build(impl, domain, e), 0, extent - 1});
  for (const Access::Guard &g : access.guards)
    guards.push_back({build(impl, domain, g.value), 0, g.extent - 1});
  isl_local_space_free(domain);
  return IslMap(islAccessMap(box, coords, guards));
}

Expected<IslMap> tilefoundry::toIslMap(const Space &space,
                                       const Access &access) {
  if (llvm::Error error = check(space, access))
    return error;
  IslMap map = buildMap(space, access);
  if (!map)
    return llvm::createStringError("isl cannot build the relation " +
                                   space.str(access));
  return map;
}

Expected<IslSet> tilefoundry::toIslSet(const Space &space,
                                       ArrayRef<Access> accesses) {
  IslSet all;
  for (const Access &a : accesses) {
    Expected<IslMap> map = toIslMap(space, a);
    if (!map)
      return map.takeError();
    isl_set *image = isl_map_range(map->release());
    all.reset(all ? isl_set_union(all.release(), image) : image);
  }
  return all;
}

namespace {
/// Tries the combinations of the Max variables, inside each those of Sum.
class IslCounter {
public:
  IslCounter(const Space &space, ArrayRef<VarRole> roles, int64_t bits,
             const CountLimits &limits)
      : space(space), roles(roles), bits(bits), limits(limits) {}

  SmallVector<IslMap, 4> maps;
  std::string failure;

  /// The value with the variables of `role` at `v` and above still free.
  CheckedInt visit(VarRole role, unsigned v,
                   llvm::SmallVectorImpl<int64_t> &point) {
    while (v < roles.size() && roles[v] != role)
      ++v;
    if (v == roles.size())
      return role == VarRole::Max ? visit(VarRole::Sum, 0, point)
                                  : countAt(point);
    CheckedInt value = 0;
    for (int64_t x = 0; x < space.getExtent(v) && failure.empty(); ++x) {
      point[v] = x;
      CheckedInt part = visit(role, v + 1, point);
      if (role == VarRole::Sum)
        value += part;
      else if (part.hasOverflowed() || part.get() > value.get())
        value = part;
    }
    return value;
  }

private:
  CheckedInt countAt(ArrayRef<int64_t> point) {
    if (++combinations > limits.maxCombinations) {
      failure = "more than " + std::to_string(limits.maxCombinations) +
                " combinations";
      return 0;
    }
    isl_ctx *ctx = getIslContext();
    isl_set *all = nullptr;
    for (const IslMap &map : maps) {
      isl_map *m = isl_map_copy(map.get());
      for (unsigned v = 0; v < roles.size(); ++v)
        if (roles[v] != VarRole::Union)
          m = isl_map_fix_val(m, isl_dim_in, v,
                              isl_val_int_from_si(ctx, point[v]));
      isl_set *image = isl_map_range(m);
      all = all ? isl_set_union(all, image) : image;
    }
    std::optional<int64_t> n = islCount(all);
    isl_set_free(all);
    if (!n) {
      failure = "no count within " + std::to_string(limits.maxIslOperations) +
                " isl operations and 64 bits";
      return 0;
    }
    return bits == 0 ? CheckedInt(*n) : mulCeilDivide(*n, bits, 8);
  }

  const Space &space;
  ArrayRef<VarRole> roles;
  int64_t bits;
  const CountLimits &limits;
  int64_t combinations = 0;
};
} // namespace

Expected<int64_t> tilefoundry::countWithIsl(const Space &space,
                                            ArrayRef<Access> accesses,
                                            ArrayRef<VarRole> roles,
                                            int64_t bits,
                                            const CountLimits &limits) {
  if (roles.size() != space.getNumVariables())
    return llvm::createStringError("%zu roles were given for %u variables",
                                   roles.size(), space.getNumVariables());
  if (accesses.empty())
    return 0;
  IslQuota quota(limits.maxIslOperations);
  IslCounter counter(space, roles, bits, limits);
  for (const Access &a : accesses) {
    Expected<IslMap> map = toIslMap(space, a);
    if (!map)
      return map.takeError();
    counter.maps.push_back(std::move(*map));
  }
  for (unsigned v = 0; v < roles.size(); ++v)
    if (space.getExtent(v) <= 0)
      return 0;
  SmallVector<int64_t, 8> point(roles.size(), 0);
  CheckedInt value = counter.visit(VarRole::Max, 0, point);
  if (!counter.failure.empty() || !value)
    return llvm::createStringError(
        (counter.failure.empty() ? std::string("the count exceeds 64 bits")
                                 : counter.failure) +
        " for relation " + space.str(accesses[0]));
  return value.get();
}
