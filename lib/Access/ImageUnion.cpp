//===- ImageUnion.cpp - unions of images, and the general case ------------===//
//
// Pieces whose images are products of axis sets are merged where they abut and
// otherwise counted by inclusion and exclusion inside groups that overlap. What
// has no closed form is visited point by point while that is small, and else
// handed to isl.
//
//===----------------------------------------------------------------------===//

#include "ImageCount.h"
#include "IslBridge.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/local_space.h>

using namespace tilefoundry;
using llvm::ArrayRef;
using llvm::MutableArrayRef;
using llvm::SmallVector;
using Term = std::pair<unsigned, int64_t>;

/// Points that are visited before isl is asked.
static constexpr Wide kFewPoints = 1 << 20;
/// Intersections one inclusion-exclusion may form.
static constexpr int64_t kMaxTerms = 1 << 12;

std::optional<Wide> ImageCounter::count(ArrayRef<const Piece *> input,
                                        AxisMask mask) {
  SmallVector<const Piece *, 4> pieces;
  for (const Piece *p : input) {
    bool touches = !p->empty;
    for (const Clip &c : p->coords) {
      auto [lo, hi] = table.range(*p, c.value);
      touches &= hi >= c.lo && lo <= c.hi && c.lo <= c.hi;
    }
    bool seen = llvm::any_of(pieces, [&](const Piece *o) {
      return o->guards.empty() && p->guards.empty() && o->opaques.empty() &&
             p->opaques.empty() &&
             llvm::all_of(llvm::zip_equal(o->coords, p->coords), [](auto pair) {
               auto &[a, b] = pair;
               return a.value == b.value && a.lo == b.lo && a.hi == b.hi;
             });
    });
    if (touches && !seen)
      pieces.push_back(p);
  }
  if (pieces.empty())
    return 0;
  if (pieces.size() == 1)
    return countPiece(*pieces[0], mask);
  return countUnion(pieces, mask);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Wide ImageCounter::Product::count() const {
  Wide n = 1;
  for (const AxisSet &s : axes)
    if (s.empty())
      return 0;
  for (const AxisSet &s : axes)
    if (__builtin_mul_overflow(n, s.count(), &n))
      return -1;
  return n;
}

std::optional<ImageCounter::Product> ImageCounter::toProduct(const Piece &piece,
                                                             AxisMask mask) {
  Product product;
  product.axes.resize(piece.coords.size(), AxisSet::interval(0, 0));
  for (const Component &c : split(piece, mask)) {
    if (c.coords.size() != 1)
      return std::nullopt;
    auto set = axisSet(piece, c);
    if (!set)
      return std::nullopt;
    product.axes[c.coords[0]] = std::move(*set);
  }
  return product;
}

/// Bounds of what a piece reaches along each axis.
static SmallVector<std::pair<Wide, Wide>, 4> bounds(const DigitTable &table,
                                                    const Piece &p) {
  SmallVector<std::pair<Wide, Wide>, 4> result;
  for (const Clip &c : p.coords) {
    auto [lo, hi] = table.range(p, c.value);
    result.push_back({std::max(lo, c.lo), std::min(hi, c.hi)});
  }
  return result;
}

/// Sorts indices into classes such that `meet` holds only inside a class.
template <typename F>
static SmallVector<SmallVector<unsigned, 4>, 4> classes(unsigned n, F meet) {
  SmallVector<SmallVector<unsigned, 4>, 4> result;
  for (unsigned i = 0; i < n; ++i) {
    SmallVector<unsigned, 4> mine = {i};
    for (size_t c = 0; c < result.size();) {
      if (llvm::none_of(result[c], [&](unsigned j) { return meet(i, j); })) {
        ++c;
        continue;
      }
      mine.append(result[c].begin(), result[c].end());
      result.erase(result.begin() + c);
    }
    result.push_back(std::move(mine));
  }
  return result;
}

std::optional<Wide> ImageCounter::countUnion(ArrayRef<const Piece *> pieces,
                                             AxisMask mask) {
  SmallVector<Product, 4> products;
  for (const Piece *p : pieces) {
    auto product = toProduct(*p, mask);
    if (!product)
      break;
    products.push_back(std::move(*product));
  }
  if (products.size() == pieces.size())
    if (auto n = countProducts(products))
      return n;

  // Pieces that lie apart along some axis add up.
  SmallVector<SmallVector<std::pair<Wide, Wide>, 4>, 4> boxes;
  for (const Piece *p : pieces)
    boxes.push_back(bounds(table, *p));
  auto meet = [&](unsigned i, unsigned j) {
    for (size_t k = 0; k < boxes[i].size(); ++k)
      if ((mask >> k & 1) && (boxes[i][k].second < boxes[j][k].first ||
                              boxes[j][k].second < boxes[i][k].first))
        return false;
    return true;
  };
  Wide sum = 0;
  for (ArrayRef<unsigned> group : classes(pieces.size(), meet)) {
    std::optional<Wide> n;
    if (group.size() == 1) {
      n = countPiece(*pieces[group[0]], mask);
    } else {
      SmallVector<Part, 4> parts;
      for (unsigned i : group) {
        Part part{pieces[i], {}};
        for (unsigned k = 0; k < pieces[i]->coords.size(); ++k)
          if (mask >> k & 1) {
            part.all.coords.push_back(k);
            gatherDigits(*pieces[i], pieces[i]->coords[k].value,
                         part.all.digits);
          }
        for (unsigned k = 0; k < pieces[i]->guards.size(); ++k) {
          part.all.guards.push_back(k);
          gatherDigits(*pieces[i], pieces[i]->guards[k].value, part.all.digits);
        }
        parts.push_back(std::move(part));
      }
      n = countGeneral(parts);
    }
    if (!n)
      return std::nullopt;
    sum += *n;
  }
  return sum;
}

/// Replaces two products that differ along one axis by one, where their union
/// is an interval there or one holds the other.
static void mergeProducts(llvm::SmallVectorImpl<SmallVector<AxisSet, 4>> &all) {
  auto tryMerge = [](SmallVector<AxisSet, 4> &a,
                     const SmallVector<AxisSet, 4> &b) {
    int differs = -1;
    for (size_t k = 0; k < a.size(); ++k) {
      if (a[k].isSameAs(b[k]))
        continue;
      if (differs >= 0)
        return false;
      differs = static_cast<int>(k);
    }
    if (differs < 0)
      return true;
    AxisSet &x = a[differs];
    const AxisSet &y = b[differs];
    if (!x.isInterval() || !y.isInterval() || x.max() + 1 < y.min() ||
        y.max() + 1 < x.min())
      return false;
    x = AxisSet::interval(std::min(x.min(), y.min()),
                          std::max(x.max(), y.max()));
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = i + 1; j < all.size();) {
        if (tryMerge(all[i], all[j])) {
          all.erase(all.begin() + j);
          changed = true;
        } else {
          ++j;
        }
      }
  }
}

