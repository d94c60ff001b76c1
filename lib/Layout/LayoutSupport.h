//===- LayoutSupport.h - messages of the layout room ------------*- C++ -*-===//
//
// How this room's files spell errors and lists of numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_LAYOUT_LAYOUTSUPPORT_H
#define TILEFOUNDRY_LIB_LAYOUT_LAYOUTSUPPORT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace tilefoundry::detail {

inline llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// `(2, 4, 3)`.
inline std::string listText(llvm::ArrayRef<int64_t> values) {
  return "(" +
         llvm::join(llvm::map_range(
                        values, [](int64_t v) { return std::to_string(v); }),
                    ", ") +
         ")";
}

} // namespace tilefoundry::detail

#endif // TILEFOUNDRY_LIB_LAYOUT_LAYOUTSUPPORT_H
