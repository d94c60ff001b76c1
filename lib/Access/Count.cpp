#include "tilefoundry/Access/IslAccess.h"
#include "SpaceImpl.h"
using namespace tilefoundry;
llvm::Expected<int64_t> Space::count(llvm::ArrayRef<Access> accesses,
                                llvm::ArrayRef<VarRole> roles, int64_t bits,
                                const CountLimits &limits) const {
  ++impl->statistics.counts;
  return countWithIsl(*this, accesses, roles, bits, limits);
}
llvm::Expected<bool> Space::areImagesDisjoint(const Access &a,
                                         llvm::ArrayRef<VarRole> roles,
                                         const CountLimits &limits) const {
  return false;
}
