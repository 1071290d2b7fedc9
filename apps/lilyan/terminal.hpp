// What standard error is, and times as people read them: shared by all that show progress.
#pragma once

#include <cstddef>
#include <string>

namespace lilyan::app {

bool is_terminal();            // standard error is one on which a line can be written over
std::size_t terminal_width();  // [letters] of standard error

std::string duration_text(double seconds);  // "12 s", "3 min", "1.5 h"

}  // namespace lilyan::app
