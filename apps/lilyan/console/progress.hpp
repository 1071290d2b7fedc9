// How far a command without steps has come, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace lilyan::app {

std::string duration_text(double seconds);  // "12 s", "3 min", "1.5 h"

// How many frames are done and how long the rest will take: one line that is written over on a terminal, a line at each quarter
// elsewhere, and none for what is done in a moment.
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

// How long a step of a run has taken so far, if it takes long: a line that is written over on a terminal; elsewhere lines that come
// the more seldom the longer the step takes.
class LongStep {
 public:
  explicit LongStep(bool is_terminal) : terminal_(is_terminal) {}
  void begin() { next_ = kMoment; }

  // What is to be written so many seconds after the step began; empty: nothing for now. `step`: 0 if it is the first one of this
  // process; `steps`: in all, 0 if that is not known.
  std::string text(std::int64_t step, std::int64_t steps, double seconds);

 private:
  static constexpr double kMoment = 5;  // [s]
  bool terminal_;
  double next_ = kMoment;
};

// What a command is busy with: a line that the next one overwrites, only on a terminal.
class StageLine {
 public:
  explicit StageLine(bool quiet);
  ~StageLine() { finish(); }
  StageLine(const StageLine&) = delete;
  StageLine& operator=(const StageLine&) = delete;
  void show(const std::string& stage);
  void finish();  // leaves the terminal on a fresh line

 private:
  bool shown_, drawn_ = false;
};

}  // namespace lilyan::app
