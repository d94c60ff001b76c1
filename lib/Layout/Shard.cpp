//===- Shard.cpp - the rules of shard layouts -----------------------------===//
//
// What a shard layout must satisfy (ir.md 2.4), how strides materialise (ir.md
// 5) and how both are spelled in messages.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Layout/Shard.h"

#include "LayoutSupport.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tilefoundry {

using detail::fail;

StringRef shardKindName(ShardKind kind) {
  switch (kind) {
  case ShardKind::Split:
    return "split";
  case ShardKind::Broadcast:
    return "broadcast";
  case ShardKind::Dynamic:
    return "dynamic";
  case ShardKind::PartialSum:
    return "partial<sum>";
  case ShardKind::PartialMax:
    return "partial<max>";
  case ShardKind::PartialMin:
    return "partial<min>";
  }
  return "unknown";
}

std::string ShardEntry::str() const {
  std::string text = shardKindName(kind).str();
  return isSplit() ? text + "(" + std::to_string(position) + ")" : text;
}

bool Shard::hasKind(ShardKind kind) const {
  return llvm::any_of(entries,
                      [&](const ShardEntry &e) { return e.kind == kind; });
}

bool Shard::hasPartial() const {
  return llvm::any_of(entries,
                      [](const ShardEntry &e) { return isPartial(e.kind); });
}

SmallVector<unsigned, 2> Shard::axesOfPosition(unsigned position) const {
  SmallVector<unsigned, 2> axes;
  for (auto [axis, entry] : llvm::enumerate(entries))
    if (entry.isSplit() && entry.position == position)
      axes.push_back(axis);
  return axes;
}

std::string Shard::str() const {
  std::string text = "shard<" + toString(shape);
  if (strides)
    text += ":" + toString(*strides);
  text += ", [" +
          llvm::join(llvm::map_range(
                         entries, [](const ShardEntry &e) { return e.str(); }),
                     ", ") +
          "] over [";
  for (auto [i, axis] : llvm::enumerate(meshAxes))
    text += (i ? ", " : "") + axis.name + " = " + axis.extent.str();
  return text + "]>";
}

bool isReplicated(const Shard &shard) {
  return llvm::all_of(shard.entries, [](const ShardEntry &e) {
    return e.kind == ShardKind::Broadcast;
  });
}

/// Whether `a` and `b` may yet be equal once their dimensions are bound.
static bool mayBeEqual(const Extent &a, const Extent &b) {
  if (a.hasOverflowed() || b.hasOverflowed())
    return false;
  return a == b || !a.isStatic() || !b.isStatic();
}

static Error verifyEntries(const Shard &shard) {
  if (shard.entries.size() != shard.meshAxes.size())
    return fail("shard layout has " + Twine(shard.entries.size()) +
                " entries but its mesh has " + Twine(shard.meshAxes.size()) +
                " axes; write one entry per mesh axis");
  for (auto [axis, entry] : llvm::enumerate(shard.entries))
    if (entry.isSplit() && entry.position >= shard.shape.size())
      return fail("mesh axis '" + shard.meshAxes[axis].name + "' is " +
                  entry.str() + " but the layout has " +
                  Twine(shard.shape.size()) + " positions, from 0");
  for (unsigned k = 0; k < shard.shape.size(); ++k) {
    SmallVector<unsigned, 2> axes = shard.axesOfPosition(k);
    if (axes.empty())
      continue;
    Extent product(1);
    std::string names;
    for (unsigned axis : axes) {
      product = product * shard.meshAxes[axis].extent;
      names += (names.empty() ? "'" : ", '") + shard.meshAxes[axis].name + "'";
    }
    if (!mayBeEqual(product, shard.shape[k]))
      return fail("layout position " + Twine(k) + " has extent " +
                  shard.shape[k].str() + " but the mesh axes that split it, " +
                  names + ", have " + product.str() +
                  "; factor the split out into a position of its own");
  }
  return Error::success();
}

