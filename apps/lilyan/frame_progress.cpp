#include <apps/lilyan/frame_progress.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace lilyan::app {

FrameProgress::FrameProgress(std::string what) : what_(std::move(what)), last_(std::chrono::steady_clock::now()) {
  const char* kind = std::getenv("TERM");
  terminal_ = isatty(STDERR_FILENO) && kind && std::string(kind) != "dumb";
}

void FrameProgress::show(std::int64_t done, std::int64_t all) {
  const double seconds_between = terminal_ ? 0.1 : 5;
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - last_).count() < seconds_between) return;
  last_ = now;
  const double percent = 100 * static_cast<double>(done) / static_cast<double>(all);
  const std::string text =
      terminal_ ? fmt::format("\r{} {:3.0f} %\x1b[K", what_, percent) : fmt::format("{}: {:.0f} %\n", what_, percent);
  std::fputs(text.c_str(), stderr);
  drawn_ = true;
}

void FrameProgress::finish() {
  if (terminal_ && drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace lilyan::app
