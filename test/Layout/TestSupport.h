//===- TestSupport.h - what the layout tests share --------------*- C++ -*-===//
//
// Checks of errors and of what they say, random choices, and small builders.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TEST_LAYOUT_TESTSUPPORT_H
#define TILEFOUNDRY_TEST_LAYOUT_TESTSUPPORT_H

#include "tilefoundry/Layout/Mesh.h"
#include "tilefoundry/Layout/Shard.h"
#include "gtest/gtest.h"
#include <random>

namespace tilefoundry {

inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : std::string();
}

template <typename T> std::string messageOf(llvm::Expected<T> value) {
  return messageOf(value.takeError());
}

/// The value, after a test failure if there is none.
template <typename T> T get(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return T();
}

#define EXPECT_OK(expression) EXPECT_EQ(messageOf(expression), "")

/// The refusal must contain every one of `parts`.
inline void expectMessage(const std::string &message,
                          std::initializer_list<const char *> parts) {
  EXPECT_NE(message, "");
  for (const char *part : parts)
    EXPECT_NE(message.find(part), std::string::npos)
        << "'" << part << "' is not in: " << message;
}

/// Small deterministic choices.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  int64_t below(int64_t n) { return static_cast<int64_t>(engine() % n); }
  int64_t between(int64_t low, int64_t high) {
    return low + below(high - low + 1);
  }
  template <typename Range> void shuffle(Range &range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[below(i)]);
  }

private:
  std::mt19937_64 engine;
};

/// All coordinates of a shape, in row-major order.
inline std::vector<Coordinate> coordinatesOf(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  std::vector<Coordinate> all;
  for (int64_t i = 0; i < count; ++i)
    all.push_back(unravel(i, shape));
  return all;
}

/// A mesh of one level with axes a, b, c, ...
inline Mesh meshOf(llvm::StringRef level, std::optional<int64_t> extent,
                   ComposedLayout layout) {
  Mesh mesh;
  mesh.levels.push_back({level.str(), extent});
  mesh.layout = std::move(layout);
  for (unsigned i = 0; i < mesh.rank(); ++i)
    mesh.axisNames.push_back(std::string(1, static_cast<char>('a' + i)));
  return mesh;
}

inline Layout plain(std::initializer_list<int64_t> shape,
                    std::initializer_list<int64_t> strides) {
  return Layout::get(llvm::ArrayRef(shape.begin(), shape.end()),
                     llvm::ArrayRef(strides.begin(), strides.end()));
}

inline ComposedLayout sliceOf(int64_t offset, Layout outer) {
  return ComposedLayout(std::nullopt, offset, std::move(outer));
}

inline ExtentVector shapeOf(std::initializer_list<int64_t> values) {
  return toExtents(llvm::ArrayRef(values.begin(), values.end()));
}

inline std::vector<int64_t> numbers(llvm::ArrayRef<Extent> values) {
  std::vector<int64_t> result;
  for (const Extent &value : values)
    result.push_back(value.asStatic().value_or(-1));
  return result;
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_TEST_LAYOUT_TESTSUPPORT_H
