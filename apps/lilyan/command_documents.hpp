// What is made from the declarations of the commands: completion in bash and the page of the reference.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace lilyan::app {

// A script for `source <(lilyan completion)`; it needs nothing but bash.
std::string bash_completion(const CLI::App& program);

std::string command_reference(const CLI::App& program);

}  // namespace lilyan::app
