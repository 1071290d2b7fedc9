#include <apps/lilyan/console/run_progress.hpp>

#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <system_error>

namespace lilyan::app {
namespace {

constexpr double kSecondsBetweenBars = 0.1, kSecondsBetweenLines = 5, kSecondsToFirstLine = 1, kLong = 10;

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return !no_colour || *no_colour == '\0';
}

}  // namespace

ProgressDisplay::ProgressDisplay() : terminal_(is_terminal()), colour_(terminal_ && wants_colour()), long_step_(terminal_) {}

void ProgressDisplay::begin() {
  step_began_ = Clock::now();
  try {
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  } catch (const std::system_error&) {  // no room for a thread: nobody watches
  }
}

void ProgressDisplay::show(const RunProgress& progress) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  done_ = progress;
  step_began_ = now;
  long_step_.begin();
  if (!started_) {
    started_ = true;
    start_ = last_ = now;
  }
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double since_last = std::chrono::duration<double>(now - last_).count();
  pace_.see({seconds, static_cast<double>(progress.step), progress.share()});
  // Of a run that takes long the first line comes early: it predicts how long.
  const bool takes_long = !terminal_ && !drawn_ && seconds > kSecondsToFirstLine && pace_.left() > kLong;
  if (!takes_long && since_last < (terminal_ ? kSecondsBetweenBars : kSecondsBetweenLines)) return;
  last_ = now;
  drawn_ = true;
  print_progress(terminal_ ? bar(progress) : line(progress));
}

std::string ProgressDisplay::bar(const RunProgress& progress) const {
  constexpr std::size_t kNarrowest = 8, kWidest = 24;
  const double fraction = progress.share();
  const std::size_t room = terminal_width() - 1;  // a full line would wrap
  std::string figures = fmt::format(" {:3.0f} %", 100 * fraction);
  if (room < kNarrowest + 2 + figures.size()) return "\r" + figures.substr(0, room) + "\x1b[K";
  const std::size_t width = std::clamp(room / 4, kNarrowest, kWidest);
  // The figures that fit, the most wanted first; none is cut in two.
  for (const std::string& figure :
       {fmt::format("  {} left", duration_text(pace_.left())), fmt::format("  energy {:+.1e}", progress.energy_drift),
        fmt::format("  {:.3g} steps/s", pace_.rate())})
    if (width + 2 + figures.size() + figure.size() <= room) figures += figure;
  const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(width));
  const std::string on = colour_ ? "\x1b[36m" : "", off = colour_ ? "\x1b[0m" : "";
  return "\r[" + on + std::string(filled, '#') + off + std::string(width - filled, '.') + "]" + figures + "\x1b[K";
}

std::string ProgressDisplay::line(const RunProgress& progress) const {
  const std::string of_steps = progress.until ? "" : fmt::format(" of {}", progress.steps);
  const std::string of_time = progress.until ? fmt::format(" of {:.6g}", *progress.until) : "";
  return fmt::format("step {}{}, t = {:.6g}{} s, {:.3g} steps/s, {} left, energy drift {:.1e}\n", progress.step, of_steps,
                     progress.t, of_time, pace_.rate(), duration_text(pace_.left()), progress.energy_drift);
}

void ProgressDisplay::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLook(500);
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, stop, kLook, [&] { return stop.stop_requested(); })) {
    if (started_ && done_.share() >= 1) continue;  // what takes long now is no step
    const double seconds = std::chrono::duration<double>(Clock::now() - step_began_).count();
    try {
      const std::string words = long_step_.text(started_ ? done_.step + 1 : 0, done_.until ? 0 : done_.steps, seconds);
      if (words.empty()) continue;
      drawn_ = drawn_ || terminal_;
      print_progress(words);
    } catch (const std::bad_alloc&) {  // the step will say so, too
    }
  }
}

void ProgressDisplay::finish() {
  watcher_ = {};
  const std::lock_guard lock(mutex_);
  if (terminal_ && drawn_) print_progress("\r\x1b[K");
  drawn_ = false;
}

}  // namespace lilyan::app
