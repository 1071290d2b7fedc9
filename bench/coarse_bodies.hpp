// What coarsening a body is worth and what it costs: steps of the fine and of the coarse body, and the precomputation.
#pragma once

#include <filesystem>

namespace lilyan::bench {

// Rows of the goal table for the only body of a scene. The goals are those of the bodies `cheese` and `liver` (examples/bodies); a
// body of another name is measured without goals for its steps.
void print_coarse_body(const std::filesystem::path& scene);

}  // namespace lilyan::bench
