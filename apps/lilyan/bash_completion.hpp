// Completion of the command line in bash, made from the declarations of the commands.
#pragma once

#include <CLI/App.hpp>

#include <string>

namespace lilyan::app {

// A script for `source <(lilyan completion)`; it needs nothing but bash.
std::string bash_completion(const CLI::App& program);

}  // namespace lilyan::app
