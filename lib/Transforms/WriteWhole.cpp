//===- WriteWhole.cpp - output files, whole or absent ---------------------===//

#include "WriteWhole.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Names tried before giving up; each is taken with a chance of 16^-8.
static constexpr unsigned kAttempts = 16;

static std::error_code writeAndClose(raw_fd_ostream &os, StringRef text) {
  os << text;
  os.close();
  std::error_code code = os.error();
  // An error that is reported must not end the process as well.
  os.clear_error();
  return code;
}

/// Writes to what a new file must not replace.
static Error writeInPlace(StringRef path, StringRef text) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (code)
    return errorCodeToError(code);
  return errorCodeToError(writeAndClose(os, text));
}

/// Creates a file beside `path` that goes when a signal ends the process.
static std::error_code createBeside(StringRef path, SmallString<128> &name,
                                    int &file) {
  std::error_code code;
  for (unsigned i = 0; i < kAttempts; ++i) {
    sys::fs::createUniquePath(path + ".partial-%%%%%%%%", name,
                              /*MakeAbsolute=*/false);
    // Known before it exists: LLVM's own temporary files stay behind when the
    // signal comes between their creation and this call.
    sys::RemoveFileOnSignal(name);
    code = sys::fs::openFileForWrite(name, file, sys::fs::CD_CreateNew);
    if (!code)
      return code;
    sys::DontRemoveFileOnSignal(name);
    if (code != std::errc::file_exists)
      break;
  }
  return code;
}

static Error replace(StringRef path, StringRef text) {
  SmallString<128> name;
  int file = -1;
  if (std::error_code code = createBeside(path, name, file))
    return errorCodeToError(code);
  raw_fd_ostream os(file, /*shouldClose=*/true);
  std::error_code code = writeAndClose(os, text);
  if (!code)
    code = sys::fs::rename(name, path);
  if (code)
    sys::fs::remove(name);
  sys::DontRemoveFileOnSignal(name);
  return errorCodeToError(code);
}

Error tilefoundry::writeWhole(StringRef path, StringRef text) {
  // A file in the place of a link, a pipe or a device would break what stands
  // there: /dev/stdout, for one.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status, /*follow=*/false) &&
      !sys::fs::is_regular_file(status))
    return writeInPlace(path, text);
  return replace(path, text);
}
