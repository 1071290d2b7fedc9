// What a file of a reduced body holds: a model of Lilyan's (.model), or VegaFEM's coefficients (.cub).
#pragma once

#include <filesystem>
#include <string>

namespace lilyan::app {

// By how its name ends.
bool is_model_file(const std::filesystem::path& file);

// Throw InputError as the readers do.
std::string text_of_model(const std::filesystem::path& file);
std::string json_of_model(const std::filesystem::path& file);

}  // namespace lilyan::app
