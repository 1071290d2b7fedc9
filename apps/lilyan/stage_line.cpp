#include <lilyan/core/terminal_text.hpp>

#include <apps/lilyan/stage_line.hpp>
#include <apps/lilyan/streams.hpp>
#include <apps/lilyan/terminal.hpp>

namespace lilyan::app {

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
