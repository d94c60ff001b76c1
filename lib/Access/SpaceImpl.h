//===- SpaceImpl.h - what a Space stores ------------------------*- C++ -*-===//
//
// Private to lib/Access: the variables, unknowns and interned atoms behind the
// expressions of one `Space`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_SPACEIMPL_H
#define TILEFOUNDRY_LIB_ACCESS_SPACEIMPL_H

#include "tilefoundry/Access/Space.h"
#include "llvm/ADT/SmallString.h"
#include <vector>

namespace tilefoundry {

/// Intermediates: products of two 64-bit numbers and sums of those are exact.
using Wide = __int128;

enum class AtomKind : uint8_t { Variable, Unknown, FloorDiv, Min, Max };

/// The atom that stands for a value that left the 64-bit range.
inline constexpr unsigned kPoisonAtom = ~0u;

struct AtomRef {
  AtomKind kind;
  unsigned index; ///< variable, unknown, or position in `Impl::composites`
};

struct Composite {
  llvm::SmallVector<IndexExpr, 2> args;
  int64_t divisor = 1;
  uint64_t size = 1; ///< terms written out, saturating
};

struct VariableInfo {
  int64_t extent;
  unsigned atom;
  llvm::SmallString<8> name;
};

struct UnknownInfo {
  llvm::SmallVector<unsigned, 2> dependsOn;
  std::string name;
};

struct CacheEntry {
  llvm::SmallVector<Access, 2> accesses;
  llvm::SmallVector<VarRole, 8> roles;
  int64_t bits;
  int64_t value;
};

struct Space::Impl {
  llvm::SmallVector<VariableInfo, 8> variables;
  llvm::SmallVector<AtomRef, 16> atoms;
  std::vector<Composite> composites;
  std::vector<UnknownInfo> unknowns;

  // Counts that were expensive, by structural hash; see Space::count.
  mutable llvm::DenseMap<uint64_t, llvm::SmallVector<CacheEntry, 1>> cache;
  mutable Statistics statistics;

  unsigned internComposite(AtomKind kind, llvm::ArrayRef<IndexExpr> args,
                           int64_t divisor);
  const Composite &composite(const AtomRef &atom) const {
    return composites[atom.index];
  }
  /// Terms of `e` written out, those of its composites included; saturating.
  uint64_t size(const IndexExpr &e) const;
  /// Whether variable `v` or unknown `u` (one of them ~0u) enters `e`.
  bool mentions(const IndexExpr &e, unsigned v, bool anyUnknown) const;
  bool hasUnknown(const IndexExpr &e) const { return mentions(e, ~0u, true); }
  bool isPoison(const IndexExpr &e) const {
    return !e.terms.empty() && e.terms.back().first == kPoisonAtom;
  }
  /// Range in wide arithmetic, over a box whose empty dims count as one point.
  std::optional<std::pair<Wide, Wide>> range(const IndexExpr &e) const;
  void print(llvm::raw_ostream &os, const IndexExpr &e) const;
};

IndexExpr poisonExpr();
inline Wide floorDivWide(Wide a, Wide b) {
  Wide q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}
inline bool fitsInt64(Wide v) {
  return v >= std::numeric_limits<int64_t>::min() &&
         v <= std::numeric_limits<int64_t>::max();
}
std::string toString(Wide v);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_SPACEIMPL_H
