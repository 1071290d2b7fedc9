// A run before it starts, for programs.
#pragma once

#include <lilyan/run/scene.hpp>

#include <string>

namespace lilyan::app {

// What `description` tells, as JSON; `file` is the scene's.
std::string json_description(const std::string& file, const Scene& scene);

}  // namespace lilyan::app
