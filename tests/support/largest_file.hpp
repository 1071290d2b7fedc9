// A disk that is full, as far as one process can see: files may not grow past a size.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace lilyan::test {

// Holds until it goes; the signal that tells of a write past the limit is ignored, so that the write fails.
class LargestFile {
 public:
  explicit LargestFile(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~LargestFile() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  LargestFile(const LargestFile&) = delete;
  LargestFile& operator=(const LargestFile&) = delete;

 private:
  rlimit before_ = {};
  void (*handler_)(int) = nullptr;
};

}  // namespace lilyan::test
