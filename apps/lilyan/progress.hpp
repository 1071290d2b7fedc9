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

  struct Mark {
    Clock::time_point at;
    RunProgress progress;
  };
  struct Pace {
    double rate;  // steps a second
    double left;  // [s]
  };

  Pace pace(const Mark& now) const;
  std::string bar(const RunProgress& progress, const Pace& pace) const;
  std::string line(const RunProgress& progress, const Pace& pace) const;

  bool terminal_, colour_;
  bool started_ = false, drawn_ = false;
  Mark before_, recent_;  // the pace is that since `before_`: steps may become harder on the way
  Clock::time_point start_, last_;
};

}  // namespace lilyan::app
