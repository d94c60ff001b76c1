//===- Progress.cpp - how far long work is, on a terminal -----------------===//

#include "Progress.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace tilefoundry;

Progress::Progress() {
  if (llvm::errs().is_displayed())
    watcher = std::thread([this] { watch(); });
}

Progress::~Progress() {
  if (!watcher.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  ended.notify_one();
  watcher.join();
}

void Progress::begin(std::string next) {
  if (!watcher.joinable())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  stage = std::move(next);
}

void Progress::watch() {
  // Diagnostics use llvm::errs() from the other thread, so this one writes
  // through a stream of its own, a line at a time.
  llvm::raw_fd_ostream terminal(/*fd=*/2, /*shouldClose=*/false,
                                /*unbuffered=*/true);
  std::string printed;
  std::unique_lock<std::mutex> lock(mutex);
  while (!ended.wait_for(lock, std::chrono::milliseconds(500),
                         [this] { return isOver; })) {
    if (stage == printed)
      continue;
    printed = stage;
    terminal << printed + "\n";
  }
}
