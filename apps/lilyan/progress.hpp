// How far a run has come, on standard error: a bar on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <lilyan/output/run.hpp>

#include <chrono>
#include <string>

namespace lilyan::app {

class ProgressDisplay {
 public:
  ProgressDisplay();
  void show(const RunProgress& progress);
  void finish();  // leaves the terminal on a fresh line

 private:
  using Clock = std::chrono::steady_clock;

  std::string bar(const RunProgress& progress, double seconds) const;
  std::string line(const RunProgress& progress, double seconds) const;

  bool terminal_, colour_;
  bool started_ = false, drawn_ = false;
  RunProgress first_;  // where the run took up
  Clock::time_point start_, last_;
};

}  // namespace lilyan::app
