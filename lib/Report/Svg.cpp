//===- Svg.cpp - what the charts of the page share ------------------------===//

#include "Svg.h"
#include "llvm/Support/JSON.h"

using namespace tilefoundry;
using Wide = unsigned __int128;

std::string tilefoundry::escapeHtml(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += c;
    }
  }
  return llvm::json::isUTF8(result) ? result : llvm::json::fixUTF8(result);
}

/// `log2(value)` in 1/1024ths: the leading bit, then ten squarings of the
/// mantissa.
static int64_t log2Fixed(Wide value) {
  int64_t exponent = 0;
  for (Wide rest = value; rest > 1; rest >>= 1)
    ++exponent;
  // The mantissa in [1, 2) with 31 bits after the point.
  uint64_t mantissa = exponent <= 31
                          ? static_cast<uint64_t>(value << (31 - exponent))
                          : static_cast<uint64_t>(value >> (exponent - 31));
  int64_t result = exponent << 10;
  for (int bit = 9; bit >= 0; --bit) {
    mantissa = static_cast<uint64_t>((Wide(mantissa) * mantissa) >> 31);
    if (mantissa >= (uint64_t(1) << 32)) {
      mantissa >>= 1;
      result += int64_t(1) << bit;
    }
  }
  return result;
}

int64_t tilefoundry::log2Fixed(Ratio ratio) {
  return ::log2Fixed(ratio.numerator) - ::log2Fixed(ratio.denominator);
}

std::string tilefoundry::svgLine(llvm::StringRef kind, int64_t x1, int64_t y1,
                                 int64_t x2, int64_t y2) {
  return ("<line class=\"" + kind + "\" x1=\"" + llvm::Twine(x1) + "\" y1=\"" +
          llvm::Twine(y1) + "\" x2=\"" + llvm::Twine(x2) + "\" y2=\"" +
          llvm::Twine(y2) + "\"/>\n")
      .str();
}

std::string tilefoundry::svgLabel(int64_t x, int64_t y, llvm::StringRef anchor,
                                  llvm::StringRef text, llvm::StringRef kind) {
  std::string names = kind.empty() ? "" : (" class=\"" + kind + "\"").str();
  return ("<text" + llvm::Twine(names) + " x=\"" + llvm::Twine(x) + "\" y=\"" +
          llvm::Twine(y) + "\" text-anchor=\"" + anchor + "\">" +
          escapeHtml(text) + "</text>\n")
      .str();
}
