//===- CheckedMath.h - exact 64-bit arithmetic ------------------*- C++ -*-===//
//
// Figures are exact: every operation either yields the true value or says that
// it does not fit. Intermediates are 128-bit where a product precedes a
// division.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_SUPPORT_CHECKEDMATH_H
#define TILEFOUNDRY_SUPPORT_CHECKEDMATH_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <limits>
#include <optional>

namespace tilefoundry {

/// A 64-bit integer that remembers that a computation left its range.
/// Arithmetic on an overflowed value stays overflowed, so one check at the end
/// of a formula is enough: `CheckedInt v = CheckedInt(a) * b + c; if (!v) ...`.
class CheckedInt {
public:
  CheckedInt() = default;
  CheckedInt(int64_t value) : value(value) {}

  static CheckedInt overflow() {
    CheckedInt result;
    result.valid = false;
    return result;
  }

  explicit operator bool() const { return valid; }
  bool hasOverflowed() const { return !valid; }
  /// The value; zero when the computation overflowed.
  int64_t get() const { return valid ? value : 0; }
  std::optional<int64_t> asOptional() const {
    return valid ? std::optional<int64_t>(value) : std::nullopt;
  }

  friend CheckedInt operator+(CheckedInt a, CheckedInt b) {
    int64_t r;
    if (!a.valid || !b.valid || __builtin_add_overflow(a.value, b.value, &r))
      return overflow();
    return r;
  }
  friend CheckedInt operator-(CheckedInt a, CheckedInt b) {
    int64_t r;
    if (!a.valid || !b.valid || __builtin_sub_overflow(a.value, b.value, &r))
      return overflow();
    return r;
  }
  friend CheckedInt operator*(CheckedInt a, CheckedInt b) {
    int64_t r;
    if (!a.valid || !b.valid || __builtin_mul_overflow(a.value, b.value, &r))
      return overflow();
    return r;
  }
  CheckedInt &operator+=(CheckedInt o) { return *this = *this + o; }
  CheckedInt &operator-=(CheckedInt o) { return *this = *this - o; }
  CheckedInt &operator*=(CheckedInt o) { return *this = *this * o; }

private:
  int64_t value = 0;
  bool valid = true;
};

/// `ceil(a / b)` for `a >= 0`, `b > 0`.
inline int64_t ceilDivide(int64_t a, int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// `ceil(a * scale / b)` for non-negative `a`, `scale` and positive `b`,
/// through a 128-bit product; overflow when the quotient does not fit in 64
/// bits.
inline CheckedInt mulCeilDivide(int64_t a, int64_t scale, int64_t b) {
  unsigned __int128 product =
      static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(scale);
  unsigned __int128 quotient = product / static_cast<unsigned __int128>(b);
  if (product % static_cast<unsigned __int128>(b) != 0)
    ++quotient;
  if (quotient >
      static_cast<unsigned __int128>(std::numeric_limits<int64_t>::max()))
    return CheckedInt::overflow();
  return static_cast<int64_t>(quotient);
}

/// The product of `values`; 1 when there are none. A zero factor gives 0
/// whatever the other factors are.
inline CheckedInt product(llvm::ArrayRef<int64_t> values) {
  for (int64_t v : values)
    if (v == 0)
      return 0;
  CheckedInt result = 1;
  for (int64_t v : values)
    result *= v;
  return result;
}

/// `ceil(elements * bits / 8)`: bytes of a whole tensor, rounded once (ir.md
/// 1).
inline CheckedInt bytesForElements(int64_t elements, int64_t bits) {
  return mulCeilDivide(elements, bits, 8);
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_SUPPORT_CHECKEDMATH_H
