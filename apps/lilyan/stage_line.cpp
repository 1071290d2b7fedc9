#include <apps/lilyan/stage_line.hpp>

#include <unistd.h>

#include <cstdio>

namespace lilyan::app {

StageLine::StageLine(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO)) {}

void StageLine::show(const std::string& stage) {
  if (!shown_) return;
  std::fputs(("\r" + stage + " ...\x1b[K").c_str(), stderr);
  drawn_ = true;
}

void StageLine::finish() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace lilyan::app
