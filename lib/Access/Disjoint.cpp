//===- Disjoint.cpp - do windows of different positions overlap? ----------===//
//
// Positions whose coordinates determine them have disjoint images. A digit is
// determined by a coordinate when its stride exceeds what is below it, like the
// tile number in `tile * m + i` with i below tile.
//
//===----------------------------------------------------------------------===//

#include "IslBridge.h"
#include "Pieces.h"
#include "tilefoundry/Access/IslAccess.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

namespace {
struct Part {
  unsigned digit;
  Wide stride;
  Wide span;
};

/// Collects the digits whose values the linear coordinates give away.
class Decoder {
public:
  explicit Decoder(const DigitTable &table) : table(table) {}

  SmallVector<unsigned, 8> known;

  void run(ArrayRef<Clip> coords) {
    for (size_t before = ~size_t(0); before != known.size();) {
      before = known.size();
      for (const Clip &c : coords)
        decode(c.value);
    }
  }

private:
  void decode(const Lin &e) {
    SmallVector<Part, 8> parts;
    for (const Term &t : e.terms) {
      if (t.first >= kOpaqueBase)
        return;
      if (llvm::is_contained(known, t.first))
        continue;
      Wide stride = t.second < 0 ? -static_cast<Wide>(t.second) : t.second;
      parts.push_back(
          {t.first, stride, stride * (table.digits[t.first].extent - 1)});
    }
    llvm::sort(parts, [](const Part &a, const Part &b) {
      return a.stride != b.stride ? a.stride < b.stride : a.digit < b.digit;
    });
    fromTop(parts);
    // The low parts are known modulo a common divisor of the strides above.
    Wide span = 0;
    for (size_t k = 1; k < parts.size(); ++k) {
      span += parts[k - 1].span;
      Wide divisor = 0;
      for (const Part &p : llvm::drop_begin(parts, k)) {
        Wide a = p.stride;
        while (a != 0)
          std::swap(divisor %= a, a);
      }
      if (span < divisor)
        fromTop(ArrayRef<Part>(parts).take_front(k));
    }
  }

  void fromTop(ArrayRef<Part> parts) {
    Wide below = 0;
    for (const Part &p : parts)
      below += p.span;
    for (const Part &p : llvm::reverse(parts)) {
      below -= p.span;
      if (p.stride <= below)
        return;
      if (!llvm::is_contained(known, p.digit))
        known.push_back(p.digit);
    }
  }

  const DigitTable &table;
};
} // namespace

/// Whether the strides alone prove it; false says nothing.
static bool proveByStrides(const Space::Impl &impl, const Access &a,
                           ArrayRef<VarRole> roles) {
  DigitTable table(impl);
  for (auto [v, info] : llvm::enumerate(impl.variables))
    table.digits.push_back({info.extent, roles[v]});
  Source source;
  for (const IndexExpr &e : a.coords)
    if (!impl.hasUnknown(e) && impl.range(e))
      source.coords.push_back(
          {e, -(static_cast<Wide>(1) << 110), static_cast<Wide>(1) << 110});
  Piece piece;
  piece.linear = false;
  piece.cuts = 2 * DigitTable::kMaxCuts; // one piece only
  for (unsigned v = 0; v < roles.size(); ++v)
    piece.env.push_back(table.variableAsLin(v));
  while (!piece.resolved) {
    Request request;
    if (!table.resolve(source, piece, request) || table.overflowed ||
        request.kind == Request::Cut)
      return false;
    if (request.kind == Request::Split)
      table.replaceDigit(piece, request.digit,
                         table.makeSplit(request.digit, request.at));
  }
  Decoder decoder(table);
  decoder.run(piece.coords);
  for (unsigned v = 0; v < roles.size(); ++v)
    if (roles[v] == VarRole::Sum)
      for (const Term &t : piece.env[v].terms)
        if (!llvm::is_contained(decoder.known, t.first))
          return false;
  return true;
}

Expected<bool> Space::areImagesDisjoint(const Access &a,
                                        ArrayRef<VarRole> roles,
                                        const CountLimits &limits) const {
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot compare the images of relation " +
                                   str(a) + ": " + why);
  };
  if (roles.size() != getNumVariables())
    return refuse(llvm::Twine(roles.size()) + " roles were given for " +
                  llvm::Twine(getNumVariables()) + " variables");
  if (a.coords.size() != a.shape.size())
    return refuse("number of coordinates and of extents differ");
  bool distinct = false, unknowns = false;
  for (const IndexExpr &e : a.coords) {
    if (impl->isPoison(e))
      return refuse("a coordinate leaves the 64-bit range");
    unknowns |= impl->hasUnknown(e);
  }
  for (const Access::Guard &g : a.guards)
    unknowns |= impl->hasUnknown(g.value);
  for (unsigned v = 0; v < roles.size(); ++v) {
    if (getExtent(v) < 0)
      return refuse("variable '" + getName(v) + "' has negative extent");
    if (getExtent(v) == 0)
      return true;
    distinct |= roles[v] == VarRole::Sum && getExtent(v) > 1;
  }
  if (!distinct || proveByStrides(*impl, a, roles))
    return true;
  if (unknowns)
    return false;

  ++impl->statistics.islCounts;
  IslQuota quota(limits.maxIslOperations);
  Expected<IslMap> built = toIslMap(*this, a);
  if (!built)
    return built.takeError();
  isl_map *map = built->release();
  for (unsigned v = roles.size(); v-- > 0;)
    if (roles[v] != VarRole::Sum)
      map = isl_map_project_out(map, isl_dim_in, v, 1);
  isl_bool injective = isl_map_is_injective(map);
  isl_map_free(map);
  if (injective == isl_bool_error || quota.hasFailed())
    return refuse("isl needs more than " +
                  llvm::Twine(limits.maxIslOperations) +
                  " operations (maxIslOperations)");
  return injective == isl_bool_true;
}
