//===- Extent.h - an extent that may name symbolic dimensions ---*- C++ -*-===//
//
// Extents of tensors, layouts and mesh axes (ir.md 2.1). An extent is a product
// of one number and of opaque symbols, which is what sizes and strides of
// symbolic shapes need; a dimension expression is one opaque symbol.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LAYOUT_EXTENT_H
#define TILEFOUNDRY_LAYOUT_EXTENT_H

#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tilefoundry {

/// A bounded dimension or an expression of dimensions, by identity: two symbols
/// are one exactly when their `id`s are. `name` is for messages and must live
/// as long as the symbol is used (a string of the context does).
struct Symbol {
  const void *id = nullptr;
  llvm::StringRef name;

  friend bool operator==(const Symbol &a, const Symbol &b) {
    return a.id == b.id;
  }
};

/// `factor * symbols[0] * symbols[1] * ...`. Symbols keep the order in which
/// they were multiplied (so nothing depends on addresses) and compare as a
/// multiset. `factor` is checked: a product that leaves 64 bits stays
/// overflowed and equals nothing.
class Extent {
public:
  Extent() = default;
  Extent(int64_t value) : factor(value) {}
  Extent(CheckedInt value) : factor(value) {}
  Extent(Symbol symbol) : factor(1) { symbols.push_back(symbol); }

  bool isStatic() const { return symbols.empty() && !factor.hasOverflowed(); }
  bool hasOverflowed() const { return factor.hasOverflowed(); }
  /// The number; nothing when symbolic or overflowed.
  std::optional<int64_t> asStatic() const {
    return symbols.empty() ? factor.asOptional() : std::nullopt;
  }
  bool isConstant(int64_t value) const { return asStatic() == value; }
  CheckedInt getFactor() const { return factor; }
  llvm::ArrayRef<Symbol> getSymbols() const { return symbols; }

  friend Extent operator*(const Extent &a, const Extent &b);
  friend bool operator==(const Extent &a, const Extent &b);
  friend bool operator!=(const Extent &a, const Extent &b) { return !(a == b); }

  /// `this / divisor` when it is exact for every value of the symbols and the
  /// divisor is not zero; otherwise nothing.
  std::optional<Extent> divideExactly(const Extent &divisor) const;

  /// `12`, `ctx`, `4 * ctx`; `overflow` past 64 bits.
  std::string str() const;

private:
  CheckedInt factor = 0;
  llvm::SmallVector<Symbol, 1> symbols;
};

using ExtentVector = llvm::SmallVector<Extent, 4>;

/// Static extents as extents.
ExtentVector toExtents(llvm::ArrayRef<int64_t> values);

/// The numbers, or nothing when one is symbolic or overflowed.
std::optional<llvm::SmallVector<int64_t, 4>>
toStatic(llvm::ArrayRef<Extent> values);

/// Product of all; 1 when empty.
Extent productOf(llvm::ArrayRef<Extent> values);

/// `[1, 1536, ctx]`.
std::string toString(llvm::ArrayRef<Extent> values);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LAYOUT_EXTENT_H
