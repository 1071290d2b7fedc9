// How far a run has come, on standard error: a bar on a terminal, a plain line every few seconds elsewhere. A step that takes long
// says how long it has taken so far.
#pragma once

#include <lilyan/output/run.hpp>
#include <lilyan/run/pace.hpp>

#include <apps/lilyan/console/progress.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace lilyan::app {

class ProgressDisplay {
 public:
  ProgressDisplay();
  void begin();                            // the first step
  void show(const RunProgress& progress);  // after every step
  void finish();                           // leaves the terminal on a fresh line

 private:
  using Clock = std::chrono::steady_clock;

  std::string bar(const RunProgress& progress) const;
  std::string line(const RunProgress& progress) const;
  void watch(const std::stop_token& stop);  // the step in hand

  std::mutex mutex_;  // of all that follows
  bool terminal_, colour_;
  bool started_ = false, drawn_ = false;
  Pace pace_;
  Clock::time_point start_, last_;
  LongStep long_step_;
  RunProgress done_{};
  Clock::time_point step_began_;
  std::condition_variable_any changed_;
  std::jthread watcher_;  // from the first step to the last; none if there is no room for one
};

}  // namespace lilyan::app
