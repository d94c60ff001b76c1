//===- IslBridge.cpp - isl objects from quasi-affine expressions ----------===//
//
// Everything goes through the C interface: it needs no exceptions and is an
// order of magnitude cheaper than building from text.
//
//===----------------------------------------------------------------------===//

#include "IslBridge.h"
#include "tilefoundry/Access/IslAccess.h"
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <limits>

using namespace tilefoundry;
using llvm::ArrayRef;

void IslDeleter::operator()(isl_set *set) const { isl_set_free(set); }
void IslDeleter::operator()(isl_map *map) const { isl_map_free(map); }

isl_ctx *tilefoundry::getIslContext() {
  struct Owner {
    Owner() : ctx(isl_ctx_alloc()) {
      isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    }
    ~Owner() { isl_ctx_free(ctx); }
    isl_ctx *ctx;
  };
  thread_local Owner owner;
  return owner.ctx;
}

IslQuota::IslQuota(unsigned long operations) : ctx(getIslContext()) {
  isl_ctx_reset_error(ctx);
  isl_ctx_reset_operations(ctx);
  isl_ctx_set_max_operations(ctx, operations);
}
IslQuota::~IslQuota() {
  isl_ctx_set_max_operations(ctx, 0);
  isl_ctx_reset_operations(ctx);
  isl_ctx_reset_error(ctx);
}
bool IslQuota::hasFailed() const {
  return isl_ctx_last_error(ctx) != isl_error_none;
}

isl_set *tilefoundry::islBound(isl_set *set, unsigned dim, int64_t lo,
                               int64_t hi) {
  isl_ctx *ctx = getIslContext();
  set = isl_set_lower_bound_val(set, isl_dim_set, dim,
                                isl_val_int_from_si(ctx, lo));
  return isl_set_upper_bound_val(set, isl_dim_set, dim,
                                 isl_val_int_from_si(ctx, hi));
}

isl_set *tilefoundry::islBox(ArrayRef<int64_t> extents) {
  isl_space *space = isl_space_set_alloc(getIslContext(), 0, extents.size());
  isl_set *set = isl_set_universe(space);
  for (size_t i = 0; i < extents.size(); ++i)
    set = islBound(set, i, 0, extents[i] - 1);
  return set;
}

std::optional<int64_t> tilefoundry::islCount(isl_set *set) {
  isl_ctx *ctx = getIslContext();
  isl_val *count = isl_set_count_val(set);
  std::optional<int64_t> result;
  if (count && isl_ctx_last_error(ctx) == isl_error_none &&
      isl_val_is_int(count) == isl_bool_true) {
    isl_val *limit =
        isl_val_int_from_si(ctx, std::numeric_limits<int64_t>::max());
    if (isl_val_le(count, limit) == isl_bool_true)
      result = isl_val_get_num_si(count);
    isl_val_free(limit);
  }
  isl_val_free(count);
  return result;
}

isl_pw_aff *tilefoundry::islVariable(isl_local_space *domain, unsigned dim) {
  return isl_pw_aff_from_aff(
      isl_aff_var_on_domain(isl_local_space_copy(domain), isl_dim_set, dim));
}

isl_pw_aff *tilefoundry::islFloorDiv(isl_pw_aff *value, int64_t divisor) {
  return isl_pw_aff_floor(isl_pw_aff_scale_down_val(
      value, isl_val_int_from_si(getIslContext(), divisor)));
}

isl_pw_aff *
tilefoundry::islLinear(isl_local_space *domain, int64_t offset,
                       ArrayRef<std::pair<unsigned, int64_t>> terms,
                       llvm::function_ref<isl_pw_aff *(unsigned)> buildAtom) {
  isl_ctx *ctx = getIslContext();
  isl_pw_aff *sum = isl_pw_aff_from_aff(isl_aff_val_on_domain(
      isl_local_space_copy(domain), isl_val_int_from_si(ctx, offset)));
  for (const auto &[atom, coeff] : terms)
    sum = isl_pw_aff_add(
        sum,
        isl_pw_aff_scale_val(buildAtom(atom), isl_val_int_from_si(ctx, coeff)));
  return sum;
}

isl_map *tilefoundry::islAccessMap(isl_set *domain,
                                   ArrayRef<IslCoordinate> coords,
                                   ArrayRef<IslCoordinate> guards) {
  for (const IslCoordinate &g : guards) {
    isl_set *image =
        isl_set_universe(isl_space_set_alloc(getIslContext(), 0, 1));
    image = islBound(image, 0, g.lo, g.hi);
    isl_map *map = isl_map_intersect_range(isl_map_from_pw_aff(g.value), image);
    domain = isl_set_intersect(domain, isl_map_domain(map));
  }
  isl_map *map = isl_map_from_domain(domain);
  isl_set *shape =
      isl_set_universe(isl_space_set_alloc(getIslContext(), 0, coords.size()));
  for (size_t k = 0; k < coords.size(); ++k) {
    map = isl_map_flat_range_product(map, isl_map_from_pw_aff(coords[k].value));
    shape = islBound(shape, k, coords[k].lo, coords[k].hi);
  }
  return isl_map_intersect_range(map, shape);
}
