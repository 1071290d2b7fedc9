// What the folder of a run holds, finished or not.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// Both throw InputError where no run has written into the folder.
std::string text_of_run(const std::filesystem::path& folder);
std::string json_of_run(const std::filesystem::path& folder);

}  // namespace lilyan::app
