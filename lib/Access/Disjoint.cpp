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
#include "llvm/ADT/SmallBitVector.h"
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

/// Whether the smallest and largest coordinates on some axis prove it.
static bool areRangesApart(const Space::Impl &impl, const Access &a,
                           const Access &b) {
  for (auto [of, other] : llvm::zip(a.coords, b.coords)) {
    auto first = impl.range(of), second = impl.range(other);
    if (first && second &&
        (first->second < second->first || second->second < first->first))
      return true;
  }
  return false;
}

/// `a` without the axes in `unknown` and without guards that an unknown enters:
/// as many points or more, of which isl can be asked.
static Access withoutUnknowns(const Space::Impl &impl, const Access &a,
                              const llvm::SmallBitVector &unknown) {
  Access known;
  for (unsigned axis = 0; axis < a.coords.size(); ++axis) {
    if (unknown.test(axis))
      continue;
    known.coords.push_back(a.coords[axis]);
    known.shape.push_back(a.shape[axis]);
  }
  for (const Access::Guard &guard : a.guards)
    if (!impl.hasUnknown(guard.value))
      known.guards.push_back(guard);
  return known;
}

/// From the variables with role Sum to the coordinates, over all values of the
/// others.
static Expected<isl_map *> islImages(const Space &space, const Access &a,
                                     ArrayRef<VarRole> roles) {
  Expected<IslMap> built = toIslMap(space, a);
  if (!built)
    return built.takeError();
  isl_map *map = built->release();
  for (unsigned v = roles.size(); v-- > 0;)
    if (roles[v] != VarRole::Sum)
      map = isl_map_project_out(map, isl_dim_in, v, 1);
  return map;
}

Expected<bool> Space::areImagesDisjoint(const Access &a, const Access &b,
                                        ArrayRef<VarRole> roles,
                                        const CountLimits &limits) const {
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::createStringError(
        "cannot compare the images of relation " + str(a) +
        (a == b ? std::string() : " and relation " + str(b)) + ": " + why);
  };
  if (roles.size() != getNumVariables())
    return refuse(llvm::Twine(roles.size()) + " roles were given for " +
                  llvm::Twine(getNumVariables()) + " variables");
  size_t rank = a.coords.size();
  if (a.shape.size() != rank || b.coords.size() != rank ||
      b.shape.size() != rank)
    return refuse("number of coordinates and of extents differ");
  llvm::SmallBitVector unknown(rank);
  for (const Access *access : {&a, &b})
    for (auto [axis, e] : llvm::enumerate(access->coords)) {
      if (impl->isPoison(e))
        return refuse("a coordinate leaves the 64-bit range");
      if (impl->hasUnknown(e))
        unknown.set(axis);
    }
  bool distinct = false;
  for (unsigned v = 0; v < roles.size(); ++v) {
    if (getExtent(v) < 0)
      return refuse("variable '" + getName(v) + "' has negative extent");
    if (getExtent(v) == 0)
      return true;
    distinct |= roles[v] == VarRole::Sum && getExtent(v) > 1;
  }
  if (!distinct ||
      (a == b ? proveByStrides(*impl, a, roles) : areRangesApart(*impl, a, b)))
    return true;
  if (unknown.all())
    return false;

  ++impl->statistics.islCounts;
  IslQuota quota(limits.maxIslOperations);
  auto first = islImages(*this, withoutUnknowns(*impl, a, unknown), roles);
  if (!first)
    return first.takeError();
  auto second = islImages(*this, withoutUnknowns(*impl, b, unknown), roles);
  if (!second) {
    isl_map_free(*first);
    return second.takeError();
  }
  // The pairs of combinations that reach a common coordinate.
  isl_map *meeting = isl_map_apply_range(*first, isl_map_reverse(*second));
  isl_map *same = isl_map_identity(isl_map_get_space(meeting));
  isl_bool disjoint = isl_map_is_subset(meeting, same);
  isl_map_free(meeting);
  isl_map_free(same);
  if (disjoint == isl_bool_error || quota.hasFailed())
    return refuse("isl needs more than " +
                  llvm::Twine(limits.maxIslOperations) +
                  " operations (maxIslOperations)");
  return disjoint == isl_bool_true;
}
