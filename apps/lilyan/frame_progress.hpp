// How many frames are done and how long the rest will take, on standard error: one line that is written over on a terminal, a line
// at each quarter elsewhere, and none for what is done in a moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lilyan::app {

class FrameProgress {
 public:
  explicit FrameProgress(std::string what);  // "converting to obj"
  FrameProgress(std::string what, bool is_terminal);
  void show(std::int64_t done, std::int64_t all);
  void finish();  // leaves the terminal on a fresh line

  // What is to be written so many seconds after the start; empty: nothing for now.
  std::string text(std::int64_t done, std::int64_t all, double seconds);

 private:
  std::string what_;
  bool terminal_, drawn_ = false;
  double last_ = 0;           // when something was written [s after the start]
  std::int64_t quarter_ = 0;  // the last one that was told, or passed in a moment
  std::chrono::steady_clock::time_point start_;
};

}  // namespace lilyan::app
