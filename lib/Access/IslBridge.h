//===- IslBridge.h - isl objects from quasi-affine expressions --*- C++ -*-===//
//
// Private to lib/Access: the thread's isl context with its quota, and piecewise
// affine functions built through isl's C interface.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_ISLBRIDGE_H
#define TILEFOUNDRY_LIB_ACCESS_ISLBRIDGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <optional>

namespace tilefoundry {

/// The isl context of this thread, created when first asked for.
isl_ctx *getIslContext();

/// Bounds the isl operations of a scope and clears quota and error at its end.
class IslQuota {
public:
  explicit IslQuota(unsigned long operations);
  ~IslQuota();
  /// Whether isl reported an error (the quota included) since construction.
  /// Every result must be checked: after an overrun isl returns wrong values.
  bool hasFailed() const;

private:
  isl_ctx *ctx;
};

/// The box `prod [0, extents)`.
isl_set *islBox(llvm::ArrayRef<int64_t> extents);
/// `v` in `[lo, hi]` of `set`; takes `set`.
isl_set *islBound(isl_set *set, unsigned dim, int64_t lo, int64_t hi);
/// The number of elements; nothing when it fails or leaves 64 bits. Keeps
/// `set`.
std::optional<int64_t> islCount(isl_set *set);

/// `offset + sum coeff * atom` where `atom` builds the function of an atom.
isl_pw_aff *
islLinear(isl_local_space *domain, int64_t offset,
          llvm::ArrayRef<std::pair<unsigned, int64_t>> terms,
          llvm::function_ref<isl_pw_aff *(unsigned atom)> buildAtom);
isl_pw_aff *islVariable(isl_local_space *domain, unsigned dim);
isl_pw_aff *islFloorDiv(isl_pw_aff *value, int64_t divisor);

/// The map to `coords` from the points of `domain` where all of `guards` lie in
/// their extents and each coordinate in `[lo, hi]`. Takes everything.
struct IslCoordinate {
  isl_pw_aff *value;
  int64_t lo;
  int64_t hi;
};
isl_map *islAccessMap(isl_set *domain, llvm::ArrayRef<IslCoordinate> coords,
                      llvm::ArrayRef<IslCoordinate> guards);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_ISLBRIDGE_H
