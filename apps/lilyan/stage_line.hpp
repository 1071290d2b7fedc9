// What a command without steps is busy with: a line on standard error that the next one overwrites, only on a terminal.
#pragma once

#include <string>

namespace lilyan::app {

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
