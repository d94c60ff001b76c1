//===- Svg.cpp - what the charts of the page share ------------------------===//

#include "Svg.h"
#include "tilefoundry/Support/FixedLog2.h"
#include "llvm/Support/JSON.h"

using namespace tilefoundry;

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

int64_t tilefoundry::log2Fixed(Ratio ratio) {
  return fixedLog2(ratio.numerator, 10) - fixedLog2(ratio.denominator, 10);
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
