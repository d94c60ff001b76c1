//===- FixedLog2.h - logarithms in integers ---------------------*- C++ -*-===//

#ifndef TILEFOUNDRY_SUPPORT_FIXEDLOG2_H
#define TILEFOUNDRY_SUPPORT_FIXEDLOG2_H

#include <cstdint>

namespace tilefoundry {

/// `2^fractionBits * log2(value)`, rounded down, for a positive `value` and at
/// most 30 bits: without floating point, so that every machine agrees. The last
/// bits of long fractions may be lower than the exact ones.
inline int64_t fixedLog2(unsigned __int128 value, unsigned fractionBits) {
  unsigned whole = 0;
  while (value >> whole > 1)
    ++whole;
  // The mantissa in [1, 2) with 31 bits after the point; squaring it yields the
  // bits of the logarithm one by one.
  auto mantissa = static_cast<uint64_t>(whole > 31 ? value >> (whole - 31)
                                                   : value << (31 - whole));
  int64_t result = whole;
  for (unsigned bit = 0; bit < fractionBits; ++bit) {
    mantissa = (mantissa * mantissa) >> 31;
    bool two = mantissa >> 32;
    mantissa >>= two;
    result = 2 * result + two;
  }
  return result;
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_SUPPORT_FIXEDLOG2_H
