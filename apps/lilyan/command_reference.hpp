// The page of the reference that tells of the commands, made from their declarations.
#pragma once

#include <CLI/App.hpp>

#include <string>

namespace lilyan::app {

std::string command_reference(const CLI::App& program);

}  // namespace lilyan::app
