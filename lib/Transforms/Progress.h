//===- Progress.h - how far long work is, on a terminal ---------*- C++ -*-===//
//
// One line on standard error for each stage that is under way when half a
// second has passed since the last look; nothing where that is no terminal.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_TRANSFORMS_PROGRESS_H
#define TILEFOUNDRY_LIB_TRANSFORMS_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tilefoundry {

/// Says what is being done while an object of it lives. A thread looks, so that
/// a stage is named while it lasts and not only when it ends.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// What begins now, in a few words.
  void begin(std::string stage);

private:
  void watch();

  std::mutex mutex;
  std::condition_variable ended;
  std::string stage;
  bool isOver = false;
  /// Joinable only where standard error is a terminal.
  std::thread watcher;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_TRANSFORMS_PROGRESS_H
