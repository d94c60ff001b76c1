//===- IslAccess.h - an access as an isl set --------------------*- C++ -*-===//
//
// The independent path: the image of an access built and counted by isl alone,
// with every Sum and Max combination tried. Tests hold the closed forms to it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ACCESS_ISLACCESS_H
#define TILEFOUNDRY_ACCESS_ISLACCESS_H

#include "tilefoundry/Access/Space.h"

struct isl_set;
struct isl_map;

namespace tilefoundry {

struct IslDeleter {
  void operator()(isl_set *set) const;
  void operator()(isl_map *map) const;
};
using IslSet = std::unique_ptr<isl_set, IslDeleter>;
using IslMap = std::unique_ptr<isl_map, IslDeleter>;

/// The relation from all variables of `space` (in order) to the coordinates of
/// `access`, clipped to its shape and guards. An unknown is an error.
llvm::Expected<IslMap> toIslMap(const Space &space, const Access &access);

/// The union of the images of `accesses` over the whole box.
llvm::Expected<IslSet> toIslSet(const Space &space,
                                llvm::ArrayRef<Access> accesses);

/// `Space::count` with isl alone. Combinations of Sum and Max variables are
/// tried one by one; unknowns are an error.
llvm::Expected<int64_t> countWithIsl(const Space &space,
                                     llvm::ArrayRef<Access> accesses,
                                     llvm::ArrayRef<VarRole> roles,
                                     int64_t bits = 0,
                                     const CountLimits &limits = {});

} // namespace tilefoundry

#endif // TILEFOUNDRY_ACCESS_ISLACCESS_H
