//===- Validator.cpp - is a packing right, and if not, why? ---------------===//

#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace tilefoundry::allocation {

static std::string describe(const Buffer &b, int64_t offset) {
  return ("'" + llvm::Twine(b.name) + "' (" + llvm::Twine(b.size) +
          " bytes at offset " + llvm::Twine(offset) + ", alive from " +
          llvm::Twine(b.first) + " to " + llvm::Twine(b.last) + ")")
      .str();
}

llvm::Error validate(const Problem &problem, const Solution &solution) {
  size_t count = problem.buffers.size();
  if (solution.offsets.size() != count)
    return llvm::createStringError(
        "the solution holds " + llvm::Twine(solution.offsets.size()) +
        " offsets for " + llvm::Twine(count) + " buffers; state one a buffer");
  int64_t height = 0;
  for (size_t i = 0; i < count; ++i) {
    const Buffer &a = problem.buffers[i];
    int64_t x = solution.offsets[i];
    if (a.size < 0 || a.last < a.first)
      return llvm::createStringError(
          "buffer " + describe(a, x) +
          " is malformed; a size is not negative and a lifetime not empty");
    if (x < 0 || a.size > problem.capacity || x > problem.capacity - a.size)
      return llvm::createStringError("buffer " + describe(a, x) +
                                     " leaves the capacity of " +
                                     llvm::Twine(problem.capacity) + " bytes");
    if (a.size > 0)
      height = std::max(height, x + a.size);
    for (size_t j = 0; j < i; ++j) {
      const Buffer &b = problem.buffers[j];
      int64_t y = solution.offsets[j];
      bool aliveTogether = a.first <= b.last && b.first <= a.last;
      bool shareBytes =
          a.size > 0 && b.size > 0 && x < y + b.size && y < x + a.size;
      if (aliveTogether && shareBytes)
        return llvm::createStringError("buffers " + describe(b, y) + " and " +
                                       describe(a, x) +
                                       " are alive together and share bytes");
    }
  }
  if (height != solution.height)
    return llvm::createStringError(
        "the solution states a height of " + llvm::Twine(solution.height) +
        " bytes, but the highest byte in use is " + llvm::Twine(height));
  return llvm::Error::success();
}

} // namespace tilefoundry::allocation
