// How far a run has come, on standard error: a bar on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <lilyan/output/run.hpp>
#include <lilyan/run/pace.hpp>

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

  std::string bar(const RunProgress& progress) const;
  std::string line(const RunProgress& progress) const;

  bool terminal_, colour_;
  bool started_ = false, drawn_ = false;
  Pace pace_;
  Clock::time_point start_, last_;
};

}  // namespace lilyan::app
