#include <apps/lilyan/frame_progress.hpp>
#include <apps/lilyan/streams.hpp>
#include <apps/lilyan/terminal.hpp>

#include <fmt/format.h>

namespace lilyan::app {

FrameProgress::FrameProgress(std::string what) : FrameProgress(std::move(what), is_terminal()) {}

FrameProgress::FrameProgress(std::string what, bool terminal)
    : what_(std::move(what)), terminal_(terminal), start_(std::chrono::steady_clock::now()) {}

std::string FrameProgress::text(std::int64_t done, std::int64_t all, double seconds) {
  constexpr double kBetweenLines = 0.1, kMoment = 5;  // [s]
  if (done <= 0 || all <= 0) return {};
  const double share = static_cast<double>(done) / static_cast<double>(all);
  const std::string left = duration_text(seconds * (1 - share) / share);
  if (terminal_) {
    if (seconds - last_ < kBetweenLines) return {};
    last_ = seconds;
    return fmt::format("\r{} {:3.0f} %  {} left\x1b[K", what_, 100 * share, left);
  }
  const std::int64_t quarter = 4 * done / all;
  if (quarter == quarter_ || done == all) return {};
  quarter_ = quarter;
  if (seconds - last_ < kMoment) return {};
  last_ = seconds;
  return fmt::format("{}: {:.0f} %, {} left\n", what_, 100 * share, left);
}

void FrameProgress::show(std::int64_t done, std::int64_t all) {
  const std::string words = text(done, all, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
  if (words.empty()) return;
  print_progress(words);
  drawn_ = true;
}

void FrameProgress::finish() {
  if (terminal_ && drawn_) print_progress("\r\x1b[K");
  drawn_ = false;
}

}  // namespace lilyan::app
