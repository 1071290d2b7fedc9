#include <apps/lilyan/console/progress.hpp>

#include <lilyan/core/terminal_text.hpp>

#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan::app {

std::string duration_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5970) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

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

std::string LongStep::text(std::int64_t step, std::int64_t steps, double seconds) {
  if (seconds < next_) return {};
  next_ = seconds + (terminal_ ? 1 : std::max(kMoment, 0.1 * seconds));
  std::string words = step > 0 ? fmt::format("step {}", step) : "step in hand";
  if (step > 0 && steps > 0) words += fmt::format(" of {}", steps);
  words += fmt::format(": {} so far", duration_text(seconds));
  return terminal_ ? "\r" + words + "\x1b[K" : words + "\n";
}

StageLine::StageLine(bool quiet) : shown_(!quiet && is_terminal()) {}

void StageLine::show(const std::string& stage) {
  if (!shown_) return;
  print_progress("\r" + terminal_line(stage) + " ...\x1b[K");
  drawn_ = true;
}

void StageLine::finish() {
  if (drawn_) print_progress("\r\x1b[K");
  drawn_ = false;
}

}  // namespace lilyan::app
