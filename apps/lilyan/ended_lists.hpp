// CLI11 lets an option of several numbers take the word behind them, too: `--cells 8 2 bar.json`.
#pragma once

#include <vector>

namespace CLI {
class App;
}

namespace lilyan::app {

// The words of a command line whose second one names `command`. A word behind a list of numbers that is no option stands before all
// options, unless a word of that kind does already: SCENE is then given, and what follows the list is for CLI11 to refuse.
std::vector<const char*> with_lists_ended(const CLI::App& command, int argc, const char* const* argv);

}  // namespace lilyan::app
