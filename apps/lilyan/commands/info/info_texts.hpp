// What `lilyan info` says about the folder of a run and about a file of a reduced body, for people and for programs.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// What the folder of a run holds, finished or not. Both throw InputError where no run has written into the folder.
std::string text_of_run(const std::filesystem::path& folder);
std::string json_of_run(const std::filesystem::path& folder);

// Whether a file is a model of Lilyan's (.model), or VegaFEM's coefficients (.cub), by how its name ends.
bool is_model_file(const std::filesystem::path& file);

// Throw InputError as the readers do.
std::string text_of_model(const std::filesystem::path& file);
std::string json_of_model(const std::filesystem::path& file);

}  // namespace lilyan::app
