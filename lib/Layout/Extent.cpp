//===- Extent.cpp - arithmetic of symbolic extents ------------------------===//
//
// Products, exact quotients and text of extents.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Layout/Extent.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tilefoundry {

Extent operator*(const Extent &a, const Extent &b) {
  // A zero factor decides the product whatever the symbols stand for.
  if (a.isConstant(0) || b.isConstant(0))
    return Extent(0);
  Extent result(a.factor * b.factor);
  result.symbols.append(a.symbols.begin(), a.symbols.end());
  result.symbols.append(b.symbols.begin(), b.symbols.end());
  return result;
}

/// Removes each symbol of `divisor` from `symbols`; false when one is missing.
static bool removeSymbols(SmallVectorImpl<Symbol> &symbols,
                          ArrayRef<Symbol> divisor) {
  for (const Symbol &symbol : divisor) {
    auto *it = llvm::find(symbols, symbol);
    if (it == symbols.end())
      return false;
    symbols.erase(it);
  }
  return true;
}

bool operator==(const Extent &a, const Extent &b) {
  if (a.hasOverflowed() || b.hasOverflowed() ||
      a.factor.get() != b.factor.get() || a.symbols.size() != b.symbols.size())
    return false;
  SmallVector<Symbol, 1> rest = a.symbols;
  return removeSymbols(rest, b.symbols);
}

std::optional<Extent> Extent::divideExactly(const Extent &divisor) const {
  if (hasOverflowed() || divisor.hasOverflowed() || divisor.factor.get() == 0)
    return std::nullopt;
  if (isConstant(0))
    return divisor.isStatic() ? std::optional<Extent>(0) : std::nullopt;
  int64_t denominator = divisor.factor.get();
  // INT64_MIN / -1 does not fit.
  if (denominator < 0 || factor.get() % denominator != 0)
    return std::nullopt;
  Extent result(factor.get() / denominator);
  result.symbols = symbols;
  if (!removeSymbols(result.symbols, divisor.symbols))
    return std::nullopt;
  return result;
}

std::string Extent::str() const {
  if (hasOverflowed())
    return "overflow";
  if (symbols.empty())
    return std::to_string(factor.get());
  std::string text;
  if (factor.get() != 1)
    text = std::to_string(factor.get()) + " * ";
  text += llvm::join(llvm::map_range(symbols,
                                     [](const Symbol &symbol) {
                                       return symbol.name.empty()
                                                  ? std::string("?")
                                                  : symbol.name.str();
                                     }),
                     " * ");
  return text;
}

ExtentVector toExtents(ArrayRef<int64_t> values) {
  return ExtentVector(values.begin(), values.end());
}

std::optional<SmallVector<int64_t, 4>> toStatic(ArrayRef<Extent> values) {
  SmallVector<int64_t, 4> result;
  for (const Extent &value : values) {
    std::optional<int64_t> number = value.asStatic();
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

Extent productOf(ArrayRef<Extent> values) {
  // A zero extent wins over an overflow of the others.
  if (llvm::any_of(values, [](const Extent &e) { return e.isConstant(0); }))
    return Extent(0);
  Extent result(1);
  for (const Extent &value : values)
    result = result * value;
  return result;
}

std::string toString(ArrayRef<Extent> values) {
  return "[" +
         llvm::join(
             llvm::map_range(values, [](const Extent &e) { return e.str(); }),
             ", ") +
         "]";
}

} // namespace tilefoundry
