// How many frames are done, on standard error: one line that counts on a terminal, a line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lilyan::app {

class FrameProgress {
 public:
  explicit FrameProgress(std::string what);  // "converting to obj"
  void show(std::int64_t done, std::int64_t all);
  void finish();  // leaves the terminal on a fresh line

 private:
  std::string what_;
  bool terminal_, drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace lilyan::app