bool ImageCounter::includeExclude(ArrayRef<Product> all, size_t next,
                                  const Product &meet, int sign, Wide &sum) {
  Wide n = meet.count();
  if (n < 0 || ++terms > kMaxTerms)
    return false;
  sum += sign * n;
  for (size_t i = next; i < all.size(); ++i) {
    Product both;
    bool empty = false;
    for (auto [x, y] : llvm::zip_equal(meet.axes, all[i].axes)) {
      auto s = AxisSet::intersect(x, y);
      if (!s)
        return false;
      if (s->empty()) {
        empty = true;
        break;
      }
      both.axes.push_back(std::move(*s));
    }
    if (!empty && !includeExclude(all, i + 1, both, -sign, sum))
      return false;
  }
  return true;
}

std::optional<Wide>
ImageCounter::countProducts(MutableArrayRef<Product> products) {
  SmallVector<SmallVector<AxisSet, 4>, 4> sets;
  for (Product &p : products)
    if (llvm::none_of(p.axes, [](const AxisSet &s) { return s.empty(); }))
      sets.push_back(p.axes);
  mergeProducts(sets);
  SmallVector<Product, 4> all;
  for (auto &s : sets)
    all.push_back({std::move(s)});
  auto meet = [&](unsigned i, unsigned j) {
    for (auto [x, y] : llvm::zip_equal(all[i].axes, all[j].axes)) {
      auto both = AxisSet::intersect(x, y);
      if (both && both->empty())
        return false;
    }
    return true;
  };
  Wide sum = 0;
  terms = 0;
  for (ArrayRef<unsigned> group : classes(all.size(), meet)) {
    SmallVector<Product, 4> members;
    for (unsigned i : group)
      members.push_back(all[i]);
    for (size_t i = 0; i < members.size(); ++i)
      if (!includeExclude(members, i + 1, members[i], 1, sum))
        return std::nullopt;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// The general case
//===----------------------------------------------------------------------===//

std::optional<Wide> ImageCounter::points(ArrayRef<Part> parts) const {
  Wide sum = 0;
  for (const Part &part : parts) {
    Wide n = 1;
    for (unsigned d : part.all.digits) {
      n *= table.digits[d].extent;
      if (!fitsInt64(n))
        return std::nullopt;
    }
    sum += n;
  }
  return sum;
}

/// Calls `f` with the coordinates of every point that touches something.
bool ImageCounter::visit(const Part &part,
                         llvm::function_ref<void(ArrayRef<Wide>)> f) {
  const Piece &p = *part.piece;
  SmallVector<int64_t, 32> point(table.digits.size(), 0);
  SmallVector<Wide, 4> at(part.all.coords.size());
  while (true) {
    bool touches = true;
    for (unsigned k : part.all.guards) {
      const Clip &g = p.guards[k];
      Wide v = table.evaluate(p, g.value, point);
      touches &= v >= g.lo && v <= g.hi;
    }
    for (auto [i, k] : llvm::enumerate(part.all.coords)) {
      const Clip &c = p.coords[k];
      at[i] = table.evaluate(p, c.value, point);
      touches &= at[i] >= c.lo && at[i] <= c.hi;
    }
    if (touches)
      f(at);
    size_t d = 0;
    for (; d < part.all.digits.size(); ++d) {
      unsigned digit = part.all.digits[d];
      if (++point[digit] < table.digits[digit].extent)
        break;
      point[digit] = 0;
    }
    if (d == part.all.digits.size())
      return true;
  }
}

std::optional<Wide> ImageCounter::enumerate(ArrayRef<Part> parts) {
  // Tuples are numbered row-major inside the box that holds them all.
  size_t rank = parts[0].all.coords.size();
  SmallVector<std::pair<Wide, Wide>, 4> box;
  for (const Part &part : parts)
    for (size_t i = 0; i < rank; ++i) {
      const Clip &c = part.piece->coords[part.all.coords[i]];
      auto [lo, hi] = table.range(*part.piece, c.value);
      lo = std::max(lo, c.lo);
      hi = std::min(hi, c.hi);
      if (box.size() <= i) {
        box.push_back({lo, hi});
      } else {
        box[i].first = std::min(box[i].first, lo);
        box[i].second = std::max(box[i].second, hi);
      }
    }
  Wide volume = 1;
  for (auto [lo, hi] : box)
    if (__builtin_mul_overflow(volume, std::max<Wide>(hi - lo + 1, 1), &volume))
      return std::nullopt;
  ++statistics.enumerations;
  std::vector<Wide> keys;
  for (const Part &part : parts)
    visit(part, [&](ArrayRef<Wide> at) {
      Wide key = 0;
      for (size_t i = 0; i < rank; ++i)
        key = key * (box[i].second - box[i].first + 1) + at[i] - box[i].first;
      keys.push_back(key);
    });
  llvm::sort(keys);
  return static_cast<Wide>(llvm::unique(keys) - keys.begin());
}

static isl_pw_aff *buildIsl(const Piece &piece, isl_local_space *domain,
                            ArrayRef<unsigned> digits, const Lin &e) {
  return islLinear(domain, e.offset, e.terms, [&](unsigned id) -> isl_pw_aff * {
    if (id < kOpaqueBase)
      return islVariable(domain, llvm::find(digits, id) - digits.begin());
    const Opaque &o = piece.opaques[id - kOpaqueBase];
    isl_pw_aff *value = buildIsl(piece, domain, digits, o.args[0]);
    if (o.kind == AtomKind::FloorDiv)
      return islFloorDiv(value, o.divisor);
    for (const Lin &arg : llvm::drop_begin(o.args)) {
      isl_pw_aff *other = buildIsl(piece, domain, digits, arg);
      value = o.kind == AtomKind::Min ? isl_pw_aff_min(value, other)
                                      : isl_pw_aff_max(value, other);
    }
    return value;
  });
}

/// An operation costs isl as much as its tableau has cells, and every part of a
/// union is cut by those before it: the quota is one of cells.
unsigned long ImageCounter::islOperationsFor(ArrayRef<Part> parts) const {
  unsigned long cells = 0;
  for (const Part &part : parts) {
    unsigned long side = part.all.digits.size() + part.all.coords.size() +
                         part.all.guards.size();
    cells += side * side;
  }
  unsigned long weight = std::max<unsigned long>(cells * parts.size() / 4, 1);
  return std::max<unsigned long>(limits.maxIslOperations / weight, 1);
}

std::optional<Wide> ImageCounter::countByIsl(ArrayRef<Part> parts) {
  ++statistics.islCounts;
  IslQuota quota(islOperationsFor(parts));
  isl_set *all = nullptr;
  for (const Part &part : parts) {
    const Piece &p = *part.piece;
    SmallVector<int64_t, 8> extents;
    for (unsigned d : part.all.digits)
      extents.push_back(table.digits[d].extent);
    isl_set *box = islBox(extents);
    isl_local_space *domain =
        isl_local_space_from_space(isl_set_get_space(box));
    auto build = [&](const Clip &c) {
      auto [lo, hi] = table.range(p, c.value);
      lo = std::max(lo, c.lo);
      hi = std::min(hi, c.hi);
      Wide least = std::numeric_limits<int64_t>::min();
      Wide most = std::numeric_limits<int64_t>::max();
      return IslCoordinate{
          buildIsl(p, domain, part.all.digits, c.value),
          static_cast<int64_t>(std::max(std::min(lo, most), least)),
          static_cast<int64_t>(std::max(std::min(hi, most), least))};
    };
    SmallVector<IslCoordinate, 4> coords, guards;
    for (unsigned k : part.all.coords)
      coords.push_back(build(p.coords[k]));
    for (unsigned k : part.all.guards)
      guards.push_back(build(p.guards[k]));
    isl_local_space_free(domain);
    isl_set *image = isl_map_range(islAccessMap(box, coords, guards));
    all = all ? isl_set_union(all, image) : image;
  }
  all = isl_set_coalesce(all);
  std::optional<int64_t> n = islCount(all);
  isl_set_free(all);
  if (!n || quota.hasFailed())
    return std::nullopt;
  return *n;
}

std::optional<Wide> ImageCounter::countGeneral(ArrayRef<Part> parts) {
  std::optional<Wide> n = points(parts);
  if (n && *n <= std::min<Wide>(kFewPoints, limits.maxPoints))
    if (auto size = enumerate(parts))
      return size;
  for (const Part &part : parts)
    for (unsigned k : part.all.coords) {
      auto [lo, hi] = table.range(*part.piece, part.piece->coords[k].value);
      if (!fitsInt64(lo) || !fitsInt64(hi)) {
        failure = "a coordinate leaves the 64-bit range";
        return std::nullopt;
      }
    }
  if (auto size = countByIsl(parts))
    return size;
  if (n && *n <= limits.maxPoints)
    if (auto size = enumerate(parts))
      return size;
  failure = "no closed form applies, isl needs more than its part, " +
            std::to_string(islOperationsFor(parts)) + ", of the " +
            std::to_string(limits.maxIslOperations) + " operations, and its " +
            (n ? toString(*n) : std::string("more than 2^63")) +
            " points exceed the limit of " + std::to_string(limits.maxPoints);
  return std::nullopt;
}