Error verifyShard(ArrayRef<Extent> tensorShape, const Shard &shard) {
  for (auto [k, extent] : llvm::enumerate(shard.shape))
    if (extent.hasOverflowed() || extent.getFactor().get() < 0)
      return fail("layout position " + Twine(k) + " has extent " +
                  extent.str() + "; it must not be negative");
  if (shard.strides && shard.strides->size() != shard.shape.size())
    return fail("shard layout has " + Twine(shard.shape.size()) +
                " positions but " + Twine(shard.strides->size()) +
                " strides; write one stride per position or none at all");
  if (Error error = verifyEntries(shard))
    return error;
  Extent domain = productOf(shard.shape), tensor = productOf(tensorShape);
  if (!mayBeEqual(domain, tensor))
    return fail("layout shape " + toString(shard.shape) + " has " +
                domain.str() + " elements but tensor shape " +
                toString(tensorShape) + " has " + tensor.str() +
                "; the layout states the whole, unsharded domain");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

std::optional<StrideRule> strideRuleOf(StringRef storage) {
  return StringSwitch<std::optional<StrideRule>>(storage)
      .Cases({"gmem", "host"}, StrideRule::WholeDomain)
      .Cases({"smem", "rmem", "tmem"}, StrideRule::PerParticipant)
      .Default(std::nullopt);
}

Expected<Shard> materialiseStrides(const Shard &shard, StrideRule rule) {
  if (shard.strides)
    return shard;
  Shard result = shard;
  ExtentVector strides(shard.shape.size(), Extent(0));
  bool isEmpty = productOf(shard.shape).isConstant(0);
  Extent stride(1);
  for (size_t k = shard.shape.size(); k-- > 0;) {
    if (rule == StrideRule::PerParticipant && !shard.axesOfPosition(k).empty())
      continue;
    if (stride.hasOverflowed())
      return fail("row-major strides of layout shape " + toString(shard.shape) +
                  " do not fit in 64 bits");
    strides[k] = stride;
    // An empty shape reaches nothing: its strides only have to exist.
    Extent next =
        shard.shape[k].isConstant(0) ? stride : stride * shard.shape[k];
    if (!next.hasOverflowed() || !isEmpty)
      stride = next;
  }
  result.strides = std::move(strides);
  return result;
}

Expected<Layout> domainLayout(const Shard &shard) {
  auto shape = toStatic(shard.shape);
  if (!shape)
    return fail("layout shape " + toString(shard.shape) +
                " is symbolic; bind its dimensions first");
  if (!shard.strides)
    return Layout::unmaterialised(*shape);
  auto strides = toStatic(*shard.strides);
  if (!strides)
    return fail("layout strides " + toString(*shard.strides) +
                " are symbolic; bind their dimensions first");
  Layout layout = Layout::get(*shape, *strides);
  if (Error error = layout.verify())
    return error;
  return layout;
}

Error verifyStrides(const Shard &shard) {
  if (!shard.strides)
    return Error::success();
  if (!toStatic(shard.shape) || !toStatic(*shard.strides))
    return Error::success(); // decided once dimensions are bound
  auto domain = domainLayout(shard);
  if (!domain)
    return domain.takeError();
  Layout own;
  for (unsigned k = 0; k < shard.shape.size(); ++k) {
    if (!shard.axesOfPosition(k).empty())
      continue;
    own.shape.push_back(domain->shape[k]);
    own.strides.push_back(domain->strides[k]);
  }
  std::optional<bool> isInjective = own.isInjective();
  if (!isInjective)
    return fail("strides of layout " + domain->str() +
                " are too irregular to show that places are distinct; use "
                "strides that divide one another");
  if (!*isInjective)
    return fail("layout " + domain->str() +
                " puts two elements of one participant at one place; only a "
                "split position may have stride 0");
  return Error::success();
}

} // namespace tilefoundry
