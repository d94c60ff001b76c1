//===- TestSupport.h - asking for values that may be errors -----*- C++ -*-===//

#ifndef TILEFOUNDRY_TEST_TARGET_TESTSUPPORT_H
#define TILEFOUNDRY_TEST_TARGET_TESTSUPPORT_H

#include "tilefoundry/Target/Amx/AmxTarget.h"
#include "tilefoundry/Target/Cpu/CpuTarget.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "gtest/gtest.h"

namespace tilefoundry::test {

/// The value; fails the test with the error where there is none.
template <class T> T get(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  std::abort();
}

inline void succeeds(llvm::Error error) {
  if (error)
    ADD_FAILURE() << llvm::toString(std::move(error));
}

/// The message of an error; a failure of the test where there is none.
inline std::string message(llvm::Error error) {
  if (!error) {
    ADD_FAILURE() << "expected an error";
    return "";
  }
  return llvm::toString(std::move(error));
}
template <class T> std::string message(llvm::Expected<T> value) {
  return message(value.takeError());
}

/// The kind of a hardware error.
inline HardwareErrorKind kindOf(llvm::Error error) {
  HardwareErrorKind kind = HardwareErrorKind::UnreadableFile;
  bool found = false;
  llvm::handleAllErrors(
      std::move(error),
      [&](const HardwareError &e) {
        kind = e.getKind();
        found = true;
      },
      [](const llvm::ErrorInfoBase &) {});
  EXPECT_TRUE(found) << "not a hardware error";
  return kind;
}
template <class T> HardwareErrorKind kindOf(llvm::Expected<T> value) {
  return kindOf(value.takeError());
}

inline std::string input(llvm::StringRef name) {
  return (llvm::Twine(TILEFOUNDRY_SOURCE_DIR) + "/test/Target/Inputs/" + name)
      .str();
}

/// The text of an installed document, by its file below hardware/.
inline std::string installedText(llvm::StringRef file) {
  for (const CompiledDocument &document : compiledDocuments())
    if (document.file.ends_with(file))
      return document.text.str();
  ADD_FAILURE() << "no document " << file.str();
  return "";
}

/// `text` with its one `from` replaced.
inline std::string edited(std::string text, llvm::StringRef from,
                          llvm::StringRef to) {
  size_t at = text.find(from.str());
  EXPECT_NE(at, std::string::npos) << from.str();
  return at == std::string::npos ? text
                                 : text.replace(at, from.size(), to.str());
}

inline std::shared_ptr<const CudaTarget> h200() {
  return get(CudaTarget::create("nvidia.h200_sxm"));
}
inline std::shared_ptr<const AmxTarget> m2Pro() {
  return get(AmxTarget::create());
}

} // namespace tilefoundry::test

#define EXPECT_HAS(text, part)                                                 \
  EXPECT_PRED2(                                                                \
      [](const std::string &t, const std::string &p) {                         \
        return t.find(p) != std::string::npos;                                 \
      },                                                                       \
      text, std::string(part))

#endif // TILEFOUNDRY_TEST_TARGET_TESTSUPPORT_H
