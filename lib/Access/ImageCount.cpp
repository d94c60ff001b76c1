//===- ImageCount.cpp - closed forms for one image ------------------------===//
//
// The image of one piece is the product over its connected components. A
// component of one coordinate is an AxisSet; larger ones are peeled: a
// coordinate that determines its digits contributes its size, and given those
// digits the others are shifted, not changed. ImageUnion.cpp has unions and the
// general case.
//
//===----------------------------------------------------------------------===//

#include "ImageCount.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using Term = std::pair<unsigned, int64_t>;

void ImageCounter::gatherDigits(const Piece &piece, const Lin &e,
                                SmallVectorImpl<unsigned> &out) const {
  for (const Term &t : e.terms) {
    if (t.first < kOpaqueBase) {
      if (!llvm::is_contained(out, t.first))
        out.push_back(t.first);
      continue;
    }
    for (const Lin &arg : piece.opaques[t.first - kOpaqueBase].args)
      gatherDigits(piece, arg, out);
  }
}

SmallVector<ImageCounter::Component, 4> ImageCounter::split(const Piece &piece,
                                                            AxisMask mask) {
  SmallVector<Component, 4> result;
  auto place = [&](const Lin &e, unsigned index, bool isGuard) {
    Component c;
    gatherDigits(piece, e, c.digits);
    (isGuard ? c.guards : c.coords).push_back(index);
    for (size_t i = 0; i < result.size();) {
      bool shares = llvm::any_of(result[i].digits, [&](unsigned d) {
        return llvm::is_contained(c.digits, d);
      });
      if (!shares) {
        ++i;
        continue;
      }
      Component &o = result[i];
      c.coords.append(o.coords.begin(), o.coords.end());
      c.guards.append(o.guards.begin(), o.guards.end());
      for (unsigned d : o.digits)
        if (!llvm::is_contained(c.digits, d))
          c.digits.push_back(d);
      result.erase(result.begin() + i);
    }
    result.push_back(std::move(c));
  };
  for (unsigned k = 0; k < piece.coords.size(); ++k)
    if (mask >> k & 1)
      place(piece.coords[k].value, k, false);
  for (unsigned k = 0; k < piece.guards.size(); ++k)
    place(piece.guards[k].value, k, true);
  return result;
}

bool ImageCounter::isOpen(const Piece &piece, const Clip &clip) const {
  auto [lo, hi] = table.range(piece, clip.value);
  return lo >= clip.lo && hi <= clip.hi;
}

/// The set of a component with one coordinate; by visiting its points where an
/// opaque term or a guard enters and there are few.
std::optional<AxisSet> ImageCounter::axisSet(const Piece &piece,
                                             const Component &component) {
  const Clip &clip = piece.coords[component.coords[0]];
  bool plain = component.guards.empty();
  SmallVector<AxisTerm, 8> terms;
  for (const Term &t : clip.value.terms) {
    if (t.first >= kOpaqueBase) {
      plain = false;
      break;
    }
    terms.push_back({t.second, table.digits[t.first].extent});
  }
  if (plain)
    return AxisSet::get(terms, clip.value.offset, clip.lo, clip.hi);
  Part part{&piece, component};
  std::optional<Wide> n = points(part);
  if (!n || *n > (1 << 12))
    return std::nullopt;
  SmallVector<Wide, 0> values;
  ++statistics.enumerations;
  visit(part, [&](ArrayRef<Wide> at) { values.push_back(at[0]); });
  return AxisSet::fromValues(values);
}

std::optional<Wide> ImageCounter::countPiece(const Piece &piece,
                                             AxisMask mask) {
  Wide product = 1;
  for (Component &c : split(piece, mask)) {
    std::optional<Wide> n = countComponent(piece, c);
    if (!n)
      return std::nullopt;
    if (*n == 0)
      return 0;
    if (__builtin_mul_overflow(product, *n, &product)) {
      failure = "the count exceeds 128 bits";
      return std::nullopt;
    }
  }
  return product;
}

/// Takes out one coordinate that determines its digits; false when none does.
bool ImageCounter::peel(Piece &copy, Component &component, Wide &factor) {
  for (unsigned k : component.coords) {
    const Clip &clip = copy.coords[k];
    SmallVector<AxisTerm, 8> terms;
    Wide pointsOfAxis = 1;
    bool usable = true;
    for (const Term &t : clip.value.terms) {
      int64_t extent = table.digits[t.first].extent;
      terms.push_back({t.second, extent});
      usable &= !__builtin_mul_overflow(pointsOfAxis, extent, &pointsOfAxis);
    }
    if (!usable || !AxisSet::isInjective(terms))
      continue;
    // Elsewhere its digits may only shift: no clipping where they enter.
    for (unsigned j : component.coords) {
      if (j == k || isOpen(copy, copy.coords[j]))
        continue;
      for (const Term &t : clip.value.terms)
        usable &= !table.enters(copy, copy.coords[j].value, t.first);
    }
    if (!usable)
      continue;
    auto set = AxisSet::get(terms, clip.value.offset, clip.lo, clip.hi);
    Wide size = set ? set->count() : pointsOfAxis;
    if (!set && !isOpen(copy, clip))
      continue;
    factor *= size;
    SmallVector<unsigned, 4> gone;
    for (const Term &t : clip.value.terms)
      gone.push_back(t.first);
    llvm::erase(component.coords, k);
    for (unsigned j : component.coords)
      llvm::erase_if(copy.coords[j].value.terms, [&](const Term &t) {
        return llvm::is_contained(gone, t.first);
      });
    return true;
  }
  return false;
}

std::optional<Wide> ImageCounter::countComponent(const Piece &piece,
                                                 Component &component) {
  if (component.coords.empty() && component.guards.empty())
    return 1;
  bool plain = component.guards.empty();
  for (unsigned k : component.coords)
    for (const Term &t : piece.coords[k].value.terms)
      plain &= t.first < kOpaqueBase;
  if (component.coords.size() == 1) {
    if (auto set = axisSet(piece, component))
      return set->count();
    const Clip &clip = piece.coords[component.coords[0]];
    if (plain && isOpen(piece, clip)) {
      SmallVector<AxisTerm, 8> terms;
      for (const Term &t : clip.value.terms)
        terms.push_back({t.second, table.digits[t.first].extent});
      if (auto n = AxisSet::countUnclipped(terms))
        return n;
    }
  } else if (plain) {
    // Coordinates that are open can be shifted freely while peeling.
    Piece copy = piece;
    for (unsigned k : component.coords)
      if (isOpen(copy, copy.coords[k])) {
        copy.coords[k].lo = -(static_cast<Wide>(1) << 110);
        copy.coords[k].hi = static_cast<Wide>(1) << 110;
      }
    Component rest = component;
    Wide factor = 1;
    if (peel(copy, rest, factor)) {
      if (factor == 0 || rest.coords.empty())
        return factor;
      AxisMask left = 0;
      for (unsigned k : rest.coords)
        left |= AxisMask(1) << k;
      copy.guards.clear();
      auto n = countPiece(copy, left);
      if (!n)
        return std::nullopt;
      if (__builtin_mul_overflow(factor, *n, &factor)) {
        failure = "the count exceeds 128 bits";
        return std::nullopt;
      }
      return factor;
    }
  }
  Part part{&piece, component};
  return countGeneral(part);
}
