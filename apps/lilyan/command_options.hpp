// The declarations of all commands with their options.
#pragma once

#include <apps/lilyan/command_line.hpp>

namespace CLI {
class App;
}

namespace lilyan::app {

// Parsing leaves the command that is given in `chosen`, with its options.
void add_commands(CLI::App& program, Command& chosen);

}  // namespace lilyan::app
