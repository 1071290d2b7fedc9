// A run before it starts, for programs.
#pragma once

#include <lilyan/run/run_plan.hpp>

#include <string>

namespace lilyan::app {

// What `description` tells, as JSON; `file` is the scene's.
std::string json_description(const std::string& file, const RunPlan& plan);

}  // namespace lilyan::app
